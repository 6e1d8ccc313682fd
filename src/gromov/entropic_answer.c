/* entropic_answer.c - values of the last plan, computed from the plan alone in compensated sums,
 * and a stationarity that its prices prove: they bound from below what the costs at this plan, with
 * the entropy, are for any other.
 */
#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "gromov/entropic_job.h"
#include "linalg/exponential.h"
#include "partial/problem.h"

static void result_layout(parot_gromov_entropic_result *result, struct arena *arena)
{
    result->plan = arena_take(arena, result->rows, (size_t)result->cols * sizeof(double));
    result->dual.u = arena_take(arena, result->rows, sizeof(double));
    result->dual.v = arena_take(arena, result->cols, sizeof(double));
    result->changes = arena_take(arena, result->history, sizeof(double));
    result->owner = arena->block;
}

/* Prices of points without weight are infinite; the largest useful one is enough. */
static void fill_prices(const struct entropic_job *job, const struct entropic_side *side,
                        double *price)
{
    double enough = fabs(job->entropic.lambda * job->reg) + job->largest_cost;
    for (int64_t i = 0; i < side->weights.count; i++)
        price[i] = side->price[i] < INFINITY ? side->price[i] * job->reg : enough;
}

/* log of the mass that the prices give to the costs `row` / reg */
static double log_mass(const struct entropic_job *job, int64_t i, const double *row)
{
    const struct entropic *entropic = &job->entropic;
    const int64_t m = entropic->col.weights.count;
    if (entropic->row.price[i] == INFINITY)
        return -INFINITY;
    double least = exponential_least(m, row, entropic->col.price);
    return entropic->lambda - entropic->row.price[i] - least +
           log(exponential_sum(m, least, row, entropic->col.price));
}

/* What the costs at T, with the entropy, are for T: (1 - alpha) <C,T> + 2 alpha J(T) + reg sum T
 * log T; and what they are for any plan, at least: the prices' bound, lambda such that their plan
 * has the mass. `cost` has alpha (M o T). */
static double find_stationarity(struct entropic_job *job, double value)
{
    const parot_gromov_problem *problem = job->problem;
    const struct entropic *entropic = &job->entropic;
    const int64_t n = problem->source.rows, m = problem->target.rows;
    struct sum bound = {0};
    double log_total = -INFINITY;
    for (int64_t i = 0; i < n; i++) {
        double *row = job->product;
        for (int64_t j = 0; j < m; j++) {
            double feature =
                problem->alpha < 1 ? problem->cost.data[i * problem->cost.stride + j] : 0;
            row[j] = (2 * job->cost[i * m + j] + (1 - problem->alpha) * feature) / job->reg;
        }
        double part = log_mass(job, i, row), high = fmax(part, log_total);
        if (high > -INFINITY)
            log_total = high + log1p(exp(fmin(part, log_total) - high));
    }
    const struct entropic_side *sides[] = {&entropic->row, &entropic->col};
    sum_add_product(&bound, entropic->lambda - log_total + log(entropic->mass), entropic->mass);
    for (int s = 0; s < 2; s++)
        for (int64_t i = 0; i < sides[s]->weights.count; i++)
            if (sides[s]->price[i] < INFINITY)
                sum_add_product(&bound, -sides[s]->price[i], weight_at(sides[s]->weights, i));
    return fmax(0, value - job->reg * sum_value(&bound));
}

static void fill_values(struct entropic_job *job, parot_gromov_entropic_result *result)
{
    const parot_gromov_problem *problem = job->problem;
    struct sum cost = {0}, form = {0}, entropy = {0};
    entropic_fill_tensor(job, job->plan, problem->alpha);
    for (int64_t i = 0; i < result->rows; i++)
        for (int64_t j = 0; j < result->cols; j++) {
            double mass = job->plan[i * result->cols + j];
            sum_add_product(&form, mass, job->cost[i * result->cols + j]);
            if (problem->alpha < 1)
                sum_add_product(&cost, mass, problem->cost.data[i * problem->cost.stride + j]);
            sum_add(&entropy, mass > 0 ? mass * log(mass) : 0);
        }
    result->objective = (1 - problem->alpha) * sum_value(&cost) + sum_value(&form);
    result->regularised = result->objective + job->reg * sum_value(&entropy);
    result->stationarity = find_stationarity(job, result->regularised + sum_value(&form));
}

parot_status entropic_fill_result(struct entropic_job *job, parot_gromov_entropic_result *result,
                                  parot_error *err)
{
    struct arena arena = {0};
    result->rows = job->problem->source.rows;
    result->cols = job->problem->target.rows;
    result->history = job->iterations < MOST_CHANGES ? job->iterations : MOST_CHANGES;
    result_layout(result, &arena);
    TRY(arena_open(&arena, &job->control, err));
    result_layout(result, &arena);
    memcpy(result->plan, job->plan, (size_t)(result->rows * result->cols) * sizeof(double));
    memcpy(result->changes, job->changes, (size_t)result->history * sizeof(double));
    fill_prices(job, &job->entropic.row, result->dual.u);
    fill_prices(job, &job->entropic.col, result->dual.v);
    result->dual.lambda = job->entropic.lambda * job->reg;
    result->mass = job->entropic.mass;
    result->change = job->change;
    result->inner = job->entropic.iterations;
    fill_values(job, result);
    if (!isfinite(result->regularised) || !isfinite(result->stationarity))
        return fail(err, PAROT_ENUMERIC,
                    "source, target: the objective leaves the range of double; rescale them");
    return PAROT_OK;
}
