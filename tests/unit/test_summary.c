/* test_summary.c - results in words, pictures and reports, by the public functions. */
#include "test.h"

#include <stdio.h>

#include "failing.h"
#include "instances.h"
#include "parot/report.h"
#include "scratch.h"

enum { N = 12, M = 9, D = 3 };

/* ---- Results to tell of ------------------------------------------------- */

static double x[N * D], y[M * D], cost[N * M], dx[N * N], dy[M * M];
static const parot_matrix X = {x, N, D, D}, Y = {y, M, D, D}, C = {cost, N, M, M};

static struct {
    parot_problem problem;
    parot_result plan;
    parot_check check;
    parot_gromov_problem spaces;
    parot_gromov_result gromov;
    parot_register_options register_options;
    parot_register_result registered;
    double moved[N * D], distance[N];
    parot_drift_options drift_options;
    parot_drift_result drift;
    parot_pu_options pu_options;
    parot_pu_result labels;
    parot_pu_trust trust;
    parot_pu_calibration calibration;
    parot_pu_columns_result columns;
    parot_pu_sensitivity_result sensitivity;
    parot_check proof;
    int8_t truth[N];
    parot_curve curve;
    parot_pu_prior_result prior;
    parot_claims claims;
    parot_move move;
    parot_label_reasons reasons;
    parot_match_problem pairing;
    parot_match_options match_options;
    parot_match_result pairs;
    parot_match_check pairs_check;
} made;

static void make_plans(void)
{
    for (int k = 0; k < N * D; k++)
        x[k] = 3 * test_uniform(1, (uint64_t)k);
    for (int k = 0; k < M * D; k++)
        y[k] = 1 + test_uniform(2, (uint64_t)k);
    assert_ok(parot_cost(X, Y, PAROT_METRIC_SQEUCLIDEAN, NULL, cost, &err));
    assert_ok(parot_cost(X, X, PAROT_METRIC_EUCLIDEAN, NULL, dx, &err));
    assert_ok(parot_cost(Y, Y, PAROT_METRIC_EUCLIDEAN, NULL, dy, &err));
    made.problem = (parot_problem){.cost = C, .mass = 0.5};
    assert_ok(parot_partial(&made.problem, NULL, &made.plan, &err));
    assert_ok(parot_certify(&made.problem, &made.plan, NULL, &made.check, &err));
    made.spaces = (parot_gromov_problem){
        .source = {dx, N, N, N}, .target = {dy, M, M, M}, .alpha = 1, .mass = 0.5};
    assert_ok(parot_gromov(&made.spaces, NULL, NULL, &made.gromov, &err));
}

static void make_explanations(const parot_pu_data *data)
{
    parot_problem whole = made.problem;
    const parot_labelled_row labelled = {made.labels.label, 3};
    whole.mass = 1;
    assert_ok(parot_partial_curve(&whole, NULL, &made.curve, &err));
    assert_ok(parot_pu_prior(data, &made.pu_options, NULL, &made.prior, &err));
    assert_ok(parot_result_claims(&made.problem, NAN, NULL, &made.plan, &made.claims, &err));
    assert_ok(parot_explain_move(&made.problem, &made.plan, 2, NULL, &made.move, &err));
    assert_ok(parot_explain_label(data, &made.pu_options, &labelled, NULL, &made.reasons, &err));
}

