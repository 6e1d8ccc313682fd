/* test_pu_stops.c - every call stops when it is told to, within few polls, and says so. */
#include "pu_data.h"
#include "test.h"

static parot_error reason;

/* Asks to stop at the k-th report. */
struct stopper {
    int64_t after, seen;
};

static int stop(const parot_progress *progress, void *user)
{
    struct stopper *stopper = user;
    assert_non_null(progress->stage);
    assert_true(progress->total == 0 || progress->iteration <= progress->total);
    return ++stopper->seen > stopper->after;
}

static parot_run run_until(struct stopper *stopper, int64_t after)
{
    DEFAULTS(parot_run, run);
    *stopper = (struct stopper){.after = after};
    run.progress = stop;
    run.progress_period = 0; /* every poll is told */
    run.user = stopper;
    return run;
}

enum question {
    CLASSIFY,
    TRAIN,
    PRIOR,
    BIAS,
    SPIES,
    TUNE,
    SCALE,
    CURVE,
    DISTANCES,
    COPIES,
    QUESTIONS
};

union found {
    parot_pu_result labels;
    parot_pu_model model;
    parot_pu_prior_result prior;
    parot_pu_spies_result spies;
    parot_pu_tune_result tuning;
    parot_pu_scaled scaled;
    parot_curve curve;
    double z;
    int64_t copies;
};

/* Who asked for the best method has not heard of hidden positives. */
TEST(stopped_tuning_speaks_of_candidates)
{
    struct pu_tables tables;
    struct stopper stopper;
    parot_pu_tune_result result;
    pu_tables_make(&tables, 3, 1, 0);
    parot_run run = run_until(&stopper, INT64_MAX);
    assert_ok(parot_pu_tune(&tables.data, NULL, &run, &result, &err));
    run = run_until(&stopper, stopper.seen - 1);
    assert_refused(parot_pu_tune(&tables.data, NULL, &run, &result, &err), PAROT_ESTOPPED,
                   "tune: stopped in candidate 5 of 5");
}

/* The ridge is stopped: the labels are those of transport. */
TEST(who_stops_the_ridge_gets_the_labels_of_transport)
{
    struct pu_tables tables;
    parot_pu_options options, transport;
    parot_pu_result plain = {0};
    pu_tables_make(&tables, 3, 1, 0);
    parot_pu_options_init(&options);
    transport = options;
    transport.method = PAROT_PU_METHOD_WASSERSTEIN;
    transport.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
    options.method = PAROT_PU_METHOD_MINED;
    assert_ok(parot_pu_classify(&tables.data, &transport, NULL, &plain, &err));
    int64_t kept = 0;
    for (int64_t after = 0; after < 100; after++) {
        struct stopper stopper;
        parot_run run = run_until(&stopper, after);
        parot_pu_result result = {0};
        if (parot_pu_classify(&tables.data, &options, &run, &result, &reason) == PAROT_CANCELLED &&
            result.transport.status == PAROT_OK) {
            assert_memory_equal(result.label, plain.label, PU_N);
            kept++;
        }
        parot_pu_result_free(&result);
    }
    assert_true(kept > 0);
    parot_pu_result_free(&plain);
}

TEST(copies_of_positives_are_counted)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 20; seed++) {
        int64_t copies = -1, expected = 0;
        pu_tables_make(&tables, seed, 0.5, seed % 2 ? 1 : 2);
        for (int i = 0; i < PU_N; i++) {
            int is_copy = 0;
            for (int j = 0; j < PU_M; j++) {
                int equal = 1;
                for (int c = 0; c < PU_D; c++)
                    equal &= tables.unlabeled[i * PU_D + c] == tables.positive[j * PU_D + c];
                is_copy |= equal;
            }
            expected += is_copy;
        }
        assert_ok(parot_pu_copies(&tables.data, NULL, &copies, &err));
        assert_int_equal(copies, expected);
    }
}

/* Reading a table that has more numbers than are read in a few milliseconds. */
TEST(the_check_of_a_large_table_stops_when_asked_to)
{
    enum { ROWS = 4100000 };
    double one = 1;
    FREED double *rows = calloc(ROWS, sizeof *rows);
    struct stopper stopper;
    parot_run run = run_until(&stopper, 0);
    int64_t copies = 7;
    assert_non_null(rows);
    parot_pu_data data = {.unlabeled = {rows, ROWS, 1, 1}, .positive = {&one, 1, 1, 1}};
    assert_refused(parot_pu_copies(&data, &run, &copies, &err), PAROT_ESTOPPED, "tables: stopped");
    assert_int_equal(stopper.seen, 1);
    assert_int_equal(copies, 7);
}
