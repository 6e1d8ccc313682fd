/* logistic.h - the classifiers that the paper compares with: PU, nnPU and PUSB.
 *
 *   g(x) = beta_0 + sum_b beta_b exp(-|x - c_b|^2 / (2 sigma^2)),   up to 300 centres c_b
 *
 * PU (du Plessis, Niu, Sugiyama 2015) minimises, with the logistic loss and P, U for means over the
 * positives and the unlabeled rows,
 *
 *   -pi P[g] + U[log(1 + e^g)] + lambda |beta|^2
 *
 * nnPU (Kiryo et al. 2017) keeps the term that estimates the loss on negatives above 0:
 *
 *   pi P[log(1 + e^-g)] + max(0, U[log(1 + e^g)] - pi P[log(1 + e^g)]) + lambda |beta|^2
 *
 * Both label the rows with g > 0. PUSB (Kato, Teshima, Honda 2019) is PU that labels the k largest
 * g. sigma and lambda are those of the least risk, without the penalty, in cross-validation.
 */
#ifndef PAROT_PU_LOGISTIC_H
#define PAROT_PU_LOGISTIC_H

#include "pu/methods/pu_result.h"

struct risk {
    double prior;
    int is_bounded;       /* nnPU */
    const double *weight; /* of each positive: P is the weighted mean; NULL: all are 1 */
};

/* The risk of g on rows, and its derivatives by each g (NULL: not wanted); the first `positives`
 * of `count` rows are positive, the others unlabeled. */
double logistic_risk(struct risk risk, const double *g, int64_t positives, int64_t count,
                     double *derivative);

/* The method: PAROT_PU_METHOD_UPU, PAROT_PU_METHOD_NNPU or PAROT_PU_METHOD_PUSB. */
parot_status pu_logistic(const struct pu_problem *problem, parot_pu_method method,
                         struct control *control, struct pu_result *found, parot_error *err);

#endif