static int make_results(void **state)
{
    make_plans();
    parot_register_options_init(&made.register_options);
    made.register_options.overlap = 0.7;
    assert_ok(parot_register(X, Y, &made.register_options, NULL, &made.registered, &err));
    assert_ok(parot_register_apply(&made.registered, X, made.moved, &err));
    assert_ok(parot_register_distances(&made.registered, (parot_matrix){made.moved, N, D, D}, Y,
                                       made.distance, &err));
    parot_drift_options_init(&made.drift_options);
    made.drift_options.level = 0.2;
    assert_ok(parot_drift(Y, X, &made.drift_options, NULL, &made.drift, &err));
    const parot_pu_data data = {X, Y, 0.5};
    parot_pu_options_init(&made.pu_options);
    assert_ok(parot_pu_classify(&data, &made.pu_options, NULL, &made.labels, &err));
    assert_ok(parot_pu_certify(&data, &made.pu_options, &made.labels, NULL, &made.proof, &err));
    assert_ok(parot_pu_inspect(&data, &made.pu_options, &made.labels, NULL, NULL, &made.trust,
                               &made.calibration, &err));
    assert_ok(parot_pu_columns(&data, &made.labels, NULL, &made.columns, &err));
    assert_ok(parot_pu_sensitivity(&data, &made.pu_options, &made.labels, 0.3, 0.7, NULL,
                                   &made.sensitivity, &err));
    for (int i = 0; i < N; i++)
        made.truth[i] = i % 2;
    made.pairing = (parot_match_problem){.x = X, .y = Y};
    parot_match_options_init(&made.match_options);
    made.match_options.caliper = 9;
    assert_ok(parot_match(&made.pairing, &made.match_options, NULL, &made.pairs, &err));
    assert_ok(parot_match_certify(&made.pairing, &made.match_options, &made.pairs, NULL,
                                  &made.pairs_check, &err));
    make_explanations(&data);
    return scratch_open(state);
}

static int free_results(void **state)
{
    parot_result_free(&made.plan);
    parot_gromov_result_free(&made.gromov);
    parot_register_result_free(&made.registered);
    parot_drift_result_free(&made.drift);
    parot_pu_result_free(&made.labels);
    parot_pu_calibration_free(&made.calibration);
    parot_pu_columns_free(&made.columns);
    parot_pu_sensitivity_free(&made.sensitivity);
    parot_curve_free(&made.curve);
    parot_move_free(&made.move);
    parot_label_reasons_free(&made.reasons);
    parot_match_result_free(&made.pairs);
    return scratch_close(state);
}

static parot_summary summary_of(parot_summary_kind kind)
{
    parot_summary summary = {.kind = kind,
                             .source = {.name = "x.csv", .points = X},
                             .target = {.name = "y.csv", .points = Y}};
    if (kind == PAROT_SUMMARY_KIND_PARTIAL)
        summary.of.partial = (parot_summary_partial){
            .problem = &made.problem, .result = &made.plan, .check = &made.check};
    if (kind == PAROT_SUMMARY_KIND_GROMOV)
        summary.of.gromov = (parot_summary_gromov){.problem = &made.spaces, .result = &made.gromov};
    if (kind == PAROT_SUMMARY_KIND_REGISTER)
        summary.of.registered = (parot_summary_register){.options = &made.register_options,
                                                         .result = &made.registered,
                                                         .moved = made.moved,
                                                         .distance = made.distance};
    if (kind == PAROT_SUMMARY_KIND_DRIFT)
        summary.of.drift =
            (parot_summary_drift){.options = &made.drift_options, .result = &made.drift};
    if (kind == PAROT_SUMMARY_KIND_PU)
        summary.of.pu = (parot_summary_pu){.options = &made.pu_options,
                                           .result = &made.labels,
                                           .trust = &made.trust,
                                           .check = &made.proof,
                                           .truth = made.truth,
                                           .calibration = &made.calibration,
                                           .columns = &made.columns,
                                           .sensitivity = &made.sensitivity};
    if (kind == PAROT_SUMMARY_KIND_CURVE)
        summary.of.curve = (parot_summary_curve){.problem = &made.problem, .curve = &made.curve};
    if (kind == PAROT_SUMMARY_KIND_PRIOR)
        summary.of.prior = (parot_summary_prior){.estimate = &made.prior};
    if (kind == PAROT_SUMMARY_KIND_CERTIFICATE)
        summary.of.certificate = (parot_summary_certificate){.name = "plan.npz",
                                                             .problem = &made.problem,
                                                             .result = &made.plan,
                                                             .check = &made.check,
                                                             .claims = &made.claims,
                                                             .tolerance = 1e-9,
                                                             .is_proved = 1};
    if (kind == PAROT_SUMMARY_KIND_MATCH)
        summary.of.match = (parot_summary_match){.problem = &made.pairing,
                                                 .options = &made.match_options,
                                                 .result = &made.pairs,
                                                 .check = &made.pairs_check};
    if (kind == PAROT_SUMMARY_KIND_MOVE)
        summary.of.move = (parot_summary_move){.move = &made.move, .enters = 0.25};
    if (kind == PAROT_SUMMARY_KIND_LABEL)
        summary.of.label = (parot_summary_label){.reasons = &made.reasons,
                                                 .method = made.pu_options.method,
                                                 .id = "three",
                                                 .neighbour = "four",
                                                 .row = 3,
                                                 .count = N,
                                                 .rank = made.labels.rank[3],
                                                 .score = made.labels.score[3],
                                                 .is_positive = made.labels.label[3] > 0};
    return summary;
}

