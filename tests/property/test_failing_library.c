/* Every public function that allocates, with each of its allocations refused in turn: the call
 * fails with a message about memory and leaves nothing behind, or does without. */
#include "instances.h"
#include "ledger.h"
#include "parot/tasks.h"
#include "test.h"

enum {
    ROWS = 12,
    COLS = 9,
    DIMS = 2,
    MOST = 5000 /* allocations of a call: no small problem needs so many */
};

static double x[ROWS * DIMS], y[COLS * DIMS], cost[ROWS * COLS], source[ROWS * ROWS],
    target[COLS * COLS];

static parot_matrix rows_x(void)
{
    return (parot_matrix){x, ROWS, DIMS, DIMS};
}

static parot_matrix rows_y(void)
{
    return (parot_matrix){y, COLS, DIMS, DIMS};
}

static parot_problem problem_of(void)
{
    return (parot_problem){{cost, ROWS, COLS, COLS}, NULL, NULL, 0.5};
}

static parot_pu_data data_of(void)
{
    return (parot_pu_data){rows_x(), rows_y(), 0.4};
}

/* ---- One call of each function ------------------------------------------ */

static parot_status call_cost(const parot_run *run, parot_error *err)
{
    double out[ROWS * COLS];
    return parot_cost(rows_x(), rows_y(), PAROT_METRIC_COSINE, run, out, err);
}

static parot_status call_cost_gradient(const parot_run *run, parot_error *err)
{
    double out[ROWS * DIMS];
    return parot_cost_gradient_dense(rows_x(), rows_y(), PAROT_METRIC_COSINE,
                                     (parot_matrix){cost, ROWS, COLS, COLS}, run,
                                     &(parot_points_derivatives){.x = out}, err);
}

static parot_status call_graph_distances(const parot_run *run, parot_error *err)
{
    const int64_t first[] = {0, 1, 2, 2};
    const int32_t to[] = {1, 0};
    double out[9];
    return parot_graph_distances(&(parot_graph){.nodes = 3, .first = first, .to = to}, NULL, run,
                                 out, NULL, err);
}

static parot_status call_principal_axes(const parot_run *run, parot_error *err)
{
    parot_axes axes = {0};
    parot_status status = parot_principal_axes(rows_x(), 2, run, &axes, err);
    parot_axes_free(&axes);
    return status;
}

static parot_status call_partial(const parot_run *run, parot_error *err)
{
    parot_result result = {0};
    parot_problem problem = problem_of();
    parot_status status = parot_partial(&problem, run, &result, err);
    parot_result_free(&result);
    return status;
}

static parot_status call_infeasible(const parot_run *run, parot_error *err)
{
    double forbidden[4] = {1, INFINITY, INFINITY, INFINITY};
    parot_result result = {0};
    parot_problem problem = {{forbidden, 2, 2, 2}, NULL, NULL, 1};
    parot_status status = parot_partial(&problem, run, &result, err);
    parot_result_free(&result);
    return status == PAROT_EINFEASIBLE ? PAROT_OK : status;
}

static parot_status call_solver(const parot_run *run, parot_error *err)
{
    parot_solver *solver = NULL;
    parot_result result = {0};
    parot_status status = parot_solver_new(
        &(parot_problem){.cost = {.rows = ROWS, .cols = COLS}, .mass = 0.5}, run, &solver, err);
    for (int k = 0; k < 2 && status == PAROT_OK; k++) {
        status = parot_solver_solve(solver, problem_of().cost, &result, err);
        parot_result_free(&result);
    }
    parot_solver_free(solver);
    return status;
}

static parot_status call_path(const parot_run *run, parot_error *err)
{
    parot_curve curve = {0};
    parot_problem problem = problem_of();
    parot_status status = parot_partial_curve(&problem, run, &curve, err);
    parot_curve_free(&curve);
    return status;
}

