/* replay.c - the files that fuzzing has kept are read again: no crash, no hang, no fault, and no
 * allocation beyond a bound set by the size of the file.
 *
 * replay CORPUS: a folder for each format (csv, npz, ...), with files of any name in it. Linked
 * with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc: our own objects' allocations are seen.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "target.h"

enum {
    LARGEST = 1 << 20, /* no file of the corpus is larger */
    PATIENCE = 20,     /* seconds for one file, before the alarm kills us */
    /* One byte of deflate makes at most 1032, each of which may become a double. */
    RATIO = 8 * 1032,
    FREE_ROOM = 4 << 20 /* buffers whose size does not depend on the file */
};

static size_t largest;

static void see(size_t size)
{
    largest = size > largest ? size : largest;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size)
{
    see(size);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    see(count * size);
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    see(size);
    return __real_realloc(block, size);
}

static int try_file(const char *path, const char *format)
{
    static char data[LARGEST];
    char name[64];
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    snprintf(name, sizeof name, "x.%s", format);
    largest = 0;
    alarm(PATIENCE);
    int is_sound = target_try(name, data, size);
    alarm(0);
    if (!is_sound)
        printf("%s: neither read nor refused with a message\n", path);
    if (largest > RATIO * size + FREE_ROOM)
        printf("%s: %zu bytes make us allocate %zu\n", path, size, largest);
    return is_sound && largest <= RATIO * size + FREE_ROOM;
}

/* Tries the files of a folder, or of each folder in it without a format; returns how many. */
static int visit_all(const char *folder, const char *format, int *failures)
{
    char path[PATH_MAX];
    int count = 0;
    DIR *directory = opendir(folder);
    struct dirent *entry = NULL;
    if (!directory)
        return 0;
    while ((entry = readdir(directory))) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%.2000s/%.255s", folder, entry->d_name);
        if (!format) {
            count += visit_all(path, entry->d_name, failures);
        } else {
            count++;
            *failures += !try_file(path, format);
        }
    }
    closedir(directory);
    return count;
}

int main(int argc, char **argv)
{
    int failures = 0;
    int count = argc == 2 ? visit_all(argv[1], NULL, &failures) : 0;
    printf("%d files, %d failures\n", count, failures);
    return count == 0 || failures > 0;
}
