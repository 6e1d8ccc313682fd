/* points_check.c - each refusal names the argument, and what can take it if points cannot. */
#include "gromov/points/points_check.h"

#include "gromov/points/points_units.h"
#include "gromov/scaled.h"
#include "partial/problem.h"

static const uint32_t STARTS =
    PAROT_START_PRODUCT | PAROT_START_RANDOM | PAROT_START_REPRESENTATIVES;

uint32_t points_known_starts(const parot_gromov_points_problem *problem)
{
    return STARTS | (problem->features > 0 ? PAROT_START_PARTIAL : 0);
}

static parot_status check_options(const parot_gromov_points_problem *problem,
                                  const parot_gromov_options *options, parot_error *err)
{
    if (options->start)
        return fail(err, PAROT_EINVAL,
                    "options.start: must be NULL, a dense plan needs matrices; use parot_gromov");
    if (options->whole_rows)
        return fail(err, PAROT_EINVAL,
                    "options.whole_rows: must be 0, got %d; whole rows need parot_gromov",
                    (int)options->whole_rows);
    if (options->starts & PAROT_START_PARTIAL && problem->features == 0)
        return fail(err, PAROT_EINVAL,
                    "options.starts: partial needs x_features and y_features, there are none");
    uint32_t others = options->starts & ~points_known_starts(problem);
    const char *name = parot_start_name((parot_start)(others & (~others + 1))); /* the first */
    if (others)
        return fail(err, PAROT_EINVAL,
                    "options.starts: only representatives, product, partial and random starts do "
                    "without matrices, got %s; use parot_gromov",
                    name ? name : "an unknown value");
    if (options->starts == PAROT_START_RANDOM && options->restarts == 0)
        return fail(err, PAROT_EINVAL, "options.restarts: must be 1 or more for random starts");
    return PAROT_OK;
}

static parot_status check_features(const parot_gromov_points_problem *problem, double *largest,
                                   parot_error *err)
{
    if (problem->features == 0 && (problem->x_features || problem->y_features))
        return fail(err, PAROT_EINVAL, "features: must be the number of their columns, got 0");
    if (problem->features == 0)
        return PAROT_OK;
    if (problem->features < 0)
        return fail(err, PAROT_EINVAL, "features: must be 0 or more columns, got %lld",
                    (long long)problem->features);
    if (!(problem->alpha >= 0 && problem->alpha <= 1))
        return fail(err, PAROT_EINVAL,
                    "alpha: must be between 0 (costs alone) and 1 (distances alone), got %g",
                    problem->alpha);
    const struct named_points u = {"x_features", points_features(problem, 0), NULL};
    const struct named_points w = {"y_features", points_features(problem, 1), NULL};
    const parot_metric metric = PAROT_METRIC_SQEUCLIDEAN;
    TRY(check_points(u.name, u.points, metric, largest, err));
    TRY(check_points(w.name, w.points, metric, largest, err));
    return check_distances(u, w, metric, "", err);
}

/* Refused here, not after a long run. */
static parot_status check_ranges(const parot_gromov_points_problem *problem, parot_error *err)
{
    const struct named_points x = {"x", problem->x, NULL}, y = {"y", problem->y, NULL};
    TRY(check_distances(x, x, problem->metric, " or use euclidean", err));
    return check_distances(y, y, problem->metric, " or use euclidean", err);
}

parot_status points_check(const parot_gromov_points_problem *problem,
                          const parot_gromov_options *options, double *largest,
                          double *largest_feature, parot_error *err)
{
    TRY(check_options(problem, options, err));
    if (!parot_metric_name(problem->metric))
        return fail(err, PAROT_EINVAL, "metric: unknown value %d", (int)problem->metric);
    TRY(check_points_shape(problem->x, problem->y, err));
    TRY(check_points("x", problem->x, problem->metric, largest, err));
    TRY(check_points("y", problem->y, problem->metric, largest, err));
    TRY(check_ranges(problem, err));
    TRY(check_features(problem, largest_feature, err));
    TRY(check_weights("p", problem->p, problem->x.rows, err));
    TRY(check_weights("q", problem->q, problem->y.rows, err));
    return scaled_check_mass(problem->mass, err);
}