static parot_status call_price(const parot_run *run, parot_error *err)
{
    parot_result result = {0};
    parot_problem problem = problem_of();
    parot_status status = parot_partial_lagrange(&problem, 0.5, run, &result, err);
    parot_result_free(&result);
    return status;
}

static parot_points_problem points_of(void)
{
    return (parot_points_problem){.x = rows_x(), .y = rows_y(), .mass = 0.5};
}

static parot_status call_points(const parot_run *run, parot_error *err)
{
    parot_points_problem problem = points_of();
    parot_prices prices = {.source_each = 1, .target_each = 0.5};
    parot_result result = {0};
    parot_check check;
    parot_status status = parot_partial_points_prices(&problem, &prices, run, &result, err);
    if (status == PAROT_OK)
        status = parot_certify_points_prices(&problem, &prices, &result, run, &check, err);
    parot_result_free(&result);
    return status;
}

static parot_status call_products(const parot_run *run, parot_error *err)
{
    parot_products_problem problem = {.f = rows_x(), .g = rows_y(), .mass = 0.5};
    parot_result result = {0};
    parot_check check;
    parot_status status = parot_partial_products(&problem, run, &result, err);
    if (status == PAROT_OK)
        status = parot_certify_products(&problem, &result, run, &check, err);
    parot_result_free(&result);
    return status;
}

static parot_status call_judge(const parot_run *run, parot_error *err)
{
    parot_points_problem problem = points_of();
    int32_t row[] = {0, 1}, col[] = {1, 0};
    double mass[] = {0.01, 0.01};
    parot_given_plan given = {.plan = {ROWS, COLS, 2, row, col, mass}};
    parot_judgement judgement;
    problem.mass = 0;
    return parot_judge_points(&problem, &given, run, &judgement, err);
}

static parot_status call_entropic(const parot_run *run, parot_error *err)
{
    parot_entropic_result result = {0};
    parot_problem problem = problem_of();
    parot_status status = parot_partial_entropic(&problem, 0.01, 1e-9, run, &result, err);
    double slope = 0;
    if (status >= 0)
        status = parot_entropic_gradient(&result, run,
                                         &(parot_entropic_derivatives){.mass = &slope}, err);
    parot_entropic_result_free(&result);
    return status;
}

static parot_status call_gromov_entropic(const parot_run *run, parot_error *err)
{
    parot_gromov_entropic_result result = {0};
    double gradient[ROWS * ROWS];
    parot_gromov_entropic_problem problem = {.gromov = {.source = {source, ROWS, ROWS, ROWS},
                                                        .target = {target, COLS, COLS, COLS},
                                                        .cost = problem_of().cost,
                                                        .alpha = 0.5,
                                                        .mass = 0.5},
                                             .reg = 0.5,
                                             .tolerance = 1e-6};
    parot_status status = parot_gromov_entropic(&problem, run, &result, err);
    if (status == PAROT_OK)
        status = parot_gromov_entropic_gradient(
            &problem, &result, run, &(parot_gromov_derivatives){.source = gradient}, err);
    parot_gromov_entropic_result_free(&result);
    return status;
}

static parot_status call_line(const parot_run *run, parot_error *err)
{
    parot_line_result result = {0};
    parot_line line = {x, y, ROWS, COLS, NULL, NULL, 0.5, 2};
    parot_status status = parot_partial_line(&line, run, &result, err);
    parot_line_result_free(&result);
    return status;
}

static parot_status call_gromov(const parot_run *run, parot_error *err)
{
    parot_gromov_result result = {0};
    double gradient[ROWS * ROWS];
    parot_gromov_problem problem = {.source = {source, ROWS, ROWS, ROWS},
                                    .target = {target, COLS, COLS, COLS},
                                    .cost = problem_of().cost,
                                    .alpha = 0.5,
                                    .mass = 0.5};
    parot_status status = parot_gromov(&problem, NULL, run, &result, err);
    if (status == PAROT_OK)
        status = parot_gromov_gradient(&problem, &result.transport.plan, run,
                                       &(parot_gromov_derivatives){.source = gradient}, err);
    parot_gromov_result_free(&result);
    return status;
}

