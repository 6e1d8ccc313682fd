/* stream.c - raw pieces go through zlib if the first two bytes say gzip. A gzip file is one or
 * more members; the text is their concatenation. */
#include "io/bytes/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/bytes/gzip.h"

enum { PIECE = 1 << 16 }; /* bytes asked for at once; more does not make reading faster */

/* ---- As it is in the file ----------------------------------------------- */

static parot_status read_raw(struct stream *stream, char *to, size_t room, size_t *got,
                             parot_error *err)
{
    if (stream->file >= 0)
        return input_read_piece(stream->file, stream->label, to, room, got, err);
    *got = room < stream->left ? room : stream->left;
    if (*got > 0)
        memcpy(to, stream->memory, *got);
    stream->memory += *got;
    stream->left -= *got;
    return PAROT_OK;
}

/* More raw bytes behind those that were not taken yet. */
static parot_status fill_raw(struct stream *stream, parot_error *err)
{
    struct bytes *raw = &stream->raw;
    size_t rest = raw->size - stream->taken, got = 0;
    if (rest > 0)
        memmove(raw->data, raw->data + stream->taken, rest);
    raw->size = rest;
    stream->taken = 0;
    TRY(bytes_reserve(raw, PIECE, err));
    TRY(read_raw(stream, raw->data + raw->size, PIECE, &got, err));
    raw->size += got;
    stream->is_raw_over = got == 0;
    return PAROT_OK;
}

static size_t raw_left(const struct stream *stream)
{
    return stream->raw.size - stream->taken;
}

/* ---- Opening ------------------------------------------------------------ */

/* Pipes may hand over one byte at a time; two tell. */
static parot_status find_out(struct stream *stream, parot_error *err)
{
    while (stream->raw.size < 2 && !stream->is_raw_over)
        TRY(fill_raw(stream, err));
    if (!gzip_recognize(&stream->raw))
        return PAROT_OK;
    if (inflateInit2(&stream->inflater, GZIP_WINDOW) != Z_OK)
        return fail_memory(err, PIECE);
    stream->is_gzip = 1;
    return PAROT_OK;
}

parot_status stream_open(struct stream *stream, const struct filename *path, parot_error *err)
{
    *stream = (struct stream){.label = path->label, .file = STDIN_FILENO};
    if (!path->is_stream) {
        TRY(input_open(path, &stream->file, err));
        stream->is_open = 1;
    }
    return find_out(stream, err);
}

parot_status stream_open_bytes(struct stream *stream, const char *label, const struct bytes *bytes,
                               parot_error *err)
{
    *stream =
        (struct stream){.label = label, .file = -1, .memory = bytes->data, .left = bytes->size};
    return find_out(stream, err);
}

void stream_close(struct stream *stream)
{
    if (stream->is_gzip)
        inflateEnd(&stream->inflater);
    if (stream->is_open)
        close(stream->file);
    bytes_free(&stream->raw);
    bytes_free(&stream->ahead);
    *stream = (struct stream){.file = -1};
}

/* ---- Unpacking ---------------------------------------------------------- */

/* Behind a member may come another one, or the zeros that tapes pad with. */
static parot_status look_behind_member(struct stream *stream, parot_error *err)
{
    for (;;) {
        for (; stream->taken < stream->raw.size; stream->taken++)
            if (stream->raw.data[stream->taken] != 0)
                return PAROT_OK;
        if (stream->is_raw_over) {
            stream->is_over = 1;
            return PAROT_OK;
        }
        TRY(fill_raw(stream, err));
    }
}

