/* pu_problem.c - arguments are checked, rows of both tables are put in an order that does not
 * depend on the caller, the kind of data is found, and columns are scaled, in this order. */
#include "pu/problem/pu_problem.h"

#include <math.h>

#include "base/options.h"
#include "cost/metric.h"
#include "pu/problem/propensity.h"
#include "pu/problem/pu_tables.h"
#include "pu/problem/row_order.h"

/* ---- What a prior means in rows ------------------------------------------ */

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

/* ---- Checks ------------------------------------------------------------- */

enum { MOST_RESTARTS = 1000000, MOST_TREES = 1000000 };

/* Labels of learned are the same, or go round in circles, after that. */
enum { LEARNED_ROUNDS = 10 };

void parot_pu_options_settle(parot_pu_options *options)
{
    int is_taught =
        options->method == PAROT_PU_METHOD_MINED || options->method == PAROT_PU_METHOD_LEARNED;
    if (options->rounds == PAROT_AUTO)
        options->rounds = options->method == PAROT_PU_METHOD_LEARNED ? LEARNED_ROUNDS : 0;
    if (options->classifier == PAROT_AUTO && !is_taught) /* else the data decide: mined_settle */
        options->classifier = PAROT_PU_CLASSIFIER_RIDGE;
}

parot_status pu_options_take(const parot_pu_options *given, parot_pu_options *options,
                             parot_error *err)
{
    parot_pu_options_init(options);
    if (given)
        TRY(options_take(options, sizeof *options, given, "options", "parot_pu_options", err));
    if (options->has_distances)
        options->is_apart = 1; /* whatever refuses that, refuses this */
    return PAROT_OK;
}

static parot_status check_options(const parot_pu_options *options, parot_error *err)
{
    if (!parot_pu_method_name(options->method))
        return fail(err, PAROT_EINVAL, "options.method: unknown value %d", (int)options->method);
    if (!parot_pu_kind_name(options->kind))
        return fail(err, PAROT_EINVAL, "options.kind: unknown value %d", (int)options->kind);
    if (options->scale != PAROT_AUTO && !parot_scale_name((parot_scale)options->scale))
        return fail(err, PAROT_EINVAL, "options.scale: unknown value %d", (int)options->scale);
    if (options->metric != PAROT_AUTO && !parot_metric_name((parot_metric)options->metric))
        return fail(err, PAROT_EINVAL, "options.metric: unknown value %d", (int)options->metric);
    if (!parot_pu_whole_rows_name(options->whole_rows))
        return fail(err, PAROT_EINVAL, "options.whole_rows: unknown value %d",
                    (int)options->whole_rows);
    if (!isnan(options->noise) && !(options->noise >= 0 && isfinite(options->noise)))
        return fail(err, PAROT_EINVAL,
                    "options.noise: must be 0 or more, or NAN to choose it, got %g",
                    options->noise);
    if (!parot_pu_kernel_name(options->kernel))
        return fail(err, PAROT_EINVAL, "options.kernel: unknown value %d", (int)options->kernel);
    if (options->classifier != PAROT_AUTO &&
        !parot_pu_classifier_name((parot_pu_classifier)options->classifier))
        return fail(err, PAROT_EINVAL, "options.classifier: unknown value %d",
                    (int)options->classifier);
    if (options->rounds < 0 && options->rounds != PAROT_AUTO)
        return fail(err, PAROT_EINVAL,
                    "options.rounds: must be 0 or more, or -1 (PAROT_AUTO), got %d",
                    (int)options->rounds);
    if (options->trees < 1 || options->trees > MOST_TREES)
        return fail(err, PAROT_EINVAL, "options.trees: must be between 1 and %d, got %d",
                    MOST_TREES, (int)options->trees);
    if (options->leaf < 1)
        return fail(err, PAROT_EINVAL, "options.leaf: must be 1 or more, got %d",
                    (int)options->leaf);
    if (options->neighbours < 1)
        return fail(err, PAROT_EINVAL, "options.neighbours: must be 1 or more, got %d",
                    (int)options->neighbours);
    if (!(options->fused_alpha >= 0 && options->fused_alpha <= 1))
        return fail(err, PAROT_EINVAL, "options.fused_alpha: must be between 0 and 1, got %g",
                    options->fused_alpha);
    if (options->restarts < 0 || options->restarts > MOST_RESTARTS)
        return fail(err, PAROT_EINVAL, "options.restarts: must be between 0 and %d, got %d",
                    MOST_RESTARTS, (int)options->restarts);
    if (options->pca < 0)
        return fail(err, PAROT_EINVAL, "options.pca: must be 0 or more, got %d", (int)options->pca);
    return PAROT_OK;
}

