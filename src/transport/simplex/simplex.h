/* simplex.h - the network simplex for partial transport.
 *
 * Minimises <C,T> over plans that move exactly units->mass, on the complete bipartite graph with
 * two dummy nodes for what stays. Between two calls it keeps its tree: with new costs and the same
 * masses the old plan is still feasible, and often nearly optimal.
 */
#ifndef PAROT_TRANSPORT_SIMPLEX_H
#define PAROT_TRANSPORT_SIMPLEX_H

#include "transport/simplex/initial_tree.h"
#include "transport/simplex/pricing.h"
#include "transport/units.h"

struct simplex;

/* Where costs come from points: who looks at all pairs, adds the violated ones to the candidates
 * and counts them; PAROT_OK, or why it was stopped. */
struct pair_search {
    parot_status (*pass)(struct pair_search *search, struct control *control, int64_t *violated);
};

struct simplex {
    struct costs costs;
    struct units units;
    struct tree tree;
    struct initial_tree initial;
    struct candidates candidates;
    double *row_price, *col_price; /* the guess that candidates are chosen by */
    struct pricing pricing;
    struct pair_search *search; /* NULL: the matrix is read */
    struct exact *exact;        /* the last pass may search by it, too; NULL: not wanted */
    int64_t searched;           /* pivots when it last did; -1: never */
    int is_hasty; /* ends when the candidates are exhausted: no look at the rest of the matrix */
    int has_basis;
    int keeps_range;        /* costs are known to be numbers, about as large as at the last solve */
    int is_tired;           /* the last solve gave up: its plan is feasible, perhaps not optimal */
    int depth;              /* of the recursion of coarse.h: 0 for the problem itself */
    int64_t rounds, pivots; /* of the last solve */
    struct cost_range range;
    double objective; /* in scaled costs and units; for progress only */
};

void simplex_layout(struct simplex *simplex, int32_t n, int32_t m, struct arena *arena);

/* To the optimum as doubles tell it, or until there have been so many pivots that they may go round
 * in circles (is_tired), or control says stop; the plan is feasible (except for forbidden pairs) at
 * any time. units must have been chosen; scale and cap of `costs` are the simplex's own.
 * PAROT_EINVAL: some cost is NaN or -inf. */
parot_status simplex_solve(struct simplex *simplex, const struct costs *costs,
                           struct control *control);

/* The mass to move as a share of the smaller side's. */
double simplex_share(const struct simplex *simplex);

/* And as a share of the larger side's: that is what makes problems hard. Where one side has much
 * more than is needed, the other is easily served, even if all of it must be. */
double simplex_tightness(const struct simplex *simplex);

/* Are all pairs that the potentials would pay for among the candidates? Then no other pair matters.
 */
int simplex_is_listed(const struct simplex *simplex);

/* The tree is now one of these costs, in their scale: it was changed elsewhere. */
void simplex_take(struct simplex *simplex, const struct costs *costs);

/* Mass in forbidden pairs: positive after a complete solve, it cannot be avoided. */
unit_count simplex_forbidden_mass(const struct simplex *simplex);

/* The plan: arcs between real nodes that carry flow and are not forbidden. First come those under
 * rows, by row, then those under columns, by column. */
int64_t simplex_plan(const struct simplex *simplex, struct arc *arcs);

#endif
