/* cut_prices.h - prices of cuts that make the bound of whole rows as large as may be.
 *
 * Every round solves the transport problem with the costs that the prices make, from the basis of
 * the last round, and moves the prices along the cuts' excess in a mean of the plans so far (the
 * volume algorithm of Barahona and Anbil, 2000). That mean tends to a solution of the relaxed
 * problem with all cuts: new cuts are looked for in it, and its shares tell which rows to move.
 */
#ifndef PAROT_PU_CUT_PRICES_H
#define PAROT_PU_CUT_PRICES_H

#include "pu/methods/wasserstein.h"
#include "pu/whole_rows/bounds.h"
#include "pu/whole_rows/cuts.h"

struct cut_prices {
    const struct transport *transport;
    struct cuts cuts;
    parot_solver *solver;
    parot_result result; /* of the last round */
    double *priced;      /* n x m: costs of the last round, and in the end of the best one */
    double offset;       /* sum mu floor(c|B|): what the prices of the cuts cost, for rows of 1 */
    double *mean;        /* n x m: sum of plans, to be multiplied by `weight` */
    double weight;
    double *share;   /* n: of the mean */
    double *scratch; /* n */
    struct flows flows;
    double bound; /* the best so far */
    double step;
    int round, idle; /* rounds without a better bound */
};

/* transport and cuts.n, cuts.m are set. */
void cut_prices_layout(struct cut_prices *cut_prices, struct arena *arena);

/* `plan`: the cheapest one, whose cost is `bound`. */
void cut_prices_start(struct cut_prices *cut_prices, const parot_plan *plan, double bound);

/* One round; `best`: the cost of the best plan of whole rows so far. */
parot_status cut_prices_round(struct cut_prices *cut_prices, double best, struct control *control,
                              parot_error *err);

/* Leaves priced and offset at those of the best bound. */
void cut_prices_finish(struct cut_prices *cut_prices);

/* The costs of now, as a bound wants them. */
struct priced cut_prices_now(const struct cut_prices *cut_prices);

void cut_prices_close(struct cut_prices *cut_prices);

#endif