static parot_status check_square(const char *name, parot_matrix distances, parot_error *err)
{
    if (distances.rows == distances.cols)
        return PAROT_OK;
    return fail_argument(err, PAROT_ESHAPE, name,
                         "distances are a square matrix, got %lld x %lld; tables of rows need "
                         "has_distances 0",
                         (long long)distances.rows, (long long)distances.cols);
}

static parot_status check_given_distances(const parot_pu_data *data,
                                          const parot_pu_options *options, parot_error *err)
{
    if (!options->has_distances)
        return PAROT_OK;
    if (options->method != PAROT_PU_METHOD_GROMOV)
        return fail(err, PAROT_EINVAL,
                    "options.has_distances: applies only to method gromov, got %s",
                    parot_pu_method_name(options->method));
    if (options->pca > 0 || (options->scale != PAROT_AUTO && options->scale != PAROT_SCALE_NONE))
        return fail(err, PAROT_EINVAL,
                    "options.has_distances: distances have no columns to scale or project; leave "
                    "scale and pca as they are");
    TRY(check_square("unlabeled", data->unlabeled, err));
    return check_square("positive", data->positive, err);
}

static parot_status check_columns(const parot_pu_data *data, const parot_pu_options *options,
                                  parot_error *err)
{
    if (options->method == PAROT_PU_METHOD_GROMOV)
        return PAROT_OK;
    if (data->positive.cols != data->unlabeled.cols)
        return fail(
            err, PAROT_ESHAPE,
            "unlabeled has %lld columns, positive has %lld; only method gromov accepts that",
            (long long)data->unlabeled.cols, (long long)data->positive.cols);
    if (options->is_apart)
        return fail(err, PAROT_EINVAL,
                    "options.is_apart: %s compares rows of one table with rows of the other; only "
                    "gromov does not",
                    parot_pu_method_name(options->method));
    if (options->raw_distances)
        return fail(err, PAROT_EINVAL,
                    "options.raw_distances: applies only to method gromov, got %s",
                    parot_pu_method_name(options->method));
    return PAROT_OK;
}

/* Tables that are apart are projected each by itself. */
static parot_status check_components(const parot_pu_data *data, const parot_pu_options *options,
                                     parot_error *err)
{
    int64_t cols =
        data->unlabeled.cols < data->positive.cols ? data->unlabeled.cols : data->positive.cols;
    if (options->pca <= cols)
        return PAROT_OK;
    return fail(err, PAROT_EINVAL,
                "options.pca: must be at most the number of columns, %lld, got %d", (long long)cols,
                (int)options->pca);
}

parot_status pu_data_check(const parot_pu_data *data, const parot_pu_options *options,
                           struct control *control, parot_error *err)
{
    TRY(check_options(options, err));
    TRY(CHECK_RESERVED(data, err));
    TRY(check_table("unlabeled", data->unlabeled, control, err));
    TRY(check_table("positive", data->positive, control, err));
    TRY(check_given_distances(data, options, err));
    TRY(check_columns(data, options, err));
    TRY(check_components(data, options, err));
    TRY(propensity_check(data, options, err));
    double prior = data->prior;
    int64_t n = data->unlabeled.rows;
    if (!(prior > 0 && prior < 1))
        return fail(err, PAROT_EINVAL, "prior: must be in (0,1), got %g%s", prior,
                    prior > 1 && prior < 100 ? "; a percentage is divided by 100" : "");
    if (parot_pu_rows(prior, n) < 1)
        return fail(err, PAROT_EINVAL,
                    "prior: %g of %lld unlabeled rows is less than half a row, so none would be "
                    "positive; give at least %g or more rows",
                    prior, (long long)n, 1 / (double)n);
    return PAROT_OK;
}

