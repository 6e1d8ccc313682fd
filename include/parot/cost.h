/* cost.h - cost matrices: how far points are apart. */
#ifndef PAROT_PUBLIC_COST_H
#define PAROT_PUBLIC_COST_H

#include "parot/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How far two points are apart. */
typedef enum parot_metric {
    PAROT_METRIC_SQEUCLIDEAN = 0,
    PAROT_METRIC_EUCLIDEAN = 1,
    PAROT_METRIC_CITYBLOCK = 2,
    PAROT_METRIC_COSINE = 3,     /* 1 - <x,y> / (|x| |y|); the points must not be zero */
    PAROT_METRIC_CHEBYSHEV = 4,  /* the largest |x_k - y_k| */
    PAROT_METRIC_CORRELATION = 5 /* 1 - the correlation of the coordinates: the cosine of rows less
                                    their means; no point may have all coordinates equal */
} parot_metric;

PAROT_API const parot_word *parot_metric_words(void);
PAROT_API const char *parot_metric_name(parot_metric metric);
PAROT_CHECKED parot_status parot_metric_parse(const char *name, parot_metric *metric,
                                              parot_error *err);

/* cost[i * y.rows + j] = metric(x_i, y_j), for the rows x_i of x and y_j of y. After PAROT_ESTOPPED
 * the first rows may have been written. */
PAROT_CHECKED parot_status parot_cost(parot_matrix x, parot_matrix y, parot_metric metric,
                                      const parot_run *run, double *cost, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_COST_H */
