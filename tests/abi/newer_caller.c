/* newer_caller.c - programs of a time when options have grown, with the library of today.
 *
 * A later struct is today's with more at its end, whatever today's is, so that this file need not
 * follow the header. New fields that are 0 are as good as absent; others ask for something that
 * this library cannot do, and so does reserved room that is not 0.
 */
#include <string.h>

#include "parot/io.h"
#include "parot/plot.h"
#include "parot/report.h"
#include "parot/tasks.h"
#include "test.h"

struct newer_run {
    parot_run known;
    double patience;
    int64_t retries;
};

struct newer_gromov_options {
    parot_gromov_options known;
    void *oracle;
};

struct newer_pu_options {
    parot_pu_options known;
    int64_t folds;
};

struct newer_register_options {
    parot_register_options known;
    double trim;
};

struct newer_drift_options {
    parot_drift_options known;
    double memory;
};

struct newer_cloud {
    parot_cloud known;
    double skew;
};

static const double LINE[] = {0, 1, 3, 1, 0, 2, 3, 2, 0};
static const double POINTS[] = {0, 0, 1, 0, 0, 2, 5, 5, 6, 5, 5, 7, 0.5, 0.5, 5.5, 5.5};
static const parot_matrix SPACE = {LINE, 3, 3, 3}, CLOUD = {POINTS, 8, 2, 2};

TEST(a_newer_run_is_understood_until_it_asks_for_more)
{
    const parot_problem problem = {.cost = SPACE, .mass = 0.5};
    struct newer_run run;
    parot_result result = {0};
    memset(&run, 0xff, sizeof run);
    parot_run_init_sized(&run.known, sizeof run);
    assert_int_equal(run.known.struct_size, sizeof run);
    assert_true(run.patience == 0 && run.retries == 0);
    run.known.seed = 7;
    assert_ok(parot_partial(&problem, &run.known, &result, &err));
    parot_result_free(&result);
    run.retries = 1;
    assert_refused(parot_partial(&problem, &run.known, &result, &err), PAROT_EINVAL,
                   "run: a field beyond the first");
    assert_null(result.owner);
}

TEST(newer_options_of_gromov_are_understood_until_they_ask_for_more)
{
    const parot_gromov_problem problem = {.source = SPACE, .target = SPACE, .alpha = 1, .mass = 1};
    struct newer_gromov_options options;
    parot_gromov_result result = {0};
    parot_gromov_options_init_sized(&options.known, sizeof options);
    assert_ok(parot_gromov(&problem, &options.known, NULL, &result, &err));
    parot_gromov_result_free(&result);
    options.oracle = &options;
    assert_refused(parot_gromov(&problem, &options.known, NULL, &result, &err), PAROT_EINVAL,
                   "options: a field beyond the first");
}

TEST(newer_options_of_pu_are_understood_until_they_ask_for_more)
{
    const parot_pu_data data = {.unlabeled = CLOUD, .positive = {POINTS, 3, 2, 2}, .prior = 0.5};
    struct newer_pu_options options;
    parot_pu_result result = {0};
    parot_pu_options_init_sized(&options.known, sizeof options);
    options.known.method = PAROT_PU_METHOD_WASSERSTEIN;
    assert_true(parot_pu_is_trainable(&options.known));
    assert_ok(parot_pu_classify(&data, &options.known, NULL, &result, &err));
    assert_int_equal(result.label[0], 1);
    assert_int_equal(result.label[4], -1);
    parot_pu_result_free(&result);
    options.folds = 1;
    assert_refused(parot_pu_classify(&data, &options.known, NULL, &result, &err), PAROT_EINVAL,
                   "options: a field beyond the first");
}

TEST(newer_options_of_tasks_are_understood_until_they_ask_for_more)
{
    struct newer_register_options how;
    struct newer_drift_options drift;
    struct newer_cloud cloud;
    parot_register_result result = {0};
    double points[200];
    parot_register_options_init_sized(&how.known, sizeof how);
    how.known.overlap = 1;
    assert_ok(parot_register(CLOUD, CLOUD, &how.known, NULL, &result, &err));
    parot_register_result_free(&result);
    how.trim = 0.5;
    assert_refused(parot_register(CLOUD, CLOUD, &how.known, NULL, &result, &err), PAROT_EINVAL,
                   "options: a field beyond");
    parot_cloud_init_sized(&cloud.known, sizeof cloud);
    assert_ok(parot_make_points(&cloud.known, NULL, points, &err));
    cloud.skew = 1;
    assert_refused(parot_make_points(&cloud.known, NULL, points, &err), PAROT_EINVAL,
                   "cloud: a field beyond");
    parot_drift_options_init_sized(&drift.known, sizeof drift);
    const parot_matrix many = {points, 100, 2, 2};
    parot_drift_result found = {0};
    assert_ok(parot_drift(many, many, &drift.known, NULL, &found, &err));
    parot_drift_result_free(&found);
    drift.memory = 1;
    assert_refused(parot_drift(many, many, &drift.known, NULL, &found, &err), PAROT_EINVAL,
                   "options: a field beyond");
}