static parot_status call_gromov_path(const parot_run *run, parot_error *err)
{
    parot_gromov_path_result path = {0};
    parot_gromov_path_options how;
    parot_gromov_options options;
    parot_gromov_result result = {0};
    parot_gromov_problem problem = {
        .source = {source, ROWS, ROWS, ROWS}, .target = {target, COLS, COLS, COLS}, .alpha = 1};
    parot_gromov_path_options_init(&how);
    parot_gromov_options_init(&options);
    how.masses = 3;
    options.starts = PAROT_START_PRODUCT;
    parot_status status = parot_gromov_path(&problem, &how, &options, run, &path, err);
    problem.mass = 0.5;
    if (status == PAROT_OK)
        status = parot_gromov_path_at(&problem, &path, NULL, run, &result, err);
    parot_gromov_result_free(&result);
    parot_gromov_path_result_free(&path);
    return status;
}

static parot_status call_points_path(const parot_run *run, parot_error *err)
{
    parot_gromov_path_result path = {0};
    parot_gromov_path_options how;
    parot_gromov_options options;
    parot_gromov_result result = {0};
    parot_gromov_points_problem problem = {.x = rows_x(), .y = rows_y()};
    parot_gromov_path_options_init(&how);
    parot_gromov_options_init(&options);
    how.masses = 3;
    options.starts = PAROT_START_PRODUCT;
    parot_status status = parot_gromov_points_path(&problem, &how, &options, run, &path, err);
    problem.mass = 0.5;
    if (status == PAROT_OK)
        status = parot_gromov_points_path_at(&problem, &path, NULL, run, &result, err);
    parot_gromov_result_free(&result);
    parot_gromov_path_result_free(&path);
    return status;
}

static parot_status call_geodesic(const parot_run *run, parot_error *err)
{
    double distances[ROWS * ROWS];
    return parot_geodesic_distances(rows_x(), 1, run, distances, NULL, err);
}

static parot_status call_match(const parot_run *run, parot_error *err)
{
    parot_gromov_points_problem problem = {.x = rows_x(),
                                           .y = rows_y(),
                                           .mass = 0.5,
                                           .x_features = rows_x().data,
                                           .y_features = rows_y().data,
                                           .features = rows_x().cols,
                                           .alpha = 0.5};
    parot_gromov_options options;
    parot_gromov_result result = {0};
    parot_gromov_options_init(&options);
    options.restarts = 1;
    parot_status status = parot_gromov_points(&problem, &options, run, &result, err);
    parot_gromov_result_free(&result);
    return status;
}

static parot_status call_pu_scale(const parot_run *run, parot_error *err)
{
    parot_pu_scaled scaled = {0};
    parot_pu_data data = data_of();
    parot_status status = parot_pu_scale(&data, NULL, run, &scaled, err);
    parot_pu_scaled_free(&scaled);
    return status;
}

static parot_status call_pu_model(const parot_run *run, parot_error *err)
{
    parot_pu_model model = {0};
    parot_pu_result result = {0}, predicted = {0};
    parot_pu_options options;
    parot_pu_data data = data_of();
    parot_pu_options_init(&options);
    options.method = PAROT_PU_METHOD_MINED;
    options.classifier = PAROT_PU_CLASSIFIER_ENSEMBLE;
    options.rounds = 1;
    options.trees = 5;
    parot_status status = parot_pu_train(&data, &options, run, &model, &result, err);
    if (status == PAROT_OK)
        status = parot_pu_predict(&model, rows_x(), NAN, run, &predicted, err);
    parot_pu_result_free(&predicted);
    parot_pu_result_free(&result);
    parot_pu_model_free(&model);
    return status;
}

