/* matrices_or_points.c - clouds of points go by matrices, which have more kinds of starts, unless
 * points alone are faster, or matrices do not fit where points do. */
#include "parot/parot.h"

/* Distances within each space and, with features, costs between them. */
static double matrices_memory(const parot_gromov_points_problem *problem, int64_t threads)
{
    int64_t n = problem->x.rows, m = problem->y.rows;
    double costs = problem->features > 0 ? parot_partial_memory(n, m) : 0;
    return costs + parot_gromov_memory(n, m, threads, 1);
}

parot_gromov_way parot_gromov_choose_way(const parot_gromov_points_problem *problem,
                                         const parot_gromov_options *options, int64_t threads,
                                         double memory)
{
    parot_gromov_way way = {0};
    if (!problem)
        return way;
    int can = parot_gromov_points_can(problem, options) && !(options && options->anchors > 0);
    double points = parot_gromov_points_memory(problem);
    way.bytes = matrices_memory(problem, threads);
    way.is_faster = can && parot_gromov_points_pay(problem, options);
    way.without_matrices =
        way.is_faster || (can && matrices_memory(problem, 1) >= memory && points < memory);
    if (way.without_matrices)
        way.bytes = points;
    return way;
}
