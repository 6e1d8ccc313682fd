/* align_distances.c - tables that share no columns: partial Gromov-Wasserstein of the Euclidean
 * distances within each, at the share that is given or at the elbow of the path.
 *
 * What a pair costs then is the mean squared difference of its distances to the pairs that match,
 *
 *   K_ij = sum_e T_e (S_{i,k_e} - S'_{j,l_e})^2 / sum_e T_e,
 *
 * a squared Euclidean distance between rows of two tables, with a column for each entry e of T.
 *
 * With features f, g of the rows the problem is fused: with w the share of the features,
 *
 *   minimise (1 - w) J(T) + w min(n, m) sum_ij T_ij |f_i - g_j|^2.
 *
 * J grows with the square of the mass and the costs with the mass, so that min(n, m), the largest
 * mass, makes them comparable. A pair costs (1 - w) K_ij + w |f_i - g_j|^2. */
#include <math.h>

#include "tasks/align/align.h"

struct spaces {
    double *source, *target, *ones;
    double *cost; /* of features; NULL without */
    int64_t larger;
};

static void layout(const struct alignment *job, struct spaces *spaces, struct arena *arena)
{
    int64_t n = job->source.rows, m = job->target.rows;
    spaces->larger = n > m ? n : m;
    spaces->source = arena_take(arena, n, (size_t)n * sizeof(double));
    spaces->target = arena_take(arena, m, (size_t)m * sizeof(double));
    spaces->ones = arena_take(arena, spaces->larger, sizeof(double));
    if (job->source_features.data)
        spaces->cost = arena_take(arena, n, (size_t)m * sizeof(double));
}

static parot_gromov_options options_of(const struct alignment *job)
{
    parot_gromov_options options;
    parot_gromov_options_init(&options);
    options.anchor_source = job->options.anchor_source;
    options.anchor_target = job->options.anchor_target;
    options.anchors = job->options.anchors;
    return options;
}

/* The share of the elbow, and the plan there. */
static parot_status follow_path(struct alignment *job, parot_gromov_problem *problem,
                                parot_align_result *result, parot_error *err)
{
    parot_gromov_path_result path = {0};
    const parot_gromov_options options = options_of(job);
    parot_run run = control_rest(&job->control);
    parot_status status = parot_gromov_path(problem, NULL, &options, &run, &path, err);
    if (status >= 0) {
        result->has_elbow = path.has_elbow;
        result->low = path.low;
        result->high = path.high;
        problem->mass = path.elbow * path.total;
        run = control_rest(&job->control);
        parot_status found =
            parot_gromov_path_at(problem, &path, &options, &run, &result->distances, err);
        status = found != PAROT_OK ? found : status;
    }
    parot_gromov_path_result_free(&path);
    return status;
}

/* spaces->cost = min(n, m) |f_i - g_j|^2 */
static parot_status add_features(struct alignment *job, const struct spaces *spaces,
                                 const parot_run *run, parot_gromov_problem *problem,
                                 parot_error *err)
{
    int64_t n = job->source.rows, m = job->target.rows;
    if (!spaces->cost)
        return PAROT_OK;
    TRY(parot_cost(job->source_features, job->target_features, PAROT_METRIC_SQEUCLIDEAN, run,
                   spaces->cost, err));
    for (int64_t e = 0; e < n * m; e++)
        spaces->cost[e] *= (double)(n < m ? n : m);
    problem->cost = (parot_matrix){spaces->cost, n, m, m};
    problem->alpha = 1 - job->options.feature_share;
    return PAROT_OK;
}

/* Works: the spaces belong to the caller. */
static parot_status match(struct alignment *job, const struct spaces *spaces,
                          parot_align_result *result, parot_error *err)
{
    int64_t n = job->source.rows, m = job->target.rows, most = n < m ? n : m;
    double share = job->options.mass;
    parot_run run = control_rest(&job->control);
    run.max_iterations = 0;
    for (int64_t i = 0; i < spaces->larger; i++)
        spaces->ones[i] = 1;
    TRY(parot_cost(job->source, job->source, PAROT_METRIC_EUCLIDEAN, &run, spaces->source, err));
    TRY(parot_cost(job->target, job->target, PAROT_METRIC_EUCLIDEAN, &run, spaces->target, err));
    parot_gromov_problem problem = {.source = {spaces->source, n, n, n},
                                    .target = {spaces->target, m, m, m},
                                    .alpha = 1,
                                    .p = spaces->ones,
                                    .q = spaces->ones,
                                    .mass = fmax(1, round(share * (double)most))};
    TRY(add_features(job, spaces, &run, &problem, err));
    if (isnan(share) && most > 1)
        return follow_path(job, &problem, result, err);
    problem.mass = most > 1 ? problem.mass : 1;
    const parot_gromov_options options = options_of(job);
    run = control_rest(&job->control);
    return parot_gromov(&problem, &options, &run, &result->distances, err);
}

parot_status align_by_distances(struct alignment *job, parot_align_result *result, parot_error *err)
{
    struct arena arena = {0};
    struct spaces spaces = {0};
    layout(job, &spaces, &arena);
    TRY(arena_open(&arena, &job->control, err));
    layout(job, &spaces, &arena);
    parot_status status = match(job, &spaces, result, err);
    block_free(arena.block);
    return status;
}

/* ---- Costs of pairs ----------------------------------------------------- */

struct weighted_features {
    parot_matrix of; /* cols 0: none */
    double weight;   /* w */
};

/* to[i, e] = root((1 - w) T_e / mass) |row i - row of[e]|, and then root(w) f_i */
static void fill_table(parot_matrix rows, const int32_t *of, const parot_plan *plan,
                       struct weighted_features features, double *to)
{
    double mass = 0, rest = 1 - features.weight;
    int64_t cols = plan->count + features.of.cols;
    for (int64_t e = 0; e < plan->count; e++)
        mass += plan->mass[e];
    for (int64_t i = 0; i < rows.rows; i++) {
        const double *x = rows.data + i * rows.stride;
        for (int64_t e = 0; e < plan->count; e++) {
            const double *y = rows.data + of[e] * rows.stride;
            double sum = 0;
            for (int64_t k = 0; k < rows.cols; k++)
                sum += (x[k] - y[k]) * (x[k] - y[k]);
            to[i * cols + e] = sqrt(rest * sum * plan->mass[e] / mass);
        }
        for (int64_t k = 0; k < features.of.cols; k++)
            to[i * cols + plan->count + k] =
                sqrt(features.weight) * features.of.data[i * features.of.stride + k];
    }
}

parot_status align_tables(struct alignment *job, const parot_plan *plan, struct pair_tables *tables,
                          parot_error *err)
{
    int64_t n = job->source.rows, m = job->target.rows, e = plan->count + job->source_features.cols;
    double weight = job->source_features.data ? job->options.feature_share : 0;
    struct arena arena = {0};
    (void)arena_take(&arena, n + m, (size_t)e * sizeof(double));
    TRY(arena_open(&arena, &job->control, err));
    tables->memory = arena.block;
    double *x = arena_take(&arena, n + m, (size_t)e * sizeof(double)), *y = x + n * e;
    tables->x = (parot_matrix){x, n, e, e};
    tables->y = (parot_matrix){y, m, e, e};
    fill_table(job->source, plan->row, plan,
               (struct weighted_features){job->source_features, weight}, x);
    fill_table(job->target, plan->col, plan,
               (struct weighted_features){job->target_features, weight}, y);
    return PAROT_OK;
}
