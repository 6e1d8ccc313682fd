/* io.h - tables and results from and to files.
 *
 * The format follows from the name of the file and from its first bytes:
 *
 *     .csv .tsv   text; delimiter and header are found out
 *     .npy        one array; integers and floats of up to 8 bytes, any byte order
 *     .npz        the only array of the archive, or the one named in "file.npz:name"
 *     .libsvm     LABEL INDEX:VALUE ...; dense, with the columns label, x1, x2, ... (.svm, .txt)
 *     .idx        1 to 4 dimensions, all but the first are columns (.ubyte)
 *     .mat        of version 5 or 7.3; the only matrix, or the one named in "file.mat:name"
 *     .json       results and curves
 *
 * each also with .gz behind it. "-" is standard input or output. Numbers are read and written in
 * the C locale whatever the program's own. A file is written under a temporary name and renamed,
 * so that it is there complete or not at all. What parot.h says of statuses, ownership and _free
 * holds here too.
 */
#ifndef PAROT_IO_H
#define PAROT_IO_H

#include "parot/parot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct parot_table {
    int64_t rows, cols;
    double *data; /* row-major, rows x cols */
    char **names; /* of the columns; NULL when the file has none */
    void *owner;  /* private */
} parot_table;

/* An array of one dimension is read as one column. Values must be finite or infinite: NaN and
 * text are refused with their row and column. In text, rows count as an editor counts lines: from
 * 1, with header, comments and blank lines; a first row in doubt is refused, not skipped. */
PAROT_CHECKED parot_status parot_table_read(const char *path, parot_table *table, parot_error *err);
PAROT_API void parot_table_free(parot_table *table);

/* The table as a borrowed matrix. */
PAROT_API parot_matrix parot_table_matrix(const parot_table *table);

/* Index of the column called `name`, or -1. */
PAROT_API int64_t parot_table_column(const parot_table *table, const char *name);

/* An existing file is refused unless `overwrite`. .csv .tsv .npy .npz .libsvm, each also .gz; "-",
 * pipes and devices without such a name get CSV. NaN is refused, and names that would not read
 * back; .npy and .npz keep no names, .libsvm needs a column called label. "file.npz:name" names the
 * array, which is otherwise `data`. */
PAROT_CHECKED parot_status parot_table_write(const char *path, const parot_table *table,
                                             int overwrite, parot_error *err);

/* A text as it is, gzip'd if the name ends in .gz, and otherwise as parot_table_write writes. */
PAROT_CHECKED parot_status parot_text_write(const char *path, const char *text, int overwrite,
                                            parot_error *err);

/* ---- Results ------------------------------------------------------------ */

/* Seconds spent on each part of a job; negative: not done. */
typedef struct parot_seconds {
    double read, cost, solve, certify, write;
} parot_seconds;

/* One transport as a JSON document, {"schema": 1, "status": "solved", "objective": ...}, followed
 * by a newline. `check` and `seconds` may be NULL; `with_plan` adds "plan", "u" and "v".
 * Released with free(). */
PAROT_CHECKED parot_status parot_result_json(const parot_result *result, const parot_check *check,
                                             const parot_seconds *seconds, int with_plan,
                                             char **text, parot_error *err);

/* .json (the document above, with the plan) and .npz hold the plan and its proof; .csv and .tsv
 * the plan alone, as row,col,mass. "-" is CSV. */
PAROT_CHECKED parot_status parot_result_write(const char *path, const parot_result *result,
                                              int overwrite, parot_error *err);

/* Reads .json and .npz; the caller releases it with parot_result_free. */
PAROT_CHECKED parot_status parot_result_read(const char *path, parot_result *result,
                                             parot_error *err);

/* ---- Curves ------------------------------------------------------------- */

/* A curve as a JSON document, {"schema": 1, "status": "solved", "breakpoints": ..., "elbow": ...,
 * "curve": {"mass": [], "objective": [], "slope": []}, "enter": [], "order": []}, followed by a
 * newline. "elbow" is null for a straight curve, "enter" has null for rows that never move.
 * `seconds` may be NULL. Released with free(). */
PAROT_CHECKED parot_status parot_path_json(const parot_path *curve, const parot_seconds *seconds,
                                           char **text, parot_error *err);

/* .json is the document above; .csv, .tsv and .npy are a table of mass,objective,slope with a row
 * for each breakpoint, whose last slope is inf: the curve goes no further. "-" is CSV. */
PAROT_CHECKED parot_status parot_path_write(const char *file, const parot_path *curve,
                                            int overwrite, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_IO_H */
