/* input.c - see input.h. */
#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 16 }; /* bytes asked for at once; more does not make reading faster */

/* The size the system tells is a hint that saves growing, and nothing that is relied on. */
static parot_status reserve_all(int file, struct bytes *bytes, parot_error *err)
{
    struct stat info;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
        TRY(bytes_reserve(bytes, (size_t)info.st_size + 1, err));
    return PAROT_OK;
}

static parot_status read_all(int file, const char *label, struct bytes *bytes, parot_error *err)
{
    TRY(reserve_all(file, bytes, err));
    for (;;) {
        if (bytes->size == bytes->capacity)
            TRY(bytes_reserve(bytes, PIECE, err));
        ssize_t got = read(file, bytes->data + bytes->size, bytes->capacity - bytes->size);
        if (got == 0)
            return PAROT_OK;
        if (got > 0)
            bytes->size += (size_t)got;
        else if (errno != EINTR)
            return fail(err, PAROT_EIO, "%s: cannot be read: %s", label, strerror(errno));
    }
}

static parot_status read_named(const struct path *path, struct bytes *bytes, parot_error *err)
{
    int file = open(path->file, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail(err, PAROT_EIO, "%s: cannot be opened: %s", path->label, strerror(errno));
    parot_status status = read_all(file, path->label, bytes, err);
    close(file);
    return status;
}

parot_status input_read(const struct path *path, struct bytes *bytes, parot_error *err)
{
    struct bytes read = {0};
    parot_status status = path->is_stream ? read_all(STDIN_FILENO, path->label, &read, err)
                                          : read_named(path, &read, err);
    if (status == PAROT_OK)
        *bytes = bytes_move(&read);
    bytes_free(&read);
    return status;
}
