/* factors.h - thin factors of both distance matrices, for gradients that need not be exact.
 *
 * H is close to Q Q' H for an orthonormal basis Q of a few of its columns, so that
 *
 *   H X K' ~ Q (H Q)' X (K R) R'
 *
 * has as many terms as the bases have columns, however many lines X has. How close is measured.
 */
#ifndef PAROT_GROMOV_FACTORS_H
#define PAROT_GROMOV_FACTORS_H

#include "gromov/tensor.h"

/* Of one side. */
struct factor {
    double *basis;   /* rank x n: the columns of Q */
    double *image;   /* n x rank: H Q */
    double residual; /* |H - Q Q' H| / |H| (Frobenius) */
};

struct factors {
    int64_t rank; /* 0: there are none */
    struct factor source, target;
    void *memory; /* release with block_free */
};

/* Makes factors where they are cheaper than products with a plan that moves `lines` rows, and close
 * enough; otherwise the rank is 0. PAROT_ENOMEM, or PAROT_OK: a stop leaves a rank of 0, too. */
parot_status factors_open(struct factors *factors, const struct tensor *tensor, int64_t lines,
                          struct control *control, parot_error *err);

/* The same with that rank, whatever it costs and however far off. */
parot_status factors_make(struct factors *factors, const struct tensor *tensor, int64_t rank,
                          struct control *control, parot_error *err);

/* tensor_add by factors, for the X that tensor_form has just seen; `core` has rank x rank numbers.
 * Marginal terms are exact. */
parot_status factors_add(const struct factors *factors, const struct tensor *tensor,
                         const struct lines *lines, struct bench *bench, double *core,
                         struct blend blend, struct control *control);

#endif
