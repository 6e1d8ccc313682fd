/* mixture.c - a list of at most MOST_ATOMS plans. Moments of the mixture are added up from those of
 * its parts, so that no rounding is carried from step to step. */
#include "gromov/points/mixture.h"

#include <math.h>
#include <string.h>

#include "partial/result.h"

void mixture_close(struct mixture *mixture)
{
    for (int32_t k = 0; k < MOST_ATOMS; k++) {
        parot_result_free(&mixture->plan[k]);
        block_free(mixture->moments[k]);
    }
    *mixture = (struct mixture){0};
}

/* ---- Sums of plans -------------------------------------------------------- */

static int comes_first(const parot_plan *a, int64_t i, const parot_plan *b, int64_t j)
{
    if (i == a->count || j == b->count)
        return j == b->count;
    return a->row[i] != b->row[j] ? a->row[i] < b->row[j] : a->col[i] <= b->col[j];
}

static int is_same(const parot_plan *a, int64_t i, const parot_plan *b, int64_t j)
{
    return i < a->count && j < b->count && a->row[i] == b->row[j] && a->col[i] == b->col[j];
}

/* to = x a + y b; with no room in `to` only counts. */
static int64_t merge(parot_plan *to, double x, const parot_plan *a, double y, const parot_plan *b)
{
    int64_t i = 0, j = 0, count = 0;
    for (; i < a->count || j < b->count; count++) {
        int both = is_same(a, i, b, j), first = both || comes_first(a, i, b, j);
        if (to) {
            to->row[count] = first ? a->row[i] : b->row[j];
            to->col[count] = first ? a->col[i] : b->col[j];
            to->mass[count] = (first ? x * a->mass[i] : 0) + (both || !first ? y * b->mass[j] : 0);
        }
        i += first;
        j += both || !first;
    }
    return count;
}

parot_status mixture_blend(parot_result *result, double x, const parot_plan *a, double y,
                           const parot_plan *b, struct control *control, parot_error *err)
{
    result->plan = (parot_plan){a->rows, a->cols, merge(NULL, x, a, y, b), 0, 0, 0};
    TRY(result_open(result, control, err));
    merge(&result->plan, x, a, y, b);
    return PAROT_OK;
}

parot_status mixture_write(const struct mixture *mixture, parot_result *result,
                           struct control *control, parot_error *err)
{
    const parot_plan empty = {mixture->plan[0].plan.rows, mixture->plan[0].plan.cols, 0, 0, 0, 0};
    parot_result sum = {0};
    for (int32_t k = 0; k < mixture->count; k++) {
        parot_result next = {0};
        parot_status status =
            mixture_blend(&next, 1, k == 0 ? &empty : &sum.plan, mixture->weight[k],
                          &mixture->plan[k].plan, control, err);
        parot_result_free(&sum);
        if (status != PAROT_OK) {
            parot_result_free(&next);
            return status;
        }
        sum = next;
    }
    *result = sum;
    return PAROT_OK;
}

/* ---- The list -------------------------------------------------------------- */

/* The last takes its place. */
static void forget(struct mixture *mixture, int32_t k)
{
    int32_t last = --mixture->count;
    double *moments = mixture->moments[k];
    parot_result_free(&mixture->plan[k]);
    mixture->plan[k] = mixture->plan[last];
    mixture->weight[k] = mixture->weight[last];
    mixture->moments[k] = mixture->moments[last];
    mixture->moments[last] = moments;
    if (k != last)
        mixture->plan[last] = (parot_result){0};
}

static int32_t lightest(const struct mixture *mixture, int32_t except)
{
    int32_t least = except == 0 ? 1 : 0;
    for (int32_t k = 0; k < mixture->count; k++)
        if (k != except && mixture->weight[k] < mixture->weight[least])
            least = k;
    return least;
}

