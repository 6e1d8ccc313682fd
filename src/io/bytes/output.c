/* output.c - everything is written to a temporary file in the same directory, without a name
 * where the system allows it, and then linked or renamed to its place in one step. Pipes, devices
 * and standard output are written directly. */
#include "io/bytes/output.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/run.h"
#include "base/status.h"
#include "io/bytes/gzip.h"
#include "parot/io.h"

enum {
    NEW_FILE = 0666,    /* before the umask */
    PERMISSIONS = 0777, /* of a file that is replaced */
    ATTEMPTS = 100      /* at a temporary name; each fails only if somebody else has it */
};

/* The file to be written, and the one it is until it is complete. */
struct target {
    const char *label;
    char file[PATH_MAX];
    char directory[PATH_MAX];
    char temporary[PATH_MAX + 64];
    int exists;
    mode_t mode; /* when it exists */
};

static parot_status fail_system(parot_error *err, const char *label, const char *what)
{
    return fail(err, PAROT_EIO, "%s: %s: %s", label, what, strerror(errno));
}

static parot_status refuse_existing(parot_error *err, const char *label)
{
    return fail(err, PAROT_EIO,
                "%s: exists already and is not replaced; ask to overwrite it, or choose "
                "another name",
                label);
}

static parot_status write_all(int file, const char *label, const struct bytes *bytes,
                              parot_error *err)
{
    for (size_t done = 0; done < bytes->size;) {
        ssize_t written = write(file, bytes->data + done, bytes->size - done);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EINTR)
            return fail_system(err, label, "cannot be written");
    }
    return PAROT_OK;
}

/* By stdio, so that it stays in order with what the program itself prints. */
static parot_status write_stdout(const char *label, const struct bytes *bytes, parot_error *err)
{
    if (fwrite(bytes->data, 1, bytes->size, stdout) != bytes->size || fflush(stdout) != 0)
        return fail_system(err, label, "cannot be written");
    return PAROT_OK;
}

static parot_status write_device(const struct filename *path, const struct bytes *bytes,
                                 parot_error *err)
{
    int file = open(path->file, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return fail_system(err, path->label, "cannot be opened");
    parot_status status = write_all(file, path->label, bytes, err);
    if (close(file) != 0 && status == PAROT_OK)
        status = fail_system(err, path->label, "cannot be written");
    return status;
}

/* Looks at what is there now; a link is followed to the file it stands for. */
static parot_status find_target(const struct filename *path, int overwrite, struct target *target,
                                parot_error *err)
{
    struct stat info;
    target->label = path->label;
    target->exists = stat(path->file, &info) == 0;
    if (target->exists && S_ISDIR(info.st_mode))
        return fail(err, PAROT_EIO, "%s: is a directory; give the name of a file", path->label);
    if (target->exists && !overwrite)
        return refuse_existing(err, path->label);
    if (target->exists && (access(path->file, W_OK) != 0 || !realpath(path->file, target->file)))
        return fail_system(err, path->label, "cannot be replaced");
    if (target->exists)
        target->mode = info.st_mode & PERMISSIONS;
    else
        memcpy(target->file, path->file, sizeof target->file);

    char scratch[PATH_MAX]; /* dirname writes into its argument */
    memcpy(scratch, target->file, sizeof scratch);
    const char *directory = dirname(scratch);
    memcpy(target->directory, directory, strlen(directory) + 1);
    return PAROT_OK;
}

/* Process, moment and attempt tell writers apart. */
static void choose_name(struct target *target, int attempt)
{
    long long moment = (long long)(1e9 * clock_seconds());
    snprintf(target->temporary, sizeof target->temporary, "%s/.parot-%ld-%llx-%d",
             target->directory, (long)getpid(), moment, attempt);
}

/* Where the system knows files without a name, a writer that is killed leaves nothing behind. Such
 * a file is found again under /proc, when it is complete. */
static int open_nameless(const struct target *target)
{
#ifdef O_TMPFILE
    if (access("/proc/self/fd", X_OK) == 0)
        return open(target->directory, O_WRONLY | O_TMPFILE | O_CLOEXEC, NEW_FILE);
#endif
    (void)target;
    return -1;
}

/* Elsewhere it has a name that nobody else has, which O_EXCL makes sure of. */
static parot_status open_temporary(struct target *target, int *file, parot_error *err)
{
    target->temporary[0] = '\0';
    *file = open_nameless(target);
    if (*file >= 0)
        return PAROT_OK;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        choose_name(target, attempt);
        *file = open(target->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_FILE);
        if (*file >= 0)
            return PAROT_OK;
        if (errno != EEXIST)
            break;
    }
    target->temporary[0] = '\0';
    char directory[LABEL];
    excerpt_tail(target->directory, directory, sizeof directory);
    if (errno == ENOENT)
        return fail(err, PAROT_EIO, "%s: cannot be written: there is no directory '%s'",
                    target->label, directory);
    return fail(err, PAROT_EIO, "%s: cannot be written: no file can be made in '%s': %s",
                target->label, directory, strerror(errno));
}

