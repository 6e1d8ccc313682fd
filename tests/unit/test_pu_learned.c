/* test_pu_learned.c - the tolls are those of the stated rule, each plan is proved at its own costs,
 * and learning ends where labels stay. */
#include "pu/methods/learned.h"
#include "pu/methods/learner.h"

#include "pu_data.h"
#include "stopping.h"
#include "test.h"

static parot_pu_options options_for(parot_pu_method method, uint64_t seed, int32_t rounds)
{
    parot_pu_options options = pu_options_of(method);
    options.classifier = (int32_t)(seed % 3);
    options.trees = 30;
    options.rounds = rounds;
    options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
    return options;
}

static double mean_distance(const parot_pu_data *data, const parot_pu_options *options)
{
    parot_pu_transport stated = {0};
    assert_ok(parot_pu_transport_open(data, options, NULL, &stated, &err));
    parot_matrix cost = stated.problem.cost;
    long double sum = 0;
    for (int64_t e = 0; e < cost.rows * cost.cols; e++)
        sum += cost.data[e];
    parot_pu_transport_free(&stated);
    return (double)(sum / (long double)(PU_N * PU_M));
}

/* Without rounds it is plain transport. */
TEST(it_begins_with_transport)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 6; seed++) {
        AUTO(parot_pu_result, learned, plain);
        parot_pu_options options = options_for(PAROT_PU_METHOD_LEARNED, seed, 0);
        parot_pu_options other = options_for(PAROT_PU_METHOD_WASSERSTEIN, seed, 0);
        pu_tables_make(&tables, seed, 0.4, 0);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &learned, &err));
        assert_ok(parot_pu_classify(&tables.data, &other, NULL, &plain, &err));
        assert_memory_equal(learned.label, plain.label, PU_N);
        assert_int_equal(learned.steps, 1);
        assert_true(learned.transport.objective == plain.transport.objective);
        for (int i = 0; i < PU_N; i++)
            assert_true(learned.toll[i] == 0);
    }
}

/* Values by a classifier fitted on the rows that plain transport labels -1. */
static void learn_from_plan(const parot_pu_data *data, const parot_pu_options *options,
                            double *value)
{
    struct control control;
    FREED_BY(pu_problem_close) struct pu_problem problem = {0};
    FREED_BY(learner_plan_close) struct learner_plan plan = {0};
    FREED_BY(learner_close) struct learner learner = {0};
    parot_pu_options none = *options;
    AUTO(parot_pu_result, moved);
    double by_place[PU_N];
    char is_negative[PU_N];
    none.method = PAROT_PU_METHOD_WASSERSTEIN;
    none.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
    assert_ok(parot_pu_classify(data, &none, NULL, &moved, &err));
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(pu_problem_open(&problem, data, options, &control, &err));
    assert_ok(learner_plan_open(&plan, options, &problem, &control, &err));
    for (int64_t r = 0; r < PU_N; r++)
        is_negative[r] = moved.label[problem.unlabeled_order[r]] < 0;
    assert_ok(learner_fit(&learner, &plan, &problem, is_negative, &control, by_place, &err));
    for (int64_t r = 0; r < PU_N; r++)
        value[problem.unlabeled_order[r]] = by_place[r];
}

/* After one round: rank r by the classifier pays 8 mean(C) (r - 1/2)/n, equal values the mean. */
TEST(tolls_are_ranks_of_the_classifier)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 6; seed++) {
        AUTO(parot_pu_result, learned);
        parot_pu_options options = options_for(PAROT_PU_METHOD_LEARNED, seed, 1);
        double value[PU_N];
        pu_tables_make(&tables, seed, 0.4, 0);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &learned, &err));
        learn_from_plan(&tables.data, &options, value);
        double mean = mean_distance(&tables.data, &options);
        assert_int_equal(learned.fitted, PU_M + PU_N - PU_K);
        assert_int_equal(learned.fitted_of, PU_M + PU_N - PU_K);
        for (int i = 0; i < PU_N; i++) {
            double before = 0;
            for (int l = 0; l < PU_N; l++)
                before += (value[l] > value[i]) + 0.5 * (value[l] == value[i]);
            double toll = 8 * mean * before / PU_N;
            assert_true(fabs(learned.toll[i] - toll) <= 1e-12 * mean);
        }
    }
}

