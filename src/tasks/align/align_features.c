/* align_features.c - features beside the coordinates, in the units of the distances.
 *
 * Each column has variance 1 in both tables together; constant ones say nothing. All are multiplied
 * by one number such that two rows at random differ, squared and summed over the columns, by the
 * mean squared distance of rows from the mean of their table. So features and distances weigh about
 * as much as their shares say, whatever the units of either. */
#include <math.h>

#include "pu/problem/pu_tables.h"
#include "tasks/align/align.h"

static parot_status check(struct alignment *job, parot_error *err)
{
    const parot_align_options *options = &job->options;
    parot_matrix f = options->source_features, g = options->target_features;
    if (!(options->feature_share > 0 && options->feature_share < 1))
        return fail(err, PAROT_EINVAL, "options.feature_share: must be in (0,1), got %g",
                    options->feature_share);
    if (!f.data || !g.data)
        return fail(err, PAROT_EINVAL, "options.%s_features: missing, but the other table has some",
                    f.data ? "target" : "source");
    TRY(check_tables("options.source_features", f, "options.target_features", g, &job->control,
                     err));
    if (f.rows != job->source.rows || g.rows != job->target.rows)
        return fail(err, PAROT_EINVAL,
                    "options.source_features: features have %lld and %lld rows, the tables %lld "
                    "and %lld",
                    (long long)f.rows, (long long)g.rows, (long long)job->source.rows,
                    (long long)job->target.rows);
    return PAROT_OK;
}

/* Column k of both without its mean, of variance 1; 1 if it is not constant. */
static int scale_column(const struct alignment *job, int64_t k, double *f, double *g)
{
    const parot_matrix tables[2] = {job->options.source_features, job->options.target_features};
    double *const to[2] = {f, g};
    double total = (double)(tables[0].rows + tables[1].rows), mean = 0, variance = 0;
    for (int t = 0; t < 2; t++)
        for (int64_t i = 0; i < tables[t].rows; i++)
            mean += tables[t].data[i * tables[t].stride + k] / total;
    for (int t = 0; t < 2; t++)
        for (int64_t i = 0; i < tables[t].rows; i++) {
            double far = tables[t].data[i * tables[t].stride + k] - mean;
            variance += far * far / total;
        }
    int varies = variance > 1e-24 * mean * mean && isfinite(variance); /* more than rounding */
    for (int t = 0; t < 2; t++)
        for (int64_t i = 0; i < tables[t].rows; i++)
            to[t][i * tables[t].cols + k] =
                varies ? (tables[t].data[i * tables[t].stride + k] - mean) / sqrt(variance) : 0;
    return varies;
}

parot_status align_features(struct alignment *job, void **memory, parot_error *err)
{
    struct arena arena = {0};
    int64_t n = job->source.rows, m = job->target.rows, used = 0;
    if (!align_has_features(&job->options))
        return PAROT_OK;
    TRY(check(job, err));
    int64_t cols = job->options.source_features.cols;
    (void)arena_take(&arena, n + m, (size_t)cols * sizeof(double));
    TRY(arena_open(&arena, &job->control, err));
    *memory = arena.block;
    double *f = arena_take(&arena, n + m, (size_t)cols * sizeof(double)), *g = f + n * cols;
    for (int64_t k = 0; k < cols; k++)
        used += scale_column(job, k, f, g);
    double spread = (align_spread(job->source) + align_spread(job->target)) / 2;
    double factor = used > 0 ? sqrt(spread / (2 * (double)used)) : 0;
    for (int64_t e = 0; e < (n + m) * cols; e++)
        f[e] *= factor;
    job->source_features = (parot_matrix){f, n, cols, cols};
    job->target_features = (parot_matrix){g, m, cols, cols};
    return PAROT_OK;
}
