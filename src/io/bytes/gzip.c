/* gzip.c - zlib's stream interface, fed in pieces because zlib counts in unsigned int. */
#include "io/bytes/gzip.h"

#include <string.h>
#include <zlib.h>

#include "io/bytes/stream.h"

enum {
    GZIP_MEMORY = 8, /* zlib's default */
    PIECE = 1 << 16  /* bytes of room per call of zlib, at least */
};
static const char MAGIC[] = {'\x1f', '\x8b'};

/* zlib counts in unsigned int; larger buffers are handed over in pieces. */
static unsigned int piece(size_t size)
{
    return size < (1U << 30) ? (unsigned int)size : 1U << 30;
}

static size_t input_left(const z_stream *stream, const struct bytes *in)
{
    return in->size - (size_t)((const char *)stream->next_in - in->data);
}

int gzip_recognize(const struct bytes *bytes)
{
    return bytes_begin(bytes, MAGIC, sizeof MAGIC);
}

static parot_status unpack(const char *label, const struct bytes *bytes, struct bytes *out,
                           parot_error *err)
{
    struct stream stream;
    parot_status status = stream_open_bytes(&stream, label, bytes, err);
    if (status == PAROT_OK)
        status = stream_read_all(&stream, out, err);
    stream_close(&stream);
    return status;
}

parot_status gzip_unpack(const char *label, struct bytes *bytes, parot_error *err)
{
    struct bytes out = {0};
    if (!gzip_recognize(bytes))
        return PAROT_OK;
    parot_status status = unpack(label, bytes, &out, err);
    if (status == PAROT_OK) {
        bytes_free(bytes);
        *bytes = bytes_move(&out);
    }
    bytes_free(&out);
    return status;
}

static parot_status pack(z_stream *stream, const struct bytes *in, struct bytes *out,
                         parot_error *err)
{
    int code = Z_OK;
    while (code != Z_STREAM_END) {
        size_t used = stream->next_in ? (size_t)((const char *)stream->next_in - in->data) : 0;
        stream->next_in = (Bytef *)in->data + used;
        stream->avail_in = piece(in->size - used);
        TRY(bytes_reserve(out, PIECE, err));
        stream->next_out = (Bytef *)out->data + out->size;
        stream->avail_out = piece(out->capacity - out->size);
        int is_last = stream->avail_in == input_left(stream, in);
        code = deflate(stream, is_last ? Z_FINISH : Z_NO_FLUSH);
        out->size = (size_t)((const char *)stream->next_out - out->data);
        if (code != Z_OK && code != Z_BUF_ERROR && code != Z_STREAM_END)
            return fail(err, PAROT_EIO, "gzip refuses to pack: %s", zError(code));
    }
    return PAROT_OK;
}

parot_status gzip_pack(struct bytes *bytes, parot_error *err)
{
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return fail_memory(err, PIECE);
    struct bytes out = {0};
    parot_status status = pack(&stream, bytes, &out, err);
    deflateEnd(&stream);
    if (status == PAROT_OK) {
        bytes_free(bytes);
        *bytes = bytes_move(&out);
    }
    bytes_free(&out);
    return status;
}