/* Those with a table of rows come first. */
enum { KINDS = PAROT_SUMMARY_KIND_PU + 1, ALL = PAROT_SUMMARY_KIND_LABEL + 2 };

/* All but a judgement, which has tests of its own; pairs come last. */
static parot_summary_kind kind_of(int number)
{
    return number == ALL - 1 ? PAROT_SUMMARY_KIND_MATCH : (parot_summary_kind)number;
}

static char *page_of(const parot_summary *summary)
{
    size_t size;
    assert_ok(parot_summary_report(summary, scratch_path("page.html"), 1, &err));
    return scratch_read("page.html", &size);
}

static char *text_of(const parot_summary *summary)
{
    char *text = NULL;
    assert_ok(parot_summary_text(summary, &text, &err));
    return text;
}

/* ---- What they say ------------------------------------------------------ */

/* The value of each fact of the terminal stands on the page. */
TEST(a_page_says_what_the_terminal_says)
{
    for (int kind = 0; kind < ALL; kind++) {
        if (kind == PAROT_SUMMARY_KIND_PU)
            continue; /* its page says at length what the terminal has a line for */
        parot_summary summary = summary_of(kind_of(kind));
        char *text = text_of(&summary), *page = page_of(&summary), *rest = NULL;
        int facts = 0;
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            char value[512];
            if (strncmp(line, "  ", 2) != 0 || line[2] == ' ' || strlen(line) < 18 ||
                strncmp(line + 2, "start ", 6) == 0 || line[16] != ' ' || line[17] == ' ')
                continue;
            snprintf(value, sizeof value, "<dd>%s</dd>", line + 17);
            assert_has(page, value);
            facts++;
        }
        assert_true(facts >= (kind < KINDS ? 4 : 2));
        free(text);
        free(page);
    }
}

TEST(a_plan_is_called_proved_if_it_is)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PARTIAL);
    parot_check none = {.excess = 1, .relative = 1, .infeasible = 0, .bound = 0};
    FREED char *proved = text_of(&summary);
    summary.of.partial.check = &none;
    FREED char *doubted = text_of(&summary);
    summary.of.partial.check = NULL;
    FREED char *unchecked = text_of(&summary);
    assert_has(proved, "Proved optimal: no plan of this mass costs less than ");
    assert_has(doubted, "NOT PROVED optimal.");
    assert_has(unchecked, "parot.certify proves how far");
    assert_null(strstr(doubted, "Proved optimal"));
    assert_null(strstr(unchecked, "Proved optimal"));
}

