/* coarse_spaces.h - from coarse to fine: the problem is solved for some points of each side, and
 * all others go where the distances to these say.
 */
#ifndef PAROT_GROMOV_COARSE_SPACES_H
#define PAROT_GROMOV_COARSE_SPACES_H

#include "gromov/frank_wolfe.h"

enum {
    REPRESENTATIVES_LEAST = 64, /* points of each side, below which the other starts do */
    REPRESENTATIVES_SAMPLES = 3 /* that are drawn; what one sample hides another shows: see
                                   docs/notes/gromov.md */
};

/* cost_ij = half the derivative of the objective by T_ij at the plan of the representatives, n x m:
 * how badly the distances of i and j to them agree. `number` 0, 1, ... have other representatives.
 */
parot_status representatives_cost(struct frank_wolfe *descent, int32_t number, double *cost,
                                  parot_error *err);

/* The problem of the representatives, for whoever has distances only between these. */
struct coarse_spaces {
    int64_t u, v;                   /* how many */
    int32_t *rows, *cols;           /* which, n and m places: the first u and v count */
    double *p, *q;                  /* their weights */
    double *source, *target, *cost; /* u x u, v x v, u x v: distances, and costs if there are any */
    parot_gromov_problem problem;
};

/* Chooses them; the arrays are on the arena, which must be laid out twice. `has_cost`: room for
 * costs. */
void coarse_spaces_layout(struct coarse_spaces *it, int64_t n, int64_t m, int has_cost,
                          struct arena *arena);
void coarse_spaces_choose(struct coarse_spaces *it, struct weights p, struct weights q, double mass,
                          uint64_t seed, int32_t number);

/* Solves it once the numbers are there. The plan has rows and columns of the whole problem; it is
 * empty where a limit came first. Release with parot_gromov_result_free. */
parot_status coarse_spaces_solve(struct coarse_spaces *it, int64_t n, int64_t m, int32_t number,
                                 struct control *control, parot_gromov_result *result,
                                 parot_error *err);

#endif