static parot_status call_pu_trust(const parot_run *run, parot_error *err)
{
    parot_pu_prior_result prior = {0};
    parot_pu_spies_result spies = {0};
    parot_pu_bias_result cause = {0};
    double z = 0;
    parot_pu_data data = data_of();
    parot_status status = parot_pu_prior(&data, NULL, run, &prior, err);
    if (status == PAROT_OK)
        status = parot_pu_bias(&data, NULL, run, &z, err);
    if (status == PAROT_OK)
        status = parot_pu_bias_cause(&data, NULL, run, &cause, err);
    if (status == PAROT_OK)
        status = parot_pu_spies(&data, NULL, run, &spies, err);
    if (status == PAROT_OK)
        status = parot_pu_distance_ratio(&data, NULL, run, &z, err);
    return status;
}

static parot_status call_pu_certify(const parot_run *run, parot_error *err)
{
    parot_pu_result result = {0};
    parot_check check = {0};
    parot_pu_trust trust = {0};
    parot_pu_data data = data_of();
    parot_status status = parot_pu_classify(&data, NULL, run, &result, err);
    if (status == PAROT_OK)
        status = parot_pu_certify(&data, NULL, &result, run, &check, err);
    if (status == PAROT_OK)
        status = parot_pu_check(&data, NULL, &result, run, &trust, err);
    parot_pu_result_free(&result);
    return status;
}

/* Row 0 moves and is taken away; row 3 stays and is forced. */
static parot_status call_explain(const parot_run *run, parot_error *err)
{
    static const int8_t label[ROWS] = {1, 1};
    parot_result result = {0};
    parot_label_reasons reasons = {0};
    parot_problem problem = problem_of();
    parot_pu_data data = data_of();
    double entry = 0;
    parot_status status = parot_partial(&problem, run, &result, err);
    for (int64_t row = 0; row < ROWS && status == PAROT_OK; row++) {
        AUTO(parot_move, move);
        status = parot_explain_move(&problem, &result, row, run, &move, err);
    }
    if (status == PAROT_OK)
        status = parot_explain_entry(&problem, 0, run, &entry, err);
    if (status == PAROT_OK)
        status =
            parot_explain_label(&data, NULL, &(parot_labelled_row){label, 1}, run, &reasons, err);
    parot_label_reasons_free(&reasons);
    parot_result_free(&result);
    return status;
}

/* The same without a matrix, and single masses. */
static parot_status call_explain_points(const parot_run *run, parot_error *err)
{
    const double masses[2] = {0.2, 0.4};
    parot_result result = {0};
    parot_mass_costs costs = {0};
    parot_points_problem clouds = points_of();
    double entry = 0;
    parot_status status = parot_partial_points(&clouds, run, &result, err);
    for (int64_t row = 0; row < clouds.x.rows && status == PAROT_OK; row++) {
        AUTO(parot_move, move);
        status = parot_explain_move_points(&clouds, &result, row, run, &move, err);
    }
    if (status == PAROT_OK)
        status = parot_explain_entry_points(&clouds, 0, run, &entry, err);
    if (status == PAROT_OK)
        status = parot_partial_points_masses(&clouds, masses, 2, run, &costs, err);
    parot_mass_costs_free(&costs);
    parot_result_free(&result);
    return status;
}

static parot_status call_pu_calibrate(const parot_run *run, parot_error *err)
{
    parot_pu_result result = {0};
    parot_pu_calibration calibration = {0};
    parot_pu_data data = data_of();
    parot_status status = parot_pu_classify(&data, NULL, run, &result, err);
    if (status == PAROT_OK)
        status = parot_pu_calibrate(&data, NULL, &result, run, &calibration, err);
    parot_pu_calibration_free(&calibration);
    parot_pu_result_free(&result);
    return status;
}

static parot_status call_pu_inspect(const parot_run *run, parot_error *err)
{
    parot_pu_result result = {0};
    parot_pu_trust trust;
    parot_pu_calibration calibration = {0};
    parot_pu_data data = data_of();
    parot_status status = parot_pu_classify(&data, NULL, run, &result, err);
    if (status == PAROT_OK)
        status = parot_pu_inspect(&data, NULL, &result, NULL, run, &trust, &calibration, err);
    parot_pu_calibration_free(&calibration);
    parot_pu_result_free(&result);
    return status;
}