/* Fewer splits than asked for: the words say so, on the terminal and on the page. */
TEST(drift_that_was_stopped_says_so)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_DRIFT);
    parot_drift_result result = made.drift;
    FREED char *whole = text_of(&summary);
    result.status = PAROT_TIME_LIMIT;
    summary.of.drift.result = &result;
    FREED char *stopped = text_of(&summary), *page = page_of(&summary);
    assert_null(strstr(whole, "Stopped early"));
    assert_has(stopped, "Stopped early (time limit): ");
    assert_has(page, "Stopped early (time limit): ");
}

/* Proved, not proved, stopped; and each row without a partner has its sentence on the page. */
TEST(pairs_are_called_what_is_known_of_them)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_MATCH);
    parot_match_check other = made.pairs_check;
    parot_match_result stopped = made.pairs;
    char why[PAROT_MATCH_WHY];
    FREED char *proved = text_of(&summary), *page = page_of(&summary);
    assert_has(proved, "proved: no choice has more pairs");
    int alone = 0;
    for (int i = 0; i < N; i++)
        if (made.pairs.x.partners[i] == 0) {
            assert_has(page, parot_match_why(&made.pairs, 0, i, NULL, why));
            alone++;
        }
    assert_true(alone > 0 && alone < N);
    other.most++;
    summary.of.match.check = &other;
    FREED char *doubted = text_of(&summary);
    assert_has(doubted, "NOT PROVED: at most");
    stopped.status = PAROT_TIME_LIMIT;
    summary.of.match.check = NULL;
    summary.of.match.result = &stopped;
    FREED char *early = text_of(&summary);
    assert_has(early, "Not finished (time limit)");
}

/* What the page begins with and what follows on trust are the same. */
TEST(a_match_is_called_what_is_known_of_it)
{
    static const struct {
        parot_status status;
        int whole_rows, is_at_bound;
        const char *headline, *verdict;
    } cases[] = {
        {PAROT_OK, 0, 0, "It is stationary, not proved best.", "Stationary: the objective"},
        {PAROT_OK, 0, 1, "It equals its lower bound: no plan is lower.", "equals its lower bound"},
        {PAROT_OK, 1, 0, "lower plan of whole rows; it is not proved best.",
         "of whole rows. Plans"},
        {PAROT_OK, 1, 1, "It equals its lower bound: no plan is lower.", "equals its lower bound"},
        {PAROT_UNPROVED, 0, 0, "It is NOT proved to be stationary.", "Not proved: weights"},
        {PAROT_ITERATION_LIMIT, 0, 0, "The search was stopped early; a longer", "Stopped early ("},
        {PAROT_TIME_LIMIT, 1, 0, "The search was stopped early; a longer", "Stopped early ("},
        {PAROT_TIME_LIMIT, 1, 1, "It equals its lower bound: no plan is lower.",
         "equals its lower"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parot_summary summary = summary_of(PAROT_SUMMARY_KIND_GROMOV);
        parot_gromov_result result = made.gromov;
        result.transport.status = cases[k].status;
        result.transport.bound = result.transport.objective - (cases[k].is_at_bound ? 0 : 1);
        summary.of.gromov.result = &result;
        summary.of.gromov.whole_rows = cases[k].whole_rows;
        FREED char *page = page_of(&summary);
        assert_has(page, cases[k].headline);
        assert_has(page, cases[k].verdict);
    }
}

TEST(options_are_named_as_the_caller_knows_them)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    summary.of.pu.trust = NULL;
    summary.of.pu.truth = NULL;
    FREED char *called = page_of(&summary);
    summary.command = "parot pu y.csv x.csv";
    FREED char *command = page_of(&summary);
    assert_has(called, "Nothing was measured: check tests");
    assert_has(command, "Nothing was measured: --check tests");
    assert_has(command, "<pre>parot pu y.csv x.csv</pre>");
    assert_null(strstr(called, "<pre>"));
}

TEST(files_are_told_with_their_sums)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_DRIFT);
    const char *path = scratch_text("abc", "abc");
    const char *files[] = {path, "-", NULL, "no such file"};
    summary.files = files;
    summary.file_count = 4;
    FREED char *page = page_of(&summary);
    assert_has(page, "3 bytes, SHA-256 "
                     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_null(strstr(page, "no such file"));
}

