/* input.c - read() is repeated after signals; a whole file goes through a stream, which also
 * unpacks it. */
#include "io/bytes/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "io/bytes/stream.h"

parot_status input_open(const struct filename *path, int *file, parot_error *err)
{
    int opened = open(path->file, O_RDONLY | O_CLOEXEC);
    if (opened < 0)
        return fail(err, PAROT_EIO, "%s: cannot be opened: %s", path->label, strerror(errno));
    *file = opened;
    return PAROT_OK;
}

parot_status input_read_piece(int file, const char *label, char *to, size_t room, size_t *got,
                              parot_error *err)
{
    for (;;) {
        ssize_t count = read(file, to, room);
        *got = count > 0 ? (size_t)count : 0;
        if (count >= 0)
            return PAROT_OK;
        if (errno != EINTR)
            return fail(err, PAROT_EIO, "%s: cannot be read: %s", label, strerror(errno));
    }
}

parot_status input_read(const struct filename *path, struct bytes *bytes, parot_error *err)
{
    struct stream stream = {.file = -1};
    struct bytes read = {0};
    parot_status status = stream_open(&stream, path, err);
    if (status == PAROT_OK)
        status = stream_read_all(&stream, &read, err);
    stream_close(&stream);
    if (status == PAROT_OK)
        *bytes = bytes_move(&read);
    bytes_free(&read);
    return status;
}
