/* same_answer.h - answers about clouds and their proofs, compared byte by byte. */
#ifndef PAROT_TESTS_SAME_ANSWER_H
#define PAROT_TESTS_SAME_ANSWER_H

#include "clouds.h"

struct answer {
    parot_result result;
    parot_check check;
};

/* Clouds of all families but one, whose products leave the range: few and many dimensions, and
 * masses from a third to all. */
enum { ANSWER_CLOUDS = 2 * CLOUD_FAMILIES };

static inline struct clouds answer_clouds(uint64_t number)
{
    static const int64_t dims[] = {2, 9, 3, 12};
    enum cloud_family family = number % CLOUD_FAMILIES;
    return clouds_make(family, 230 + 7 * (int64_t)(number % 5), 310 - 9 * (int64_t)(number % 7),
                       dims[(number + number / CLOUD_FAMILIES) % 4], number);
}

static inline parot_points_problem answer_problem(const struct clouds *clouds, uint64_t number)
{
    static const double share[] = {0.95, 0.6, 1, 0.33};
    static const parot_metric metric[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN,
                                          PAROT_METRIC_CITYBLOCK};
    return (parot_points_problem){.x = cloud_x(clouds),
                                  .y = cloud_y(clouds),
                                  .metric = metric[number % 3],
                                  .mass = share[number % 4]};
}

/* Solves and certifies with the same run. */
static inline void answer_get(const parot_points_problem *problem, const parot_run *run,
                              struct answer *answer)
{
    parot_error error = {0};
    parot_status status = parot_partial_points(problem, run, &answer->result, &error);
    if (status != PAROT_OK && status != PAROT_UNPROVED)
        fail_msg("%s: %s", parot_status_name(status), error.message);
    assert_ok(parot_certify_points(problem, &answer->result, run, &answer->check, &err));
}

static inline void answer_free(struct answer *answer)
{
    parot_result_free(&answer->result);
}

static inline void assert_same_answer(const struct answer *a, const struct answer *b)
{
    const parot_result *x = &a->result, *y = &b->result;
    size_t count = (size_t)x->plan.count;
    assert_int_equal(x->status, y->status);
    assert_int_equal(x->plan.count, y->plan.count);
    assert_memory_equal(x->plan.row, y->plan.row, count * sizeof *x->plan.row);
    assert_memory_equal(x->plan.col, y->plan.col, count * sizeof *x->plan.col);
    assert_memory_equal(x->plan.mass, y->plan.mass, count * sizeof *x->plan.mass);
    assert_memory_equal(x->dual.u, y->dual.u, (size_t)x->plan.rows * sizeof *x->dual.u);
    assert_memory_equal(x->dual.v, y->dual.v, (size_t)x->plan.cols * sizeof *x->dual.v);
    assert_memory_equal(&x->dual.lambda, &y->dual.lambda, sizeof x->dual.lambda);
    assert_memory_equal(&x->objective, &y->objective, sizeof x->objective);
    assert_memory_equal(&x->bound, &y->bound, sizeof x->bound);
    assert_int_equal(x->info.iterations, y->info.iterations);
    assert_int_equal(x->info.pivots, y->info.pivots);
    assert_int_equal(x->info.passes, y->info.passes);
    assert_memory_equal(&a->check, &b->check, sizeof a->check);
}

#endif