TEST(rows_have_the_names_they_are_known_by)
{
    static const char *id[2 * N];
    static int64_t row[N];
    char names[2 * N][16];
    for (int i = 0; i < 2 * N; i++) {
        snprintf(names[i], sizeof names[i], "row <%d>", i);
        id[i] = names[i];
    }
    for (int i = 0; i < N; i++)
        row[i] = 2 * i;
    for (int kind = PAROT_SUMMARY_KIND_DRIFT; kind < KINDS; kind++) {
        parot_summary summary = summary_of((parot_summary_kind)kind);
        summary.source.row = row;
        summary.source.id = id;
        FREED char *page = page_of(&summary);
        assert_has(page, "row &lt;22&gt;</td>");
        assert_null(strstr(page, "row &lt;3&gt;</td>"));
    }
}

/* Plan row 1 is row 101 of its file, column 1 is row 201. */
TEST(pairs_have_the_numbers_and_ids_of_the_files)
{
    static int64_t source_row[N], target_row[M];
    static const char *source_id[100 + N], *target_id[200 + M];
    for (int i = 0; i < N; i++)
        source_id[source_row[i] = 100 + i] = "from here";
    for (int j = 0; j < M; j++)
        target_id[target_row[j] = 200 + j] = "to there";
    for (int kind = 0; kind <= PAROT_SUMMARY_KIND_REGISTER; kind++) {
        parot_summary summary = summary_of((parot_summary_kind)kind);
        const parot_plan *plan = kind == PAROT_SUMMARY_KIND_PARTIAL ? &made.plan.plan
                                 : kind == PAROT_SUMMARY_KIND_GROMOV
                                     ? &made.gromov.transport.plan
                                     : &made.registered.transport.plan;
        summary.source.row = source_row;
        summary.target.row = target_row;
        char cells[64];
        FREED char *numbers = page_of(&summary);
        for (int64_t k = 0; k < plan->count; k++) {
            snprintf(cells, sizeof cells, "<td>%d</td>\n<td>%d</td>\n", 100 + plan->row[k],
                     200 + plan->col[k]);
            assert_has(numbers, cells);
        }
        summary.source.id = source_id;
        summary.target.id = target_id;
        FREED char *ids = page_of(&summary);
        assert_has(ids, "<td class=\"text\">from here</td>\n<td class=\"text\">to there</td>");
    }
}

TEST(the_same_input_makes_the_same_bytes)
{
    for (int kind = 0; kind < ALL; kind++) {
        parot_summary summary = summary_of(kind_of(kind));
        FREED char *first = page_of(&summary), *again = page_of(&summary);
        assert_string_equal(first, again);
    }
}

TEST(clouds_of_many_columns_are_drawn_as_they_were_compared)
{
    AUTO(parot_panels, panels);
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    assert_ok(parot_summary_panels(&summary, &panels, &err));
    assert_int_equal(panels.count, 4);
    assert_string_equal(panels.scale, parot_scale_name(made.labels.scale));
    assert_ptr_not_equal(panels.panel[0].of.clouds.source.data, x);
    parot_panels_free(&panels);
    summary.source.points.cols = summary.target.points.cols = 2;
    summary.of.pu.columns = NULL;
    assert_ok(parot_summary_panels(&summary, &panels, &err));
    assert_null(panels.scale);
    assert_ptr_equal(panels.panel[0].of.clouds.source.data, x);
    parot_panels_free(&panels);
    summary.source.points.data = NULL;
    assert_ok(parot_summary_panels(&summary, &panels, &err));
    assert_int_equal(panels.panel[0].kind, PAROT_PANEL_KIND_SCORES);
}

