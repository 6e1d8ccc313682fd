/* spaces.h - the two distance matrices, checked, and as tensor.h wants them. */
#ifndef PAROT_GROMOV_SPACES_H
#define PAROT_GROMOV_SPACES_H

#include "gromov/tensor.h"

struct spaces {
    double largest[2];   /* |C_ij| of source and target */
    double asymmetry[2]; /* |C_ij - C_ji|, relative to that */
    void *memory;        /* copies, if there had to be any */
};

/* Before anything of a matrix is read. */
parot_status spaces_check_shape(const char *name, parot_matrix matrix, parot_error *err);

/* Refuses matrices that are not square, finite, or (for KL) positive. PAROT_ESTOPPED where a large
 * one is stopped; here and in spaces_open. */
parot_status spaces_check(struct spaces *spaces, const parot_gromov_problem *problem,
                          struct control *control, parot_error *err);

/* The tensor borrows symmetric matrices; otherwise it gets copies, which
 * spaces->memory owns. Release with block_free, also after a failure. */
parot_status spaces_open(struct spaces *spaces, const parot_gromov_problem *problem,
                         struct tensor *tensor, struct control *control, parot_error *err);

/* For a pass over all numbers of a matrix that has done i of its rows: asks whether to go on, in
 * steps that are worth it. */
parot_status spaces_poll(struct control *control, int64_t i, parot_matrix matrix, parot_error *err);

#endif
