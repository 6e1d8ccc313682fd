/* scale.h - columns of two tables brought to one scale, so that distances count each of them. */
#ifndef PAROT_PUBLIC_SCALE_H
#define PAROT_PUBLIC_SCALE_H

#include "parot/cost.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PAROT_AUTO = -1 }; /* for scale and metric: choose by the kind of data */

/* How each column is scaled, fitted on the unlabeled and the positive rows together. Columns that
 * are constant there are left out, except with PAROT_SCALE_NONE. */
typedef enum parot_scale {
    PAROT_SCALE_NONE = 0,
    PAROT_SCALE_MINMAX = 1, /* to [0, 1] */
    PAROT_SCALE_ZSCORE = 2, /* mean 0, standard deviation 1 */
    PAROT_SCALE_ROBUST = 3, /* median 0, distance of the quartiles 1 */
    PAROT_SCALE_RANK = 4,   /* average rank, to (0, 1] */
    PAROT_SCALE_LOG = 5     /* sign(x) log(1 + |x|), then to [0, 1] */
} parot_scale;

PAROT_API const parot_word *parot_scale_words(void);
PAROT_API const char *parot_scale_name(parot_scale scale);
PAROT_CHECKED parot_status parot_scale_parse(const char *name, parot_scale *scale,
                                             parot_error *err);

/* Two tables with the same columns scaled as one, row by row without gaps into arrays of their
 * sizes, which may be the tables themselves. `scale` is a parot_scale or PAROT_AUTO, which chooses
 * by the kind of data as parot_pu does. Constant columns become 0, except with PAROT_SCALE_NONE.
 * `other` may have 0 rows. */
PAROT_CHECKED parot_status parot_scale_tables(int32_t scale, parot_matrix first, parot_matrix other,
                                              double *first_scaled, double *other_scaled,
                                              parot_error *err);

/* What parot_scale_tables does to each column: x becomes (x - centre) * factor, factor > 0, with
 * arrays of first.cols numbers. PAROT_SCALE_RANK and PAROT_SCALE_LOG are not of that form and are
 * refused, also when PAROT_AUTO chooses them. */
PAROT_CHECKED parot_status parot_scale_fit(int32_t scale, parot_matrix first, parot_matrix other,
                                           double *centre, double *factor, parot_error *err);

/* to: scaled.rows x scaled.cols numbers, scaled / factor + centre, which may be the table itself.
 */
PAROT_CHECKED parot_status parot_scale_undo(const double *centre, const double *factor,
                                            parot_matrix scaled, double *to, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_SCALE_H */