/* One call of zlib; a member's end leads to the next one. */
static parot_status unpack(struct stream *stream, char *to, size_t room, size_t *got,
                           parot_error *err)
{
    z_stream *inflater = &stream->inflater;
    inflater->next_in = (Bytef *)stream->raw.data + stream->taken;
    inflater->avail_in = (unsigned int)raw_left(stream);
    inflater->next_out = (Bytef *)to;
    inflater->avail_out = (unsigned int)(room < (1U << 30) ? room : 1U << 30);
    int code = inflate(inflater, Z_NO_FLUSH);
    stream->taken = stream->raw.size - inflater->avail_in;
    *got = (size_t)((char *)inflater->next_out - to);
    if (code == Z_MEM_ERROR)
        return fail_memory(err, PIECE);
    if (code == Z_STREAM_END) {
        TRY(look_behind_member(stream, err));
        code = stream->is_over ? Z_OK : inflateReset(inflater);
    } else if (*got == 0 && raw_left(stream) == 0 && stream->is_raw_over) {
        return fail(err, PAROT_EFORMAT, "%s: the gzip data ends too early", stream->label);
    }
    if (code != Z_OK && code != Z_BUF_ERROR)
        return fail(err, PAROT_EFORMAT, "%s: damaged gzip data: %s", stream->label,
                    inflater->msg ? inflater->msg : "unknown error");
    return PAROT_OK;
}

static parot_status read_unpacked(struct stream *stream, char *to, size_t room, size_t *got,
                                  parot_error *err)
{
    while (*got == 0 && !stream->is_over) {
        if (raw_left(stream) == 0 && !stream->is_raw_over)
            TRY(fill_raw(stream, err));
        TRY(unpack(stream, to, room, got, err));
    }
    return PAROT_OK;
}

static parot_status read_plain(struct stream *stream, char *to, size_t room, size_t *got,
                               parot_error *err)
{
    size_t left = raw_left(stream);
    if (left == 0)
        return read_raw(stream, to, room, got, err);
    *got = left < room ? left : room;
    memcpy(to, stream->raw.data + stream->taken, *got);
    stream->taken += *got;
    return PAROT_OK;
}

static size_t ahead_left(const struct stream *stream)
{
    return stream->ahead.size - stream->given;
}

parot_status stream_read(struct stream *stream, char *to, size_t room, size_t *got,
                         parot_error *err)
{
    size_t left = ahead_left(stream);
    *got = left < room ? left : room;
    if (left > 0) {
        memcpy(to, stream->ahead.data + stream->given, *got);
        stream->given += *got;
        return PAROT_OK;
    }
    return stream->is_gzip ? read_unpacked(stream, to, room, got, err)
                           : read_plain(stream, to, room, got, err);
}

parot_status stream_peek(struct stream *stream, const struct bytes **head, parot_error *err)
{
    struct bytes ahead = {0};
    size_t got = 1;
    parot_status status = bytes_reserve(&ahead, PIECE, err);
    while (status == PAROT_OK && got > 0 && ahead.size < PIECE) {
        status = stream_read(stream, ahead.data + ahead.size, PIECE - ahead.size, &got, err);
        ahead.size += got;
    }
    stream->ahead = ahead;
    *head = &stream->ahead;
    return status;
}

/* The size the system tells is a hint that saves growing, and nothing that is relied on. */
static parot_status reserve_all(const struct stream *stream, struct bytes *bytes, parot_error *err)
{
    struct stat info;
    if (stream->file < 0)
        return bytes_reserve(bytes, stream->left + raw_left(stream) + ahead_left(stream) + 1, err);
    if (!stream->is_gzip && fstat(stream->file, &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_size > 0)
        return bytes_reserve(bytes, (size_t)info.st_size + 1, err);
    return PAROT_OK;
}

parot_status stream_read_all(struct stream *stream, struct bytes *bytes, parot_error *err)
{
    TRY(reserve_all(stream, bytes, err));
    for (;;) {
        size_t got = 0;
        if (bytes->size == bytes->capacity)
            TRY(bytes_reserve(bytes, PIECE, err));
        TRY(stream_read(stream, bytes->data + bytes->size, bytes->capacity - bytes->size, &got,
                        err));
        if (got == 0)
            return PAROT_OK;
        bytes->size += got;
    }
}

/* ---- Whole files -------------------------------------------------------- */

parot_status input_open(const struct filename *path, int *file, parot_error *err)
{
    int opened = open(path->file, O_RDONLY | O_CLOEXEC);
    if (opened < 0)
        return fail(err, PAROT_EIO, "%s: cannot be opened: %s", path->label, strerror(errno));
    *file = opened;
    return PAROT_OK;
}

/* A read that a signal interrupted is repeated. */
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

/* Through a stream, which unpacks gzip. */
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
