/* points.h - files whose rows are points: which columns are coordinates, and text as numbers. */
#ifndef PAROT_CLI_POINTS_H
#define PAROT_CLI_POINTS_H

#include "features.h"

/* As given; NULL: not given. */
struct points_request {
    char *id, *weight_column;
    struct feature_request features;
};

enum { POINTS_OPTIONS = 1 + FEATURE_OPTIONS };

/* The options that fill a request, but for --weight-column. */
void points_options(struct points_request *request, struct option options[POINTS_OPTIONS]);

struct points {
    const char *path;   /* borrowed */
    parot_table table;  /* coordinates only */
    double *weights;    /* of the rows of the table; NULL: none */
    struct sample rows; /* of the file */
    const char **id;    /* of each row of the file; NULL: they have no names */
};
void points_free(struct points *points);

/* How two files are read. */
struct points_bond {
    const char *elsewhere; /* for columns_check; NULL: columns may have nothing in common */
    int is_quiet, is_verbose;
};

/* Reads the files that the paths name; there may be no other. Rows have the order of the file, and
 * columns of both tables that of the first file, if they are the same. */
enum outcome points_read(struct points *first, struct points *other,
                         const struct points_request *request, const struct points_bond *bond);

/* Refuses what has no distance: infinite coordinates, and zero points with cosine. */
enum outcome points_check(const struct points *points, parot_metric metric);

/* Takes a column out of a table, and its name. */
void table_remove_column(parot_table *table, int64_t column);

/* Does it stand for standard input? NULL does not. */
int path_is_stream(const char *path);

/* Refuses to read standard input twice. Paths may be NULL. */
enum outcome paths_check_streams(const char *const *paths, int count);

/* "standard input" for "-". */
const char *path_label(const char *path);

#endif
