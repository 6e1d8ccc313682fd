/* match_columns.h - columns of two tables that are not compared by distance: exact ones, calipers,
 * capacities, a score. */
#ifndef PAROT_COMMAND_MATCH_COLUMNS_H
#define PAROT_COMMAND_MATCH_COLUMNS_H

#include "input/points.h"
#include "parot/tasks.h"

/* As given; NULL: not given. */
struct match_request {
    const char *exact;    /* a list of columns */
    const char *calipers; /* "age=5,income=1000" */
    const char *capacity; /* a column of either file, or of both */
    const char *score;    /* the one column that is compared */
};

/* What they hold, for the rows of the tables that are used. */
struct match_columns {
    int32_t *stratum[2], *capacity[2]; /* NULL: none */
    double *limited[2];                /* rows x limits */
    double *caliper;                   /* limits */
    char **limited_name;               /* limits */
    int64_t limits;
    double *score[2];
    char *calipers; /* private: the list, cut into pieces */
    /* Private: all rows of the columns of --exact and of --capacity-column; no columns: the file
     * has none. */
    parot_frame exact[2], rooms[2];
};

/* Cuts the list of calipers and finds fault with it, before any file is read. */
enum outcome match_columns_check(struct match_columns *columns,
                                 const struct match_request *request);

/* The columns that are not features besides those of --drop, as a list for it; NULL: none are. The
 * caller frees it. */
enum outcome match_columns_drop(const struct match_request *request, const char *drop, char **list);

/* Reads the columns of --exact and --capacity-column, before the tables: what is not there is
 * refused by the name of its option. */
enum outcome match_columns_open(struct match_columns *columns, const struct match_request *request,
                                const struct feature_request *features, const char *const paths[2]);

/* What they and the others hold, for the rows that are used; `sides` are two. */
enum outcome match_columns_read(struct match_columns *columns, const struct match_request *request,
                                const struct feature_request *features,
                                const parot_features *sides);
void match_columns_free(struct match_columns *columns);

#endif