TEST(a_curve_is_told_at_the_masses_asked_for)
{
    const double at[] = {0.5, 1, 2};
    double slope = NAN, value = parot_curve_at(&made.curve, 0.5, &slope);
    char line[128];
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_CURVE);
    summary.of.curve.at = at;
    summary.of.curve.at_count = 3;
    FREED char *text = text_of(&summary);
    snprintf(line, sizeof line, " %13.6g %13.6g %13.6g\n", 0.5, value, slope);
    assert_has(text, line);
    snprintf(line, sizeof line, " %13.6g %13.6g %13s\n", 1.0,
             made.curve.objective[made.curve.count - 1], "none");
    assert_has(text, line);
    snprintf(line, sizeof line, " %13.6g %13s %13s\n", 2.0, "unknown", "unknown");
    assert_has(text, line);
}

/* A curve that ends early does not say what lies beyond, and what the last unit costs is known. */
TEST(the_end_of_a_curve_is_all_that_can_move)
{
    double slope = 0, last = made.curve.objective[made.curve.count - 1];
    assert_true(parot_curve_point(&made.curve, 1, 1 + 1e-12, &slope) == last && isinf(slope));
    assert_true(parot_curve_point(&made.curve, 2, 1, &slope) == last && isnan(slope));
    assert_true(isnan(parot_curve_point(&made.curve, 2, 1.5, &slope)) && isnan(slope));
    assert_true(isnan(parot_curve_point(&made.curve, 1, -1, NULL)));
    assert_true(parot_curve_point(&made.curve, 1, 0, &slope) == 0 && slope == made.curve.slope[0]);
    assert_true(parot_is_all(1 - 1e-10, 1) && parot_is_all(2, 1) && !parot_is_all(1 - 1e-8, 1));
}

TEST(a_row_is_named_as_its_side_names_it)
{
    static const char *id[N];
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_MOVE);
    char *text = text_of(&summary);
    assert_has(text, "Row 2 ");
    assert_has(text, "from mass 0.25 on");
    for (int i = 0; i < N; i++)
        id[i] = i == 2 ? "two" : "other";
    summary.source.id = id;
    free(text);
    text = text_of(&summary);
    assert_has(text, "Row two ");
    free(text);
    summary.target.points.rows = 0;
    assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL, "target");
}

TEST(rows_of_drift_have_places)
{
    for (int64_t k = 1; k <= made.drift.alarms; k++)
        assert_int_equal(made.drift.order[parot_drift_row(&made.drift, k)], k);
    assert_int_equal(parot_drift_row(&made.drift, 0), -1);
    assert_int_equal(parot_drift_row(&made.drift, made.drift.alarms + 1), -1);
}

/* ---- What labels are worth ---------------------------------------------- */

TEST(an_evaluation_is_told_as_far_as_it_is_known)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    parot_pu_trust trust = {.has_bias = 1, .bias = 1};
    parot_pu_criteria_result criteria;
    char words[64];
    summary.of.pu.trust = &trust;
    char *text = text_of(&summary), *page = page_of(&summary);
    assert_ok(parot_pu_criteria(&made.calibration, made.labels.positives, &criteria, &err));
    snprintf(words, sizeof words, "before %.1f %% of the negatives", 100 * criteria.auc);
    assert_has(text, words);
    assert_has(page, words);
    snprintf(words, sizeof words, "%lld of %d labels", (long long)(N - made.sensitivity.changed),
             N);
    assert_has(page, words);
    assert_has(page, "in truth</th>");
    assert_has(page, "firm</th>");
    free(text);
    free(page);
    trust.doubts = PAROT_PU_DOUBT_FIT;
    text = text_of(&summary);
    assert_has(text, "not told, since hidden positives may be unlike the others");
    assert_null(strstr(text, "of the negatives"));
    free(text);
    summary.of.pu.calibration = NULL;
    summary.of.pu.columns = NULL;
    summary.of.pu.sensitivity = NULL;
    page = page_of(&summary);
    assert_null(strstr(page, "probability</th>"));
    assert_null(strstr(page, "firm</th>"));
    assert_null(strstr(page, "How sure are the labels?"));
    free(page);
}

