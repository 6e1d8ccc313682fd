/* sample_result.h - a result of 2 x 3 for tests of files, and whether another is the same. */
#ifndef PAROT_TESTS_SAMPLE_RESULT_H
#define PAROT_TESTS_SAMPLE_RESULT_H

#include "test.h"

static int32_t row[] = {0, 1, 1}, col[] = {2, 0, 1};
static double mass[] = {0.1, 1.0 / 3, 0.2}, u[] = {0, 0.5}, v[] = {0, 1e-300, 2};
static const parot_result sample = {
    .plan = {.rows = 2, .cols = 3, .count = 3, .row = row, .col = col, .mass = mass},
    .dual = {.u = u, .v = v, .lambda = -1.5},
    .mass = 0.1 + 1.0 / 3 + 0.2,
    .objective = 2.75,
    .bound = 2.5,
    .status = PAROT_TIME_LIMIT,
    .info = {.iterations = 7, .pivots = 12, .passes = 3},
};

static void assert_sample(const parot_result *result)
{
    assert_true(result->plan.rows == 2 && result->plan.cols == 3 && result->plan.count == 3);
    assert_memory_equal(result->plan.row, row, sizeof row);
    assert_memory_equal(result->plan.col, col, sizeof col);
    assert_memory_equal(result->plan.mass, mass, sizeof mass);
    assert_memory_equal(result->dual.u, u, sizeof u);
    assert_memory_equal(result->dual.v, v, sizeof v);
    assert_true(result->dual.lambda == sample.dual.lambda && result->mass == sample.mass);
    assert_true(result->objective == 2.75 && result->bound == 2.5);
    assert_int_equal(result->status, PAROT_TIME_LIMIT);
}

#endif
