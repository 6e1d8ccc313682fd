/* auction.h - transport by auction on candidate lists, for a tree that is nearly optimal.
 *
 * Rows bid for columns by their lists, with exact masses and at prices that are right to within
 * eps; eps falls from phase to phase (auction_bids.c says how). The plan loses its cycles
 * (auction_forest.h), and its parts are tied together by shortest paths (auction_tree.h). From the
 * tree that results the simplex needs few pivots, in many dimensions and near full mass hardly any.
 */
#ifndef PAROT_TRANSPORT_AUCTION_H
#define PAROT_TRANSPORT_AUCTION_H

#include "base/run.h"
#include "transport/simplex/candidates.h"
#include "transport/simplex/tree.h"
#include "transport/units.h"

struct auction_problem {
    const struct costs *costs; /* asked for pairs that are on no list; the tree is in its scale */
    const struct units *units;
    const struct candidates *candidates; /* the best columns of rows and the best rows of columns */
};

struct auction_schedule {
    double first, last; /* eps of the first phase and of the last, in the caller's costs */
    double factor;      /* between phases, above 1 */
    int64_t most_bids;  /* for each row, in all phases; then it stops with what it has */
};

/* In the caller's costs; for every listed pair row[i] + col[j] <= C_ij, row[i] <= -dummy_col. */
struct auction_prices {
    double *row; /* n numbers, an output */
    double *col; /* m numbers, to begin with and an output; of columns without mass -INFINITY */
    double dummy_row; /* outputs; 0 if all of the columns' mass moves */
    double dummy_col; /* -INFINITY if all of the rows' mass moves */
};

struct auction_report {
    int64_t bids, dummy_bids; /* of all, and of the dummy row among them */
    int64_t phases, cycles;   /* cycles that were cancelled */
    int64_t given_up;         /* rows that had found no place at the end of the last phase, and took
                                 any: then the plan need not be optimal to within eps */
    int64_t unlisted_pairs;   /* of the plan, on no list: the lists do not suffice */
    unit_count unlisted;      /* mass in these */
    int is_tired;             /* there were too many bids */
    double eps;               /* of the last phase that was completed; INFINITY: none was */
};

/* eps from a fifth to a three-hundredth of the typical eighth reduced cost under these column
 * prices, in three phases; more where lists are long. */
struct auction_schedule auction_usual_schedule(const struct auction_problem *problem,
                                               const double *col_price);

/* A strongly feasible tree with all of the mass, even if control says stop, whose status is then
 * returned: PAROT_OK, PAROT_CANCELLED, PAROT_TIME_LIMIT. There is no tree, and prices are as they
 * were, after PAROT_ENOMEM; PAROT_ENUMERIC: the sum of the weights does not fit into a unit_count;
 * PAROT_ENOTSUP: a list has more than 65536 arcs, or all lists have more than 2^31. */
parot_status auction_solve(const struct auction_problem *problem,
                           const struct auction_schedule *schedule, struct auction_prices *prices,
                           struct tree *tree, struct auction_report *report,
                           struct control *control);

/* What it takes with so many arcs on lists. */
void auction_measure(int32_t n, int32_t m, int64_t listed, struct arena *arena);

#endif
