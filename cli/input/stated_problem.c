/* stated_problem.c - options are checked before files are read; then the costs are read, or
 * computed from the points. */
#include "input/stated_problem.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "shell/choice.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"

/* ---- Distances ---------------------------------------------------------- */

/* memory_take_matrix refuses a matrix that does not fit before parot_cost begins. */
enum outcome costs_compute(parot_matrix x, parot_matrix y, parot_metric metric, int copies,
                           struct cost_words say, const parot_run *run, double **block)
{
    const struct wording words[] = {{"x", path_label(say.paths[0])},
                                    {"y", path_label(say.paths[1])}};
    parot_error err = {""};
    TRY(memory_take_matrix("the cost matrix", x.rows, y.rows, copies, say.way_out, block));
    parot_run rest = progress_run_patient(run);
    parot_status status = parot_cost(x, y, metric, &rest, *block, &err);
    progress_clear();
    if (status == PAROT_OK)
        return SOLVED;
    return refuse_call(status, &err, run->time_limit, words, 2);
}

/* ---- Weights ------------------------------------------------------------ */

/* Neumaier's sum, so that weights of total 1 have it whatever their number. */
static double add_up(const double *values, int64_t count)
{
    double sum = 0, rest = 0;
    for (int64_t i = 0; i < count; i++) {
        double next = sum + values[i];
        rest += sum >= values[i] ? sum - next + values[i] : values[i] - next + sum;
        sum = next;
    }
    return isfinite(sum) ? sum + rest : INFINITY;
}

enum outcome weights_borrow(struct weights *weights, const double *values, int64_t count,
                            const char *label)
{
    weights->values = values;
    weights->count = count;
    weights->total = 1;
    if (!values)
        return SOLVED;
    for (int64_t i = 0; i < count; i++)
        if (!(values[i] >= 0) || !isfinite(values[i]))
            return refuse(FAILED, "%s: row %lld is %g; weights must be finite and >= 0", label,
                          (long long)i + 1, values[i]);
    weights->total = add_up(values, count);
    if (!(weights->total > 0) || !isfinite(weights->total))
        return refuse(FAILED, "%s: the weights add up to %g; the sum must be positive and finite",
                      label, weights->total);
    return SOLVED;
}

/* A file of `count` numbers: `what` they are, "weights". */
static enum outcome list_read(parot_table *table, const struct feature_request *features,
                              const char *path, int64_t count, const char *side, const char *what)
{
    const char *label = path_label(path);
    TRY(numbers_read(features, path, table));
    if (table->cols != 1 && table->rows != 1)
        return refuse(FAILED, "%s is %lld x %lld; %s are one column or one row", label,
                      (long long)table->rows, (long long)table->cols, what);
    if (table->rows * table->cols != count)
        return refuse(FAILED, "%s has %lld %s, the %s %lld rows", label,
                      (long long)(table->rows * table->cols), what, side, (long long)count);
    return SOLVED;
}

enum outcome weights_read(struct weights *weights, const struct feature_request *features,
                          const char *path, int64_t count, const char *side)
{
    TRY(list_read(&weights->table, features, path, count, side, "weights"));
    return weights_borrow(weights, weights->table.data, count, path_label(path));
}

void weights_free(struct weights *weights)
{
    parot_table_free(&weights->table);
}

double weights_at(const struct weights *weights, int64_t i)
{
    return weights->values ? weights->values[i] : 1.0 / (double)weights->count;
}

/* ---- Before reading ----------------------------------------------------- */

const struct option WEIGHTS_OPTIONS[] = {
    TEXT_OPTION("p", struct problem_request, p, "FILE",
                "weights of the source (uniform, of total 1)"),
    TEXT_OPTION("q", struct problem_request, q, "FILE",
                "weights of the target (uniform, of total 1)"),
    TEXT_OPTION("weight-column", struct problem_request, points.features.options.weight_column,
                "COL", "column of SOURCE and TARGET that holds the weights"),
    MORE_OPTIONS(SCALE_OPTION, struct problem_request, points),
    MORE_OPTIONS(POINTS_OPTIONS, struct problem_request, points.features),
    {0}};

