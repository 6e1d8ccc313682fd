/* weights.c - weights are read or borrowed, checked, and added up by a compensated sum. */
#include "input/weights.h"

#include <math.h>

#include "input/points.h"

/* Neumaier's sum, so that weights of total 1 have it whatever their number. */
static double add_up(const double *values, int64_t count)
{
    double sum = 0, rest = 0;
    for (int64_t i = 0; i < count; i++) {
        double next = sum + values[i];
        rest += sum >= values[i] ? sum - next + values[i] : values[i] - next + sum;
        sum = next;
    }
    return isfinite(sum) ? sum + rest : INFINITY;
}

enum outcome weights_borrow(struct weights *weights, const double *values, int64_t count,
                            const char *label)
{
    weights->values = values;
    weights->count = count;
    weights->total = 1;
    if (!values)
        return SOLVED;
    for (int64_t i = 0; i < count; i++)
        if (!(values[i] >= 0) || !isfinite(values[i]))
            return refuse(FAILED, "%s: element [%lld] is %g; weights must be finite and >= 0",
                          label, (long long)i, values[i]);
    weights->total = add_up(values, count);
    if (!(weights->total > 0) || !isfinite(weights->total))
        return refuse(FAILED, "%s: the weights add up to %g; the sum must be positive and finite",
                      label, weights->total);
    return SOLVED;
}

enum outcome weights_read(struct weights *weights, const struct feature_request *features,
                          const char *path, int64_t count, const char *side)
{
    parot_table *table = &weights->table;
    const char *label = path_label(path);
    TRY(numbers_read(features, path, table));
    if (table->cols != 1 && table->rows != 1)
        return refuse(FAILED, "%s is %lld x %lld; weights are one column or one row", label,
                      (long long)table->rows, (long long)table->cols);
    if (table->rows * table->cols != count)
        return refuse(FAILED, "%s has %lld weights, the %s %lld rows", label,
                      (long long)(table->rows * table->cols), side, (long long)count);
    return weights_borrow(weights, table->data, count, label);
}

void weights_free(struct weights *weights)
{
    parot_table_free(&weights->table);
}

double weights_at(const struct weights *weights, int64_t i)
{
    return weights->values ? weights->values[i] : 1.0 / (double)weights->count;
}
