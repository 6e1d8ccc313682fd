/* criteria.c - parot_pu_criteria, parot_pu_recall_rows: what can be said of a cut without
 * negatives.
 *
 * Of the unlabeled rows the fraction prior is positive. A cut labels the fraction q of them +1, and
 * finds the fraction r of the positives, which hidden ones tell. Then prior r is rightly +1,
 * q - prior r wrongly so, and prior (1 - r) is missed:
 *
 *     accuracy  1 - q - prior + 2 prior r       F1  2 prior r / (prior + q)
 *
 * A hidden positive that ranks before the fraction b of all unlabeled rows ranks before about
 * (b - prior / 2) / (1 - prior) of the negatives, since it is as likely to be first as any other
 * positive. The error of the mean of b is DeLong's (1988): the variance of b over hidden positives,
 * and over unlabeled rows that of the fraction of hidden positives before them, which is the recall
 * up to the row.
 */
#include <math.h>

#include "base/status.h"
#include "pu/trust/spies.h"

/* Hidden positives in place r have r rows before them. */
static double share_at(const parot_pu_calibration *calibration, int64_t r)
{
    return calibration->recall[r] - (r > 0 ? calibration->recall[r - 1] : 0);
}

static double effective_of(const parot_pu_calibration *calibration)
{
    return calibration->effective > 0 ? calibration->effective : (double)calibration->spies;
}

/* Where the range of the prior begins and ends; a calibration without one has its prior alone. */
static double prior_at(const parot_pu_calibration *calibration, int end)
{
    double prior = end ? calibration->prior_high : calibration->prior_low;
    return prior > 0 && prior < 1 ? prior : calibration->prior;
}

static double auc_of(double proxy, double prior)
{
    return fmin(1, fmax(0, (proxy - prior / 2) / (1 - prior)));
}

static void find_areas(const parot_pu_calibration *calibration, parot_pu_criteria_result *result)
{
    double n = (double)calibration->count, m = effective_of(calibration);
    double prior = calibration->prior, mean = 0, of_spies = 0, of_rows = 0;
    for (int64_t r = 0; r < calibration->count; r++)
        mean += share_at(calibration, r) * (n - (double)r) / n;
    for (int64_t r = 0; r < calibration->count; r++) {
        double behind = (n - (double)r) / n - mean, before = calibration->recall[r] - mean;
        of_spies += share_at(calibration, r) * behind * behind;
        of_rows += before * before / n;
    }
    double error = sqrt(of_spies / fmax(1, m - 1) + of_rows / fmax(1, n - 1));
    result->proxy_auc = mean;
    result->proxy_auc_error = error;
    result->auc = auc_of(mean, prior);
    result->auc_error = error / (1 - prior);
    result->auc_low = result->auc_high = result->auc;
    for (int side = -1; side <= 1; side += 2)
        for (int k = 0; k < 2; k++) {
            double other = auc_of(mean + side * NINETY_PER_CENT * error, prior_at(calibration, k));
            result->auc_low = fmin(result->auc_low, other);
            result->auc_high = fmax(result->auc_high, other);
        }
}

/* Rises with the prior until all rows labelled +1 are positive, then falls. */
static void find_accuracies(const parot_pu_calibration *calibration,
                            parot_pu_criteria_result *result)
{
    double part = (double)result->rows / (double)calibration->count;
    result->accuracy_low = result->accuracy_high = result->accuracy;
    for (int side = -1; side <= 1; side++) {
        double recall =
            fmin(1, fmax(0, result->recall + side * NINETY_PER_CENT * result->recall_error));
        double low = prior_at(calibration, 0), high = prior_at(calibration, 1);
        double peak = recall > 0.5 ? fmin(high, fmax(low, part / recall)) : low;
        const double priors[] = {low, peak, high};
        for (int k = 0; k < 3; k++) {
            double accuracy = spies_accuracy(part, priors[k], recall);
            result->accuracy_low = fmin(result->accuracy_low, accuracy);
            result->accuracy_high = fmax(result->accuracy_high, accuracy);
        }
    }
}

parot_status parot_pu_criteria(const parot_pu_calibration *calibration, int64_t rows,
                               parot_pu_criteria_result *result, parot_error *err)
{
    TRY(CHECK_GIVEN(err, calibration, result));
    if (calibration->count < 1 || !(calibration->prior > 0 && calibration->prior < 1))
        return fail(err, PAROT_EINVAL, "calibration: has no rows; ask parot_pu_calibrate first");
    if (rows < 0 || rows > calibration->count)
        return fail(err, PAROT_EINVAL, "rows: must be from 0 to %lld, got %lld",
                    (long long)calibration->count, (long long)rows);
    double prior = calibration->prior, n = (double)calibration->count, part = (double)rows / n;
    double recall = rows > 0 ? calibration->recall[rows - 1] : 0;
    /* The positives among the rows are a sample, as the hidden ones are. */
    double variance = recall * (1 - recall) * (1 / effective_of(calibration) + 1 / (prior * n));
    *result =
        (parot_pu_criteria_result){.rows = rows,
                                   .recall = recall,
                                   .recall_error = sqrt(variance),
                                   .precision = rows > 0 ? fmin(1, prior * recall / part) : NAN,
                                   .accuracy = spies_accuracy(part, prior, recall),
                                   .accuracy_error = 2 * prior * sqrt(variance),
                                   .f1 = fmin(1, 2 * prior * recall / (prior + part)),
                                   .lee_liu = rows > 0 ? recall * recall / part : 0};
    find_areas(calibration, result);
    find_accuracies(calibration, result);
    return PAROT_OK;
}

int64_t parot_pu_recall_rows(const parot_pu_calibration *calibration, double recall)
{
    const double rounding = 1e-12; /* recall is a multiple of 1 / spies */
    int64_t rows = 1;
    if (!calibration || calibration->count < 1)
        return 0;
    while (rows < calibration->count && calibration->recall[rows - 1] < recall - rounding)
        rows++;
    return rows;
}
