/* problem.c - see problem.h. */
#include "problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "costs.h"
#include "metric.h"
#include "wording.h"

void problem_options(struct problem_request *request, struct option options[PROBLEM_OPTIONS])
{
    const struct option listed[PROBLEM_OPTIONS] = {
        {"cost", 0, &request->cost, NULL, "FILE", "the costs, instead of SOURCE and TARGET"},
        {"metric", 0, &request->metric, NULL, "M",
         "sqeuclidean (the default), euclidean, cityblock or cosine"},
        {"p", 0, &request->p, NULL, "FILE", "weights of the source (uniform, of total 1)"},
        {"q", 0, &request->q, NULL, "FILE", "weights of the target (uniform, of total 1)"},
        {"weight-column", 0, &request->weight_column, NULL, "NAME",
         "column of SOURCE and TARGET that holds the weights"}};
    memcpy(options, listed, sizeof listed);
}

/* ---- Before reading ----------------------------------------------------- */

enum outcome problem_check_request(struct problem_request *request, const char *const *operands,
                                   int count)
{
    parot_metric metric;
    if (request->cost && count > 0)
        return refuse(MISUSED, "'%s' and --cost: give either two files of points or the costs",
                      operands[0]);
    if (!request->cost && count != 2)
        return refuse(MISUSED,
                      "needs two files of points, SOURCE and TARGET, or --cost FILE; got "
                      "%d file%s",
                      count, count == 1 ? "" : "s");
    if (request->cost && (request->metric || request->weight_column))
        return refuse(MISUSED, "--%s is about points; it has no meaning with --cost",
                      request->metric ? "metric" : "weight-column");
    if (request->weight_column && (request->p || request->q))
        return refuse(MISUSED, "--weight-column and --%s: give one of them",
                      request->p ? "p" : "q");
    request->source = request->cost ? NULL : operands[0];
    request->target = request->cost ? NULL : operands[1];
    if (path_is_stream(request->cost) + path_is_stream(request->source) +
            path_is_stream(request->target) + path_is_stream(request->p) +
            path_is_stream(request->q) + path_is_stream(request->result) >
        1)
        return refuse(MISUSED, "'-' is given twice, but standard input can be read only once");
    return metric_read(request->metric, &metric);
}

/* ---- Reading ------------------------------------------------------------ */

/* Columns that call themselves so are rarely meant to be coordinates. */
static void warn_of_names(const struct points *points, const struct args *args)
{
    static const char *const known[][2] = {
        {"weight", "--weight-column weight makes it the weights"},
        {"label", "parot convert --drop label leaves it out"}};
    for (size_t k = 0; k < 2; k++)
        if (!args->quiet && points->table.names && points->table.cols > 1 &&
            parot_table_column(&points->table, known[k][0]) >= 0)
            note("note: column '%s' of %s is taken for a coordinate; %s", known[k][0],
                 path_label(points->path), known[k][1]);
}

/* Names on one side only cannot be compared with anything. */
static void warn_of_position(const struct points *first, const struct points *other,
                             const struct args *args)
{
    const struct points *named = first->table.names ? first : other;
    if (!args->quiet && !first->table.names != !other->table.names)
        note("note: only %s has names of columns; they are matched by their place",
             path_label(named->path));
}

static void tell_points(const struct points *points, const struct args *args)
{
    if (args->verbose)
        note("%s: %lld points, %lld coordinates", path_label(points->path),
             (long long)points->table.rows, (long long)points->table.cols);
}

static enum outcome read_points(struct problem *problem, const struct problem_request *request,
                                const struct args *args)
{
    struct points *source = &problem->source, *target = &problem->target;
    int is_reordered = 0;
    problem->has_points = 1;
    TRY(points_read(source, request->source, request->weight_column));
    tell_points(source, args);
    TRY(points_read(target, request->target, request->weight_column));
    tell_points(target, args);
    TRY(points_match(source, target, &is_reordered));
    if (is_reordered && args->verbose)
        note("%s: columns reordered by name, like %s", path_label(target->path),
             path_label(source->path));
    TRY(points_check(source, problem->metric));
    TRY(points_check(target, problem->metric));
    warn_of_names(source, args);
    warn_of_position(source, target, args);
    problem->stated.cost =
        (parot_matrix){NULL, source->table.rows, target->table.rows, target->table.rows};
    return SOLVED;
}

static enum outcome read_cost(struct problem *problem, const struct problem_request *request,
                              const struct args *args)
{
    parot_error err = {""};
    if (parot_table_read(request->cost, &problem->cost_table, &err) != PAROT_OK)
        return refuse_status(&err);
    parot_matrix cost = parot_table_matrix(&problem->cost_table);
    if (args->verbose)
        note("%s: %lld x %lld costs", path_label(request->cost), (long long)cost.rows,
             (long long)cost.cols);
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++)
            if (cost.data[i * cost.stride + j] == -INFINITY)
                return refuse(FAILED,
                              "%s: element [%lld, %lld] is -inf; costs are numbers, or inf for "
                              "pairs that are forbidden",
                              path_label(request->cost), (long long)i, (long long)j);
    problem->stated.cost = cost;
    return SOLVED;
}

static enum outcome read_weights(struct weights *weights, const char *path,
                                 const struct points *points, int64_t count, const char *side)
{
    if (path)
        return weights_read(weights, path, count, side);
    return weights_borrow(weights, points->weights, count,
                          points->path ? path_label(points->path) : side);
}

enum outcome problem_read(struct problem *problem, const struct problem_request *request,
                          const struct args *args)
{
    double begin = clock_now();
    problem->read_seconds = problem->cost_seconds = -1;
    TRY(metric_read(request->metric, &problem->metric));
    if (request->cost)
        TRY(read_cost(problem, request, args));
    else
        TRY(read_points(problem, request, args));
    TRY(read_weights(&problem->p, request->p, &problem->source, problem->stated.cost.rows,
                     "source"));
    TRY(read_weights(&problem->q, request->q, &problem->target, problem->stated.cost.cols,
                     "target"));
    problem->stated.p = problem->p.values;
    problem->stated.q = problem->q.values;
    problem->read_seconds = clock_now() - begin;
    return SOLVED;
}

/* ---- Costs -------------------------------------------------------------- */

enum outcome problem_compute_cost(struct problem *problem, const parot_run *run)
{
    double begin = clock_now();
    if (!problem->has_points)
        return SOLVED;
    TRY(costs_compute(parot_table_matrix(&problem->source.table),
                      parot_table_matrix(&problem->target.table), problem->metric, 0, run,
                      &problem->cost));
    problem->stated.cost.data = problem->cost;
    problem->cost_seconds = clock_now() - begin;
    return SOLVED;
}

enum outcome problem_refuse(const struct problem_request *request, parot_status status,
                            const parot_error *err, double time_limit)
{
    const struct wording words[] = {{"cost", request->cost ? request->cost : "the costs"},
                                    {"p", request->p ? request->p : request->weight_column},
                                    {"q", request->q ? request->q : request->weight_column},
                                    {"mass", "--mass"},
                                    {"price", "--price"}};
    return refuse_call(status, err, time_limit, words, 5);
}

double problem_most_mass(const struct problem *problem)
{
    return fmin(problem->p.total, problem->q.total);
}

void problem_free(struct problem *problem)
{
    points_free(&problem->source);
    points_free(&problem->target);
    parot_table_free(&problem->cost_table);
    weights_free(&problem->p);
    weights_free(&problem->q);
    free(problem->cost);
}