TEST(evaluations_of_other_rows_are_refused)
{
    char *text = NULL;
    parot_pu_calibration calibration = made.calibration;
    parot_pu_columns_result columns = made.columns;
    parot_pu_sensitivity_result sensitivity = made.sensitivity;
    calibration.count--;
    columns.count--;
    sensitivity.count--;
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    summary.of.pu.calibration = &calibration;
    assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL,
                   "calibration: has 11 rows, the result 12");
    summary = summary_of(PAROT_SUMMARY_KIND_PU);
    summary.of.pu.columns = &columns;
    assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL,
                   "columns: are 2, the unlabeled table has 3");
    summary = summary_of(PAROT_SUMMARY_KIND_PU);
    summary.of.pu.sensitivity = &sensitivity;
    assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL,
                   "sensitivity: has 11 rows, the result 12");
}

/* ---- Warnings ----------------------------------------------------------- */

TEST(doubts_become_warnings)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    parot_notes found = {0}, remarks = {.count = 1, .text = {"a remark"}};
    parot_pu_trust trust = {.doubts = PAROT_PU_DOUBT_RECALL | PAROT_PU_DOUBT_PRIOR_LARGE};
    memcpy(y, x, D * sizeof *y); /* a row that is known */
    summary.remarks = &remarks;
    summary.of.pu.trust = &trust;
    summary.of.pu.trust_stop = "interrupted";
    assert_ok(parot_summary_warnings(&summary, &found, &err));
    y[0] = 1 + test_uniform(2, 0);
    y[1] = 1 + test_uniform(2, 1);
    y[2] = 1 + test_uniform(2, 2);
    assert_true(found.count >= 5);
    assert_string_equal(found.text[0], "a remark");
    assert_has(found.text[1], "1 row of x.csv is an exact copy of positives: ");
    assert_string_equal(found.text[2], "the check was stopped (interrupted)");
    assert_has(found.text[3], "looks too large");
    assert_has(found.text[4], "do not use these labels");
}

/* ---- Refusals ----------------------------------------------------------- */

/* Of a bound of 0 there are no per cent. */
TEST(a_bound_of_0_leaves_the_amount)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    parot_pu_result result = made.labels;
    char *text = NULL;
    result.transport.objective = 0.25;
    const double bounds[] = {0, -1, 0.125};
    const char *const words[] = {"at most 0.25 above the best", "at most 1.25 above the best",
                                 "at most 100 % above the best"};
    summary.of.pu.result = &result;
    for (int k = 0; k < 3; k++) {
        result.transport.bound = bounds[k];
        assert_ok(parot_summary_text(&summary, &text, &err));
        assert_non_null(strstr(text, words[k]));
        free(text);
    }
}

/* Three rows of 34 % are 1.02 rows. */
TEST(a_prior_is_told_in_rows)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    parot_pu_result result = made.labels;
    parot_notes found = {0};
    result.prior = 0.51;
    summary.of.pu.result = &result;
    assert_ok(parot_summary_warnings(&summary, &found, &err));
    int has_note = 0;
    for (int64_t k = 0; k < found.count; k++)
        has_note |= strstr(found.text[k],
                           "prior 0.51 of 12 rows is 6.12 rows: using 6, a prior of 0.5") != NULL;
    assert_true(has_note);
}

static parot_summary judged_summary(parot_judgement *judgement)
{
    const parot_given_plan given = {.plan = made.plan.plan};
    assert_ok(parot_judge(&made.problem, &given, NULL, judgement, &err));
    parot_summary summary = {.kind = PAROT_SUMMARY_KIND_JUDGE};
    summary.of.judge =
        (parot_summary_judge){.plan = &made.plan.plan, .judgement = judgement, .tolerance = 1e-9};
    return summary;
}

