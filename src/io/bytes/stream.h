/* stream.h - the bytes of a file from its beginning to its end, unpacked, a piece at a time.
 *
 * Nothing of the file is kept but the piece that is unpacked next.
 */
#ifndef PAROT_IO_STREAM_H
#define PAROT_IO_STREAM_H

#include <zlib.h>

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"

struct stream {
    const char *label; /* of messages */
    int file;          /* -1: from memory */
    const char *memory;
    size_t left;        /* in memory */
    struct bytes raw;   /* as it is in the file, if that is gzip or yet to be found out */
    size_t taken;       /* of raw */
    struct bytes ahead; /* unpacked, for stream_peek */
    size_t given;       /* of ahead */
    int is_gzip, is_raw_over, is_over, is_open;
    z_stream inflater;
};

/* The file, or standard input for "-". stream_close releases what was acquired, also after a
 * failure. */
parot_status stream_open(struct stream *stream, const struct filename *path, parot_error *err);

/* Bytes in memory, which stay there. */
parot_status stream_open_bytes(struct stream *stream, const char *label, const struct bytes *bytes,
                               parot_error *err);
void stream_close(struct stream *stream);

/* At most `room` bytes; *got = 0: there are no more. */
parot_status stream_read(struct stream *stream, char *to, size_t room, size_t *got,
                         parot_error *err);

/* The beginning of what is read next, 64 KB or all; it is read nevertheless. To be called once,
 * first; the bytes stay until stream_close. */
parot_status stream_peek(struct stream *stream, const struct bytes **head, parot_error *err);

/* Appends all that is left. */
parot_status stream_read_all(struct stream *stream, struct bytes *bytes, parot_error *err);

/* The caller closes *file. */
parot_status input_open(const struct filename *path, int *file, parot_error *err);

/* At most `room` bytes; *got = 0: there are no more. */
parot_status input_read_piece(int file, const char *label, char *to, size_t room, size_t *got,
                              parot_error *err);

/* Every byte of the file, or of standard input for "-", unpacked if it is gzip. */
parot_status input_read(const struct filename *path, struct bytes *bytes, parot_error *err);

#endif
