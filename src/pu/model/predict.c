/* predict.c - parot_pu_predict: prices, a ridge or a forest, applied to rows that were not there.
 *
 * A row is priced by min_j c(x, y_j) + v_j, which is what moving it would cost. Rows that the model
 * was trained on are remembered (remembered.h).
 */
#include <math.h>

#include "pu/methods/learner.h"
#include "pu/model/model.h"
#include "pu/problem/row_order.h"

enum { BLOCK = 256 }; /* rows whose distances are kept at a time */

struct prediction {
    struct model_view view;
    parot_matrix rows;
    struct pu_problem problem; /* stands for the batch: its order, and k */
    struct pu_result found;
    struct order_item *items;
    double *ordered; /* the rows in the order of row_order.h */
    double *cost;    /* BLOCK x references */
    struct forest forest;
    double *by_ridge; /* values, if a forest judges as well */
    int32_t *column;
    void *memory;
};

static void layout(struct prediction *prediction, struct arena *arena)
{
    struct scaler *scaler = &prediction->view.scaler;
    int64_t n = prediction->rows.rows, kept = scaler->kept;
    const struct model_view *view = &prediction->view;
    int64_t references = view->gamma > 0 ? 0 : view->references;
    struct forest *forest = &prediction->forest;
    prediction->problem.x = arena_take(arena, n, (size_t)scaler->dims * sizeof(double));
    prediction->problem.unlabeled_order = arena_take(arena, n, sizeof(int32_t));
    prediction->found.value = arena_take(arena, n, sizeof(double));
    prediction->cost = arena_take(arena, BLOCK, (size_t)references * sizeof(double));
    prediction->by_ridge = arena_take(arena, view->ensemble.n ? n : 0, sizeof(double));
    forest->first = arena_take(arena, view->trees, sizeof *forest->first);
    forest->used = arena_take(arena, view->trees, sizeof *forest->used);
    forest->nodes = arena_take(arena, view->nodes, sizeof *forest->nodes);
    prediction->column = arena_take(arena, kept, sizeof(int32_t));
    scaler->block =
        arena_take(arena, scaler->pca ? SCALER_BLOCK : 0, (size_t)kept * sizeof(double));
    prediction->items = arena_take(arena, n, sizeof *prediction->items);
    prediction->ordered = arena_take(arena, n, (size_t)prediction->rows.cols * sizeof(double));
}

/* ---- Checks ------------------------------------------------------------- */

static parot_status check_rows(const struct prediction *prediction, parot_error *err)
{
    parot_matrix rows = prediction->rows;
    if (!rows.data || rows.rows < 1 || rows.rows > INT32_MAX / 4 || rows.stride < rows.cols)
        return fail(err, PAROT_EINVAL,
                    "rows: must have data, a row and a stride of its columns, got %lld x %lld, "
                    "stride %lld",
                    (long long)rows.rows, (long long)rows.cols, (long long)rows.stride);
    if (rows.cols != prediction->view.cols)
        return fail(err, PAROT_ESHAPE, "rows has %lld columns, the model was trained on %lld",
                    (long long)rows.cols, (long long)prediction->view.cols);
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t c = 0; c < rows.cols; c++)
            if (!isfinite(rows.data[i * rows.stride + c]))
                return fail(err, PAROT_EINVAL, "rows: must be finite, got %g at (%lld,%lld)",
                            rows.data[i * rows.stride + c], (long long)i, (long long)c);
    return PAROT_OK;
}

static parot_status take_columns(struct prediction *prediction, parot_error *err)
{
    const struct model_view *view = &prediction->view;
    for (int64_t k = 0; k < view->scaler.kept; k++) {
        double column = view->column[k];
        if (!(column >= 0 && column < (double)view->cols))
            return fail(err, PAROT_EFORMAT, "model: uses column %g of %lld", column,
                        (long long)view->cols);
        prediction->column[k] = (int32_t)column;
    }
    prediction->view.scaler.column = prediction->column;
    return PAROT_OK;
}

static parot_status scale_rows(struct prediction *prediction, struct control *control)
{
    int32_t *order = prediction->problem.unlabeled_order;
    TRY(order_rows(prediction->rows, control, prediction->items, order));
    prediction->view.scaler.control = control;
    return scaler_apply(&prediction->view.scaler,
                        put_in_order(prediction->rows, order, prediction->ordered),
                        prediction->problem.x);
}

/* ---- Values ------------------------------------------------------------- */

static parot_status price_rows(struct prediction *prediction, struct control *control,
                               parot_error *err)
{
    const struct model_view *view = &prediction->view;
    int64_t n = prediction->rows.rows, m = view->references, dims = view->scaler.dims;
    for (int64_t first = 0; first < n; first += BLOCK) {
        int64_t rest = n - first, rows = rest < BLOCK ? rest : BLOCK;
        TRY(control_poll_part(control, "prices", first, n));
        parot_run run = control_rest(control);
        TRY(parot_cost((parot_matrix){prediction->problem.x + first * dims, rows, dims, dims},
                       (parot_matrix){view->reference, m, dims, dims}, view->metric, &run,
                       prediction->cost, err));
        for (int64_t i = 0; i < rows; i++) {
            double least = INFINITY;
            for (int64_t j = 0; j < m; j++)
                least = fmin(least, prediction->cost[i * m + j] + view->weight[j]);
            prediction->found.value[first + i] = -least;
        }
    }
    return PAROT_OK;
}

