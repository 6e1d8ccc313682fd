/* kinds.c - types of arguments, with values that are refused; types of results, and what is true of
 * each of them, whenever it was stopped. */
#include "kinds.h"

/* ---- Arguments ----------------------------------------------------------- */

#define ROOM(type) FIELD(type, reserved[1], 1)
#define MASS(type) FIELD(type, mass, -1, NAN, INFINITY)
#define MATRIX(type, name)                                                                         \
    FIELD(type, name.data, 0), FIELD(type, name.rows, 0, -1), FIELD(type, name.cols, 0, -1),       \
        FIELD(type, name.stride, -1, 1)
#define WORDS(type, name) FIELD(type, name, -7, 12345)

WHOLE(parot_matrix, FIELD(parot_matrix, data, 0), FIELD(parot_matrix, rows, -1),
      FIELD(parot_matrix, cols, 0, -1), FIELD(parot_matrix, stride, -1, 1))
STRUCT(parot_problem, MATRIX(parot_problem, cost), MASS(parot_problem), ROOM(parot_problem))
STRUCT(parot_prices, FIELD(parot_prices, source_each, NAN, INFINITY),
       FIELD(parot_prices, target_each, NAN, INFINITY), ROOM(parot_prices))
STRUCT(parot_points_problem, MATRIX(parot_points_problem, x), MATRIX(parot_points_problem, y),
       WORDS(parot_points_problem, metric), MASS(parot_points_problem), ROOM(parot_points_problem))
STRUCT(parot_products_problem, MATRIX(parot_products_problem, f), MATRIX(parot_products_problem, g),
       MASS(parot_products_problem), ROOM(parot_products_problem))
STRUCT(parot_line, FIELD(parot_line, x, 0), FIELD(parot_line, y, 0), FIELD(parot_line, n, 0, -1),
       FIELD(parot_line, m, 0, -1), FIELD(parot_line, exponent, 0.5, NAN, INFINITY),
       MASS(parot_line), ROOM(parot_line))
STRUCT(parot_graph, FIELD(parot_graph, nodes, 0, -1, 3e9), FIELD(parot_graph, first, 0),
       FIELD(parot_graph, to, 0), ROOM(parot_graph))
WHOLE(parot_plan, FIELD(parot_plan, rows, -1), FIELD(parot_plan, cols, -1),
      FIELD(parot_plan, count, -1), FIELD(parot_plan, row, 0), FIELD(parot_plan, col, 0),
      FIELD(parot_plan, mass, 0))
STRUCT(parot_points_derivatives, ROOM(parot_points_derivatives))
STRUCT(parot_gromov_derivatives, ROOM(parot_gromov_derivatives))
STRUCT(parot_entropic_derivatives, ROOM(parot_entropic_derivatives))
STRUCT(parot_given_plan, FIELD(parot_given_plan, tolerance, -1, NAN), ROOM(parot_given_plan))
STRUCT(parot_gromov_problem, MATRIX(parot_gromov_problem, source),
       MATRIX(parot_gromov_problem, target), MATRIX(parot_gromov_problem, cost),
       FIELD(parot_gromov_problem, alpha, -0.1, 1.1, NAN), WORDS(parot_gromov_problem, loss),
       MASS(parot_gromov_problem), ROOM(parot_gromov_problem))
STRUCT(parot_gromov_points_problem, MATRIX(parot_gromov_points_problem, x),
       MATRIX(parot_gromov_points_problem, y), WORDS(parot_gromov_points_problem, metric),
       FIELD(parot_gromov_points_problem, features, -1),
       FIELD(parot_gromov_points_problem, alpha, -0.1, 1.1, NAN), MASS(parot_gromov_points_problem),
       ROOM(parot_gromov_points_problem))
STRUCT(parot_gromov_entropic_problem, FIELD(parot_gromov_entropic_problem, reg, 0, -1, NAN),
       FIELD(parot_gromov_entropic_problem, tolerance, 0, 1, NAN),
       MATRIX(parot_gromov_entropic_problem, gromov.source),
       FIELD(parot_gromov_entropic_problem, gromov.mass, -1, NAN),
       FIELD(parot_gromov_entropic_problem, gromov.alpha, -0.1, 1.1, NAN),
       WORDS(parot_gromov_entropic_problem, gromov.loss), ROOM(parot_gromov_entropic_problem))
