/* levels.c - a hash table with open addressing, of which at most half of the slots are taken. */
#include "io/tables/levels.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

void levels_free(struct levels *levels)
{
    bytes_free(&levels->text);
    bytes_free(&levels->starts);
    bytes_free(&levels->slots);
    *levels = (struct levels){0};
}

const char *levels_text(const struct levels *levels, int64_t number)
{
    const size_t *starts = (const size_t *)(const void *)levels->starts.data;
    return levels->text.data + starts[number];
}

/* FNV-1a, with its bits mixed once more for the low ones that are used. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 29;
}

/* The slot of the text, or the empty one where it belongs. */
static int64_t *find_slot(const struct levels *levels, const char *text)
{
    int64_t *slots = (int64_t *)(void *)levels->slots.data;
    uint64_t mask = levels->slots.size / sizeof *slots - 1, at = hash_of(text) & mask;
    while (slots[at] && strcmp(levels_text(levels, slots[at] - 1), text) != 0)
        at = (at + 1) & mask;
    return &slots[at];
}

int64_t levels_find(const struct levels *levels, const char *text)
{
    return levels->count > 0 ? *find_slot(levels, text) - 1 : -1;
}

static parot_status grow(struct levels *levels, parot_error *err)
{
    struct bytes wider = {0};
    size_t size = levels->slots.size ? 2 * levels->slots.size : FIRST_SLOTS * sizeof(int64_t);
    TRY(bytes_reserve(&wider, size, err));
    memset(wider.data, 0, size);
    wider.size = size;
    bytes_free(&levels->slots);
    levels->slots = wider;
    for (int64_t k = 0; k < levels->count; k++)
        *find_slot(levels, levels_text(levels, k)) = k + 1;
    return PAROT_OK;
}

parot_status levels_intern(struct levels *levels, const char *text, int64_t *number,
                           parot_error *err)
{
    if ((size_t)levels->count * 2 * sizeof(int64_t) >= levels->slots.size)
        TRY(grow(levels, err));
    int64_t *slot = find_slot(levels, text);
    if (*slot) {
        *number = *slot - 1;
        return PAROT_OK;
    }
    size_t start = levels->text.size;
    TRY(bytes_reserve(&levels->starts, sizeof start, err));
    TRY(bytes_append(&levels->text, text, strlen(text) + 1, err));
    TRY(bytes_append(&levels->starts, &start, sizeof start, err));
    *number = levels->count++;
    *slot = *number + 1;
    return PAROT_OK;
}

static int by_text(const void *a, const void *b, void *context)
{
    const struct levels *levels = context;
    return strcmp(levels_text(levels, *(const int64_t *)a),
                  levels_text(levels, *(const int64_t *)b));
}

void levels_sort(const struct levels *levels, int64_t *order, int64_t *place)
{
    struct levels copy = *levels;
    for (int64_t k = 0; k < levels->count; k++)
        order[k] = k;
    qsort_r(order, (size_t)levels->count, sizeof *order, by_text, &copy);
    for (int64_t k = 0; k < levels->count; k++)
        place[order[k]] = k;
}

/* ---- Names of columns --------------------------------------------------- */

/* A name is a level, and first[level] is the first column that has it. */
parot_status name_index_add(struct name_index *index, const char *name, int64_t place,
                            parot_error *err)
{
    int64_t known = index->names.count, number = 0;
    TRY(levels_intern(&index->names, name, &number, err));
    return number == known ? bytes_append(&index->first, &place, sizeof place, err) : PAROT_OK;
}

parot_status name_index_build(struct name_index *index, const parot_frame *frame, parot_error *err)
{
    for (int64_t k = 0; frame->has_names && k < frame->cols; k++)
        TRY(name_index_add(index, frame->columns[k].name, k, err));
    return PAROT_OK;
}

void name_index_free(struct name_index *index)
{
    levels_free(&index->names);
    bytes_free(&index->first);
}

int64_t name_index_find(const struct name_index *index, const char *name)
{
    int64_t number = levels_find(&index->names, name);
    return number < 0 ? -1 : ((const int64_t *)(const void *)index->first.data)[number];
}

static parot_status match(const parot_frame *frame, const struct name_index *index, int64_t *place)
{
    for (int64_t k = 0; k < frame->cols; k++)
        place[k] = frame->has_names ? name_index_find(index, frame->columns[k].name) : -1;
    return PAROT_OK;
}

parot_status parot_frame_match(const parot_frame *frame, const parot_frame *other, int64_t *place,
                               parot_error *err)
{
    struct name_index index = {0};
    if (!frame || !other || !place)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL",
                    !frame   ? "frame"
                    : !other ? "other"
                             : "place");
    parot_status status = name_index_build(&index, other, err);
    if (status == PAROT_OK)
        status = match(frame, &index, place);
    name_index_free(&index);
    return status;
}
