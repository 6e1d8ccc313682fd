/* atoms.h - the vertices that a plan is a mixture of, as long as they are known and few.
 *
 * A step of Frank-Wolfe moves towards one vertex from all the others at once, which near a minimum
 * inside a face goes back and forth. Knowing the vertices, it can take weight from the worst of
 * them alone (pairwise steps: Lacoste-Julien and Jaggi, 2015).
 */
#ifndef PAROT_GROMOV_ATOMS_H
#define PAROT_GROMOV_ATOMS_H

#include "gromov/sparse.h"

/* More than that are rarely of use, and have to be looked through in each iteration. */
enum { MOST_ATOMS = 64 };

struct atoms {
    int is_known; /* otherwise the plan is a mixture of other things */
    int32_t count;
    double weight[MOST_ATOMS]; /* positive, of total 1 */
    parot_plan vertex[MOST_ATOMS];
};

void atoms_layout(struct atoms *atoms, int64_t n, int64_t m, struct arena *arena);

/* One vertex, and nothing else. */
void atoms_reset(struct atoms *atoms, const parot_plan *vertex);

/* All weights times 1 - step, and step for this vertex, which may be one of them. */
void atoms_mix(struct atoms *atoms, const parot_plan *vertex, double step);

/* The one with the largest <gradient, vertex>. */
int32_t atoms_worst(const struct atoms *atoms, parot_matrix gradient);

/* Weight from one of them to this vertex; one that has none left is forgotten. */
void atoms_move(struct atoms *atoms, int32_t from, const parot_plan *vertex, double weight);

/* The mixture: n x m numbers. */
void atoms_spread(const struct atoms *atoms, double *dense);

#endif
