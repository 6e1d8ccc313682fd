/* remembered.h - what became of the rows of the training, found again by their contents.
 *
 * A classifier judges rows that it has learned from more kindly than others, and prices do not
 * repeat what a plan of whole rows decided. So a model keeps, for every unlabeled row of its
 * training, a number made of its contents and its distance from the border: on the side of its
 * label, and as if the row had not been learned from. Two rows share a number by chance once in
 * 2^52 pairs.
 */
#ifndef PAROT_PU_REMEMBERED_H
#define PAROT_PU_REMEMBERED_H

#include "pu/methods/pu_result.h"

struct remembered {
    int64_t count;
    const double *key, *value; /* count each, by increasing key */
};

/* `rows` as the caller listed them; the result is published. Fills key and value, problem->n each.
 */
parot_status remember_rows(const struct pu_problem *problem, const struct pu_result *found,
                           parot_matrix rows, struct control *control, double *key_and_value,
                           parot_error *err);

/* The value of such a row in *value, if there is one. */
int recall_row(const struct remembered *remembered, const double *row, int64_t cols, double *value);

#endif