parot_status pu_problem_check_shared(const struct pu_problem *problem, parot_error *err)
{
    if (!problem->is_apart)
        return PAROT_OK;
    return fail(err, PAROT_ESHAPE,
                "unlabeled, positive: their columns are different, so that no row of one can be "
                "compared with a row of the other; this needs the same columns");
}

/* After scaling; with the cosine a row of zeros has no direction, with the correlation one of equal
 * numbers. */
static parot_status check_directions(const char *name, const double *rows, int64_t count,
                                     int64_t dims, const int32_t *order, parot_metric metric,
                                     parot_error *err)
{
    for (int64_t i = 0; i < count; i++)
        if (has_no_direction(rows + i * dims, dims, metric))
            return fail_argument(
                err, PAROT_EINVAL, name,
                "row %lld %s after scaling and has no direction for %s; use another metric, or "
                "ranks",
                (long long)order[i],
                metric == PAROT_METRIC_CORRELATION ? "has all numbers equal" : "is zero",
                parot_metric_name(metric));
    return PAROT_OK;
}

static parot_status check_scaled(const struct pu_problem *problem, parot_error *err)
{
    int64_t d = problem->dims;
    return check_distances(
        (struct named_points){
            "unlabeled", {problem->x, problem->n, d, d}, problem->unlabeled_order},
        (struct named_points){"positive", {problem->y, problem->m, d, d}, problem->positive_order},
        problem->preset.metric, " or use euclidean", err);
}

/* ---- Making ready ------------------------------------------------------- */

/* Tables that are apart have a kind each: the same one, or they are just tables. */
static parot_pu_kind find_kind(const struct pu_problem *problem, const parot_pu_data *data)
{
    if (!problem->is_apart)
        return preset_find_kind(data->unlabeled, data->positive);
    parot_pu_kind first = preset_find_kind(data->unlabeled, data->unlabeled);
    parot_pu_kind second = preset_find_kind(data->positive, data->positive);
    return first == second ? first : PAROT_PU_KIND_TABLE;
}

/* Rows in order, as they are before scaling. */
struct copies {
    struct order_item *items;
    double *unlabeled, *positive;
};

static void layout(struct pu_problem *problem, struct copies *copies, const parot_pu_data *data,
                   struct control *control, struct arena *arena)
{
    int64_t n = problem->n, m = problem->m;
    int64_t cols = data->unlabeled.cols, positive_cols = data->positive.cols;
    int64_t fitted = problem->is_apart ? n : n + m;
    problem->unlabeled_order = arena_take(arena, n, sizeof *problem->unlabeled_order);
    problem->positive_order = arena_take(arena, m, sizeof *problem->positive_order);
    problem->x = arena_take(arena, n, (size_t)cols * sizeof *problem->x);
    problem->y = arena_take(arena, m, (size_t)positive_cols * sizeof *problem->y);
    if (propensity_matters(data))
        problem->weight = arena_take(arena, m, sizeof *problem->weight);
    copies->items = arena_take(arena, n > m ? n : m, sizeof *copies->items);
    copies->unlabeled = arena_take(arena, n, (size_t)cols * sizeof *copies->unlabeled);
    copies->positive = arena_take(arena, m, (size_t)positive_cols * sizeof *copies->positive);
    problem->scaler = (struct scaler){.scale = problem->preset.scale,
                                      .cols = cols,
                                      .count = fitted,
                                      .pca = problem->pca,
                                      .control = control};
    scaler_layout(&problem->scaler, arena);
    if (!problem->is_apart)
        return;
    problem->positive_scaler = (struct scaler){.scale = problem->preset.scale,
                                               .cols = positive_cols,
                                               .count = m,
                                               .pca = problem->pca,
                                               .control = control};
    scaler_layout(&problem->positive_scaler, arena);
}

/* Fills x and y, each from its own table. */
static parot_status scale_apart(struct pu_problem *problem, parot_matrix unlabeled,
                                parot_matrix positive, parot_error *err)
{
    struct scaler *first = &problem->scaler, *second = &problem->positive_scaler;
    parot_matrix none = {0};
    if (scaler_choose(first, unlabeled, none) == 0)
        return fail(err, PAROT_EINVAL,
                    "unlabeled: all rows are equal, so nothing tells them apart");
    if (scaler_choose(second, positive, none) == 0)
        return fail(err, PAROT_EINVAL,
                    "positive: all rows are equal, so that they have no distances to compare; give "
                    "more of them");
    problem->dropped = first->cols - first->kept;
    TRY(scaler_fit(first, unlabeled, none, err));
    TRY(scaler_fit(second, positive, none, err));
    problem->dims = first->dims;
    problem->positive_dims = second->dims;
    TRY(scaler_apply(first, unlabeled, problem->x));
    return scaler_apply(second, positive, problem->y);
}