/* Two become one, which is not a vertex, but as good a plan. */
static parot_status make_room(struct mixture *mixture, int64_t moments, struct control *control,
                              parot_error *err)
{
    int32_t a = lightest(mixture, -1), b = lightest(mixture, a);
    double weight = mixture->weight[a] + mixture->weight[b];
    double x = mixture->weight[a] / weight, y = mixture->weight[b] / weight;
    parot_result both = {0};
    parot_status status =
        mixture_blend(&both, x, &mixture->plan[a].plan, y, &mixture->plan[b].plan, control, err);
    if (status != PAROT_OK) {
        parot_result_free(&both);
        return status;
    }
    both.mass = mixture->plan[a].mass;
    parot_result_free(&mixture->plan[a]);
    mixture->plan[a] = both;
    mixture->weight[a] = weight;
    for (int64_t k = 0; k < moments; k++)
        mixture->moments[a][k] = x * mixture->moments[a][k] + y * mixture->moments[b][k];
    forget(mixture, b);
    return PAROT_OK;
}

static parot_status put(struct mixture *mixture, int64_t count, double weight, parot_result *plan,
                        const double *moments, struct control *control, parot_error *err)
{
    for (int32_t k = 0; k < mixture->count; k++)
        if (sparse_equal(&mixture->plan[k].plan, &plan->plan)) {
            mixture->weight[k] += weight;
            parot_result_free(plan);
            return PAROT_OK;
        }
    if (mixture->count == MOST_ATOMS)
        TRY(make_room(mixture, count, control, err));
    int32_t k = mixture->count;
    size_t bytes = (size_t)count * sizeof *moments;
    if (!mixture->moments[k])
        mixture->moments[k] = block_alloc(control, bytes);
    if (!mixture->moments[k])
        return fail_memory(err, bytes);
    memcpy(mixture->moments[k], moments, bytes);
    mixture->weight[k] = weight;
    mixture->plan[k] = *plan;
    mixture->count++;
    *plan = (parot_result){0};
    return PAROT_OK;
}

parot_status mixture_add(struct mixture *mixture, const struct coordinates *at, double step,
                         parot_result *plan, const double *moments, struct control *control,
                         parot_error *err)
{
    if (step == 1)
        while (mixture->count > 0)
            forget(mixture, mixture->count - 1);
    for (int32_t k = 0; k < mixture->count; k++)
        mixture->weight[k] *= 1 - step;
    parot_status status = put(mixture, moments_map(at).count, step, plan, moments, control, err);
    parot_result_free(plan);
    return status;
}

parot_status mixture_exchange(struct mixture *mixture, const struct coordinates *at, int32_t from,
                              double step, parot_result *plan, const double *moments,
                              struct control *control, parot_error *err)
{
    if (step < mixture->weight[from])
        mixture->weight[from] -= step;
    else
        forget(mixture, from);
    parot_status status = put(mixture, moments_map(at).count, step, plan, moments, control, err);
    parot_result_free(plan);
    return status;
}

void mixture_moments(const struct mixture *mixture, int64_t count, double *moments)
{
    memcpy(moments, mixture->moments[0], (size_t)count * sizeof *moments);
    if (mixture->count == 1)
        return;
    for (int64_t c = 0; c < count; c++) {
        moments[c] = 0;
        for (int32_t k = 0; k < mixture->count; k++)
            moments[c] += mixture->weight[k] * mixture->moments[k][c];
    }
}

void mixture_marginals(const struct mixture *mixture, double *rows, double *cols)
{
    memset(rows, 0, (size_t)mixture->plan[0].plan.rows * sizeof *rows);
    memset(cols, 0, (size_t)mixture->plan[0].plan.cols * sizeof *cols);
    for (int32_t k = 0; k < mixture->count; k++) {
        const parot_plan *plan = &mixture->plan[k].plan;
        for (int64_t e = 0; e < plan->count; e++) {
            double mass = mixture->weight[k] * plan->mass[e];
            rows[plan->row[e]] += mass;
            cols[plan->col[e]] += mass;
        }
    }
}

int32_t mixture_worst(const struct mixture *mixture, const struct coordinates *at, const double *t)
{
    int32_t worst = 0;
    double most = -INFINITY, magnitude;
    for (int32_t k = 0; k < mixture->count; k++) {
        double value = moments_form(at, mixture->moments[k], t, &magnitude);
        if (value > most) {
            most = value;
            worst = k;
        }
    }
    return worst;
}
