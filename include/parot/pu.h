/* pu.h - positive-unlabeled learning: which unlabeled rows are like the positives?
 *
 * Two tables with the same columns: rows known to be positive, and rows of which a known fraction,
 * the prior, is positive. What parot.h says of statuses, ownership and _free holds here too.
 *
 * Results do not depend on the order of rows, nor on the number of threads: every tie is broken by
 * a number made of the row's contents and run->seed. Only rows that are exact copies of each other
 * are told apart by their place.
 */
#ifndef PAROT_PU_H
#define PAROT_PU_H

#include "parot/parot.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PAROT_AUTO = -1 }; /* of scale and metric: by the kind of data */

/* What is done to each column, fitted on the unlabeled and the positive rows together. Columns
 * that are constant there are left out, except with PAROT_SCALE_NONE. */
typedef enum parot_scale {
    PAROT_SCALE_NONE = 0,
    PAROT_SCALE_MINMAX = 1, /* to [0, 1] */
    PAROT_SCALE_ZSCORE = 2, /* mean 0, standard deviation 1 */
    PAROT_SCALE_ROBUST = 3, /* median 0, distance of the quartiles 1 */
    PAROT_SCALE_RANK = 4,   /* average rank, to (0, 1] */
    PAROT_SCALE_LOG = 5     /* sign(x) log(1 + |x|), then to [0, 1] */
} parot_scale;

/* "none", "minmax", "zscore", "robust", "rank", "log"; NULL when unknown. */
PAROT_API const char *parot_scale_name(parot_scale scale);

/* Decides what PAROT_AUTO and a noise of NAN mean. Found out by PAROT_PU_ANY: all columns have two
 * values, or there are at least 150 columns, or neither. Domains have to be declared. */
typedef enum parot_pu_kind {
    PAROT_PU_ANY = 0,
    PAROT_PU_BINARY = 1, /* min-max, city block, noise = prior */
    PAROT_PU_IMAGE = 2,  /* ranks, cosine, noise = prior */
    PAROT_PU_TABLE = 3,  /* ranks, city block, noise = prior / 2 */
    PAROT_PU_DOMAINS = 4 /* each table standardised on its own, cosine, noise 0 */
} parot_pu_kind;

/* "any", "binary", "image", "table", "domains"; NULL when unknown. */
PAROT_API const char *parot_pu_kind_name(parot_pu_kind kind);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PU_H */