/* Gives a complete file the name that publish takes it from; like O_EXCL, linkat replaces nothing.
 */
static parot_status name_temporary(struct target *target, int file, parot_error *err)
{
    char path[64];
    if (target->temporary[0])
        return PAROT_OK;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        choose_name(target, attempt);
        if (linkat(AT_FDCWD, path, AT_FDCWD, target->temporary, AT_SYMLINK_FOLLOW) == 0)
            return PAROT_OK;
        if (errno != EEXIST)
            break;
    }
    target->temporary[0] = '\0';
    return fail_system(err, target->label, "cannot be written");
}

static parot_status fill_temporary(int file, const struct target *target, const struct bytes *bytes,
                                   parot_error *err)
{
    if (target->exists && fchmod(file, target->mode) != 0)
        return fail_system(err, target->label, "cannot keep its permissions");
    TRY(write_all(file, target->label, bytes, err));
    if (fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP) /* not known everywhere */
        return fail_system(err, target->label, "cannot be written");
    return PAROT_OK;
}

/* link, unlike rename, refuses to replace. Where there are no links (FAT, some network drives)
 * an empty file takes the name first, so that still only one of two writers gets it. */
static parot_status publish_new(const struct target *target, parot_error *err)
{
    if (link(target->temporary, target->file) == 0) {
        unlink(target->temporary);
        return PAROT_OK;
    }
    if (errno == EEXIST)
        return refuse_existing(err, target->label);
    int file = open(target->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_FILE);
    if (file < 0)
        return errno == EEXIST ? refuse_existing(err, target->label)
                               : fail_system(err, target->label, "cannot be written");
    close(file);
    if (rename(target->temporary, target->file) == 0)
        return PAROT_OK;
    parot_status status = fail_system(err, target->label, "cannot be written");
    unlink(target->file);
    return status;
}

static parot_status publish(const struct target *target, int overwrite, parot_error *err)
{
    if (!overwrite)
        return publish_new(target, err);
    if (rename(target->temporary, target->file) != 0)
        return fail_system(err, target->label, "cannot be replaced");
    return PAROT_OK;
}

static parot_status write_file(const struct filename *path, const struct bytes *bytes,
                               int overwrite, parot_error *err)
{
    struct target target;
    int file = -1;
    TRY(find_target(path, overwrite, &target, err));
    TRY(open_temporary(&target, &file, err));
    parot_status status = fill_temporary(file, &target, bytes, err);
    int kept = dup(file); /* a file without a name is there as long as it is open */
    if (close(file) != 0 && status == PAROT_OK)
        status = fail_system(err, target.label, "cannot be written");
    if (status == PAROT_OK)
        status = name_temporary(&target, kept, err);
    if (status == PAROT_OK)
        status = publish(&target, overwrite, err);
    if (kept >= 0)
        close(kept);
    if (status != PAROT_OK && target.temporary[0])
        unlink(target.temporary);
    return status;
}

int output_is_stream(const struct filename *path)
{
    struct stat info;
    return path->is_stream ||
           (stat(path->file, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

parot_status output_write(const struct filename *path, const struct bytes *bytes, int overwrite,
                          parot_error *err)
{
    if (path->is_stream)
        return write_stdout(path->label, bytes, err);
    if (output_is_stream(path))
        return write_device(path, bytes, err);
    return write_file(path, bytes, overwrite, err);
}

/* ---- Texts -------------------------------------------------------------- */

static parot_status pack(const struct filename *path, const char *text, int overwrite,
                         struct bytes *out, parot_error *err)
{
    TRY(bytes_append_text(out, text, err));
    if (path->is_gzip)
        TRY(gzip_pack(out, err));
    return output_write(path, out, overwrite, err);
}

parot_status parot_text_write(const char *file, const char *text, int overwrite, parot_error *err)
{
    struct filename path;
    struct bytes out = {0};
    if (!text)
        return fail(err, PAROT_EINVAL, "text: must not be NULL");
    TRY(filename_parse(file, "standard output", &path, err));
    parot_status status = pack(&path, text, overwrite, &out, err);
    bytes_free(&out);
    return status;
}
