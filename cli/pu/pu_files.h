/* pu_files.h - the files of `pu` and `prior`: features, and the columns that are none. */
#ifndef PAROT_COMMAND_PU_FILES_H
#define PAROT_COMMAND_PU_FILES_H

#include "input/features.h"
#include "input/points.h"
#include "input/remarks.h"
#include "pu/pu_request.h"

struct pu_tables {
    struct sample positive_rows, unlabeled_rows; /* of the files */
    struct points positive, unlabeled;           /* the features of those rows, as numbers */
    parot_encoding encoding;                     /* how they became that */
    parot_encoding positive_encoding;            /* if they are apart */
    int is_apart;                                /* columns of the two mean different things */
    const char **id;          /* of each row of UNLABELED's file; NULL: they have no names */
    const char **positive_id; /* of each row of POSITIVES' file, if that is another one */
    char *id_name;            /* what the column is called that holds them; NULL: none */
    const char **known;       /* --truth of each row of UNLABELED's file */
    int8_t *truth;            /* of the unlabeled rows; NULL: unknown */
    double read_seconds;
    struct remarks remarks;
};

/* POSITIVES and UNLABELED; or one file with --label-col. */
enum outcome pu_tables_check(const struct pu_request *request, const struct args *args);
enum outcome pu_tables_read(struct pu_tables *tables, const struct pu_request *request,
                            const struct args *args);
void pu_tables_free(struct pu_tables *tables);

/* A failure of the library, said of these files. */
enum outcome pu_tables_refuse(const struct pu_tables *tables, parot_status status,
                              const parot_error *err, double time_limit);

/* The column that holds most of the variance of all numbers, and its part of it. */
int64_t pu_tables_widest(const struct pu_tables *tables, double *part);

#endif
