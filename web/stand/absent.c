/* absent.c - libraries that a page does without: what needs them is refused in words. */
#include <jansson.h>
#include <sha2.h>
#include <stdio.h>
#include <zlib.h>

/* ---- zlib: the page unpacks what it is given ------------------------------ */

int inflateInit_(z_streamp stream, const char *version, int size)
{
    (void)stream, (void)version, (void)size;
    return Z_VERSION_ERROR;
}

int inflateInit2_(z_streamp stream, int bits, const char *version, int size)
{
    (void)bits;
    return inflateInit_(stream, version, size);
}

int inflate(z_streamp stream, int flush)
{
    (void)stream, (void)flush;
    return Z_DATA_ERROR;
}

int inflateReset(z_streamp stream)
{
    (void)stream;
    return Z_DATA_ERROR;
}

int inflateEnd(z_streamp stream)
{
    (void)stream;
    return Z_OK;
}

int deflateInit2_(z_streamp stream, int level, int method, int bits, int memory, int strategy,
                  const char *version, int size)
{
    (void)level, (void)method, (void)bits, (void)memory, (void)strategy;
    return inflateInit_(stream, version, size);
}

int deflate(z_streamp stream, int flush)
{
    return inflate(stream, flush);
}

int deflateEnd(z_streamp stream)
{
    return inflateEnd(stream);
}

const char *zError(int error)
{
    (void)error;
    return "files are not packed in the page";
}

/* ---- Jansson: results are not read again ---------------------------------- */

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    (void)text, (void)size, (void)flags;
    if (error) {
        *error = (json_error_t){.line = 1};
        snprintf(error->text, sizeof error->text, "JSON is not read in the page");
    }
    return NULL;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    (void)object, (void)key;
    return NULL;
}

size_t json_array_size(const json_t *array)
{
    (void)array;
    return 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    (void)array, (void)index;
    return NULL;
}

double json_number_value(const json_t *number)
{
    (void)number;
    return 0;
}

json_int_t json_integer_value(const json_t *number)
{
    (void)number;
    return 0;
}

const char *json_string_value(const json_t *text)
{
    (void)text;
    return NULL;
}

void json_delete(json_t *json)
{
    (void)json;
}

/* ---- libmd ------------------------------------------------------------------ */

char *SHA256File(const char *path, char *digest)
{
    (void)path, (void)digest;
    return NULL;
}
