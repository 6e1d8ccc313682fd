/* space_files.c - the two files are read as points, or with --distances as square matrices;
 * distances are computed where they are missing. */
#include "input/space_files.h"

#include <stdlib.h>

#include "input/stated_problem.h"
#include "shell/memory.h"
#include "shell/phase.h"

/* ---- Before reading ----------------------------------------------------- */

const struct option SPACES_OPTIONS[] = {
    FLAG_OPTION("distances", struct spaces_request, has_distances,
                "SOURCE and TARGET are square matrices of distances"),
    TEXT_OPTION("cost", struct spaces_request, problem.cost, "FILE",
                "costs between the spaces: for --fused, or for a start"),
    CHOICE_OPTION("metric", struct spaces_request, problem.metric, "M", METRICS, "{} (euclidean)"),
    MORE_OPTIONS(WEIGHTS_OPTIONS, struct spaces_request, problem),
    {0}};

enum outcome spaces_check_request(struct spaces_request *request, const struct args *args)
{
    struct problem_request *problem = &request->problem;
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, SOURCE and TARGET; got %d", args->count);
    if (request->wants_cost && request->has_distances && !problem->cost)
        return refuse(MISUSED, "--fused with --distances needs the costs between the spaces too: "
                               "--cost FILE");
    problem->source = args->operands[0];
    problem->target = args->operands[1];
    return problem_check_files(problem, args, request->has_distances ? "--distances" : NULL);
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
    problem->metric = files->metric;
    if (request->has_distances) {
        TRY(read_square(&files->points.features, files->source, &spaces->source_table,
                        &spaces->source));
        TRY(read_square(&files->points.features, files->target, &spaces->target_table,
                        &spaces->target));
    } else {
        TRY(read_points(spaces, request, args));
    }
    int64_t n = spaces->source.rows, m = spaces->target.rows;
    problem->stated.cost = (parot_matrix){NULL, n, m, m};
    if (files->cost)
        TRY(read_cost(spaces, &files->points.features, files->cost));
    TRY(problem_read_weights(problem, files));
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

enum outcome spaces_compute(struct spaces *spaces, const struct spaces_request *request,
                            const parot_run *run)
{
    struct problem *problem = &spaces->problem;
    if (spaces->has_distances)
        return SOLVED;
    phase_begin(PAROT_PHASE_COST, "distances", NULL);
    TRY(compute_within(&problem->source, problem->metric, run, &spaces->source_block,
                       &spaces->source));
    TRY(compute_within(&problem->target, problem->metric, run, &spaces->target_block,
                       &spaces->target));
    if (request->wants_cost && !request->problem.cost)
        TRY(problem_compute_cost(problem, run));
    return SOLVED;
}

void spaces_free(struct spaces *spaces)
{
    problem_free(&spaces->problem);
    parot_table_free(&spaces->source_table);
    parot_table_free(&spaces->target_table);
    free(spaces->source_block);
    free(spaces->target_block);
}
