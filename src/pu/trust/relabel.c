/* relabel.c - parot_pu_relabel: another number of the first ranks is labelled +1.
 *
 * A score tells the distance of a row from the border in units of the typical distance (see
 * pu_result.c). Undone, scores give values; the new border lies halfway between the last row that
 * is labelled +1 and the first that is not, and scores are made again from the distances to it.
 */
#include <math.h>

#include "base/sort.h"
#include "pu/methods/pu_result.h"

/* Rows of score 0 and 1 are infinitely far away: far, so that halfway is still a number. */
static const double FAR = 1e300;

struct relabelling {
    double *value;    /* n, the most positive first */
    double *distance; /* n */
};

/* The distance d that makes the score 1 - (1/2) / (1 + d), or (1/2) / (1 - d) below the border. */
static double value_of(double score)
{
    return score >= 0.5 ? fmin(FAR, 0.5 / (1 - score) - 1) : -fmin(FAR, 0.5 / score - 1);
}

static double border_of(const double *value, int64_t rows, int64_t n)
{
    if (rows == 0)
        return value[0];
    return rows < n ? 0.5 * value[rows - 1] + 0.5 * value[rows] : value[n - 1];
}

static parot_status fill_values(struct relabelling *it, const parot_pu_result *result,
                                parot_error *err)
{
    int64_t n = result->count;
    for (int64_t r = 0; r < n; r++)
        it->value[r] = NAN;
    for (int64_t i = 0; i < n; i++)
        it->value[result->rank[i] - 1] = value_of(result->score[i]);
    for (int64_t r = 0; r < n; r++)
        if (isnan(it->value[r]))
            return fail(err, PAROT_EINVAL,
                        "result: rank %lld is missing; ranks must be 1 to %lld, each once, and "
                        "scores numbers",
                        (long long)(r + 1), (long long)n);
    return PAROT_OK;
}

static void relabel(struct relabelling *it, int64_t rows, parot_pu_result *result)
{
    int64_t n = result->count;
    double border = border_of(it->value, rows, n);
    for (int64_t r = 0; r < n; r++)
        it->distance[r] = fabs(it->value[r] - border);
    sort_numbers(it->distance, n);
    for (int64_t i = 0; i < n; i++) {
        int64_t r = result->rank[i] - 1;
        result->label[i] = r < rows ? 1 : -1;
        result->score[i] = pu_result_score(it->value[r] - border, it->distance[n / 2], r < rows);
    }
    result->positives = rows;
}

static parot_status check(const parot_pu_result *result, int64_t rows, parot_error *err)
{
    if (!result)
        return fail_argument(err, PAROT_EINVAL, "result", "must not be NULL");
    if (result->count < 1 || !result->rank || !result->score || !result->label)
        return fail(err, PAROT_EINVAL, "result: has no rows; classify first");
    for (int64_t i = 0; i < result->count; i++)
        if (result->rank[i] < 1 || result->rank[i] > result->count)
            return fail(err, PAROT_EINVAL, "result: rank[%lld] must be from 1 to %lld, got %d",
                        (long long)i, (long long)result->count, (int)result->rank[i]);
    if (rows < 0 || rows > result->count)
        return fail(err, PAROT_EINVAL, "rows: must be from 0 to %lld, got %lld",
                    (long long)result->count, (long long)rows);
    return PAROT_OK;
}

parot_status parot_pu_relabel(parot_pu_result *result, int64_t rows, parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    struct relabelling it = {0};
    TRY(check(result, rows, err));
    TRY(control_init(&control, NULL, err));
    arena_take(&arena, result->count, 2 * sizeof(double));
    TRY(arena_open(&arena, &control, err));
    it.value = arena_take(&arena, result->count, 2 * sizeof(double));
    it.distance = it.value + result->count;
    parot_status status = fill_values(&it, result, err);
    if (status == PAROT_OK)
        relabel(&it, rows, result);
    block_free(arena.block);
    return status;
}
