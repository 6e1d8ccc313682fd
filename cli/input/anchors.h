/* anchors.h - a file of pairs of rows that are known to match. */
#ifndef PAROT_COMMAND_ANCHORS_H
#define PAROT_COMMAND_ANCHORS_H

#include <stdint.h>

#include "shell/outcome.h"

struct anchors {
    int32_t *source, *target; /* rows that are used, from 0 */
    int64_t count;
};

/* Which rows of a file are used, from 0 and in order; row NULL: the first `count`. */
struct used_rows {
    const int64_t *row;
    int64_t count;
    const char *name;
};

/* Two columns of numbers: rows of both files, from 0. NULL: none. */
enum outcome anchors_read(const char *path, struct used_rows source, struct used_rows target,
                          struct anchors *anchors);
void anchors_free(struct anchors *anchors);

#endif
