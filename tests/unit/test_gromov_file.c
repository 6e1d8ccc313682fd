/* test_gromov_file.c - answers of parot_gromov to files and back, with the record of their starts.
 */
#include "test.h"

#include <stdio.h>

#include "parot/io.h"
#include "scratch.h"

static int32_t entry[] = {0, 1};
static double ones[] = {1, 1}, falling[] = {3, 2, 1.5}, gaps[] = {1, 0.25, 0};
static parot_trial trials[] = {
    {PAROT_START_PRODUCT, 0, PAROT_OK, 1.5, 0, 3, 3, falling, gaps},
    {PAROT_START_RANDOM, 4, PAROT_ITERATION_LIMIT, 2, 0.25, 2, 2, falling, gaps},
    {PAROT_START_PROFILES, 0, PAROT_TIME_LIMIT, NAN, NAN, 0, 0, NULL, NULL}};
static const parot_gromov_result sample = {.transport = {.plan = {2, 2, 2, entry, entry, ones},
                                                         .dual = {ones, ones, 0.5},
                                                         .mass = 2,
                                                         .objective = 1.5},
                                           .stationarity = 0.125,
                                           .trials = 3,
                                           .best = 0,
                                           .trial = trials,
                                           .history = 3,
                                           .objectives = falling,
                                           .stationarities = gaps};

TEST(starts_are_read_back)
{
    const char *files[] = {"g.json", "g.json.gz"};
    for (int f = 0; f < 2; f++) {
        AUTO(parot_gromov_result, back);
        assert_ok(parot_gromov_write(scratch_path(files[f]), &sample, 0, &err));
        assert_ok(parot_gromov_read(scratch_path(files[f]), &back, &err));
        assert_int_equal(back.trials, 3);
        assert_true(back.stationarity == 0.125 && back.best == 0 &&
                    back.transport.objective == 1.5);
        for (int t = 0; t < 3; t++) {
            const parot_trial *one = &back.trial[t], *other = &trials[t];
            assert_true(one->start == other->start && one->number == other->number &&
                        one->status == other->status && one->iterations == other->iterations);
            assert_true(one->objective == other->objective || t == 2);
            assert_int_equal(one->history, other->history);
            for (int64_t k = 0; k < one->history; k++)
                assert_true(one->objectives[k] == falling[k] && one->stationarities[k] == gaps[k]);
        }
        assert_true(isnan(back.trial[2].objective));
        assert_true(back.history == 3 && back.objectives[2] == 1.5 &&
                    back.stationarities[1] == 0.25);
    }
}

/* In tables behind the entries, where parot_plan_read does not mind them; in JSON as lists. */
TEST(names_are_written_beside_numbers)
{
    const char *const source[] = {"a", "b, c"}, *const target[] = {"1", "x"};
    const parot_plan_names names = {.source = source, .target = target};
    const parot_plan_request request = {.rows = 2, .cols = 2};
    parot_frame frame = {0};
    parot_gromov_result back = {0};
    assert_ok(parot_gromov_write_named(scratch_path("n.csv"), &sample, &names, 0, &err));
    assert_ok(parot_frame_read(scratch_path("n.csv"), NULL, 0, &frame, &err));
    assert_int_equal(frame.cols, 5);
    assert_string_equal(frame.columns[3].name, "source");
    assert_string_equal(parot_frame_text(&frame, 1, 3), "b, c");
    assert_string_equal(parot_frame_text(&frame, 1, 4), "x");
    parot_frame_free(&frame);
    assert_ok(parot_plan_read(scratch_path("n.csv"), &request, &back, &err));
    assert_true(back.transport.plan.count == 2 && back.transport.plan.col[1] == 1);
    parot_gromov_result_free(&back);

    assert_ok(parot_gromov_write_named(scratch_path("n.json"), &sample, &names, 0, &err));
    assert_ok(parot_gromov_read(scratch_path("n.json"), &back, &err));
    assert_int_equal(back.trials, 3);
    parot_gromov_result_free(&back);
    assert_ok(parot_gromov_write_named(scratch_path("u.csv"), &sample, NULL, 0, &err));
    assert_ok(parot_frame_read(scratch_path("u.csv"), NULL, 0, &frame, &err));
    assert_int_equal(frame.cols, 3);
    parot_frame_free(&frame);
    assert_refused(parot_gromov_write_named(scratch_path("v.csv"), &sample,
                                            &(parot_plan_names){.reserved = {1}}, 0, &err),
                   PAROT_EINVAL, "reserved");
}

/* The document of an answer is still that of its transport. */
TEST(the_transport_is_read_alone)
{
    AUTO(parot_result, back);
    assert_ok(parot_gromov_write(scratch_path("t.json"), &sample, 0, &err));
    assert_ok(parot_result_read(scratch_path("t.json"), &back, &err));
    assert_true(back.plan.count == 2 && back.mass == 2);
}

TEST(other_results_have_no_starts)
{
    const char *files[] = {"r.npz", "r.json"};
    for (int f = 0; f < 2; f++) {
        AUTO(parot_gromov_result, back);
        assert_ok(parot_result_write(scratch_path(files[f]), &sample.transport, 0, &err));
        assert_ok(parot_gromov_read(scratch_path(files[f]), &back, &err));
        assert_true(back.trials == 0 && isnan(back.stationarity) && back.transport.plan.count == 2);
    }
}

/* Replaces the first `from` in the document of the sample. */
static const char *tampered(const char *from, const char *to)
{
    static char text[8192];
    size_t size = 0;
    char *document = scratch_read("g.json", &size), *at = strstr(document, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - document), document, to, at + strlen(from));
    free(document);
    return scratch_text("tampered.json", text);
}

TEST(what_makes_no_sense_is_refused)
{
    static const char *const CASES[][3] = {
        {"\"best\": 0", "\"best\": 3", "\"best\" must be one of 3"},
        {"\"trials\": [", "\"trials\": [7, ", "trials[0]"},
        {"\"trials\": ", "\"trials\": 1, \"others\": ", "list of starts"},
        {"\"product\"", "\"nothing\"", "trials[0]"},
        {"[3, 2, 1.5]", "[3, 2]", "as many objectives as stationarities"},
        {"[3, 2, 1.5]", "[3, 2, null]", "objectives[2]"}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        parot_gromov_result back = {0};
        const char *path = tampered(CASES[k][0], CASES[k][1]);
        assert_refused(parot_gromov_read(path, &back, &err), PAROT_EFORMAT, CASES[k][2]);
        assert_true(!back.owner && !back.transport.owner);
    }
    parot_trial hollow = {.history = 2};
    parot_gromov_result bad = sample;
    bad.trials = 1;
    bad.trial = &hollow;
    assert_refused(parot_gromov_write(scratch_path("x.json"), &bad, 0, &err), PAROT_EINVAL,
                   "trial[0]");
    bad.trial = NULL;
    assert_refused(parot_gromov_write(scratch_path("x.json"), &bad, 0, &err), PAROT_EINVAL,
                   "result.trial");
    assert_refused(parot_gromov_write("x.json", NULL, 0, &err), PAROT_EINVAL, "result");
    assert_refused(parot_gromov_read("x.json", NULL, &err), PAROT_EINVAL, "result");
}

AROUND(scratch_open, scratch_close)