/* Ids are looked up by row and column, and an entry in the plan. */
TEST(a_judgement_is_of_its_plan)
{
    parot_judgement judgement = {0};
    parot_summary summary = judged_summary(&judgement);
    char *text = NULL;
    int64_t *const places[] = {&judgement.row, &judgement.col, &judgement.entry};
    const int64_t counts[] = {N, M, made.plan.plan.count};
    judgement.verdict = PAROT_VERDICT_INFEASIBLE;
    for (int k = 0; k < 3; k++) {
        *places[k] = counts[k];
        assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL,
                       "summary.of.judge.judgement");
        *places[k] = counts[k] - 1;
        assert_ok(parot_summary_text(&summary, &text, &err));
        free(text);
        *places[k] = -1;
    }
    judgement.row = 0;
    summary.of.judge.base = 1;
    assert_ok(parot_summary_text(&summary, &text, &err));
    assert_non_null(strstr(text, "row 1 carries"));
    free(text);
    summary.of.judge.base = 2;
    assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL, "must be 0 or 1");
}

TEST(nonsense_is_refused)
{
    char *text = NULL;
    parot_summary summary = {0};
    assert_refused(parot_summary_text(NULL, &text, &err), PAROT_EINVAL, "summary");
    summary.kind = (parot_summary_kind)99;
    assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL, "summary.kind");
    for (int kind = 0; kind < ALL; kind++) {
        summary.kind = (parot_summary_kind)kind;
        assert_refused(parot_summary_text(&summary, &text, &err), PAROT_EINVAL, "must not be NULL");
        if (kind == PAROT_SUMMARY_KIND_PRIOR || kind == PAROT_SUMMARY_KIND_MOVE)
            continue; /* these have no size of their own */
        parot_summary other = summary_of(kind_of(kind));
        other.source.points.rows--;
        assert_refused(parot_summary_text(&other, &text, &err), PAROT_EINVAL,
                       "has 11 rows, the result 12");
        other = summary_of((parot_summary_kind)kind);
        other.reserved[0] = 1;
        assert_refused(parot_summary_text(&other, &text, &err), PAROT_EINVAL, "reserved");
    }
    assert_null(text);
}

TEST(ranks_and_plans_of_others_are_refused)
{
    parot_summary summary = summary_of(PAROT_SUMMARY_KIND_PU);
    parot_pu_result labels = made.labels;
    int32_t rank[N] = {1, 1};
    labels.rank = rank;
    summary.of.pu.result = &labels;
    summary.of.pu.truth = NULL;
    assert_refused(parot_summary_report(&summary, scratch_path("r.html"), 1, &err), PAROT_EINVAL,
                   "a rank of its own");
    summary = summary_of(PAROT_SUMMARY_KIND_PARTIAL);
    parot_result plan = made.plan;
    int32_t row[N * M] = {[0] = 10000};
    plan.plan.row = row;
    summary.of.partial.result = &plan;
    assert_refused(parot_summary_report(&summary, scratch_path("r.html"), 1, &err), PAROT_EINVAL,
                   "outside of 12 x 9");
}

TEST(failing_allocations_leave_nothing_behind)
{
    for (int kind = 0; kind < ALL; kind++) {
        parot_summary summary = summary_of(kind_of(kind));
        free(page_of(&summary)); /* fonts are found once */
        for (long k = 1;; k++) {
            parot_error err = {0};
            long live = failing_live();
            failing_arm(k);
            parot_status status = parot_summary_report(&summary, scratch_path("m.html"), 1, &err);
            int was_hit = failing_hit();
            failing_arm(0);
            assert_int_equal(failing_live(), live);
            if (!was_hit) {
                assert_int_equal(status, PAROT_OK);
                break;
            }
            assert_int_equal(status, PAROT_ENOMEM);
            k += k / 8; /* all of the first ones, and samples of the many that follow */
        }
    }
}

AROUND(make_results, free_results)