static parot_status ask_ridge(const struct prediction *prediction, struct control *control,
                              double *value, parot_error *err)
{
    const struct model_view *view = &prediction->view;
    struct ridge ridge = {.kernel = view->kernel,
                          .gamma = view->gamma,
                          .count = view->references,
                          .dims = view->scaler.dims,
                          .rows = (double *)(uintptr_t)view->reference, /* which it only reads */
                          .coefficient = (double *)(uintptr_t)view->weight};
    return ridge_predict(&ridge, prediction->problem.x, prediction->rows.rows, control, value, err);
}

static parot_status ask_forest(struct prediction *prediction, struct control *control,
                               parot_error *err)
{
    const struct model_view *view = &prediction->view;
    double *value = prediction->found.value;
    int64_t n = prediction->rows.rows;
    TRY(model_view_forest(view, &prediction->forest, err));
    TRY(forest_predict(&prediction->forest, prediction->problem.x, n, control, value));
    if (!view->ensemble.n)
        return PAROT_OK;
    TRY(ask_ridge(prediction, control, prediction->by_ridge, err));
    for (int64_t i = 0; i < n; i++)
        value[i] = ensemble_rank(&view->ensemble, prediction->by_ridge[i], value[i]);
    return PAROT_OK;
}

static parot_status value_rows(struct prediction *prediction, struct control *control,
                               parot_error *err)
{
    const struct model_view *view = &prediction->view;
    if (view->trees)
        return ask_forest(prediction, control, err);
    if (view->gamma == 0)
        return price_rows(prediction, control, err);
    return ask_ridge(prediction, control, prediction->found.value, err);
}

/* ---- Labels ------------------------------------------------------------- */

/* Without a prior a row is positive above the border: values minus the border, by their sign. */
static void settle(struct prediction *prediction, double prior)
{
    struct pu_result *found = &prediction->found;
    int64_t n = prediction->rows.rows;
    prediction->problem.n = n;
    prediction->problem.preset = (struct preset){.kind = prediction->view.kind,
                                                 .scale = prediction->view.scaler.scale,
                                                 .metric = prediction->view.metric};
    prediction->problem.noise = prediction->view.noise;
    prediction->problem.dropped = prediction->view.cols - prediction->view.scaler.kept;
    found->is_by_sign = isnan(prior);
    prediction->problem.k = isnan(prior) ? 0 : parot_pu_rows(prior, n);
    for (int64_t i = 0; i < n; i++) {
        const double *row = prediction->ordered + i * prediction->rows.cols;
        found->value[i] -= prediction->view.border;
        recall_row(&prediction->view.remembered, row, prediction->rows.cols, &found->value[i]);
    }
}

static parot_status predict(struct prediction *prediction, const parot_pu_model *model,
                            double prior, struct control *control, parot_pu_result *result,
                            parot_error *err)
{
    struct arena arena = {0};
    TRY(model_view(model, &prediction->view, err));
    TRY(check_rows(prediction, err));
    if (!isnan(prior) && !(prior > 0 && prior < 1))
        return fail(err, PAROT_EINVAL, "prior: must be in (0,1), or NAN for none, got %g", prior);
    layout(prediction, &arena);
    TRY(arena_open(&arena, control, err));
    prediction->memory = arena.block;
    layout(prediction, &arena);
    TRY(take_columns(prediction, err));
    TRY(scale_rows(prediction, control));
    TRY(value_rows(prediction, control, err));
    settle(prediction, prior);
    TRY(pu_result_publish(&prediction->found, &prediction->problem, control, result, err));
    result->prior = prior;
    /* The scores of training, so that a row's score does not depend on its company. */
    for (int64_t r = 0; r < result->count && isnan(prior); r++) {
        int64_t to = prediction->problem.unlabeled_order[r];
        result->score[to] = pu_result_score(prediction->found.value[r], prediction->view.typical,
                                            result->label[to] > 0);
    }
    return PAROT_OK;
}

parot_status parot_pu_predict(const parot_pu_model *model, parot_matrix rows, double prior,
                              const parot_run *run, parot_pu_result *result, parot_error *err)
{
    struct control control;
    struct prediction prediction = {.rows = rows};
    parot_pu_result local = {0};
    TRY(CHECK_GIVEN(err, model, result));
    TRY(control_init(&control, run, err));
    parot_status status = predict(&prediction, model, prior, &control, &local, err);
    block_free(prediction.memory);
    status = pu_stopped(status, "the labelling", err);
    if (status == PAROT_OK)
        *result = local;
    return status;
}

/* Rows are scaled and ordered in copies, and have eight numbers each; the distances of 256 of them
 * to what the model remembers are kept at a time. */
double parot_pu_predict_memory(const parot_pu_model *model, parot_matrix rows)
{
    enum { COPIES = 2, LISTS = 8 };
    double numbers = (double)rows.rows * (COPIES * (double)rows.cols + LISTS);
    return sizeof(double) * (numbers + BLOCK * (double)model->count);
}
