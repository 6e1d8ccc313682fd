/* pu_tables.h - the files of `pu` and `prior`: features, and the columns that are none. */
#ifndef PAROT_CLI_PU_TABLES_H
#define PAROT_CLI_PU_TABLES_H

#include "points.h"
#include "pu_request.h"

struct pu_tables {
    struct points positive, unlabeled;
    double *id;    /* of the unlabeled rows; NULL: their numbers, from 0 */
    char **names;  /* of the unlabeled rows' columns, when both tables come from one file */
    int8_t *truth; /* of the unlabeled rows; NULL: unknown */
    int is_apart;  /* columns of the two mean different things */
    double read_seconds;
};

/* POSITIVES and UNLABELED; or one file with --label-col. */
enum outcome pu_tables_check(const struct pu_request *request, const struct args *args);
enum outcome pu_tables_read(struct pu_tables *tables, const struct pu_request *request,
                            const struct args *args);
void pu_tables_free(struct pu_tables *tables);

/* A failure of the library, said of these files. */
enum outcome pu_tables_refuse(const struct pu_tables *tables, parot_status status,
                              const parot_error *err, double time_limit);

/* Unlabeled rows that are exact copies of a positive. */
int64_t pu_tables_copies(const struct pu_tables *tables);

/* The column that holds most of the variance of all numbers, and its part of it. */
int64_t pu_tables_widest(const struct pu_tables *tables, double *part);

#endif
