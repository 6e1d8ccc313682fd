/* space_files.c - the two files are read as points, or with --distances as square matrices;
 * distances are computed where they are missing. */
#include "input/space_files.h"

#include <stdlib.h>
#include <string.h>

#include "input/stated_problem.h"
#include "shell/choice.h"
#include "shell/phase.h"

/* What two of the options mean here. */
static void reword(struct option *option)
{
    if (strcmp(option->name, "metric") == 0)
        option->help = "{} (euclidean)";
    if (strcmp(option->name, "cost") == 0)
        option->help = "costs between the spaces: for --fused, or for a start";
}

void spaces_options(struct spaces_request *request, struct option options[SPACES_OPTIONS])
{
    options[0] = (struct option){"distances", 0,
                                 NULL,        &request->has_distances,
                                 NULL,        "SOURCE and TARGET are square matrices of distances"};
    problem_options(&request->base, options + 1);
    for (int k = 1; k < SPACES_OPTIONS; k++)
        reword(&options[k]);
}

/* ---- Before reading ----------------------------------------------------- */

enum outcome spaces_check_request(struct spaces_request *request, const char *const *operands,
                                  int count)
{
    parot_metric metric;
    struct problem_request *base = &request->base;
    const char *option = problem_points_option(base);
    if (count != 2)
        return refuse(MISUSED, "needs two files, SOURCE and TARGET; got %d", count);
    if (request->has_distances && option)
        return refuse(MISUSED, "--%s applies only to points; it has no meaning with --distances",
                      option);
    if (request->wants_cost && request->has_distances && !base->cost)
        return refuse(MISUSED, "--fused with --distances needs the costs between the spaces too: "
                               "--cost FILE");
    base->source = operands[0];
    base->target = operands[1];
    TRY(problem_check_files(base));
    return metric_read(base->metric, &metric);
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

static void warn_of_distances(const parot_features *points, int is_quiet)
{
    if (!is_quiet && looks_like_distances(&points->table))
        note("note: %s looks like distances, but is read as points; if it holds distances, add "
             "--distances",
             path_label(points->path));
}

static enum outcome read_points(struct spaces *spaces, const struct spaces_request *request,
                                const struct args *args)
{
    struct problem *base = &spaces->base;
    int is_shared = request->wants_cost && !request->base.cost;
    const struct points_bond bond = points_bond_of(args, is_shared ? "--cost FILE" : NULL);
    base->has_points = 1;
    base->source.path = request->base.source;
    base->target.path = request->base.target;
    TRY(points_read(&base->source, &base->target, &request->base.points, &bond));
    TRY(points_check(&base->source, base->metric));
    TRY(points_check(&base->target, base->metric));
    warn_of_distances(&base->source, args->quiet);
    warn_of_distances(&base->target, args->quiet);
    spaces->source.rows = base->source.table.rows;
    spaces->target.rows = base->target.table.rows;
    return SOLVED;
}

static enum outcome read_cost(struct spaces *spaces, const struct feature_request *features,
                              const char *path)
{
    parot_table *table = &spaces->base.cost_table;
    TRY(numbers_read(features, path, table));
    if (table->rows != spaces->source.rows || table->cols != spaces->target.rows)
        return refuse(FAILED, "%s is %lld x %lld, the spaces have %lld and %lld points",
                      path_label(path), (long long)table->rows, (long long)table->cols,
                      (long long)spaces->source.rows, (long long)spaces->target.rows);
    spaces->base.stated.cost = parot_table_matrix(table);
    return SOLVED;
}

enum outcome spaces_read(struct spaces *spaces, const struct spaces_request *request,
                         const struct args *args)
{
    struct problem *base = &spaces->base;
    const struct problem_request *files = &request->base;
    spaces->has_distances = request->has_distances;
    TRY(metric_read(files->metric ? files->metric : "euclidean", &base->metric));
    if (request->has_distances) {
        TRY(read_square(&files->points.features, files->source, &spaces->source_table,
                        &spaces->source));
        TRY(read_square(&files->points.features, files->target, &spaces->target_table,
                        &spaces->target));
    } else {
        TRY(read_points(spaces, request, args));
    }
    int64_t n = spaces->source.rows, m = spaces->target.rows;
    base->stated.cost = (parot_matrix){NULL, n, m, m};
    if (files->cost)
        TRY(read_cost(spaces, &files->points.features, files->cost));
    TRY(problem_read_weights(base, files));
    if (args->verbose)
        note("%lld source and %lld target points", (long long)n, (long long)m);
    return SOLVED;
}

/* ---- Distances ---------------------------------------------------------- */

static enum outcome compute_within(const parot_features *points, parot_metric metric,
                                   const parot_run *run, double **block, parot_matrix *matrix)
{
    parot_matrix x = parot_table_matrix(&points->table);
    TRY(costs_compute(x, x, metric, 0, run, block));
    *matrix = (parot_matrix){*block, x.rows, x.rows, x.rows};
    return SOLVED;
}

enum outcome spaces_compute(struct spaces *spaces, const struct spaces_request *request,
                            const parot_run *run)
{
    struct problem *base = &spaces->base;
    if (spaces->has_distances)
        return SOLVED;
    phase_begin(PAROT_PHASE_COST, "distances", NULL);
    TRY(compute_within(&base->source, base->metric, run, &spaces->source_block, &spaces->source));
    TRY(compute_within(&base->target, base->metric, run, &spaces->target_block, &spaces->target));
    if (request->wants_cost && !request->base.cost)
        TRY(problem_compute_cost(base, run));
    return SOLVED;
}

void spaces_free(struct spaces *spaces)
{
    problem_free(&spaces->base);
    parot_table_free(&spaces->source_table);
    parot_table_free(&spaces->target_table);
    free(spaces->source_block);
    free(spaces->target_block);
}