WHOLE(parot_pairwise_cloud, MATRIX(parot_pairwise_cloud, points), ROOM(parot_pairwise_cloud))
STRUCT(parot_match_problem, MATRIX(parot_match_problem, x), MATRIX(parot_match_problem, y),
       ROOM(parot_match_problem))
STRUCT(parot_pu_data, MATRIX(parot_pu_data, unlabeled), MATRIX(parot_pu_data, positive),
       FIELD(parot_pu_data, prior, 0, 1, -1, INFINITY), ROOM(parot_pu_data))
STRUCT(parot_labelled_row, FIELD(parot_labelled_row, label, 0),
       FIELD(parot_labelled_row, row, -1, GIVEN_MOST), ROOM(parot_labelled_row))

SIZED(parot_run, FIELD(parot_run, threads, -1), FIELD(parot_run, max_iterations, -1),
      FIELD(parot_run, time_limit, -1, NAN), FIELD(parot_run, progress_period, -1, NAN),
      FIELD(parot_run, costs, -1, 3))
SIZED(parot_graph_options, WORDS(parot_graph_options, distance),
      FIELD(parot_graph_options, unreachable, -1, NAN, INFINITY))
SIZED(parot_gromov_options, FIELD(parot_gromov_options, tolerance, -1, NAN),
      FIELD(parot_gromov_options, starts, 4096), FIELD(parot_gromov_options, restarts, -1),
      WORDS(parot_gromov_options, steps), FIELD(parot_gromov_options, anchors, -1, 2))
SIZED(parot_gromov_path_options, FIELD(parot_gromov_path_options, least, 0, 1, NAN),
      FIELD(parot_gromov_path_options, masses, 1, 1001))
SIZED(parot_batch_options, WORDS(parot_batch_options, plans),
      FIELD(parot_batch_options, certify, -1, 2))
SIZED(parot_pairwise_options, WORDS(parot_pairwise_options, method),
      WORDS(parot_pairwise_options, metric), FIELD(parot_pairwise_options, mass, -1, 0, INFINITY),
      FIELD(parot_pairwise_options, share, 0, 1.1, NAN))
SIZED(parot_match_options, WORDS(parot_match_options, order), WORDS(parot_match_options, metric),
      WORDS(parot_match_options, scale), FIELD(parot_match_options, ratio, 0, -1),
      FIELD(parot_match_options, caliper, -1, NAN), FIELD(parot_match_options, price, NAN))
SIZED(parot_pu_options, WORDS(parot_pu_options, method), WORDS(parot_pu_options, kind),
      WORDS(parot_pu_options, scale), WORDS(parot_pu_options, metric),
      FIELD(parot_pu_options, noise, -1, INFINITY), WORDS(parot_pu_options, whole_rows),
      FIELD(parot_pu_options, neighbours, 0, -1), WORDS(parot_pu_options, kernel),
      FIELD(parot_pu_options, pca, -1), FIELD(parot_pu_options, fused_alpha, -0.1, 1.1, NAN),
      FIELD(parot_pu_options, is_apart, -1, 2), FIELD(parot_pu_options, restarts, -1),
      FIELD(parot_pu_options, has_distances, -1, 2), WORDS(parot_pu_options, classifier),
      FIELD(parot_pu_options, rounds, -2), FIELD(parot_pu_options, trees, 0, -1),
      FIELD(parot_pu_options, leaf, 0, -1), FIELD(parot_pu_options, raw_distances, -1, 2))
SIZED(parot_register_options, WORDS(parot_register_options, motion),
      FIELD(parot_register_options, restarts, -1),
      FIELD(parot_register_options, overlap, 0, 1.1, -1))
SIZED(parot_align_options, FIELD(parot_align_options, mass, 0, 1.1, -1),
      FIELD(parot_align_options, restarts, -1), FIELD(parot_align_options, anchors, -1),
      FIELD(parot_align_options, feature_share, 0, 1, NAN))
SIZED(parot_drift_options, WORDS(parot_drift_options, scale), WORDS(parot_drift_options, metric),
      FIELD(parot_drift_options, level, 0, 1, NAN), FIELD(parot_drift_options, room, 0.5, NAN),
      FIELD(parot_drift_options, splits, 0, -1))
