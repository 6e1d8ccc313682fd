/* match_problems.h - random problems of pairs, and all pairs that exist by the definition. */
#ifndef PAROT_TESTS_MATCH_PROBLEMS_H
#define PAROT_TESTS_MATCH_PROBLEMS_H

#include "instances.h"
#include "parot/match.h"
#include "test.h"

enum { MATCH_MOST = 24, MATCH_DIMS = 3, MATCH_COLUMNS = 2 };

struct match_case {
    double x[MATCH_MOST * MATCH_DIMS], y[MATCH_MOST * MATCH_DIMS];
    double cost[MATCH_MOST * MATCH_MOST];
    double x_limited[MATCH_MOST * MATCH_COLUMNS], y_limited[MATCH_MOST * MATCH_COLUMNS];
    double caliper[MATCH_COLUMNS];
    int32_t x_stratum[MATCH_MOST], y_stratum[MATCH_MOST];
    int32_t x_capacity[MATCH_MOST], y_capacity[MATCH_MOST];
    parot_match_problem problem;
    parot_match_options options;
};

static inline int32_t match_draw(uint64_t number, uint64_t index, int32_t values)
{
    return (int32_t)(test_uniform(number, index) * values);
}

/* Whole numbers have ties and copies. */
static inline void match_fill(double *to, int count, uint64_t number, uint64_t first, int is_whole)
{
    for (int k = 0; k < count; k++) {
        double value = test_uniform(number, first + (uint64_t)k);
        to[k] = is_whole ? floor(4 * value) : value;
    }
}

/* Case `number`: tables or costs, up to `size` rows, with and without calipers, strata, capacities,
 * a price. */
static inline void match_case_make(struct match_case *made, uint64_t number, int32_t size)
{
    int64_t n = 1 + match_draw(number, 1, size), m = 1 + match_draw(number, 2, size);
    int is_whole = number % 2 == 0, dims = 1 + match_draw(number, 3, MATCH_DIMS);
    int has_cost = number % 5 == 4;
    *made = (struct match_case){.problem = {.reserved = {0}}};
    parot_match_options_init(&made->options);
    match_fill(made->x, MATCH_MOST * MATCH_DIMS, number, 1000, is_whole);
    match_fill(made->y, MATCH_MOST * MATCH_DIMS, number, 2000, is_whole);
    match_fill(made->cost, MATCH_MOST * MATCH_MOST, number, 3000, is_whole);
    match_fill(made->x_limited, MATCH_MOST * MATCH_COLUMNS, number, 5000, is_whole);
    match_fill(made->y_limited, MATCH_MOST * MATCH_COLUMNS, number, 6000, is_whole);
    for (int k = 0; k < MATCH_MOST * MATCH_MOST; k++) {
        double kind = test_uniform(number, 7000 + (uint64_t)k);
        made->cost[k] = kind < 0.2 ? INFINITY : kind < 0.3 ? NAN : made->cost[k] - 0.3;
    }
    for (int k = 0; k < MATCH_MOST; k++) {
        made->x_stratum[k] = match_draw(number, 8000 + (uint64_t)k, 3) - 1;
        made->y_stratum[k] = match_draw(number, 8100 + (uint64_t)k, 3);
        made->x_capacity[k] = match_draw(number, 8200 + (uint64_t)k, 4);
        made->y_capacity[k] = match_draw(number, 8300 + (uint64_t)k, 3);
    }
    parot_match_problem *problem = &made->problem;
    if (has_cost) {
        problem->cost = (parot_matrix){made->cost, n, m, MATCH_MOST};
    } else {
        problem->x = (parot_matrix){made->x, n, dims, MATCH_DIMS};
        problem->y = (parot_matrix){made->y, m, dims, MATCH_DIMS};
        static const parot_match_metric metrics[] = {
            PAROT_MATCH_METRIC_EUCLIDEAN, PAROT_MATCH_METRIC_SQEUCLIDEAN,
            PAROT_MATCH_METRIC_CITYBLOCK, PAROT_MATCH_METRIC_CHEBYSHEV};
        made->options.metric = metrics[match_draw(number, 4, 4)];
    }
    if (match_draw(number, 5, 2))
        made->options.caliper = (is_whole ? 4 : 1) * test_uniform(number, 6);
    if (number % 3 == 1) {
        problem->x_stratum = made->x_stratum;
        problem->y_stratum = made->y_stratum;
    }
    if (number % 4 == 1)
        problem->x_capacity = made->x_capacity;
    if (number % 4 > 1)
        problem->y_capacity = made->y_capacity;
    made->options.ratio = 1 + (number % 7 == 3) * 2;
    if (number % 3 == 2) {
        problem->x_limited = (parot_matrix){made->x_limited, n, MATCH_COLUMNS, MATCH_COLUMNS};
        problem->y_limited = (parot_matrix){made->y_limited, m, MATCH_COLUMNS, MATCH_COLUMNS};
        made->caliper[0] = is_whole ? 1 : 0.4;
        made->caliper[1] = is_whole ? 2 : 0.7;
        problem->column_caliper = made->caliper;
    }
    if (number % 6 > 3) {
        made->options.order = PAROT_MATCH_ORDER_PRICE;
        made->options.price = (is_whole ? 3 : 0.6) * test_uniform(number, 9);
    }
}

static inline int64_t match_case_rows(const struct match_case *made)
{
    return made->problem.x.data ? made->problem.x.rows : made->problem.cost.rows;
}

static inline int64_t match_case_cols(const struct match_case *made)
{
    return made->problem.x.data ? made->problem.y.rows : made->problem.cost.cols;
}

static inline int32_t match_case_row_room(const struct match_case *made, int64_t i)
{
    return made->problem.x_capacity ? made->problem.x_capacity[i] : made->options.ratio;
}

static inline int32_t match_case_col_room(const struct match_case *made, int64_t j)
{
    return made->problem.y_capacity ? made->problem.y_capacity[j] : 1;
}

/* By the definition; INFINITY: the pair does not exist. */
static inline double match_case_cost(const struct match_case *made, int64_t i, int64_t j)
{
    const parot_match_problem *problem = &made->problem;
    double cost = 0;
    if (problem->x_stratum && problem->x_stratum[i] != problem->y_stratum[j])
        return INFINITY;
    for (int64_t g = 0; problem->column_caliper && g < problem->x_limited.cols; g++)
        if (fabs(problem->x_limited.data[i * problem->x_limited.stride + g] -
                 problem->y_limited.data[j * problem->y_limited.stride + g]) >
            problem->column_caliper[g])
            return INFINITY;
    if (problem->cost.data)
        cost = problem->cost.data[i * problem->cost.stride + j];
    for (int64_t k = 0; problem->x.data && k < problem->x.cols; k++) {
        double away = fabs(problem->x.data[i * problem->x.stride + k] -
                           problem->y.data[j * problem->y.stride + k]);
        cost = made->options.metric == PAROT_MATCH_METRIC_CITYBLOCK   ? cost + away
               : made->options.metric == PAROT_MATCH_METRIC_CHEBYSHEV ? fmax(cost, away)
                                                                      : cost + away * away;
    }
    if (problem->x.data && made->options.metric == PAROT_MATCH_METRIC_EUCLIDEAN)
        cost = sqrt(cost);
    return cost <= made->options.caliper ? cost : INFINITY;
}

#endif
