/* pu_files.h - the files of `pu` and `prior`: features, and the columns that are none. */
#ifndef PAROT_COMMAND_PU_FILES_H
#define PAROT_COMMAND_PU_FILES_H

#include "input/points.h"
#include "pu/pu_request.h"

struct pu_tables {
    parot_features positive, unlabeled;
    int is_apart;       /* columns of the two mean different things */
    int8_t *truth;      /* of the unlabeled rows that are used; NULL: unknown */
    double *propensity; /* of the positives that are used; NULL: not given */
    double read_seconds;
    parot_notes remarks;
};

/* POSITIVES and UNLABELED; or one file with --label-column. */
enum outcome pu_tables_check(const struct pu_request *request, const struct args *args);
enum outcome pu_tables_read(struct pu_tables *tables, const struct pu_request *request,
                            const struct args *args);
void pu_tables_free(struct pu_tables *tables);

/* Something to say of these files; there is room for PAROT_NOTES of them. */
void pu_tables_remark(struct pu_tables *tables, const char *text);

/* A remark that positives have weights; `effective`: see parot_pu_effective. */
void pu_tables_tell_weights(struct pu_tables *tables, double effective);

/* A failure of the library, said of these files. */
enum outcome pu_tables_refuse(const struct pu_tables *tables, parot_status status,
                              const parot_error *err, double time_limit);

#endif
