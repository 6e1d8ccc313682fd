/* test_gromov_refusals.c - what parot_gromov does not accept, and the words it says so in. */
#include "random_spaces.h"
#include "test.h"

enum { N = 5, M = 4 };

struct given {
    struct pair pair;
    parot_gromov_problem problem; /* to be spoilt */
    parot_gromov_options options;
    parot_run run;
    parot_gromov_result result;
    double cost[N * M];
};

static void open_given(struct given *given)
{
    *given = (struct given){.pair = pair_random(1, N, M, 0.5)};
    given->problem = given->pair.problem;
    given->problem.cost = (parot_matrix){given->cost, N, M, M};
    parot_gromov_options_init(&given->options);
    parot_run_init(&given->run);
}

/* Fails as expected, leaves no result, and the next fixture is new. */
#define ASSERT_REFUSED(given, status, words)                                                       \
    do {                                                                                           \
        assert_refused(parot_gromov(&(given)->problem, &(given)->options, &(given)->run,           \
                                    &(given)->result, &err),                                       \
                       status, words);                                                             \
        assert_null((given)->result.owner);                                                        \
        assert_null((given)->result.transport.owner);                                              \
        pair_free(&(given)->pair);                                                                 \
        open_given(given);                                                                         \
    } while (0)

TEST(shapes_that_do_not_fit_are_told)
{
    struct given it;
    open_given(&it);
    it.problem.source.rows = N - 1;
    ASSERT_REFUSED(&it, PAROT_ESHAPE, "source: must be square");
    it.problem.target.rows = it.problem.target.cols = 0;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "target: must have between 1 and");
    it.problem.target.stride = M - 1;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "target: stride 3 does not hold 4 x 4 numbers");
    it.problem.cost.rows = N - 1;
    ASSERT_REFUSED(&it, PAROT_ESHAPE, "cost is 4 x 4, the spaces have 5 and 4 points");
    it.problem.cost.stride = 1;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "cost: stride 1");
    pair_free(&it.pair);
}

TEST(numbers_that_make_no_sense_are_named)
{
    struct given it;
    open_given(&it);
    it.pair.source[N + 2] = NAN;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "source: must be finite, got nan at (1,2)");
    it.pair.target[3] = INFINITY;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "target: must be finite, got inf at (0,3)");
    it.cost[5] = NAN;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "cost: must be a number");
    it.cost[5] = INFINITY;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "forbidden pairs need alpha = 0");
    it.pair.p[0] = -1;
    it.problem.p = it.pair.p;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "p: must be finite and >= 0, got -1 at 0");
    it.problem.q = it.pair.q; /* zeros */
    ASSERT_REFUSED(&it, PAROT_EINVAL, "q: all weights are 0");
    it.problem.mass = 1.5;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "mass 1.5 exceeds min(sum p, sum q) = 1");
    pair_free(&it.pair);
}

TEST(the_kl_loss_needs_positive_numbers)
{
    struct given it;
    open_given(&it);
    it.problem.loss = PAROT_LOSS_KL;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "target: the KL loss needs numbers > 0, got 0 at (0,0)");
    it.problem.loss = PAROT_LOSS_KL;
    it.pair.source[1] = -0.5;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "source: the KL loss needs numbers >= 0, got -0.5 at (0,1)");
    pair_free(&it.pair);
}

TEST(options_out_of_range_are_named)
{
    struct given it;
    open_given(&it);
    it.options.starts = PAROT_START_ANCHORS;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.anchors: is 0, but options.starts asks");
    it.options.anchors = 1;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.anchors: must be 0 or more, with anchor_source");
    it.options.anchors = 1;
    it.options.anchor_source = it.options.anchor_target = (const int32_t[]){99};
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.anchors: pair 0 is (99,99)");
    it.options.starts = PAROT_START_GIVEN;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.start: is NULL");
    it.options.starts = PAROT_START_RANDOM;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.restarts: must be 1 or more");
    it.options.starts = PAROT_START_PARTIAL;
    it.problem.cost.data = NULL;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.starts: a partial start needs problem.cost");
    it.options.whole_rows = 1;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.whole_rows: mass 0.5 is 2.5 rows of weight 0.2");
    it.options.whole_rows = 1;
    it.problem.p = it.pair.p;
    for (int i = 0; i < N; i++)
        it.pair.p[i] = i;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "options.whole_rows: rows need equal weights");
    pair_free(&it.pair);
}

TEST(a_start_must_be_a_plan_of_that_mass)
{
    struct given it;
    open_given(&it);
    it.options.start = it.pair.start;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "start: moves 0, the problem's mass is 0.5");
    it.options.start = it.pair.start;
    it.pair.start[6] = -0.1;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "start: must be finite and >= 0, got -0.1 at (1,2)");
    it.options.start = it.pair.start;
    it.pair.start[6] = NAN;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "start: must be finite and >= 0, got nan at (1,2)");
    it.options.start = it.pair.start;
    it.pair.start[6] = 0.5;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "start: row 1 moves 0.5, more than its weight 0.2");
    it.options.start = it.pair.start;
    it.pair.start[2] = it.pair.start[6] = 0.2;
    it.pair.start[8] = 0.1;
    ASSERT_REFUSED(&it, PAROT_EINVAL, "start: column 2 moves 0.4, more than its weight 0.25");
    pair_free(&it.pair);
}

TEST(losses_outside_the_range_of_double_are_refused)
{
    struct given it;
    static const double sizes[] = {1e200, 1e-200};
    open_given(&it);
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < N * N; k++)
            it.pair.source[k] *= sizes[s];
        for (int k = 0; k < M * M; k++)
            it.pair.target[k] *= sizes[s];
        ASSERT_REFUSED(&it, PAROT_ENUMERIC, "outside the range of double; multiply p, q and mass");
    }
    pair_free(&it.pair);
}
