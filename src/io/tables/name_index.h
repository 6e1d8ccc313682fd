/* name_index.h - the place of a name among many, without comparing it with all of them. */
#ifndef PAROT_IO_NAME_INDEX_H
#define PAROT_IO_NAME_INDEX_H

#include "io/tables/levels.h"
#include "parot/io.h"

/* Zeroed: no names. */
struct name_index {
    struct levels names;
    struct bytes first; /* int64_t: the first column of each name */
};

/* The names of a frame's columns; a frame without names has none. */
parot_status name_index_build(struct name_index *index, const parot_frame *frame, parot_error *err);
void name_index_free(struct name_index *index);

/* The first column of that name, or -1. */
int64_t name_index_find(const struct name_index *index, const char *name);

#endif
