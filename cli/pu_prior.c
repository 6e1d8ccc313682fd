/* pu_prior.c - see pu_prior.h. */
#include "pu_prior.h"

#include <math.h>
#include <stdio.h>

#include "curve.h"

/* The least and the largest of the range and the variants. */
static void find_span(const parot_pu_prior_result *estimate, double *low, double *high)
{
    *low = fmin(estimate->low, fmin(estimate->by_rbf, estimate->by_nearest));
    *high = fmax(estimate->high, fmax(estimate->by_rbf, estimate->by_nearest));
}

void pu_prior_doubt(const parot_pu_prior_result *estimate, const parot_path *curve, char *text,
                    size_t size)
{
    double low = 0, high = 0;
    find_span(estimate, &low, &high);
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