const struct option PROBLEM_OPTIONS[] = {
    TEXT_OPTION("cost", struct problem_request, cost, "FILE",
                "the costs, instead of SOURCE and TARGET"),
    CHOICE_OPTION("metric", struct problem_request, metric, "M", METRICS, "{} (sqeuclidean)"),
    {.more = WEIGHTS_OPTIONS},
    {0}};

const struct option PRICES_OPTIONS[] = {
    TEXT_OPTION("price-source", struct problem_request, price_source, "FILE",
                "instead: what leaving each source point unmatched costs"),
    TEXT_OPTION("price-target", struct problem_request, price_target, "FILE",
                "the same for target points (each 0 if only one is given)"),
    TEXT_OPTION("price-column", struct problem_request, points.features.options.price_column, "COL",
                "column of SOURCE and TARGET that holds these prices"),
    {0}};

int problem_has_prices(const struct problem_request *request)
{
    return request->price_source || request->price_target ||
           request->points.features.options.price_column;
}

void problem_defaults(struct problem_request *request, parot_metric metric)
{
    points_defaults(&request->points);
    request->metric = metric;
}

enum outcome problem_check_files(const struct problem_request *request, const struct args *args,
                                 const char *instead)
{
    const char *const paths[] = {
        request->cost, request->source, request->target,       request->p,
        request->q,    request->result, request->price_source, request->price_target};
    const char *weight_column = request->points.features.options.weight_column;
    const char *price_column = request->points.features.options.price_column;
    const char *option = args_text(args, "metric")       ? "metric"
                         : weight_column                 ? "weight-column"
                         : price_column                  ? "price-column"
                         : args_text(args, "scale")      ? "scale"
                         : args_text(args, "id")         ? "id"
                         : args_text(args, "categories") ? "categories"
                                                         : args_given(args, CHOOSING_OPTIONS);
    if (instead && option)
        return refuse(MISUSED, "--%s applies only to points; it has no meaning with %s", option,
                      instead);
    if (weight_column && (request->p || request->q))
        return refuse(MISUSED, "--weight-column and --%s: give only one of them",
                      request->p ? "p" : "q");
    if (price_column && (request->price_source || request->price_target))
        return refuse(MISUSED, "--price-column and --price-%s: give only one of them",
                      request->price_source ? "source" : "target");
    TRY(features_check(&request->points.features));
    return paths_check_streams(paths, 8);
}

enum outcome problem_check_amount(const struct problem_request *request, const struct args *args)
{
    int has_mass = args_text(args, "mass") != NULL, has_price = args_text(args, "price") != NULL;
    const char *prices = request->price_source   ? "source"
                         : request->price_target ? "target"
                                                 : "column";
    if (has_mass && has_price)
        return refuse(MISUSED, "--mass and --price: give only one of them");
    if ((has_mass || has_price) && problem_has_prices(request))
        return refuse(MISUSED, "--%s and --price-%s: give only one of them",
                      has_mass ? "mass" : "price", prices);
    return SOLVED;
}

enum outcome problem_check_request(struct problem_request *request, const struct args *args,
                                   int before)
{
    int count = args->count - before;
    const char **operands = count > 0 ? args->operands + before : NULL;
    if (request->cost && count > 0)
        return refuse(MISUSED, "'%s' and --cost: give either two files of points or the costs",
                      operands[0]);
    if (!request->cost && count != 2)
        return refuse(MISUSED,
                      "needs two files of points, SOURCE and TARGET, or --cost FILE; got "
                      "%d file%s",
                      count, plural(count));
    request->source = request->cost ? NULL : operands[0];
    request->target = request->cost ? NULL : operands[1];
    return problem_check_files(request, args, request->cost ? "--cost" : NULL);
}

