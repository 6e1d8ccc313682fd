/* space_files.c - the two files are read as points, or with --distances as square matrices, or
 * with --graph as lists of edges;
 * distances are computed where they are missing. */
#include "input/space_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/stated_problem.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"

/* Of --metric geodesic. */
enum { DEFAULT_NEIGHBOURS = 10 };

/* ---- Before reading ----------------------------------------------------- */

const struct option SPACES_OPTIONS[] = {
    FLAG_OPTION("distances", struct spaces_request, has_distances,
                "SOURCE and TARGET are square matrices of distances"),
    MORE_OPTIONS(GRAPH_OPTIONS, struct spaces_request, graph),
    TEXT_OPTION("cost", struct spaces_request, problem.cost, "FILE",
                "costs between the spaces: for --fused, or for a start"),
    NAMED_OPTION("metric", struct spaces_request, metric, "M", METRICS_OR_GEODESIC,
                 "{} (euclidean); geodesic:K is along each point's K nearest (10)"),
    MORE_OPTIONS(WEIGHTS_OPTIONS, struct spaces_request, problem),
    {0}};

/* With geodesic distances, costs between the spaces are Euclidean, as their edges are. */
static enum outcome read_metric(struct spaces_request *request)
{
    int metric = request->problem.metric;
    if (!request->metric)
        return SOLVED;
    if (strncmp(request->metric, "geodesic:", 9) == 0)
        return number_read_count("--metric geodesic:K", request->metric + 9, 1, INT32_MAX,
                                 &request->neighbours);
    TRY(choice_read("--metric", request->metric, &METRICS_OR_GEODESIC, &metric));
    if (metric == METRIC_GEODESIC)
        request->neighbours = DEFAULT_NEIGHBOURS;
    else
        request->problem.metric = (parot_metric)metric;
    return SOLVED;
}

enum outcome spaces_check_request(struct spaces_request *request, const struct args *args)
{
    struct problem_request *problem = &request->problem;
    TRY(read_metric(request));
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, SOURCE and TARGET; got %d", args->count);
    const char *instead = request->has_distances    ? "--distances"
                          : request->graph.is_graph ? "--graph"
                                                    : NULL;
    if (request->has_distances && request->graph.is_graph)
        return refuse(MISUSED, "--distances and --graph: give only one of them");
    TRY(graphs_check(&request->graph, args));
    const char *reading = args_given(args, READING_OPTIONS);
    if (request->graph.is_graph && reading && !problem->cost && !problem->p && !problem->q)
        return refuse(MISUSED, "--%s applies only to tables; it has no meaning with --graph alone",
                      reading);
    if (request->wants_cost && instead && !problem->cost)
        return refuse(MISUSED,
                      "--fused with %s needs the costs between the spaces too: --cost FILE",
                      instead);
    problem->source = args->operands[0];
    problem->target = args->operands[1];
    return problem_check_files(problem, args, instead);
}

/* ---- Reading ------------------------------------------------------------ */

static enum outcome read_square(const struct feature_request *features, const char *path,
                                parot_table *table, parot_matrix *matrix)
{
    TRY(numbers_read(features, path, table));
    if (table->rows != table->cols)
        return refuse(FAILED,
                      "%s is %lld x %lld; distances are square (without --distances it is read as "
                      "points)",
                      path_label(path), (long long)table->rows, (long long)table->cols);
    *matrix = parot_table_matrix(table);
    return SOLVED;
}

/* Points that are as many as their coordinates, and the same when turned, are rarely points. */
static int looks_like_distances(const parot_table *table)
{
    int64_t n = table->rows;
    if (n < 2 || table->cols != n || table->names)
        return 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j <= i; j++)
            if (table->data[i * n + j] != (i == j ? 0 : table->data[j * n + i]))
                return 0;
    return 1;
}

static void warn_of_distances(const parot_features *points)
{
    if (looks_like_distances(&points->table))
        tip("note: %s looks like distances, but is read as points; if it holds distances, add "
            "--distances",
            path_label(points->path));
}

