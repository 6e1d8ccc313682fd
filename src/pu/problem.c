/* problem.c - see problem.h. */
#include "pu/problem.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "pu/order.h"

/* ---- Checks ------------------------------------------------------------- */

static parot_status check_options(const parot_pu_options *options, parot_error *err)
{
    if (options->struct_size != sizeof *options)
        return fail(err, PAROT_EINVAL,
                    "options.struct_size: got %zu; call parot_pu_options_init before setting "
                    "fields",
                    options->struct_size);
    if (!parot_pu_method_name(options->method))
        return fail(err, PAROT_EINVAL, "options.method: unknown value %d", (int)options->method);
    if (!parot_pu_kind_name(options->kind))
        return fail(err, PAROT_EINVAL, "options.kind: unknown value %d", (int)options->kind);
    if (options->scale != PAROT_AUTO && !parot_scale_name((parot_scale)options->scale))
        return fail(err, PAROT_EINVAL, "options.scale: unknown value %d", (int)options->scale);
    if (options->metric != PAROT_AUTO && !parot_metric_name((parot_metric)options->metric))
        return fail(err, PAROT_EINVAL, "options.metric: unknown value %d", (int)options->metric);
    if (!parot_pu_group_name(options->group))
        return fail(err, PAROT_EINVAL, "options.group: unknown value %d", (int)options->group);
    if (!isnan(options->noise) && !(options->noise >= 0 && isfinite(options->noise)))
        return fail(err, PAROT_EINVAL,
                    "options.noise: must be 0 or more, or NAN to choose it, got %g",
                    options->noise);
    if (!parot_pu_kernel_name(options->kernel))
        return fail(err, PAROT_EINVAL, "options.kernel: unknown value %d", (int)options->kernel);
    if (options->neighbours < 1)
        return fail(err, PAROT_EINVAL, "options.neighbours: must be 1 or more, got %d",
                    (int)options->neighbours);
    if (options->pca < 0)
        return fail(err, PAROT_EINVAL, "options.pca: must be 0 or more, got %d", (int)options->pca);
    return PAROT_OK;
}

static parot_status check_rows(const char *name, parot_matrix rows, parot_error *err)
{
    int64_t size = 0;
    if (!rows.data)
        return fail(err, PAROT_EINVAL, "%s: data is NULL", name);
    if (rows.rows < 1 || rows.cols < 1)
        return fail(err, PAROT_EINVAL, "%s: must have a row and a column, got %lld x %lld", name,
                    (long long)rows.rows, (long long)rows.cols);
    if (rows.rows > INT_MAX / 4 || rows.cols > INT_MAX / 4)
        return fail(err, PAROT_EINVAL, "%s: %lld x %lld is more than %d of a kind", name,
                    (long long)rows.rows, (long long)rows.cols, INT_MAX / 4);
    if (rows.stride < rows.cols || !multiply_sizes(rows.rows, rows.stride, &size))
        return fail(err, PAROT_EINVAL, "%s: stride %lld does not hold %lld x %lld numbers", name,
                    (long long)rows.stride, (long long)rows.rows, (long long)rows.cols);
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t c = 0; c < rows.cols; c++)
            if (!isfinite(rows.data[i * rows.stride + c]))
                return fail(err, PAROT_EINVAL, "%s: must be finite, got %g at (%lld,%lld)", name,
                            rows.data[i * rows.stride + c], (long long)i, (long long)c);
    return PAROT_OK;
}

static parot_status check_prior(double prior, int64_t n, parot_error *err)
{
    if (!(prior > 0 && prior < 1))
        return fail(err, PAROT_EINVAL, "prior: must be in (0,1), got %g%s", prior,
                    prior > 1 && prior < 100 ? "; a percentage is divided by 100" : "");
    if (llround(prior * (double)n) < 1)
        return fail(err, PAROT_EINVAL,
                    "prior: %g of %lld unlabeled rows is less than half a row, so none would be "
                    "positive; give at least %g or more rows",
                    prior, (long long)n, 1 / (double)n);
    return PAROT_OK;
}

parot_status pu_data_check(const parot_pu_data *data, const parot_pu_options *options,
                           parot_error *err)
{
    TRY(check_options(options, err));
    TRY(check_rows("unlabeled", data->unlabeled, err));
    TRY(check_rows("positive", data->positive, err));
    if (options->pca > data->unlabeled.cols)
        return fail(err, PAROT_EINVAL,
                    "options.pca: must be at most the number of columns, %lld, got %d",
                    (long long)data->unlabeled.cols, (int)options->pca);
    if (data->positive.cols != data->unlabeled.cols)
        return fail(err, PAROT_ESHAPE, "unlabeled has %lld columns, positive has %lld",
                    (long long)data->unlabeled.cols, (long long)data->positive.cols);
    return check_prior(data->prior, data->unlabeled.rows, err);
}

