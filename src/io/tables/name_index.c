/* name_index.c - the hash table of levels.c, and the first column of each name beside it. */
#include "io/tables/name_index.h"

parot_status name_index_build(struct name_index *index, const parot_frame *frame, parot_error *err)
{
    for (int64_t k = 0; frame->has_names && k < frame->cols; k++) {
        int64_t known = index->names.count, number = 0;
        TRY(levels_intern(&index->names, frame->columns[k].name, &number, err));
        if (number == known)
            TRY(bytes_append(&index->first, &k, sizeof k, err));
    }
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