TEST(every_plan_is_proved)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 12; seed++) {
        AUTO(parot_pu_result, result);
        parot_check check = {0};
        parot_pu_options options = options_for(PAROT_PU_METHOD_LEARNED, seed, (int32_t)seed % 5);
        pu_tables_make(&tables, seed, 0.4, seed % 2 ? 2 : 0);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        assert_int_equal(result.steps, result.rounds + 1);
        for (int64_t k = 0; k < result.steps; k++)
            assert_true(result.step[k].excess <= 1e-9 * result.step[k].objective);
        assert_ok(parot_pu_certify(&tables.data, &options, &result, NULL, &check, &err));
        assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    }
}

/* A plan for other tolls is not the cheapest. */
TEST(tolls_are_part_of_the_proof)
{
    AUTO(parot_pu_result, result);
    parot_check check = {0};
    parot_pu_options options = options_for(PAROT_PU_METHOD_LEARNED, 2, 3);
    PU_TABLES(tables, 2, 0.4, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    for (int i = 0; i < PU_N; i++)
        result.toll[i] = result.label[i] > 0 ? 100 : 0;
    assert_ok(parot_pu_certify(&tables.data, &options, &result, NULL, &check, &err));
    assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
}

/* More rounds than it needed change nothing; `changed` counts rows that came. */
TEST(it_ends_where_labels_stay)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 6; seed++) {
        int8_t before[PU_N] = {0};
        pu_tables_make(&tables, seed, 0.4, 0);
        int is_over = 0;
        for (int32_t rounds = 0; rounds < 6; rounds++) {
            AUTO(parot_pu_result, result);
            int64_t came = 0;
            parot_pu_options options = options_for(PAROT_PU_METHOD_LEARNED, seed, rounds);
            assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
            for (int i = 0; i < PU_N; i++)
                came += result.label[i] > 0 && before[i] < 0;
            if (rounds > 0 && !is_over)
                assert_int_equal(result.step[rounds].changed, came);
            if (is_over)
                assert_true(came == 0 && result.rounds < rounds);
            is_over |= rounds > 0 && came == 0;
            memcpy(before, result.label, PU_N);
        }
    }
}

/* Labels, tolls and plan are those of a smaller number of rounds, and the plan is proved. */
TEST(who_stops_it_gets_the_last_complete_plan)
{
    struct pu_tables tables;
    int64_t kept = 0, most = 0;
    pu_tables_make(&tables, 4, 0.3, 0);
    for (int64_t after = 1; after < 4000; after += 1 + after / 8) {
        parot_pu_options options = options_for(PAROT_PU_METHOD_LEARNED, 2, 4);
        AUTO(parot_pu_result, stopped, fewer);
        parot_check check = {0};
        parot_error reason;
        int left = (int)after;
        parot_run run = run_that_stops(&left);
        if (parot_pu_classify(&tables.data, &options, &run, &stopped, &reason) != PAROT_CANCELLED)
            continue;
        options.rounds = (int32_t)stopped.steps - 1;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &fewer, &err));
        assert_int_equal(fewer.steps, stopped.steps);
        assert_memory_equal(fewer.label, stopped.label, PU_N);
        assert_memory_equal(fewer.toll, stopped.toll, PU_N * sizeof *fewer.toll);
        assert_ok(parot_pu_certify(&tables.data, &options, &stopped, NULL, &check, &err));
        assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
        most = stopped.steps > most ? stopped.steps : most;
        kept++;
    }
    assert_true(kept > 0 && most > 1);
}

TEST(charging_needs_a_matrix)
{
    struct pu_tables tables;
    double toll[PU_N] = {0};
    AUTO(parot_pu_transport, stated);
    parot_pu_options options = options_for(PAROT_PU_METHOD_WASSERSTEIN, 0, 0);
    parot_run run;
    parot_run_init(&run);
    run.costs = PAROT_COSTS_POINTS;
    pu_tables_make(&tables, 0, 0.4, 0);
    assert_ok(parot_pu_transport_open(&tables.data, &options, &run, &stated, &err));
    assert_refused(parot_pu_transport_charge(&stated, toll, &err), PAROT_EINVAL, "no matrix");
    assert_refused(parot_pu_transport_charge(NULL, toll, &err), PAROT_EINVAL, "transport");
    assert_refused(parot_pu_transport_charge(&stated, NULL, &err), PAROT_EINVAL, "toll");
}