static enum outcome read_points(struct spaces *spaces, const struct spaces_request *request,
                                const struct args *args)
{
    struct problem *problem = &spaces->problem;
    int is_shared = request->wants_cost && !request->problem.cost;
    problem->has_points = 1;
    problem->source.path = request->problem.source;
    problem->target.path = request->problem.target;
    TRY(points_read(&problem->source, &problem->target, &request->problem.points, args,
                    is_shared ? "--cost FILE" : NULL));
    TRY(points_check(&problem->source, problem->metric));
    TRY(points_check(&problem->target, problem->metric));
    warn_of_distances(&problem->source);
    warn_of_distances(&problem->target);
    spaces->source.rows = problem->source.table.rows;
    spaces->target.rows = problem->target.table.rows;
    return SOLVED;
}

static enum outcome read_graphs(struct spaces *spaces, const struct spaces_request *request)
{
    spaces->graphs[0].path = request->problem.source;
    spaces->graphs[1].path = request->problem.target;
    TRY(graph_read(&spaces->graphs[0], &request->graph, request->graph.source_nodes));
    TRY(graph_read(&spaces->graphs[1], &request->graph, NULL));
    spaces->source.rows = spaces->graphs[0].count;
    spaces->target.rows = spaces->graphs[1].count;
    return SOLVED;
}

/* Each node weighs 1 unless weights are given, so that the mass counts nodes. */
static enum outcome weigh_nodes(struct spaces *spaces, const struct problem_request *files)
{
    struct problem *problem = &spaces->problem;
    int64_t n = spaces->source.rows, m = spaces->target.rows, most = n > m ? n : m;
    spaces->ones = malloc((size_t)most * sizeof *spaces->ones);
    if (!spaces->ones)
        return refuse(FAILED, "out of memory");
    for (int64_t i = 0; i < most; i++)
        spaces->ones[i] = 1;
    if (!files->p)
        TRY(weights_borrow(&problem->p, spaces->ones, n, "source"));
    if (!files->q)
        TRY(weights_borrow(&problem->q, spaces->ones, m, "target"));
    problem->stated.p = problem->p.values;
    problem->stated.q = problem->q.values;
    return SOLVED;
}

static enum outcome read_cost(struct spaces *spaces, const struct feature_request *features,
                              const char *path)
{
    parot_table *table = &spaces->problem.cost_table;
    TRY(numbers_read(features, path, table));
    if (table->rows != spaces->source.rows || table->cols != spaces->target.rows)
        return refuse(FAILED, "%s is %lld x %lld, the spaces have %lld and %lld points",
                      path_label(path), (long long)table->rows, (long long)table->cols,
                      (long long)spaces->source.rows, (long long)spaces->target.rows);
    spaces->problem.stated.cost = parot_table_matrix(table);
    return SOLVED;
}

enum outcome spaces_read(struct spaces *spaces, const struct spaces_request *request,
                         const struct args *args)
{
    struct problem *problem = &spaces->problem;
    const struct problem_request *files = &request->problem;
    spaces->has_distances = request->has_distances;
    spaces->has_graphs = request->graph.is_graph;
    problem->metric = files->metric;
    spaces->neighbours = request->neighbours;
    if (request->neighbours)
        snprintf(spaces->metric, sizeof spaces->metric, "geodesic:%lld",
                 (long long)request->neighbours);
    else
        snprintf(spaces->metric, sizeof spaces->metric, "%s", parot_metric_name(files->metric));
    if (request->has_distances) {
        TRY(read_square(&files->points.features, files->source, &spaces->source_table,
                        &spaces->source));
        TRY(read_square(&files->points.features, files->target, &spaces->target_table,
                        &spaces->target));
    } else if (spaces->has_graphs) {
        TRY(read_graphs(spaces, request));
    } else {
        TRY(read_points(spaces, request, args));
    }
    int64_t n = spaces->source.rows, m = spaces->target.rows;
    problem->stated.cost = (parot_matrix){NULL, n, m, m};
    if (files->cost)
        TRY(read_cost(spaces, &files->points.features, files->cost));
    TRY(problem_read_weights(problem, files));
    if (spaces->has_graphs)
        TRY(weigh_nodes(spaces, files));
    if (args->verbose)
        note("%lld source and %lld target points", (long long)n, (long long)m);
    return SOLVED;
}

