/* stream.c - see stream.h. A gzip file is one or more members; the text is their concatenation. */
#include "io/bytes/stream.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/bytes/gzip.h"
#include "io/bytes/input.h"

enum { PIECE = 1 << 16 }; /* bytes asked for at once; more does not make reading faster */

/* ---- As it is in the file ----------------------------------------------- */

static parot_status read_raw(struct source *source, char *to, size_t room, size_t *got,
                             parot_error *err)
{
    if (source->file >= 0)
        return input_read_piece(source->file, source->label, to, room, got, err);
    *got = room < source->left ? room : source->left;
    if (*got > 0)
        memcpy(to, source->memory, *got);
    source->memory += *got;
    source->left -= *got;
    return PAROT_OK;
}

/* More raw bytes behind those that were not taken yet. */
static parot_status fill_raw(struct source *source, parot_error *err)
{
    struct bytes *raw = &source->raw;
    size_t rest = raw->size - source->taken, got = 0;
    if (rest > 0)
        memmove(raw->data, raw->data + source->taken, rest);
    raw->size = rest;
    source->taken = 0;
    TRY(bytes_reserve(raw, PIECE, err));
    TRY(read_raw(source, raw->data + raw->size, PIECE, &got, err));
    raw->size += got;
    source->is_raw_over = got == 0;
    return PAROT_OK;
}

static size_t raw_left(const struct source *source)
{
    return source->raw.size - source->taken;
}

/* ---- Opening ------------------------------------------------------------ */

/* Pipes may hand over one byte at a time; two tell. */
static parot_status find_out(struct source *source, parot_error *err)
{
    while (source->raw.size < 2 && !source->is_raw_over)
        TRY(fill_raw(source, err));
    if (!gzip_recognize(&source->raw))
        return PAROT_OK;
    if (inflateInit2(&source->stream, GZIP_WINDOW) != Z_OK)
        return fail_memory(err, PIECE);
    source->is_gzip = 1;
    return PAROT_OK;
}

parot_status source_open(struct source *source, const struct path *path, parot_error *err)
{
    *source = (struct source){.label = path->label, .file = STDIN_FILENO};
    if (!path->is_stream) {
        TRY(input_open(path, &source->file, err));
        source->is_open = 1;
    }
    return find_out(source, err);
}

parot_status source_open_bytes(struct source *source, const char *label, const struct bytes *bytes,
                               parot_error *err)
{
    *source =
        (struct source){.label = label, .file = -1, .memory = bytes->data, .left = bytes->size};
    return find_out(source, err);
}

void source_close(struct source *source)
{
    if (source->is_gzip)
        inflateEnd(&source->stream);
    if (source->is_open)
        close(source->file);
    bytes_free(&source->raw);
    bytes_free(&source->ahead);
    *source = (struct source){.file = -1};
}

/* ---- Unpacking ---------------------------------------------------------- */

/* Behind a member may come another one, or the zeros that tapes pad with. */
static parot_status look_behind_member(struct source *source, parot_error *err)
{
    for (;;) {
        for (; source->taken < source->raw.size; source->taken++)
            if (source->raw.data[source->taken] != 0)
                return PAROT_OK;
        if (source->is_raw_over) {
            source->is_over = 1;
            return PAROT_OK;
        }
        TRY(fill_raw(source, err));
    }
}

/* One call of zlib; a member's end leads to the next one. */
static parot_status unpack(struct source *source, char *to, size_t room, size_t *got,
                           parot_error *err)
{
    z_stream *stream = &source->stream;
    stream->next_in = (Bytef *)source->raw.data + source->taken;
    stream->avail_in = (unsigned int)raw_left(source);
    stream->next_out = (Bytef *)to;
    stream->avail_out = (unsigned int)(room < (1U << 30) ? room : 1U << 30);
    int code = inflate(stream, Z_NO_FLUSH);
    source->taken = source->raw.size - stream->avail_in;
    *got = (size_t)((char *)stream->next_out - to);
    if (code == Z_MEM_ERROR)
        return fail_memory(err, PIECE);
    if (code == Z_STREAM_END) {
        TRY(look_behind_member(source, err));
        code = source->is_over ? Z_OK : inflateReset(stream);
    } else if (*got == 0 && raw_left(source) == 0 && source->is_raw_over) {
        return fail(err, PAROT_EFORMAT, "%s: the gzip data ends too early", source->label);
    }
    if (code != Z_OK && code != Z_BUF_ERROR)
        return fail(err, PAROT_EFORMAT, "%s: damaged gzip data: %s", source->label,
                    stream->msg ? stream->msg : "unknown error");
    return PAROT_OK;
}

static parot_status read_unpacked(struct source *source, char *to, size_t room, size_t *got,
                                  parot_error *err)
{
    while (*got == 0 && !source->is_over) {
        if (raw_left(source) == 0 && !source->is_raw_over)
            TRY(fill_raw(source, err));
        TRY(unpack(source, to, room, got, err));
    }
    return PAROT_OK;
}

static parot_status read_plain(struct source *source, char *to, size_t room, size_t *got,
                               parot_error *err)
{
    size_t left = raw_left(source);
    if (left == 0)
        return read_raw(source, to, room, got, err);
    *got = left < room ? left : room;
    memcpy(to, source->raw.data + source->taken, *got);
    source->taken += *got;
    return PAROT_OK;
}

static size_t ahead_left(const struct source *source)
{
    return source->ahead.size - source->given;
}

parot_status source_read(struct source *source, char *to, size_t room, size_t *got,
                         parot_error *err)
{
    size_t left = ahead_left(source);
    *got = left < room ? left : room;
    if (left > 0) {
        memcpy(to, source->ahead.data + source->given, *got);
        source->given += *got;
        return PAROT_OK;
    }
    return source->is_gzip ? read_unpacked(source, to, room, got, err)
                           : read_plain(source, to, room, got, err);
}

parot_status source_peek(struct source *source, const struct bytes **head, parot_error *err)
{
    struct bytes ahead = {0};
    size_t got = 1;
    parot_status status = bytes_reserve(&ahead, PIECE, err);
    while (status == PAROT_OK && got > 0 && ahead.size < PIECE) {
        status = source_read(source, ahead.data + ahead.size, PIECE - ahead.size, &got, err);
        ahead.size += got;
    }
    source->ahead = ahead;
    *head = &source->ahead;
    return status;
}

/* The size the system tells is a hint that saves growing, and nothing that is relied on. */
static parot_status reserve_all(const struct source *source, struct bytes *bytes, parot_error *err)
{
    struct stat info;
    if (source->file < 0)
        return bytes_reserve(bytes, source->left + raw_left(source) + ahead_left(source) + 1, err);
    if (!source->is_gzip && fstat(source->file, &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_size > 0)
        return bytes_reserve(bytes, (size_t)info.st_size + 1, err);
    return PAROT_OK;
}

parot_status source_read_all(struct source *source, struct bytes *bytes, parot_error *err)
{
    TRY(reserve_all(source, bytes, err));
    for (;;) {
        size_t got = 0;
        if (bytes->size == bytes->capacity)
            TRY(bytes_reserve(bytes, PIECE, err));
        TRY(source_read(source, bytes->data + bytes->size, bytes->capacity - bytes->size, &got,
                        err));
        if (got == 0)
            return PAROT_OK;
        bytes->size += got;
    }
}
