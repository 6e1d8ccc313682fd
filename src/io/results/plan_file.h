/* plan_file.h - the entries of a plan as files have them: three numbers each, nothing checked yet.
 */
#ifndef PAROT_IO_PLAN_FILE_H
#define PAROT_IO_PLAN_FILE_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"
#include "io/results/result_parts.h"
#include "parot/io.h"

/* One block: row, col, mass, `count` numbers each. */
struct plan_entries {
    int64_t count;
    double *row, *col, *mass;
    const struct bytes *text; /* that has a line for each entry; NULL: there are no lines */
    int has_header;           /* of that text */
    int64_t row_length;       /* of a matrix, which entries have no line of their own; 0: none */
};

parot_status plan_entries_open(struct plan_entries *entries, int64_t count, parot_error *err);
void plan_entries_free(struct plan_entries *entries);

/* The entries that are not 0 of a matrix. */
parot_status plan_entries_of_matrix(parot_matrix matrix, struct plan_entries *entries,
                                    parot_error *err);

/* Lists that belong together. */
parot_status plan_entries_of_lists(const char *label, const struct series lists[3],
                                   struct plan_entries *entries, parot_error *err);

/* ---- Formats ------------------------------------------------------------ */

/* plan_row, plan_col and plan_mass as parot writes them; row, col and data or indptr, indices and
 * data as scipy.sparse.save_npz does; or one array, which `member` names if there are several: a
 * matrix, or three columns. */
parot_status plan_npz_read(const char *label, const char *member, const struct bytes *bytes,
                           const parot_plan_request *request, struct plan_entries *entries,
                           parot_error *err);
parot_status plan_npy_read(const char *label, const char *data, size_t size,
                           const parot_plan_request *request, struct plan_entries *entries,
                           parot_error *err);

/* {"row": [], "col": [], "mass": []}, in "plan" or not, or a list of [row, col, mass]. */
parot_status plan_json_read(const char *label, const struct bytes *bytes,
                            struct plan_entries *entries, parot_error *err);

/* Whether the document has prices: then it is a result. */
int plan_npz_has_prices(const char *label, const struct bytes *bytes);
int plan_json_has_prices(const char *label, const struct bytes *bytes);

/* A table without names of columns: a matrix of the problem, or three columns. */
parot_status plan_table(const char *label, parot_matrix table, const parot_plan_request *request,
                        struct plan_entries *entries, parot_error *err);

/* ---- A file -------------------------------------------------------------- */

/* What parot_plan_read does with the bytes of a file; the request is a valid one. *result is to be
 * released, also on failure. */
parot_status plan_parse(const struct filename *path, struct bytes *bytes,
                        const parot_plan_request *request, parot_gromov_result *result,
                        parot_error *err);

#endif
