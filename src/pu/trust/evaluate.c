/* evaluate.c - parot_pu_evaluate: four counts give all figures, the ranks give the AUC; the
 * baselines need only how many rows are positive by label and by truth. */
#include <math.h>

#include "base/status.h"
#include "parot/pu.h"

struct table {
    double both, predicted, actual, count; /* positive: both, by label, by truth; rows */
};

static struct table tabulate(const parot_pu_result *result, const int8_t *truth)
{
    struct table table = {.count = (double)result->count};
    for (int64_t i = 0; i < result->count; i++) {
        table.both += result->label[i] > 0 && truth[i] > 0;
        table.predicted += result->label[i] > 0;
        table.actual += truth[i] > 0;
    }
    return table;
}

/* The fraction of pairs of a positive and a negative row in which the positive ranks first. Ranks
 * are 1..n: of the rows before a positive of rank r, all but the other positives are negative. */
static double area(const parot_pu_result *result, const int8_t *truth, struct table table)
{
    double ranks = 0, negatives = table.count - table.actual;
    for (int64_t i = 0; i < result->count; i++)
        ranks += truth[i] > 0 ? result->rank[i] : 0;
    double wrong = ranks - table.actual * (table.actual + 1) / 2;
    return 1 - wrong / (table.actual * negatives);
}

/* |predicted as k of n, actual a of n| agree on both + (n - a - k + both). */
static double accuracy(struct table table, double both)
{
    return (table.count - table.actual - table.predicted + 2 * both) / table.count;
}

parot_status parot_pu_evaluate(const parot_pu_result *result, const int8_t *truth,
                               parot_pu_metrics *metrics, parot_error *err)
{
    TRY(CHECK_GIVEN(err, result, truth, metrics));
    if (result->count < 1)
        return fail(err, PAROT_EINVAL, "result: has no rows; classify first");
    struct table table = tabulate(result, truth);
    double least = fmax(0, table.predicted + table.actual - table.count);
    int has_both = table.actual > 0 && table.actual < table.count;
    *metrics = (parot_pu_metrics){
        .accuracy = accuracy(table, table.both),
        .precision = table.predicted > 0 ? table.both / table.predicted : NAN,
        .recall = table.actual > 0 ? table.both / table.actual : NAN,
        .f1 = table.predicted + table.actual > 0 ? 2 * table.both / (table.predicted + table.actual)
                                                 : NAN,
        .auc = has_both ? area(result, truth, table) : NAN,
        .majority = fmax(table.actual, table.count - table.actual) / table.count,
        .random_k = accuracy(table, table.predicted * table.actual / table.count),
        .worst_k = accuracy(table, least)};
    return PAROT_OK;
}