static parot_status call_pu_columns(const parot_run *run, parot_error *err)
{
    parot_pu_result result = {0};
    parot_pu_columns_result columns = {0};
    parot_pu_data data = data_of();
    parot_status status = parot_pu_classify(&data, NULL, run, &result, err);
    if (status == PAROT_OK)
        status = parot_pu_columns(&data, &result, run, &columns, err);
    parot_pu_columns_free(&columns);
    parot_pu_result_free(&result);
    return status;
}

static parot_status call_pu_sensitivity(const parot_run *run, parot_error *err)
{
    parot_pu_result result = {0};
    parot_pu_sensitivity_result sensitivity = {0};
    parot_pu_data data = data_of();
    parot_status status = parot_pu_classify(&data, NULL, run, &result, err);
    if (status == PAROT_OK)
        status = parot_pu_sensitivity(&data, NULL, &result, 0.2, 0.6, run, &sensitivity, err);
    parot_pu_sensitivity_free(&sensitivity);
    parot_pu_result_free(&result);
    return status;
}

static parot_status call_pu_tune(const parot_run *run, parot_error *err)
{
    parot_pu_tune_result result = {0};
    parot_pu_data data = data_of();
    return parot_pu_tune(&data, NULL, run, &result, err);
}

static parot_status call_pu_curve(const parot_run *run, parot_error *err)
{
    parot_curve curve = {0};
    parot_pu_data data = data_of();
    parot_status status = parot_pu_curve(&data, NULL, run, &curve, err);
    parot_curve_free(&curve);
    return status;
}

static parot_status align(int32_t by_distances, const parot_run *run, parot_error *err)
{
    parot_align_options options;
    parot_align_result result = {0};
    const int32_t anchors[2] = {0, 1};
    parot_align_options_init(&options);
    options.by_distances = by_distances;
    options.mass = by_distances ? 0.5 : NAN; /* paths are tried by themselves */
    options.allow_mirrors = 1;
    options.restarts = 1;
    options.anchor_source = options.anchor_target = anchors;
    options.anchors = 2;
    if (by_distances) {
        options.source_features = rows_x();
        options.target_features = rows_y();
    }
    parot_status status = parot_align(rows_x(), rows_y(), &options, run, &result, err);
    parot_align_result_free(&result);
    return status;
}

static parot_status call_align(const parot_run *run, parot_error *err)
{
    return align(0, run, err);
}

static parot_status call_align_distances(const parot_run *run, parot_error *err)
{
    return align(1, run, err);
}

static parot_status call_register(const parot_run *run, parot_error *err)
{
    parot_register_result result = {0};
    double moved[ROWS * DIMS];
    parot_status status = parot_register(rows_x(), rows_y(), NULL, run, &result, err);
    if (status == PAROT_OK)
        status = parot_register_apply(&result, rows_x(), moved, err);
    parot_register_result_free(&result);
    return status;
}

static parot_status call_drift(const parot_run *run, parot_error *err)
{
    parot_drift_result result = {0};
    parot_drift_options options;
    parot_drift_options_init(&options);
    options.level = 0.2; /* a smaller one needs more rows */
    parot_status status = parot_drift(rows_x(), rows_y(), &options, run, &result, err);
    parot_drift_result_free(&result);
    return status;
}

static parot_status match_and_certify(const parot_match_problem *problem,
                                      const parot_match_options *options, const parot_run *run,
                                      parot_error *err)
{
    parot_match_result result = {0};
    parot_match_check check = {0};
    parot_status status = parot_match(problem, options, run, &result, err);
    if (status == PAROT_OK)
        status = parot_match_certify(problem, options, &result, run, &check, err);
    parot_match_result_free(&result);
    return status;
}