/* A field that takes reserved room later, and that an older library must not ignore. */
TEST(reserved_room_that_is_used_is_refused)
{
    parot_result result = {0};
    parot_check check = {0};
    parot_curve curve = {0};
    parot_solver *solver = NULL;
    parot_entropic_result smooth = {0};
    const double cost[] = {1};
    const parot_problem problem = {.cost = {cost, 1, 1, 1}, .mass = 1, .reserved = {0, 0, 0, 1}};
    static const char words[] = "problem.reserved: must be 0";
    assert_refused(parot_partial(&problem, NULL, &result, &err), PAROT_EINVAL, words);
    assert_refused(parot_partial_lagrange(&problem, 2, NULL, &result, &err), PAROT_EINVAL, words);
    assert_refused(parot_partial_curve(&problem, NULL, &curve, &err), PAROT_EINVAL, words);
    assert_refused(parot_partial_entropic(&problem, 1, 0.1, NULL, &smooth, &err), PAROT_EINVAL,
                   words);
    assert_refused(parot_solver_new(&problem, NULL, &solver, &err), PAROT_EINVAL, words);
    assert_refused(parot_certify(&problem, &result, NULL, &check, &err), PAROT_EINVAL, words);
    assert_refused(parot_certify_price(&problem, 2, &result, NULL, &check, &err), PAROT_EINVAL,
                   words);
    const parot_problem plain = {.cost = {cost, 1, 1, 1}};
    const parot_prices prices = {.source_each = 1, .reserved = {0, 1}};
    assert_refused(parot_partial_prices(&plain, &prices, NULL, &result, &err), PAROT_EINVAL,
                   "prices.reserved: must be 0");
}

TEST(reserved_room_of_other_problems_is_refused)
{
    const parot_gromov_problem spaces = {
        .source = SPACE, .target = SPACE, .alpha = 1, .mass = 1, .reserved = {1}};
    const parot_line line = {.x = LINE, .y = LINE, .n = 3, .m = 3, .mass = 1, .reserved = {1}};
    const parot_pu_data data = {
        .unlabeled = CLOUD, .positive = CLOUD, .prior = 0.5, .reserved = {1}};
    parot_gromov_result matched = {0};
    parot_line_result moved = {0};
    parot_pu_result labels = {0};
    parot_gromov_derivatives derivatives = {.reserved = {1}};
    const parot_gromov_problem plain = {.source = SPACE, .target = SPACE, .alpha = 1, .mass = 1};
    const parot_plan plan = {.rows = 3, .cols = 3};
    assert_refused(parot_gromov(&spaces, NULL, NULL, &matched, &err), PAROT_EINVAL,
                   "problem.reserved");
    assert_refused(parot_gromov_gradient(&plain, &plan, NULL, &derivatives, &err), PAROT_EINVAL,
                   "derivatives.reserved");
    assert_refused(parot_partial_line(&line, NULL, &moved, &err), PAROT_EINVAL, "line.reserved");
    assert_refused(parot_pu_classify(&data, NULL, NULL, &labels, &err), PAROT_EINVAL,
                   "data.reserved");
}

TEST(reserved_room_of_files_and_figures_is_refused)
{
    const parot_reading reading = {.reserved = {1}};
    parot_frame frame = {0};
    double cell = 1;
    const parot_table table = {.rows = 1, .cols = 1, .data = &cell, .reserved = {1}};
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CONFUSION,
                         .of.confusion = {.counts = {{1, 1}, {1, 1}}, .reserved = {1}}};
    parot_sheet sheet = {.panels = &panel, .count = 1};
    char *svg = NULL;
    assert_refused(parot_frame_read_as("none.csv", &reading, &frame, &err), PAROT_EINVAL,
                   "reading.reserved");
    assert_refused(parot_table_write("none.csv", &table, 0, &err), PAROT_EINVAL, "table.reserved");
    assert_refused(parot_sheet_svg(&sheet, &svg, &err), PAROT_EINVAL, "plot.reserved");
    panel.of.confusion.reserved[0] = 0;
    panel.reserved[0] = 1;
    assert_refused(parot_sheet_svg(&sheet, &svg, &err), PAROT_EINVAL, "panel.reserved");
    panel.reserved[0] = 0;
    sheet.reserved[0] = 1;
    assert_refused(parot_sheet_svg(&sheet, &svg, &err), PAROT_EINVAL, "sheet.reserved");
}

TEST(the_library_is_as_new_as_the_header)
{
    assert_true(parot_version_number() >= PAROT_VERSION_NUMBER);
}
