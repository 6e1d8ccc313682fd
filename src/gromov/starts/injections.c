/* injections.c - depth first, row by row: each takes one of the free columns or stays.
 *
 * The objective of a choice is a sum of terms >= 0 over its pairs, so that a choice of a few pairs
 * that costs as much as the best whole one so far is not continued. Where all weights are equal the
 * choices are the vertices of the set of plans, and the start is the lowest of these.
 */
#include "gromov/starts/injections.h"

#include <math.h>
#include <string.h>

struct injections {
    const struct gromov *problem;
    int64_t n, m, wanted; /* wanted: pairs of a whole choice */
    double unit;          /* mass of a pair */
    double least_cost;    /* of C, so that no term is below 0 */
    int64_t pairs;
    int32_t row[INJECTIONS_MOST], col[INJECTIONS_MOST];
    int8_t is_taken[INJECTIONS_MOST]; /* columns */
    double best;
    int32_t best_row[INJECTIONS_MOST], best_col[INJECTIONS_MOST];
};

static double own_of(const struct space *space, int64_t i, int64_t k)
{
    double even = space->even[i * space->even_stride + k];
    double odd = space->odd ? space->odd[i * space->count + k] : 0;
    return space->own ? space->own[i * space->own_stride + k] : (even * even + odd * odd) / 2;
}

/* L(source_ik, target_jl), its symmetric part; see tensor.h. */
static double loss_of(const struct tensor *tensor, int64_t i, int64_t k, int64_t j, int64_t l)
{
    const struct space *source = &tensor->source, *target = &tensor->target;
    double a = source->even[i * source->even_stride + k];
    double b = target->even[j * target->even_stride + l];
    if (!source->own && !source->odd && !target->odd)
        return (a - b) * (a - b) / 2; /* distances that agree give exactly 0 */
    double odd = source->odd && target->odd
                     ? source->odd[i * source->count + k] * target->odd[j * target->count + l]
                     : 0;
    return fmax(0, own_of(source, i, k) + own_of(target, j, l) - a * b - odd);
}

/* What the pair (i, j) adds to the objective of those that are chosen. */
static double added(const struct injections *it, int64_t i, int64_t j)
{
    const struct gromov *problem = it->problem;
    const struct tensor *tensor = &problem->tensor;
    double sum = loss_of(tensor, i, i, j, j);
    for (int64_t k = 0; k < it->pairs; k++)
        sum += 2 * loss_of(tensor, i, it->row[k], j, it->col[k]);
    double value = problem->alpha * it->unit * it->unit * sum;
    if (problem->linear != 0)
        value += 2 * problem->linear * it->unit *
                 (problem->cost.data[i * problem->cost.stride + j] - it->least_cost);
    return value;
}

static void keep(struct injections *it, double value)
{
    it->best = value;
    memcpy(it->best_row, it->row, sizeof it->row);
    memcpy(it->best_col, it->col, sizeof it->col);
}

/* Rows from i on. */
static void search(struct injections *it, int64_t i, double value)
{
    if (it->pairs == it->wanted) {
        keep(it, value);
        return;
    }
    for (int64_t j = 0; j < it->m; j++) {
        if (it->is_taken[j])
            continue;
        double with = value + added(it, i, j);
        if (!(with < it->best))
            continue;
        it->row[it->pairs] = (int32_t)i;
        it->col[it->pairs++] = (int32_t)j;
        it->is_taken[j] = 1;
        search(it, i + 1, with);
        it->is_taken[j] = 0;
        it->pairs--;
    }
    if (it->n - i - 1 >= it->wanted - it->pairs)
        search(it, i + 1, value);
}

static double least_cost(const struct gromov *problem)
{
    double least = INFINITY;
    for (int64_t i = 0; problem->linear != 0 && i < problem->tensor.source.count; i++)
        for (int64_t j = 0; j < problem->tensor.target.count; j++)
            least = fmin(least, problem->cost.data[i * problem->cost.stride + j]);
    return least;
}

void injections_cost(const struct frank_wolfe *descent, double *cost)
{
    const struct gromov *problem = descent->problem;
    struct weights p = {problem->p, problem->tensor.source.count};
    struct weights q = {problem->q, problem->tensor.target.count};
    struct injections it = {.problem = problem, .n = p.count, .m = q.count, .best = INFINITY};
    double most = fmin((double)p.count, (double)q.count);
    it.unit = fmin(weights_total(p) / (double)p.count, weights_total(q) / (double)q.count);
    it.wanted = (int64_t)fmin(most, fmax(1, ceil(problem->mass / it.unit - 1e-9)));
    it.least_cost = least_cost(problem);
    search(&it, 0, 0);
    for (int64_t k = 0; k < it.n * it.m; k++)
        cost[k] = 1;
    for (int64_t k = 0; it.best < INFINITY && k < it.wanted; k++)
        cost[it.best_row[k] * it.m + it.best_col[k]] = 0;
}