/* ---- Reading ------------------------------------------------------------ */

static enum outcome read_points(struct problem *problem, const struct problem_request *request,
                                const struct args *args)
{
    parot_features *source = &problem->source, *target = &problem->target;
    problem->has_points = 1;
    source->path = request->source;
    target->path = request->target;
    TRY(points_read(source, target, &request->points, args, "parot gromov"));
    TRY(points_check(source, problem->metric));
    TRY(points_check(target, problem->metric));
    problem->stated.cost =
        (parot_matrix){NULL, source->table.rows, target->table.rows, target->table.rows};
    return SOLVED;
}

static enum outcome read_cost(struct problem *problem, const struct problem_request *request,
                              const struct args *args)
{
    TRY(numbers_read(&request->points.features, request->cost, &problem->cost_table));
    parot_matrix cost = parot_table_matrix(&problem->cost_table);
    if (args->verbose)
        note("%s: %lld x %lld costs", path_label(request->cost), (long long)cost.rows,
             (long long)cost.cols);
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++)
            if (cost.data[i * cost.stride + j] == -INFINITY)
                return refuse(FAILED,
                              "%s: row %lld, column %lld is -inf; costs are numbers, or inf for "
                              "pairs that are forbidden",
                              path_label(request->cost), (long long)i + 1, (long long)j + 1);
    problem->stated.cost = cost;
    return SOLVED;
}

static enum outcome read_weights(struct weights *weights, const struct feature_request *features,
                                 const char *path, const parot_features *points, int64_t count,
                                 const char *side)
{
    if (path)
        return weights_read(weights, features, path, count, side);
    return weights_borrow(weights, points->weights, count,
                          points->path ? path_label(points->path) : side);
}

enum outcome problem_read_weights(struct problem *problem, const struct problem_request *request)
{
    parot_matrix cost = problem->stated.cost;
    const struct feature_request *features = &request->points.features;
    TRY(read_weights(&problem->p, features, request->p, &problem->source, cost.rows, "source"));
    TRY(read_weights(&problem->q, features, request->q, &problem->target, cost.cols, "target"));
    problem->stated.p = problem->p.values;
    problem->stated.q = problem->q.values;
    return SOLVED;
}

/* From a file, or from the points; *prices stays NULL, for prices of 0, if there are none. */
static enum outcome read_side_prices(const struct feature_request *features, const char *path,
                                     const parot_features *points, int64_t count, const char *side,
                                     parot_table *table, const double **prices)
{
    if (path)
        TRY(list_read(table, features, path, count, side, "prices"));
    *prices = path ? table->data : points->prices;
    return SOLVED;
}

static enum outcome read_prices(struct problem *problem, const struct problem_request *request)
{
    parot_matrix cost = problem->stated.cost;
    const struct feature_request *features = &request->points.features;
    problem->has_prices = problem_has_prices(request);
    TRY(read_side_prices(features, request->price_source, &problem->source, cost.rows, "source",
                         &problem->price_tables[0], &problem->prices.source));
    return read_side_prices(features, request->price_target, &problem->target, cost.cols, "target",
                            &problem->price_tables[1], &problem->prices.target);
}

enum outcome problem_read(struct problem *problem, const struct problem_request *request,
                          const struct args *args)
{
    problem->metric = request->metric;
    problem->is_saved = request->result != NULL;
    if (request->cost)
        TRY(read_cost(problem, request, args));
    else
        TRY(read_points(problem, request, args));
    TRY(read_prices(problem, request));
    return problem_read_weights(problem, request);
}

/* ---- Costs -------------------------------------------------------------- */

enum outcome problem_compute_cost(struct problem *problem, const parot_run *run)
{
    if (!problem->has_points)
        return SOLVED;
    phase_begin(PAROT_PHASE_COST, NULL, NULL);
    const struct cost_words say = {{problem->source.path, problem->target.path},
                                   problem->is_saved ? "solve for fewer points, with --sample N"
                                                     : TAKE_A_SAMPLE};
    TRY(costs_compute(parot_table_matrix(&problem->source.table),
                      parot_table_matrix(&problem->target.table), problem->metric, 0, say, run,
                      &problem->cost));
    problem->stated.cost.data = problem->cost;
    return SOLVED;
}

