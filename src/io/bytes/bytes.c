/* bytes.c - the capacity grows by a half each time, so that appending is linear in total. */
#include "io/bytes/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/free_memory.h"

/* ---- Room --------------------------------------------------------------- */

enum { SMALL = 1 << 20 }; /* bytes; asking takes as long as filling some 100 kB */

parot_status room_check(size_t before, size_t after, parot_error *err)
{
    if (after < SMALL)
        return PAROT_OK;
    double most = memory_allowed();
    int is_set = most > 0;
    if (!is_set)
        most = (double)before + memory_by_system();
    if ((double)after <= most)
        return PAROT_OK;
    return fail(err, PAROT_ENOMEM, "out of memory: %.4g MB are needed, and %.4g MB are %s",
                1e-6 * (double)after, 1e-6 * most, is_set ? "allowed" : "free");
}

/* The capacity grows by a half: appending is linear in total, and at most a third lies unused. */
static size_t next_capacity(size_t capacity, size_t needed)
{
    size_t grown = capacity + capacity / 2;
    return grown > needed ? grown : needed;
}

void bytes_free(struct bytes *bytes)
{
    if (!bytes)
        return;
    free(bytes->data);
    *bytes = (struct bytes){0};
}

parot_status bytes_reserve(struct bytes *bytes, size_t more, parot_error *err)
{
    size_t needed = 0;
    if (__builtin_add_overflow(bytes->size, more, &needed))
        return fail_memory(err, more);
    if (needed <= bytes->capacity && bytes->data)
        return PAROT_OK;
    size_t capacity = next_capacity(bytes->capacity, needed ? needed : 1);
    TRY(room_check(bytes->capacity, capacity, err));
    char *data = realloc(bytes->data, capacity);
    if (!data)
        return fail_memory(err, capacity);
    bytes->data = data;
    bytes->capacity = capacity;
    return PAROT_OK;
}

parot_status bytes_append(struct bytes *bytes, const void *data, size_t size, parot_error *err)
{
    TRY(bytes_reserve(bytes, size, err));
    if (size > 0)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return PAROT_OK;
}

parot_status bytes_append_text(struct bytes *bytes, const char *text, parot_error *err)
{
    return bytes_append(bytes, text, strlen(text), err);
}

void bytes_shrink(struct bytes *bytes)
{
    if (bytes->size == 0 || bytes->size == bytes->capacity)
        return;
    char *data = realloc(bytes->data, bytes->size);
    if (!data)
        return; /* the larger block is as good */
    bytes->data = data;
    bytes->capacity = bytes->size;
}

struct bytes bytes_move(struct bytes *bytes)
{
    struct bytes moved = *bytes;
    *bytes = (struct bytes){0};
    return moved;
}

int bytes_begin(const struct bytes *bytes, const char *magic, size_t size)
{
    return bytes->size >= size && memcmp(bytes->data, magic, size) == 0;
}
