/* pu_memory.c - an estimate of bytes for each method, and its refusal.
 *
 * Numbers of m positives and n unlabeled rows, as measured at m = 150, 500 and 1500, n = 2 m: a
 * plan takes the costs and a fifth of them; the search for one of whole rows three copies of the
 * costs more; a ridge a kernel of at most 6000 rows; a forest a byte for each number, a bit for
 * each tree and row, and its nodes, of which a tree has at most one for each 2/5 of a row (leaves
 * of 5) that it learns from, a half of the rows; the risks two features of each row for each of 300
 * centres; the nearest positives 256 rows of distances. Both tables are scaled in a copy. Where
 * there are so many pairs that there is no matrix (partial/pairs.h), a plan takes what the solver
 * of points says.
 */
#include <math.h>
#include <stdio.h>

#include "base/free_memory.h"
#include "pu/methods/mined.h"
#include "pu/methods/ridge.h"

static double ridge_numbers(const parot_pu_data *data)
{
    double rows = fmin(RIDGE_MOST, (double)(data->positive.rows + data->unlabeled.rows));
    return rows * rows;
}

/* Transport and a classifier. */
static int is_taught(const parot_pu_options *options)
{
    return options->method == PAROT_PU_METHOD_MINED || options->method == PAROT_PU_METHOD_LEARNED;
}

static int has_forest(const parot_pu_data *data, const parot_pu_options *options)
{
    int is_small = data->positive.rows < MINED_LEAST || data->unlabeled.rows < MINED_LEAST;
    if (is_taught(options) && options->classifier == PAROT_AUTO)
        return !is_small; /* at most: the kind is not looked at */
    return options->method == PAROT_PU_METHOD_FOREST ||
           options->method == PAROT_PU_METHOD_ENSEMBLE ||
           (is_taught(options) && options->classifier != PAROT_PU_CLASSIFIER_RIDGE);
}

static int has_ridge(const parot_pu_options *options)
{
    return options->method == PAROT_PU_METHOD_RIDGE ||
           options->method == PAROT_PU_METHOD_ENSEMBLE ||
           (is_taught(options) && options->classifier != PAROT_PU_CLASSIFIER_FOREST);
}

/* Two forests, since one is kept while the next is grown in further rounds. */
static double forest_numbers(const parot_pu_data *data, const parot_pu_options *options)
{
    double rows = (double)(data->positive.rows + data->unlabeled.rows);
    double cols = (double)data->unlabeled.cols, trees = options->trees;
    double sample = fmin(rows / 2, FOREST_MOST),
           nodes = fmax(1, 2 * sample / fmax(1, options->leaf));
    double each =
        trees * nodes * sizeof(struct forest_node) / sizeof(double) + rows * (trees / 64 + 1);
    return (options->rounds ? 2 : 1) * each + rows * (cols / 8 + 2) + BINS * cols;
}

static double classifier_numbers(const parot_pu_data *data, const parot_pu_options *options)
{
    return (has_ridge(options) ? ridge_numbers(data) : 0) +
           (has_forest(data, options) ? forest_numbers(data, options) : 0);
}

/* ---- With a matrix ------------------------------------------------------ */

static double numbers_of(const parot_pu_data *data, const parot_pu_options *options, int is_exact)
{
    double m = (double)data->positive.rows, n = (double)data->unlabeled.rows;
    switch (options->method) {
    case PAROT_PU_METHOD_MINED:
        return 1.2 * m * n + classifier_numbers(data, options);
    case PAROT_PU_METHOD_LEARNED: /* distances, and costs with tolls */
        return 2.2 * m * n + classifier_numbers(data, options);
    case PAROT_PU_METHOD_WASSERSTEIN:
        return (is_exact ? 4.4 : 1.2) * m * n;
    case PAROT_PU_METHOD_GROMOV:
    case PAROT_PU_METHOD_FUSED:
        return m * m + n * n + 12 * m * n + 4e5; /* one start at a time */
    case PAROT_PU_METHOD_MATCHING:
        return 1.6 * m * n;
    case PAROT_PU_METHOD_RIDGE:
    case PAROT_PU_METHOD_FOREST:
    case PAROT_PU_METHOD_ENSEMBLE:
        return classifier_numbers(data, options);
    case PAROT_PU_METHOD_NEAREST:
        return 256 * m;
    case PAROT_PU_METHOD_UPU:
    case PAROT_PU_METHOD_NNPU:
    case PAROT_PU_METHOD_PUSB:
        break;
    }
    return 640 * (m + n);
}

/* Tables in order and scaled, and what is known of each row: place, label, score, match, ... */
static double copies(const parot_pu_data *data)
{
    double rows = (double)(data->positive.rows + data->unlabeled.rows);
    return rows * (double)data->unlabeled.cols;
}

/* ---- Without ------------------------------------------------------------ */