static parot_status call_pairs(const parot_run *run, parot_error *err)
{
    parot_match_options options;
    parot_match_problem problem = {.x = rows_x(), .y = rows_y()};
    parot_match_options_init(&options);
    options.metric = PAROT_MATCH_METRIC_MAHALANOBIS;
    options.scale = PAROT_SCALE_ZSCORE;
    return match_and_certify(&problem, &options, run, err);
}

/* So many rows that tiles are searched: by distance (0), by columns with calipers (1). */
static parot_status call_many_pairs(int by_columns, const parot_run *run, parot_error *err)
{
    enum { MANY = 300 };
    static double a[MANY * DIMS], b[MANY * DIMS];
    const double caliper[DIMS] = {0.2, 0.3};
    parot_match_options options;
    parot_match_problem problem = {.x = {a, MANY, DIMS, DIMS}, .y = {b, MANY, DIMS, DIMS}};
    for (int k = 0; k < MANY * DIMS; k++) {
        a[k] = fmod(0.618 * (k + 1) * (k + 3), 1);
        b[k] = fmod(0.377 * (k + 2) * (k + 5), 1);
    }
    parot_match_options_init(&options);
    if (by_columns) {
        problem.x_limited = problem.x;
        problem.y_limited = problem.y;
        problem.column_caliper = caliper;
    } else {
        options.caliper = 0.15;
    }
    return match_and_certify(&problem, &options, run, err);
}

static parot_status call_pairs_by_distance(const parot_run *run, parot_error *err)
{
    return call_many_pairs(0, run, err);
}

static parot_status call_pairs_by_columns(const parot_run *run, parot_error *err)
{
    return call_many_pairs(1, run, err);
}

static parot_status classify(parot_pu_method method, const parot_run *run, parot_error *err)
{
    parot_pu_result result = {0};
    parot_pu_options options;
    parot_pu_data data = data_of();
    parot_pu_options_init(&options);
    options.method = method;
    parot_status status = parot_pu_classify(&data, &options, run, &result, err);
    parot_pu_result_free(&result);
    return status;
}

/* ---- Refusals ----------------------------------------------------------- */

/* What befell a problem befell the call; the batch itself is only refused as a whole. */
static parot_status first_failure(parot_batch_result *batch, parot_error *err)
{
    parot_status status = batch->failed > batch->failures ? PAROT_ENOMEM : PAROT_OK;
    strcpy(err->message, "no memory for words");
    if (batch->failures > 0) {
        status = batch->statuses[batch->failure[0].problem];
        *err = batch->failure[0].error;
    }
    parot_batch_result_free(batch);
    return status;
}

static parot_status call_batch(const parot_run *run, parot_error *err)
{
    parot_batch_result batch = {0};
    parot_problem problem[3] = {problem_of(), problem_of(), problem_of()};
    parot_batch_options options;
    parot_batch_options_init(&options);
    options.certify = 1;
    options.reference = &problem[0];
    problem[1].mass = 0.9; /* not like the reference */
    parot_status status = parot_partial_batch(problem, 3, &options, run, &batch, err);
    return status < 0 ? status : first_failure(&batch, err);
}

static parot_status call_gromov_batch(const parot_run *run, parot_error *err)
{
    parot_batch_result batch = {0};
    parot_gromov_problem problem = {.source = {source, ROWS, ROWS, ROWS},
                                    .target = {target, COLS, COLS, COLS},
                                    .alpha = 1,
                                    .mass = 0.5};
    parot_gromov_problem twice[2] = {problem, problem};
    parot_status status = parot_gromov_batch(twice, 2, NULL, NULL, run, &batch, err);
    return status < 0 ? status : first_failure(&batch, err);
}

static void assert_clean(const char *name, parot_status status, const struct ledger *ledger,
                         const parot_error *err)
{
    if (status != PAROT_OK && (status != PAROT_ENOMEM || !strstr(err->message, "memory")))
        fail_msg("%s, allocation %lld: %s: '%s'", name, (long long)ledger->refuse,
                 parot_status_name(status), err->message);
    if (ledger->held != 0)
        fail_msg("%s, allocation %lld: %lld blocks are left", name, (long long)ledger->refuse,
                 (long long)ledger->held);
}