SIZED(parot_cloud, WORDS(parot_cloud, shape), FIELD(parot_cloud, count, 0, -1),
      FIELD(parot_cloud, dims, 0, -1), FIELD(parot_cloud, blobs, 0, -1),
      FIELD(parot_cloud, spread, NAN, INFINITY), FIELD(parot_cloud, noise, -1, NAN, INFINITY),
      FIELD(parot_cloud, angle, NAN, INFINITY), FIELD(parot_cloud, center[1], NAN, INFINITY))
#define FUNCTION(name)                                                                             \
    {                                                                                              \
        "functions." #name, offsetof(parot_link, name), POINTER, 1,                                \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }
SIZED(parot_link, FIELD(parot_link, rank, -1, 7), FIELD(parot_link, count, 0, -1),
      FUNCTION(broadcast), FUNCTION(send), FUNCTION(waiting), FUNCTION(receive))
SIZED(parot_ranks_options, FIELD(parot_ranks_options, least_work, -1, NAN),
      FIELD(parot_ranks_options, parts, 0, -1, 1025))

/* ---- What is true of a plan ---------------------------------------------- */

static void check_plan(const parot_plan *plan, double row, double col)
{
    static long double rows[GIVEN_MOST], cols[GIVEN_MOST];
    memset(rows, 0, sizeof rows);
    memset(cols, 0, sizeof cols);
    for (int64_t e = 0; e < plan->count; e++) {
        assert_true(plan->mass[e] > 0 && isfinite(plan->mass[e]));
        rows[plan->row[e]] += plan->mass[e];
        cols[plan->col[e]] += plan->mass[e];
    }
    for (int64_t i = 0; i < plan->rows; i++)
        assert_true(rows[i] <= row * (1 + 1e-12));
    for (int64_t j = 0; j < plan->cols; j++)
        assert_true(cols[j] <= col * (1 + 1e-12));
}

/* A plan within the weights, of the mass that it says, and a bound below its cost. */
static void check_transport(const parot_result *result, double row, double col)
{
    long double mass = 0;
    for (int64_t e = 0; e < result->plan.count; e++)
        mass += result->plan.mass[e];
    check_plan(&result->plan, row, col);
    assert_close((double)mass, result->mass, 1e-12);
    assert_true(isfinite(result->objective));
    assert_true(result->bound <= result->objective + 1e-12 * (1 + fabs(result->objective)));
}

static void check_dense(const double *plan, int64_t rows, int64_t cols, double mass)
{
    long double total = 0;
    for (int64_t k = 0; k < rows * cols; k++) {
        assert_true(plan[k] >= 0 && plan[k] <= 1.0 / (double)(rows > cols ? rows : cols) + 1e-12);
        total += plan[k];
    }
    assert_close((double)total, mass, 1e-9);
}

static void settle_info(parot_info *info)
{
    info->setup_seconds = info->solve_seconds = 0;
    info->allocations = 0;
}

/* ---- Results ------------------------------------------------------------- */

RESULT(parot_result)
{
    settle_info(&result->info);
    check_transport(result, 1.0 / (double)given.x.rows, 1.0 / (double)given.y.rows);
}

RESULT(parot_curve)
{
    settle_info(&result->info);
    for (int64_t k = 1; k < result->count; k++)
        assert_true(result->mass[k] > result->mass[k - 1] && isfinite(result->objective[k]));
}

RESULT(parot_mass_costs)
{
    for (int64_t k = 0; k < result->count; k++)
        assert_true(isnan(result->objective[k]) || result->relative[k] <= PAROT_PROOF_TOLERANCE);
}

RESULT(parot_line_result)
{
    settle_info(&result->curve.info);
    check_plan(&result->plan, 1.0 / (double)given.x.rows, 1.0 / (double)given.y.rows);
    assert_true(isfinite(result->objective) && isfinite(result->mass));
}

RESULT(parot_entropic_result)
{
    settle_info(&result->info);
    check_dense(result->plan, result->rows, result->cols, result->mass);
    assert_true(result->bound <= result->regularised + 1e-9 * (1 + fabs(result->regularised)));
}

RESULT(parot_gromov_result)
{
    settle_info(&result->transport.info);
    check_transport(&result->transport, 1.0 / (double)given.x.rows, 1.0 / (double)given.y.rows);
    assert_true(result->stationarity >= 0);
}

RESULT(parot_gromov_path_result)
{
    for (int64_t k = 0; k < result->count; k++) {
        settle_info(&result->result[k].transport.info);
        check_transport(&result->result[k].transport, 1.0 / (double)given.x.rows,
                        1.0 / (double)given.y.rows);
    }
}

RESULT(parot_gromov_entropic_result)
{
    settle_info(&result->info);
    check_dense(result->plan, result->rows, result->cols, result->mass);
}

RESULT(parot_axes)
{
    assert_true(result->spread >= 0);
}

RESULT(parot_batch_result)
{
    for (int64_t k = 0; k < result->count; k++)
        assert_true(result->statuses[k] < 0 ? isnan(result->objective[k])
                                            : result->bound[k] <= result->objective[k] + 1e-9);
}

RESULT(parot_pairwise_result)
{
    for (int64_t k = 0; k < result->count * result->count; k++)
        assert_true(result->statuses[k] != PAROT_OK || result->objective[k] >= 0);
}

RESULT(parot_match_result)
{
    for (int64_t k = 1; k < result->pairs; k++)
        assert_true(result->row[k] > result->row[k - 1]);
    /* NAN: it was stopped before there were prices */
    assert_true(isnan(result->bound) ||
                result->bound <= result->objective + 1e-12 * (1 + fabs(result->objective)));
}

static void check_labels(const parot_pu_result *result)
{
    int64_t positives = 0;
    for (int64_t i = 0; i < result->count; i++) {
        assert_true(result->label[i] > 0 ? result->score[i] >= 0.5 : result->score[i] <= 0.5);
        positives += result->label[i] > 0;
    }
    assert_int_equal(positives, result->positives);
}

RESULT(parot_pu_result)
{
    settle_info(&result->transport.info);
    check_labels(result);
    check_plan(&result->transport.plan, 1.0 / (double)given.x.rows * (1 + 1e-9), INFINITY);
}

RESULT(parot_pu_scaled)
{
    assert_true(result->cols > 0);
}

RESULT(parot_pu_transport)
{
    assert_true(result->problem.mass > 0);
}

RESULT(parot_pu_model)
{
    assert_true(result->count > 0);
}

RESULT(parot_pu_calibration)
{
    for (int64_t i = 0; i < result->count; i++)
        assert_true(result->probability[i] >= 0 && result->probability[i] <= 1);
}

RESULT_OF(parot_pu_sensitivity_result, parot_pu_sensitivity)
{
    assert_true(result->low <= result->high);
}

RESULT_OF(parot_pu_columns_result, parot_pu_columns)
{
    assert_int_equal(result->count, GIVEN_DIMS);
}

RESULT(parot_register_result)
{
    settle_info(&result->transport.info);
    check_transport(&result->transport, 1, 1);
}

RESULT(parot_align_result)
{
    settle_info(&result->registered.transport.info);
    settle_info(&result->distances.transport.info);
    assert_true(result->matched <= result->count);
}

RESULT(parot_drift_result)
{
    for (int64_t i = 0; i < result->count; i++)
        assert_true(result->score[i] >= 0 && result->score[i] < 1);
}

RESULT(parot_explain_result)
{
    for (int64_t c = 0; c < result->columns; c++)
        assert_true(isfinite(result->part[c]));
}

RESULT(parot_move)
{
    assert_true(result->moved >= 0 && result->moved <= result->weight * (1 + 1e-12));
}

RESULT(parot_label_reasons)
{
    assert_true(result->has_columns || result->has_transport);
}

#define PLAIN(type) const struct kind type##_kind = {.name = #type, .size = sizeof(type)};
PLAIN(parot_check)
PLAIN(parot_claims)
PLAIN(parot_graph_facts)
PLAIN(parot_judgement)
PLAIN(parot_pu_prior_result)
PLAIN(parot_pu_bias_result)
PLAIN(parot_pu_spies_result)
PLAIN(parot_pu_trust)
PLAIN(parot_pu_criteria_result)
PLAIN(parot_pu_metrics)
PLAIN(parot_match_check)

static void settle_tune(void *result)
{
    ((parot_pu_tune_result *)result)->seconds = 0;
}
const struct kind parot_pu_tune_result_kind = {WITH(parot_pu_tune_result), .settle = settle_tune};

static void free_solver(void *handle)
{
    if (handle)
        parot_solver_free(*(parot_solver **)handle);
}
const struct kind parot_solver_handle_kind = {WITH(parot_solver_handle), .free = free_solver};

static void close_ranks(void *handle)
{
    if (handle)
        parot_ranks_close(*(parot_ranks **)handle);
}
const struct kind parot_ranks_handle_kind = {WITH(parot_ranks_handle), .free = close_ranks};
