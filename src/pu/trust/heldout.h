/* heldout.h - scores of positives and unlabeled rows by classifiers that have not seen them.
 *
 * Each tells positives from unlabeled rows. Larger is more positive.
 */
#ifndef PAROT_PU_HELDOUT_H
#define PAROT_PU_HELDOUT_H

#include "pu/problem/pu_problem.h"

enum heldout_kind { HELDOUT_NEAREST, HELDOUT_LINEAR, HELDOUT_RBF, HELDOUT_FOREST };
enum { HELDOUT_KINDS = HELDOUT_FOREST + 1 };

struct heldout {
    /* How many scores there are. Of large tables ridges take the first rows, which are in random
     * order. */
    int64_t positives, unlabeled;
    double *positive; /* m */
    double *other;    /* n */
    void *memory;
};

parot_status heldout_open(struct heldout *heldout, const struct pu_problem *problem,
                          struct control *control, parot_error *err);
void heldout_close(struct heldout *heldout);

/* Nearest: minus the distance to the nearest other positive. Linear, RBF: ridge, leaving the row
 * out. Forest: the trees that did not learn from the row. */
parot_status heldout_fill(struct heldout *heldout, enum heldout_kind kind,
                          const struct pu_problem *problem, struct control *control,
                          parot_error *err);

#endif