TEST(every_function_survives_every_refusal)
{
    static const struct {
        const char *name;
        parot_status (*call)(const parot_run *, parot_error *);
    } calls[] = {
        {"cost", call_cost},
        {"cost_gradient", call_cost_gradient},
        {"graph_distances", call_graph_distances},
        {"principal_axes", call_principal_axes},
        {"partial", call_partial},
        {"infeasible", call_infeasible},
        {"solver", call_solver},
        {"path", call_path},
        {"price", call_price},
        {"entropic", call_entropic},
        {"line", call_line},
        {"gromov", call_gromov},
        {"gromov_entropic", call_gromov_entropic},
        {"gromov path", call_gromov_path},
        {"gromov points path", call_points_path},
        {"pu_scale", call_pu_scale},
        {"pu_model", call_pu_model},
        {"pu_trust", call_pu_trust},
        {"pu_tune", call_pu_tune},
        {"pu_calibrate", call_pu_calibrate},
        {"pu_inspect", call_pu_inspect},
        {"pu_columns", call_pu_columns},
        {"pu_sensitivity", call_pu_sensitivity},
        {"pu_curve", call_pu_curve},
        {"align", call_align},
        {"align by distances", call_align_distances},
        {"register", call_register},
        {"drift", call_drift},
        {"pu_certify", call_pu_certify},
        {"explain", call_explain},
        {"points", call_points},
        {"explain_points", call_explain_points},
        {"products", call_products},
        {"judge", call_judge},
        {"geodesic", call_geodesic},
        {"match", call_match},
        {"batch", call_batch},
        {"batch of Gromov-Wasserstein", call_gromov_batch},
        {"pairs", call_pairs},
        {"pairs by distance", call_pairs_by_distance},
        {"pairs by columns", call_pairs_by_columns},
    };
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        int64_t k = 0, asked = 1;
        /* Beyond the first hundred most are those of earlier rounds again: every tenth and so on.
         */
        for (; k < asked && k < MOST; k += (1 + k / 100) * (int64_t)test_stride(5)) {
            struct ledger ledger = {.refuse = k};
            parot_run run = run_with(&ledger);
            parot_error err = {0};
            assert_clean(calls[c].name, calls[c].call(&run, &err), &ledger, &err);
            asked = ledger.asked > k ? MOST : k; /* until nobody asks for number k */
        }
        assert_true(k < MOST);
    }
}

TEST(every_method_survives_every_refusal)
{
    for (int method = PAROT_PU_METHOD_WASSERSTEIN; method <= PAROT_PU_METHOD_PUSB; method++) {
        int64_t asked = 1;
        /* all of the first ones, then a sample: fused has a thousand, and each call is long */
        for (int64_t k = 0; k < asked; k += k < 60 ? 1 : 41) {
            struct ledger ledger = {.refuse = k};
            parot_run run = run_with(&ledger);
            parot_error err = {0};
            assert_clean(parot_pu_method_name((parot_pu_method)method),
                         classify((parot_pu_method)method, &run, &err), &ledger, &err);
            asked = ledger.asked > k ? k + 100 : k;
        }
    }
}

static int fill(void **state)
{
    (void)state;
    for (int k = 0; k < ROWS * DIMS; k++)
        x[k] = sin(7 * k);
    for (int k = 0; k < COLS * DIMS; k++)
        y[k] = cos(5 * k);
    assert_ok(parot_cost(rows_x(), rows_y(), PAROT_METRIC_SQEUCLIDEAN, NULL, cost, &err));
    assert_ok(parot_cost(rows_x(), rows_x(), PAROT_METRIC_EUCLIDEAN, NULL, source, &err));
    assert_ok(parot_cost(rows_y(), rows_y(), PAROT_METRIC_EUCLIDEAN, NULL, target, &err));
    return 0;
}

AROUND(fill, NULL)
