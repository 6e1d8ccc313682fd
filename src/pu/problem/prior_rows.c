/* prior_rows.c - what a prior means in rows. */
#include <math.h>

#include "parot/pu.h"

int64_t parot_pu_rows(double prior, int64_t rows)
{
    double k = prior * (double)rows;
    return k >= 0 && k < 0x1p62 ? (int64_t)llround(k) : 0;
}

double parot_pu_prior_to_all(double prior, int64_t unlabeled, int64_t positives)
{
    double n = (double)unlabeled, m = (double)positives;
    return (m + prior * n) / (m + n);
}

double parot_pu_prior_from_all(double of_all, int64_t unlabeled, int64_t positives)
{
    double n = (double)unlabeled, m = (double)positives;
    return (of_all * (m + n) - m) / n;
}
