/* levels.h - the different texts of a column, each with a number. */
#ifndef PAROT_IO_LEVELS_H
#define PAROT_IO_LEVELS_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

/* Zeroed: none. */
struct levels {
    int64_t count;
    struct bytes text;   /* one after the other, each ending in NUL */
    struct bytes starts; /* count x size_t: where in `text` */
    struct bytes slots;  /* a hash table: numbers + 1, or 0 */
};

void levels_free(struct levels *levels);

/* The number of the text, a new one if it was not there. */
parot_status levels_intern(struct levels *levels, const char *text, int64_t *number,
                           parot_error *err);

/* The number of the text, or -1. */
int64_t levels_find(const struct levels *levels, const char *text);

const char *levels_text(const struct levels *levels, int64_t number);

/* place[number] = its place among all texts sorted by their bytes; `order` (count) the other way
 * round. */
void levels_sort(const struct levels *levels, int64_t *order, int64_t *place);

/* Zeroed: no names. */
struct name_index {
    struct levels names;
    struct bytes first; /* int64_t: the first place of each name */
};

/* One more name, and where it is; a name that is there already keeps its place. */
parot_status name_index_add(struct name_index *index, const char *name, int64_t place,
                            parot_error *err);

/* The names of a frame's columns; a frame without names has none. */
parot_status name_index_build(struct name_index *index, const parot_frame *frame, parot_error *err);
void name_index_free(struct name_index *index);

/* The first place of that name, or -1. */
int64_t name_index_find(const struct name_index *index, const char *name);

#endif
