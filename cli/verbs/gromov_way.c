/* gromov_way.c - clouds of points go by matrices or without, as parot_gromov_choose_way says; other
 * spaces are matrices. Where neither fits, the refusal names a metric that would. */
#include <unistd.h>

#include "shell/memory.h"
#include "verbs/gromov_job.h"
#include "verbs/gromov_with_entropy.h"

parot_gromov_points_problem gromov_clouds(const struct gromov_job *job)
{
    const struct problem *stated = &job->spaces.problem;
    const parot_matrix x = parot_table_matrix(&stated->source.table);
    const parot_matrix y = parot_table_matrix(&stated->target.table);
    const int is_fused = job->request.wants_cost;
    return (parot_gromov_points_problem){.x = x,
                                         .y = y,
                                         .metric = stated->metric,
                                         .p = stated->p.values,
                                         .q = stated->q.values,
                                         .mass = stated->stated.mass,
                                         .x_features = is_fused ? x.data : NULL,
                                         .y_features = is_fused ? y.data : NULL,
                                         .features = is_fused ? x.cols : 0,
                                         .alpha = job->problem.alpha};
}

/* Whether parot_gromov_points_problem can say it with that metric: squared differences, and costs
 * that are squared distances of the points, if there are any. Paths without matrices are for
 * squared distances alone. */
static int has_clouds(const struct gromov_job *job, parot_metric metric)
{
    const int is_squared = metric == PAROT_METRIC_SQEUCLIDEAN;
    const int is_path = job->with_path || job->is_auto;
    return !job->spaces.has_distances && !job->spaces.has_graphs && !with_entropy(&job->args) &&
           (is_path ? is_squared && !job->request.wants_cost
                    : is_squared || !job->request.wants_cost) &&
           job->problem.loss == PAROT_LOSS_SQUARE && !job->request.problem.cost;
}

static parot_gromov_way way_of(const struct gromov_job *job, parot_metric metric, long threads)
{
    parot_gromov_points_problem clouds = gromov_clouds(job);
    clouds.metric = metric;
    return parot_gromov_choose_way(&clouds, &job->options, threads, parot_memory_free());
}

/* Of spaces that are matrices in any case. */
static double matrices_memory(const struct gromov_job *job, long threads)
{
    const struct spaces *spaces = &job->spaces;
    int64_t n = spaces->source.rows, m = spaces->target.rows;
    const int computes_costs = job->request.wants_cost && !job->request.problem.cost;
    return (computes_costs ? parot_partial_memory(n, m) : 0) +
           (with_entropy(&job->args) ? parot_gromov_entropic_memory(n, m, !spaces->has_distances)
                                     : parot_gromov_memory(n, m, threads, !spaces->has_distances));
}

/* Whether another metric needs no matrices, and fits. */
static int is_way_out(const struct gromov_job *job, parot_metric metric)
{
    if (job->without_matrices || !has_clouds(job, metric))
        return 0;
    const parot_gromov_way way = way_of(job, metric, 1);
    return way.without_matrices && way.bytes < parot_memory_free();
}

static const char *find_way_out(const struct gromov_job *job, long threads)
{
    if (job->spaces.neighbours && is_way_out(job, PAROT_METRIC_EUCLIDEAN))
        return "use --metric euclidean, which needs no matrices, or fewer points: --sample N "
               "takes a random sample";
    if (is_way_out(job, PAROT_METRIC_SQEUCLIDEAN))
        return "use --metric sqeuclidean, which needs no matrices, or fewer points: --sample N "
               "takes a random sample";
    if (threads > 1 && !job->without_matrices)
        return "use --threads 1, or fewer points";
    return job->spaces.has_distances ? "use fewer points"
           : job->spaces.has_graphs  ? "use smaller graphs"
                                     : TAKE_A_SAMPLE;
}

enum outcome gromov_choose_way(struct gromov_job *job)
{
    const struct spaces *spaces = &job->spaces;
    char what[128];
    long threads = job->args.run.threads ? job->args.run.threads : sysconf(_SC_NPROCESSORS_ONLN);
    double bytes = matrices_memory(job, threads);
    if (!spaces->neighbours && has_clouds(job, spaces->problem.metric)) {
        const parot_gromov_way way = way_of(job, spaces->problem.metric, threads);
        job->without_matrices = way.without_matrices;
        bytes = way.bytes;
        if (way.without_matrices && way.is_faster && job->args.verbose)
            note("so many points are matched without matrices of distances");
        else if (way.without_matrices && !way.is_faster)
            tip("note: matrices of distances do not fit in memory; the points are matched without "
                "them, from fewer kinds of starts");
    }
    snprintf(what, sizeof what, "comparing the distances of %lld and %lld points",
             (long long)spaces->source.rows, (long long)spaces->target.rows);
    return memory_check(what, bytes, find_way_out(job, threads));
}