enum outcome problem_prepare(struct problem *problem, const parot_run *run)
{
    if (problem->has_points)
        problem->clouds = (parot_points_problem){.x = parot_table_matrix(&problem->source.table),
                                                 .y = parot_table_matrix(&problem->target.table),
                                                 .metric = problem->metric,
                                                 .p = problem->stated.p,
                                                 .q = problem->stated.q,
                                                 .mass = problem->stated.mass};
    problem->is_matrix_free = problem->has_points && parot_points_pay(&problem->clouds);
    return problem->is_matrix_free ? SOLVED : problem_compute_cost(problem, run);
}

parot_status problem_solve(const struct problem *problem, const parot_run *run,
                           parot_result *result, parot_error *err)
{
    if (problem->has_prices)
        return problem->is_matrix_free
                   ? parot_partial_points_prices(&problem->clouds, &problem->prices, run, result,
                                                 err)
                   : parot_partial_prices(&problem->stated, &problem->prices, run, result, err);
    if (problem->is_matrix_free)
        return problem->has_price ? parot_partial_points_lagrange(&problem->clouds, problem->price,
                                                                  run, result, err)
                                  : parot_partial_points(&problem->clouds, run, result, err);
    return problem->has_price
               ? parot_partial_lagrange(&problem->stated, problem->price, run, result, err)
               : parot_partial(&problem->stated, run, result, err);
}

enum outcome problem_refuse(const struct problem_request *request, parot_status status,
                            const parot_error *err, double time_limit)
{
    const char *weight_column = request->points.features.options.weight_column;
    const char *price_column = request->points.features.options.price_column;
    const struct wording words[] = {
        {"cost", request->cost ? request->cost : "the costs"},
        {"x", request->source},
        {"y", request->target},
        {"result", request->result},
        {"p", request->p ? request->p : weight_column},
        {"q", request->q ? request->q : weight_column},
        {"mass", "--mass"},
        {"price", "--price"},
        {"prices.source_each", "--price"},
        {"prices.source", price_column ? price_column : request->price_source},
        {"prices.target", price_column ? price_column : request->price_target}};
    return refuse_call(status, err, time_limit, words, sizeof words / sizeof *words);
}

parot_status problem_certify(const struct problem *problem, const parot_result *result,
                             const parot_run *run, parot_check *check, parot_error *err)
{
    if (problem->has_prices)
        return problem->is_matrix_free
                   ? parot_certify_points_prices(&problem->clouds, &problem->prices, result, run,
                                                 check, err)
                   : parot_certify_prices(&problem->stated, &problem->prices, result, run, check,
                                          err);
    if (problem->is_matrix_free) {
        parot_points_problem clouds = problem->clouds;
        clouds.mass = problem->stated.mass; /* at a price, what moved */
        return problem->has_price
                   ? parot_certify_points_price(&clouds, problem->price, result, run, check, err)
                   : parot_certify_points(&clouds, result, run, check, err);
    }
    return problem->has_price
               ? parot_certify_price(&problem->stated, problem->price, result, run, check, err)
               : parot_certify(&problem->stated, result, run, check, err);
}

parot_status problem_judge(const struct problem *problem, const parot_given_plan *given,
                           const parot_run *run, parot_judgement *judgement, parot_error *err)
{
    return problem->is_matrix_free
               ? parot_judge_points(&problem->clouds, given, run, judgement, err)
               : parot_judge(&problem->stated, given, run, judgement, err);
}

