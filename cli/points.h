/* points.h - tables whose rows are points, and whose columns agree. */
#ifndef PAROT_CLI_POINTS_H
#define PAROT_CLI_POINTS_H

#include "outcome.h"
#include "parot/io.h"

struct points {
    const char *path;  /* borrowed */
    parot_table table; /* coordinates only */
    double *weights;   /* NULL: none */
};

/* Reads a table. The column called `weight_column`, if that is not NULL, becomes the weights. */
enum outcome points_read(struct points *points, const char *path, const char *weight_column);
void points_free(struct points *points);

/* Brings the columns of `other` into the order that those of `first` have, by name if both files
 * have names. Returns whether the order changed in *is_reordered. */
enum outcome points_match(const struct points *first, struct points *other, int *is_reordered);

/* Refuses what has no distance: infinite coordinates, and zero points with cosine. */
enum outcome points_check(const struct points *points, parot_metric metric);

/* Takes a column out of a table, and its name. */
void table_remove_column(parot_table *table, int64_t column);

/* Does it stand for standard input? NULL does not. */
int path_is_stream(const char *path);

/* "standard input" for "-". */
const char *path_label(const char *path);

#endif