/* Numbers for each row beside the solver: results of a plan, its prices, and the ranks. */
enum { ROW_NUMBERS = 24, ROW_NUMBERS_WHOLE = 40 };

static int moves_rows(const parot_pu_options *options)
{
    return options->method == PAROT_PU_METHOD_MINED ||
           options->method == PAROT_PU_METHOD_WASSERSTEIN ||
           options->method == PAROT_PU_METHOD_MATCHING;
}

static parot_points_problem clouds_of(const parot_pu_data *data, const parot_pu_options *options)
{
    parot_points_problem clouds = {.x = data->unlabeled, .y = data->positive};
    clouds.metric =
        options->metric == PAROT_AUTO ? PAROT_METRIC_EUCLIDEAN : (parot_metric)options->metric;
    return clouds;
}

/* A classifier comes after the transport, whose solver is gone by then. */
static double bytes_of_points(const parot_pu_data *data, const parot_pu_options *options)
{
    parot_points_problem clouds = clouds_of(data, options);
    int is_exact = options->method == PAROT_PU_METHOD_WASSERSTEIN &&
                   options->whole_rows == PAROT_PU_WHOLE_ROWS_EXACT;
    double rows = (double)(data->positive.rows + data->unlabeled.rows);
    double classifier =
        options->method == PAROT_PU_METHOD_MINED ? classifier_numbers(data, options) : 0;
    double solver = parot_partial_points_memory(&clouds);
    double numbers = (is_exact ? ROW_NUMBERS_WHOLE : ROW_NUMBERS) * rows + 2 * copies(data);
    return fmax(solver, sizeof(double) * classifier) + sizeof(double) * numbers;
}

/* ---- The estimate ------------------------------------------------------- */

static double bytes_of(const parot_pu_data *data, const parot_pu_options *given, int64_t costs)
{
    parot_pu_options settled = *given, *options = &settled;
    parot_pu_options_settle(options);
    parot_points_problem clouds = clouds_of(data, options);
    int is_exact = options->whole_rows == PAROT_PU_WHOLE_ROWS_EXACT;
    int has_matrix =
        costs == PAROT_COSTS_AUTO ? !parot_points_pay(&clouds) : costs == PAROT_COSTS_MATRIX;
    if (moves_rows(options) && !has_matrix)
        return bytes_of_points(data, options);
    return sizeof(double) * (numbers_of(data, options, is_exact) + copies(data));
}

double parot_pu_memory(const parot_pu_data *data, const parot_pu_options *given)
{
    parot_pu_options options;
    if (pu_options_take(given, &options, NULL) != PAROT_OK)
        return 0;
    return bytes_of(data, &options, PAROT_COSTS_AUTO);
}

parot_status pu_check_memory(const parot_pu_data *data, const parot_pu_options *options,
                             const struct control *control, parot_error *err)
{
    char what[128];
    if (!data->positive.data || !data->unlabeled.data)
        return PAROT_OK; /* what makes no sense is refused as such */
    const char *name = parot_pu_method_name(options->method);
    int64_t costs = control ? control->run.costs : PAROT_COSTS_AUTO;
    int has_matrix = moves_rows(options) || options->method == PAROT_PU_METHOD_GROMOV ||
                     options->method == PAROT_PU_METHOD_FUSED;
    snprintf(what, sizeof what, "options.method %s with %lld positives and %lld unlabeled rows",
             name ? name : "?", (long long)data->positive.rows, (long long)data->unlabeled.rows);
    return memory_check_fits(control, bytes_of(data, options, costs), what,
                             has_matrix ? "use options.method ridge, whose memory does not grow "
                                          "with the rows, or fewer of them"
                                        : "use fewer rows, for instance a random sample",
                             err);
}

parot_status parot_pu_memory_check(const parot_pu_data *data, const parot_pu_options *options,
                                   parot_error *err)
{
    parot_pu_options taken;
    if (!data)
        return fail_argument(err, PAROT_EINVAL, "data", "must not be NULL");
    TRY(pu_options_take(options, &taken, err));
    return pu_check_memory(data, &taken, NULL, err);
}

/* Of each row: four sorted scores with all they need, their mean, and a weight. */
enum { PRIOR_NUMBERS = 20 };

parot_status pu_check_prior_memory(const parot_pu_data *data, const struct control *control,
                                   parot_error *err)
{
    const parot_pu_options forest = {.trees = FOREST_TREES, .leaf = FOREST_LEAF};
    double rows = (double)(data->positive.rows + data->unlabeled.rows);
    double classifier = fmax(ridge_numbers(data), forest_numbers(data, &forest));
    return memory_check_fits(
        control, sizeof(double) * (classifier + PRIOR_NUMBERS * rows + copies(data)),
        "the estimate of the prior",
        "use fewer rows, for instance a random sample, or state the prior", err);
}
