/* listed.h - the entries of G that the simplex has on its lists, and G kept up there alone.
 *
 * Near the end of a descent one step changes a few lines of the plan, and the next vertex is made
 * of pairs that the simplex knows already. Then these few entries of G are all that is needed for
 * some steps; the others follow at once afterwards.
 */
#ifndef PAROT_GROMOV_LISTED_H
#define PAROT_GROMOV_LISTED_H

#include "gromov/tensor.h"
#include "transport/simplex/simplex.h"

struct listed {
    int64_t *begin; /* n + 1: where the pairs of each row begin */
    int32_t *col;   /* of each pair */
    double *value;  /* its entry, while the others are brought up to date */
};

/* Room for n x m with lists as long as those. */
void listed_layout(struct listed *listed, int64_t n, int64_t m, const struct candidates *candidates,
                   struct arena *arena);

/* The candidates of the simplex and the pairs of its tree, each once. */
void listed_take(struct listed *listed, const struct simplex *simplex);

/* matrix += weight (M o X) at these pairs, for the X that tensor_form has just seen; matrices must
 * be symmetric. */
void listed_add(const struct listed *listed, const struct tensor *tensor, const struct lines *lines,
                struct bench *bench, double weight, double *matrix);

/* Remembers the entries of these pairs, and puts them back. */
void listed_save(struct listed *listed, int64_t n, int64_t m, const double *matrix);
void listed_restore(const struct listed *listed, int64_t n, int64_t m, double *matrix);

#endif
