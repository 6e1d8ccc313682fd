/* output_check.c - each output is compared with the inputs and with what exists, before any work
 * is done. The library checks all of this again when it writes. */
#include "shell/output_check.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shell/phase.h"

static int ends_in(const char *path, size_t length, const char *extension, size_t size)
{
    return length > size && strncasecmp(path + length - size, extension, size) == 0;
}

int path_ends_in(const char *path, const char *extensions)
{
    size_t length = strlen(path);
    if (ends_in(path, length, ".gz", 3))
        length -= 3;
    while (*extensions) {
        size_t size = strcspn(extensions, " ");
        if (ends_in(path, length, extensions, size))
            return 1;
        extensions += size + strspn(extensions + size, " ");
    }
    return 0;
}

static enum outcome check_directory(const char *option, const char *path)
{
    char scratch[PATH_MAX];
    struct stat info;
    if (strlen(path) >= sizeof scratch)
        return refuse(FAILED, "%s: the name of the file is too long", option);
    memcpy(scratch, path, strlen(path) + 1); /* dirname writes into it */
    const char *directory = dirname(scratch);
    if (stat(directory, &info) != 0 || !S_ISDIR(info.st_mode))
        return refuse(FAILED, "%s %s: there is no directory '%s'; make it first", option, path,
                      directory);
    if (access(directory, W_OK | X_OK) == 0)
        return SOLVED;
    return refuse(FAILED, "%s %s: cannot be written: %s", option, path, strerror(errno));
}

/* The files that exist and would be replaced. */
enum { MOST_OUTPUTS = 8 };
static struct {
    char option[16];
    dev_t device;
    ino_t file;
} outputs[MOST_OUTPUTS];
static int output_count;

/* "file.npz:array" is in file.npz. */
static int find_input(const char *path, struct stat *info)
{
    char file[PATH_MAX];
    const char *colon = strrchr(path, ':');
    if (stat(path, info) == 0)
        return 1;
    if (!colon || (size_t)(colon - path) >= sizeof file)
        return 0;
    memcpy(file, path, (size_t)(colon - path));
    file[colon - path] = '\0';
    return stat(file, info) == 0;
}

enum outcome input_check(const char *path)
{
    struct stat info;
    if (output_is_stdout(path) || output_count == 0 || !find_input(path, &info))
        return SOLVED;
    for (int k = 0; k < output_count; k++)
        if (outputs[k].device == info.st_dev && outputs[k].file == info.st_ino)
            return refuse(FAILED,
                          "%s would replace %s, which is an input file; choose another name",
                          outputs[k].option, path);
    return SOLVED;
}

enum outcome output_check(const char *option, const char *path, const char *extensions, int force)
{
    struct stat info;
    if (!path || output_is_stdout(path))
        return SOLVED;
    int exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        return refuse(FAILED, "%s %s: is a directory; give the name of a file", option, path);
    if (exists && !S_ISREG(info.st_mode))
        return SOLVED; /* a device or a pipe takes anything */
    if (!path_ends_in(path, extensions))
        return refuse(MISUSED, "%s %s: the name must end in one of %s (each also with .gz)", option,
                      path, extensions);
    if (exists && output_count < MOST_OUTPUTS) {
        snprintf(outputs[output_count].option, sizeof outputs[0].option, "%s", option);
        outputs[output_count].device = info.st_dev;
        outputs[output_count++].file = info.st_ino;
    }
    if (exists && !force)
        return refuse(FAILED, "%s exists already; use -f to replace it", path);
    return check_directory(option, path);
}

int output_is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

void output_begin(const char *path)
{
    phase_begin(PAROT_PHASE_WRITE, NULL, path);
}

enum outcome table_write(const char *path, const parot_table *table, int force)
{
    parot_error err = {0};
    if (!path)
        return SOLVED;
    output_begin(path);
    return outcome_of(parot_table_write(path, table, force, &err), &err);
}

enum outcome output_flush(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return refuse(FAILED, "standard output: cannot be written: %s", strerror(errno));
    return SOLVED;
}
