/* oracle.h - step 1 of Algorithm 1: the plan that minimises a linear function.
 *
 * A vertex of the set of plans, by the simplex of the layers below, which keeps its basis from one
 * iteration to the next.
 */
#ifndef PAROT_GROMOV_ORACLE_H
#define PAROT_GROMOV_ORACLE_H

#include "partial/solver.h"

struct oracle;

/* A hook: replaces the vertex by another plan, for instance one without split rows. */
struct whole_rows {
    parot_status (*make)(struct oracle *oracle, parot_matrix cost, struct control *control,
                         void *user, parot_error *err); /* NULL: the vertex is what it is */
    void *user;    /* handed to it; starts that run side by side share it */
    int tries_all; /* starts are run to compare their plans: also after a perfect one */
};

struct oracle {
    parot_solver *solver;
    parot_plan vertex; /* of the last solve; n + m + 1 entries at most */
    int64_t solves, pivots;
    double change; /* how much the costs of the next solve differ, as a share of the plan */
    struct whole_rows whole_rows;
};

/* Room for n + m + 1 entries. */
void oracle_layout(struct oracle *oracle, int64_t n, int64_t m, struct arena *arena);

/* Checks weights and mass, and makes the solver. Of the costs the shape alone matters. */
parot_status oracle_open(struct oracle *oracle, const parot_problem *problem,
                         struct control *control, parot_error *err);
void oracle_close(struct oracle *oracle);

/* Fills the vertex. After a stop (status > 0) it is a feasible plan, not the best. */
parot_status oracle_solve(struct oracle *oracle, parot_matrix cost, struct control *control,
                          parot_error *err);

/* The best plan among the pairs that the last solve has on its lists: no other costs are read.
 * PAROT_OK, or why it was stopped: the vertex is then what it was. */
parot_status oracle_solve_listed(struct oracle *oracle, parot_matrix cost, struct control *control);

/* Prices that prove a lower bound of <cost, T> over all plans, and that bound, for the costs of the
 * last solve. Before the first, which a stop may prevent, all prices are 0. */
double oracle_prices(const struct oracle *oracle, parot_dual *dual);

#endif