/* After scaling; with the cosine a row of zeros has no direction. */
static parot_status check_directions(const char *name, const double *rows, int64_t count,
                                     int64_t dims, const int32_t *order, parot_error *err)
{
    for (int64_t i = 0; i < count; i++) {
        int is_zero = 1;
        for (int64_t c = 0; c < dims; c++)
            is_zero &= rows[i * dims + c] == 0;
        if (is_zero)
            return fail(err, PAROT_EINVAL,
                        "%s: row %lld is zero after scaling and has no direction for cosine; use "
                        "another metric, or ranks",
                        name, (long long)order[i]);
    }
    return PAROT_OK;
}

/* ---- Making ready ------------------------------------------------------- */

static void settle(struct pu_problem *problem, const parot_pu_data *data,
                   const parot_pu_options *options)
{
    parot_pu_kind kind = options->kind;
    if (kind == PAROT_PU_ANY)
        kind = base_find_kind(data->unlabeled, data->positive);
    problem->base = base_of_kind(kind);
    if (options->scale != PAROT_AUTO)
        problem->base.scale = (parot_scale)options->scale;
    if (options->metric != PAROT_AUTO)
        problem->base.metric = (parot_metric)options->metric;
    double mass = (double)problem->k / (double)data->unlabeled.rows;
    problem->noise = isnan(options->noise) ? problem->base.noise_share * mass : options->noise;
}

/* Rows in order, as they are before scaling. */
struct copies {
    struct order_item *items;
    double *unlabeled, *positive;
};

static void layout(struct pu_problem *problem, struct copies *copies, int64_t cols,
                   struct arena *arena)
{
    int64_t n = problem->n, m = problem->m;
    problem->unlabeled_order = arena_take(arena, n, sizeof *problem->unlabeled_order);
    problem->positive_order = arena_take(arena, m, sizeof *problem->positive_order);
    problem->x = arena_take(arena, n, (size_t)cols * sizeof *problem->x);
    problem->y = arena_take(arena, m, (size_t)cols * sizeof *problem->y);
    copies->items = arena_take(arena, n > m ? n : m, sizeof *copies->items);
    copies->unlabeled = arena_take(arena, n, (size_t)cols * sizeof *copies->unlabeled);
    copies->positive = arena_take(arena, m, (size_t)cols * sizeof *copies->positive);
    problem->scaler = (struct scaler){
        .scale = problem->base.scale, .cols = cols, .count = n + m, .pca = problem->pca};
    scaler_layout(&problem->scaler, arena);
}

static parot_matrix put_in_order(parot_matrix rows, const int32_t *order, double *to)
{
    for (int64_t r = 0; r < rows.rows; r++)
        memcpy(to + r * rows.cols, rows.data + order[r] * rows.stride,
               (size_t)rows.cols * sizeof *to);
    return (parot_matrix){to, rows.rows, rows.cols, rows.cols};
}

/* Fills x and y. */
static parot_status order_and_scale(struct pu_problem *problem, const parot_pu_data *data,
                                    const struct copies *copies, uint64_t seed, parot_error *err)
{
    struct scaler *scaler = &problem->scaler;
    order_rows(data->unlabeled, seed, copies->items, problem->unlabeled_order);
    order_rows(data->positive, seed, copies->items, problem->positive_order);
    parot_matrix unlabeled =
        put_in_order(data->unlabeled, problem->unlabeled_order, copies->unlabeled);
    parot_matrix positive = put_in_order(data->positive, problem->positive_order, copies->positive);
    if (scaler_choose(scaler, unlabeled, positive) == 0)
        return fail(err, PAROT_EINVAL,
                    "unlabeled, positive: all rows are equal, so nothing tells them apart");
    problem->dropped = scaler->cols - scaler->kept;
    TRY(scaler_fit(scaler, unlabeled, positive, err));
    problem->dims = scaler->dims;
    scaler_apply(scaler, unlabeled, problem->x);
    scaler_apply(scaler, positive, problem->y);
    return PAROT_OK;
}

parot_status pu_problem_open(struct pu_problem *problem, const parot_pu_data *data,
                             const parot_pu_options *options, struct control *control,
                             parot_error *err)
{
    struct arena arena = {0};
    struct copies copies = {0};
    TRY(pu_data_check(data, options, err));
    problem->n = data->unlabeled.rows;
    problem->m = data->positive.rows;
    problem->pca = options->pca;
    problem->k = (int64_t)llround(data->prior * (double)problem->n);
    settle(problem, data, options);
    layout(problem, &copies, data->unlabeled.cols, &arena);
    TRY(arena_open(&arena, control, err));
    problem->memory = arena.block;
    layout(problem, &copies, data->unlabeled.cols, &arena);
    TRY(order_and_scale(problem, data, &copies, control->run.seed, err));
    if (problem->base.metric != PAROT_COSINE)
        return PAROT_OK;
    TRY(check_directions("unlabeled", problem->x, problem->n, problem->dims,
                         problem->unlabeled_order, err));
    return check_directions("positive", problem->y, problem->m, problem->dims,
                            problem->positive_order, err);
}

void pu_problem_close(struct pu_problem *problem)
{
    block_free(problem->memory);
    problem->memory = NULL;
}
