/* spies.c - parot_pu_spies: how many hidden positives are found?
 *
 * Each of five folds hides a fifth of the positives among the unlabeled rows and runs the whole
 * method again, scaling included, with a prior that counts the spies.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "pu/order.h"
#include "pu/problem.h"

enum { FOLDS = 5 };

struct spying {
    parot_pu_data data; /* of one fold: the arrays below */
    struct order_item *items;
    int32_t *order;    /* m: rows of the caller, at random */
    double *unlabeled; /* (n + m) x cols: the spies are behind the others */
    double *positive;  /* m x cols */
    double found, hidden, above, pairs;
    void *memory;
};

static void layout(struct spying *spying, parot_matrix unlabeled, parot_matrix positive,
                   struct arena *arena)
{
    size_t row = (size_t)positive.cols * sizeof(double);
    spying->items = arena_take(arena, positive.rows, sizeof *spying->items);
    spying->order = arena_take(arena, positive.rows, sizeof *spying->order);
    spying->unlabeled = arena_take(arena, unlabeled.rows + positive.rows, row);
    spying->positive = arena_take(arena, positive.rows, row);
}

/* Every fifth positive, in random order, is a spy. */
static void hide(struct spying *spying, const parot_pu_data *data, int fold)
{
    int64_t n = data->unlabeled.rows, cols = data->unlabeled.cols, spies = 0, left = 0;
    size_t row = (size_t)cols * sizeof(double);
    for (int64_t i = 0; i < n; i++)
        memcpy(spying->unlabeled + i * cols, data->unlabeled.data + i * data->unlabeled.stride,
               row);
    for (int64_t r = 0; r < data->positive.rows; r++) {
        const double *from = data->positive.data + spying->order[r] * data->positive.stride;
        if (r % FOLDS == fold)
            memcpy(spying->unlabeled + (n + spies++) * cols, from, row);
        else
            memcpy(spying->positive + left++ * cols, from, row);
    }
    double known = nearbyint(data->prior * (double)n);
    spying->data =
        (parot_pu_data){{spying->unlabeled, n + spies, cols, cols},
                        {spying->positive, left, cols, cols},
                        fmin((known + (double)spies) / (double)(n + spies), 1 - 0x1p-53)};
}

/* Spies labelled positive; and pairs of a spy and another row in which the spy ranks first. */
static void count(struct spying *spying, const parot_pu_result *result, int64_t n)
{
    for (int64_t s = n; s < result->count; s++) {
        spying->hidden++;
        spying->found += result->label[s] > 0;
        for (int64_t i = 0; i < n; i++)
            spying->above += result->rank[s] < result->rank[i];
        spying->pairs += (double)n;
    }
}

static parot_status run_fold(struct spying *spying, const parot_pu_data *data, int fold,
                             const parot_pu_options *options, struct control *control,
                             parot_error *err)
{
    parot_pu_result result = {0};
    parot_run run = control_rest(control);
    hide(spying, data, fold);
    parot_status status = parot_pu_classify(&spying->data, options, &run, &result, err);
    if (status >= 0)
        count(spying, &result, data->unlabeled.rows);
    parot_pu_result_free(&result);
    return status > 0
               ? fail(err, PAROT_ESTOPPED, "spies: stopped in fold %d of %d", fold + 1, FOLDS)
               : status;
}

static void conclude(const struct spying *spying, const parot_pu_data *data,
                     parot_pu_spies_result *result)
{
    double n = (double)data->unlabeled.rows;
    double recall = spying->found / spying->hidden, part = nearbyint(data->prior * n) / n;
    result->folds = FOLDS;
    result->spies = (int64_t)spying->hidden;
    result->recall = recall;
    result->recall_error = sqrt(fmax(recall * (1 - recall), 0) / spying->hidden);
    result->auc = (spying->above / spying->pairs - part / 2) / (1 - part);
    result->auc = fmin(1, fmax(0, result->auc));
    result->accuracy = 1 - 2 * part * (1 - recall);
    result->precision = fmin(1, data->prior * recall / part);
    result->lee_liu = recall * recall / part;
}

static parot_status spy(struct spying *spying, const parot_pu_data *data,
                        const parot_pu_options *options, struct control *control,
                        parot_pu_spies_result *result, parot_error *err)
{
    struct arena arena = {0};
    layout(spying, data->unlabeled, data->positive, &arena);
    TRY(arena_open(&arena, control, err));
    spying->memory = arena.block;
    layout(spying, data->unlabeled, data->positive, &arena);
    order_rows(data->positive, control->run.seed, spying->items, spying->order);
    for (int fold = 0; fold < FOLDS; fold++)
        TRY(run_fold(spying, data, fold, options, control, err));
    conclude(spying, data, result);
    return PAROT_OK;
}

parot_status parot_pu_spies(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_spies_result *result, parot_error *err)
{
    struct control control;
    struct spying spying = {0};
    parot_pu_options defaults;
    parot_pu_spies_result local = {0};
    if (!data || !result)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", data ? "result" : "data");
    TRY(control_init(&control, run, err));
    parot_pu_options_init(&defaults);
    TRY(pu_data_check(data, options ? options : &defaults, err));
    if (data->positive.rows < FOLDS)
        return fail(err, PAROT_EINVAL, "positive: spies need %d rows or more, got %lld", FOLDS,
                    (long long)data->positive.rows);
    parot_status status = spy(&spying, data, options ? options : &defaults, &control, &local, err);
    block_free(spying.memory);
    if (status == PAROT_OK)
        *result = local;
    return status;
}
