/* pu_prior.c - the first reason to doubt the estimate is put into words. */
#include "pu/pu_prior.h"

#include <math.h>
#include <stdio.h>

#include "say/curve_words.h"

void pu_prior_doubt(const parot_pu_prior_result *estimate, const parot_curve *curve, char *text,
                    size_t size)
{
    double low = estimate->least, high = estimate->most;
    if (curve->status == PAROT_OK && !curve_has_elbow(curve))
        snprintf(text, size,
                 "the cost curve has no elbow: prior %.2f is unreliable (%.2f to %.2f); pass "
                 "--prior",
                 estimate->prior, low, high);
    else
        snprintf(text, size,
                 "prior %.2f is unreliable (%.2f to %.2f): other scores say %.2f and %.2f; pass "
                 "--prior",
                 estimate->prior, low, high, estimate->by_rbf, estimate->by_nearest);
}
