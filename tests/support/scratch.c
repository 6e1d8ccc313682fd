/* scratch.c - see scratch.h. */
#include "scratch.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[256];

int scratch_open(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/parot-test-XXXXXX", parent ? parent : "/tmp");
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info, (void)kind, (void)walk;
    return remove(path);
}

int scratch_close(void **state)
{
    (void)state;
    return nftw(directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_path(const char *name)
{
    static char paths[8][1024];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", directory, name);
    return path;
}

const char *scratch_bytes(const char *name, const void *data, size_t size)
{
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
    return path;
}

const char *scratch_text(const char *name, const char *text)
{
    return scratch_bytes(name, text, strlen(text));
}

char *scratch_read(const char *name, size_t *size)
{
    struct stat info;
    FILE *file = fopen(scratch_path(name), "rb");
    if (!file || fstat(fileno(file), &info) != 0)
        abort();
    *size = (size_t)info.st_size;
    char *data = calloc(1, *size + 1);
    if (!data || fread(data, 1, *size, file) != *size)
        abort();
    fclose(file);
    return data;
}

int scratch_count(void)
{
    int count = 0;
    DIR *entries = opendir(directory);
    for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries))
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(entries);
    return count;
}

int occurrences(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        count++;
    return count;
}
