/* proof.h - what an answer is worth, and a status that says no more than that. */
#ifndef PAROT_PARTIAL_PROOF_H
#define PAROT_PARTIAL_PROOF_H

#include "base/run.h"
#include "transport/points/point_costs.h"
#include "transport/units.h"

/* The problem that was solved: one of the two kinds. */
struct proved_problem {
    struct weights p, q;
    const double *price;                /* NULL: there is a mass, or a price for each point: */
    const parot_prices *prices;         /* NULL: there is none */
    const parot_problem *matrix;        /* or NULL, and ... */
    const parot_points_problem *clouds; /* or NULL, and ... */
    const parot_products_problem *products;
    const struct points *points;    /* ... its costs, ... */
    const int32_t *row_at, *col_at; /* ... with the places of the caller's rows and columns there */
};

/* Sets objective and bound of a result that has its plan, its prices, its mass and its status.
 * PAROT_OK becomes PAROT_UNPROVED where the certificate does not prove the answer. Refuses what is
 * outside the range of double. */
parot_status proof_conclude(const struct proved_problem *problem, struct control *control,
                            parot_result *result, parot_error *err);

#endif