/* ---- Distances ---------------------------------------------------------- */

static enum outcome compute_within(const parot_features *points, parot_metric metric,
                                   const parot_run *run, double **block, parot_matrix *matrix)
{
    parot_matrix x = parot_table_matrix(&points->table);
    const struct cost_words words = {{points->path, points->path}, TAKE_A_SAMPLE};
    TRY(costs_compute(x, x, metric, 0, words, run, block));
    *matrix = (parot_matrix){*block, x.rows, x.rows, x.rows};
    return SOLVED;
}

static enum outcome compute_graphs(struct spaces *spaces, const struct graph_request *request,
                                   const parot_run *run)
{
    int64_t n = spaces->source.rows, m = spaces->target.rows;
    TRY(graph_compute(&spaces->graphs[0], request, run, &spaces->source_block));
    TRY(graph_compute(&spaces->graphs[1], request, run, &spaces->target_block));
    spaces->source = (parot_matrix){spaces->source_block, n, n, n};
    spaces->target = (parot_matrix){spaces->target_block, m, m, m};
    return SOLVED;
}

/* Along the graph of the nearest neighbours. */
static enum outcome compute_along(const parot_features *points, int64_t neighbours,
                                  const parot_run *run, double **block, parot_matrix *matrix)
{
    parot_matrix x = parot_table_matrix(&points->table);
    const struct wording words[] = {{"x", path_label(points->path)}};
    parot_error err = {""};
    int64_t components = 0;
    TRY(memory_take_matrix("the distances", x.rows, x.rows, 0, TAKE_A_SAMPLE, block));
    parot_run rest = progress_run_patient(run);
    parot_status status = parot_geodesic_distances(x, neighbours, &rest, *block, &components, &err);
    progress_clear();
    if (status != PAROT_OK)
        return refuse_call(status, &err, run->time_limit, words, 1);
    if (components > 1)
        tip("note: %s: %lld neighbours leave %lld components, which are joined by the shortest "
            "edges between them",
            path_label(points->path), (long long)neighbours, (long long)components);
    *matrix = (parot_matrix){*block, x.rows, x.rows, x.rows};
    return SOLVED;
}

static enum outcome compute_distances(const struct spaces *spaces, const parot_features *points,
                                      const parot_run *run, double **block, parot_matrix *matrix)
{
    return spaces->neighbours ? compute_along(points, spaces->neighbours, run, block, matrix)
                              : compute_within(points, spaces->problem.metric, run, block, matrix);
}

enum outcome spaces_compute(struct spaces *spaces, const struct spaces_request *request,
                            const parot_run *run)
{
    struct problem *problem = &spaces->problem;
    if (spaces->has_distances)
        return SOLVED;
    phase_begin(PAROT_PHASE_COST, "distances", NULL);
    if (spaces->has_graphs)
        return compute_graphs(spaces, &request->graph, run);
    TRY(compute_distances(spaces, &problem->source, run, &spaces->source_block, &spaces->source));
    TRY(compute_distances(spaces, &problem->target, run, &spaces->target_block, &spaces->target));
    if (request->wants_cost && !request->problem.cost)
        TRY(problem_compute_cost(problem, run));
    return SOLVED;
}

void spaces_free(struct spaces *spaces)
{
    problem_free(&spaces->problem);
    parot_table_free(&spaces->source_table);
    parot_table_free(&spaces->target_table);
    graph_free(&spaces->graphs[0]);
    graph_free(&spaces->graphs[1]);
    free(spaces->ones);
    free(spaces->source_block);
    free(spaces->target_block);
}