/* Fills x and y. */
static parot_status order_and_scale(struct pu_problem *problem, const parot_pu_data *data,
                                    const struct copies *copies, struct control *control,
                                    parot_error *err)
{
    struct scaler *scaler = &problem->scaler;
    TRY(order_rows(data->unlabeled, control, copies->items, problem->unlabeled_order));
    TRY(order_weighted_rows(data->positive, data->propensity, control, copies->items,
                            problem->positive_order));
    if (problem->weight)
        propensity_weigh(data, problem->positive_order, problem->weight);
    parot_matrix unlabeled =
        put_in_order(data->unlabeled, problem->unlabeled_order, copies->unlabeled);
    parot_matrix positive = put_in_order(data->positive, problem->positive_order, copies->positive);
    if (problem->is_apart)
        return scale_apart(problem, unlabeled, positive, err);
    if (scaler_choose(scaler, unlabeled, positive) == 0)
        return fail(err, PAROT_EINVAL,
                    "unlabeled, positive: all rows are equal, so nothing tells them apart");
    problem->dropped = scaler->cols - scaler->kept;
    TRY(scaler_fit(scaler, unlabeled, positive, err));
    problem->dims = problem->positive_dims = scaler->dims;
    TRY(scaler_apply(scaler, unlabeled, problem->x));
    return scaler_apply(scaler, positive, problem->y);
}

parot_status pu_problem_open(struct pu_problem *problem, const parot_pu_data *data,
                             const parot_pu_options *options, struct control *control,
                             parot_error *err)
{
    struct arena arena = {0};
    struct copies copies = {0};
    TRY(pu_data_check(data, options, control, err));
    problem->n = data->unlabeled.rows;
    problem->m = data->positive.rows;
    problem->pca = options->pca;
    problem->k = parot_pu_rows(data->prior, problem->n);
    parot_pu_kind kind = options->kind;
    problem->is_apart = options->is_apart || data->unlabeled.cols != data->positive.cols;
    if (kind == PAROT_PU_KIND_ANY)
        kind = options->has_distances ? PAROT_PU_KIND_DOMAINS : find_kind(problem, data);
    problem->preset = preset_of_kind(kind);
    if (options->scale != PAROT_AUTO)
        problem->preset.scale = (parot_scale)options->scale;
    if (options->metric != PAROT_AUTO)
        problem->preset.metric = (parot_metric)options->metric;
    if (options->has_distances) {
        problem->preset.scale = PAROT_SCALE_NONE;
        problem->preset.metric = PAROT_METRIC_EUCLIDEAN; /* of nothing: no metric is asked */
    }
    double mass = (double)problem->k / (double)data->unlabeled.rows;
    problem->noise = isnan(options->noise) ? problem->preset.noise_share * mass : options->noise;
    layout(problem, &copies, data, control, &arena);
    TRY(arena_open(&arena, control, err));
    problem->memory = arena.block;
    layout(problem, &copies, data, control, &arena);
    TRY(order_and_scale(problem, data, &copies, control, err));
    if (!problem->is_apart)
        TRY(check_scaled(problem, err));
    if (!metric_is_angle(problem->preset.metric))
        return PAROT_OK;
    TRY(check_directions("unlabeled", problem->x, problem->n, problem->dims,
                         problem->unlabeled_order, problem->preset.metric, err));
    return check_directions("positive", problem->y, problem->m, problem->positive_dims,
                            problem->positive_order, problem->preset.metric, err);
}

void pu_problem_close(struct pu_problem *problem)
{
    block_free(problem->memory);
    problem->memory = NULL;
}

parot_status pu_stopped(parot_status status, const char *what, parot_error *err)
{
    if (status <= 0)
        return status;
    return fail(err, PAROT_ESTOPPED, "stopped (%s) before %s was complete%s",
                parot_status_name(status), what,
                status == PAROT_TIME_LIMIT ? "; allow more time" : "");
}