enum outcome problem_check_plan(const struct problem *problem, const parot_plan *plan,
                                const char *path)
{
    parot_matrix cost = problem->stated.cost;
    if (plan->rows == cost.rows && plan->cols == cost.cols)
        return SOLVED;
    return refuse(FAILED,
                  "%s is a plan for %lld x %lld, the problem is %lld x %lld; these are not the "
                  "files and options (--sample, --na) it was made from",
                  path_label(path), (long long)plan->rows, (long long)plan->cols,
                  (long long)cost.rows, (long long)cost.cols);
}

double problem_most_mass(const struct problem *problem)
{
    return fmin(problem->p.total, problem->q.total);
}

int problem_is_uniform(const struct problem *problem)
{
    return !problem->p.values && !problem->q.values;
}

void problem_free(struct problem *problem)
{
    parot_features_free(&problem->source);
    parot_features_free(&problem->target);
    parot_table_free(&problem->cost_table);
    weights_free(&problem->p);
    weights_free(&problem->q);
    parot_table_free(&problem->price_tables[0]);
    parot_table_free(&problem->price_tables[1]);
    free(problem->cost);
}

/* ---- Mass --------------------------------------------------------------- */

/* "max" is kept as infinity until the weights are known. */
enum outcome mass_read(const char *text, double *mass)
{
    if (strcmp(text, "max") == 0) {
        *mass = INFINITY;
        return SOLVED;
    }
    double fraction = 0;
    if (number_is_percent(text, &fraction))
        return refuse(MISUSED, "--mass %s: must be a positive number, or 'max'; did you mean %.4g?",
                      text, fraction);
    if (!number_parse(text, mass) || !(*mass > 0))
        return refuse(MISUSED, "--mass %s: must be a positive number, or 'max'", text);
    return SOLVED;
}

/* What exceeds by rounding only is left to the library. */
enum outcome mass_choose(struct problem *problem, const char *text, double mass)
{
    double most = problem_most_mass(problem);
    double count = (double)(problem->stated.cost.rows + problem->stated.cost.cols);
    double rounding = 1e-12 + count * DBL_EPSILON; /* see partial.h */
    int is_uniform = problem_is_uniform(problem);  /* then no file decides it */
    problem->stated.mass = isinf(mass) ? most : mass;
    if (!isinf(mass) && mass > most * (1 + rounding))
        return refuse(
            is_uniform ? MISUSED : FAILED,
            "--mass %s exceeds min(sum p, sum q) = %.12g%s; use --mass max for that much", text,
            most, is_uniform ? " (uniform weights add up to 1, so the mass is a fraction)" : "");
    return SOLVED;
}

/* ---- Results of before -------------------------------------------------- */

/* Results of both solvers are read alike; only those of parot_gromov have a stationarity, which is
 * NAN otherwise. */
static void take_saved(parot_gromov_result *read, parot_result *result, int *is_gromov)
{
    *is_gromov = !isnan(read->stationarity);
    *result = read->transport;
    read->transport = (parot_result){0};
    parot_gromov_result_free(read);
}

enum outcome saved_read(const char *path, parot_result *result, int *is_gromov)
{
    parot_error err = {""};
    parot_gromov_result read = {0};
    TRY(input_check(path));
    if (parot_gromov_read(path, &read, &err) != PAROT_OK)
        return refuse_status(&err);
    take_saved(&read, result, is_gromov);
    return SOLVED;
}

enum outcome plan_read(const char *path, const struct problem *problem,
                       const struct problem_request *request, int32_t base, parot_result *result,
                       int *is_gromov)
{
    parot_error err = {""};
    parot_gromov_result read = {0};
    parot_reading reading = features_reading(&request->points.features);
    const parot_plan_request how = {.rows = problem->stated.cost.rows,
                                    .cols = problem->stated.cost.cols,
                                    .base = base,
                                    .reading = &reading};
    if (parot_plan_read(path, &how, &read, &err) != PAROT_OK)
        return strstr(err.message, "give base 1") ? refuse(FAILED, "%s (--base 1)", err.message)
                                                  : refuse_status(&err);
    take_saved(&read, result, is_gromov);
    return SOLVED;
}
