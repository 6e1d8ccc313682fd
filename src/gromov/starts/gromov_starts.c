/* gromov_starts.c - a start is an outer product of weights, a vertex for some costs, or a plan
 * that is given; a given plan is checked to be feasible. */
#include "gromov/starts/gromov_starts.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "base/sums.h"
#include "gromov/place.h"
#include "gromov/starts/classical_scaling.h"
#include "gromov/starts/clusters.h"
#include "gromov/starts/coarse_spaces.h"
#include "gromov/starts/injections.h"
#include "gromov/starts/profiles.h"
#include "gromov/starts/triangles.h"

/* ---- A plan that is given ----------------------------------------------- */

/* What sums of a plan in doubles may be wrong by, relative to its mass. */
static const double START_TOLERANCE = 1e-9;

/* The rows of a dense matrix, or its columns: lines `across` apart, of numbers `along` apart. */
struct side {
    struct weights weights;
    int64_t across, length, along;
};

static parot_status check_sums(const double *given, struct side side, double slack,
                               parot_error *err)
{
    struct weights weights = side.weights;
    for (int64_t i = 0; i < weights.count; i++) {
        struct sum sum = {0};
        for (int64_t j = 0; j < side.length; j++)
            sum_add(&sum, given[i * side.across + j * side.along]);
        if (sum_value(&sum) > weight_at(weights, i) + slack)
            return fail(err, PAROT_EINVAL,
                        "start: %s %lld moves %.9g, more than its weight %.9g; it must be a plan",
                        side.across == 1 ? "column" : "row", (long long)i, sum_value(&sum),
                        weight_at(weights, i));
    }
    return PAROT_OK;
}

parot_status start_check(const double *given, const parot_gromov_problem *problem, parot_error *err)
{
    struct weights p = {problem->p, problem->source.rows}, q = {problem->q, problem->target.rows};
    int64_t n = p.count, m = q.count;
    double slack = START_TOLERANCE * problem->mass;
    struct sum total = {0};
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            if (!(given[i * m + j] >= 0 && given[i * m + j] < INFINITY))
                return fail(err, PAROT_EINVAL,
                            "start: must be finite and >= 0, got %g at (%lld,%lld)",
                            given[i * m + j], (long long)i, (long long)j);
    for (int64_t k = 0; k < n * m; k++)
        sum_add(&total, given[k]);
    if (!(fabs(sum_value(&total) - problem->mass) <= slack))
        return fail(err, PAROT_EINVAL,
                    "start: moves %.12g, the problem's mass is %.12g; scale the plan to it",
                    sum_value(&total), problem->mass);
    TRY(check_sums(given, (struct side){p, m, m, 1}, slack, err));
    return check_sums(given, (struct side){q, 1, n, m}, slack, err);
}

static parot_status from_given(struct frank_wolfe *descent, const double *given, parot_error *err)
{
    const struct gromov *problem = descent->problem;
    int64_t size = problem->tensor.source.count * problem->tensor.target.count;
    memcpy(descent->dense, given, (size_t)size * sizeof *given);
    for (int64_t k = 0; problem->mass_exponent != 0 && k < size; k++)
        descent->dense[k] = ldexp(given[k], -problem->mass_exponent);
    TRY(frank_wolfe_from_dense(descent, err));
    frank_wolfe_look_for_whole_rows(descent);
    return PAROT_OK;
}

/* ---- Outer products ----------------------------------------------------- */

/* The points of each side that lie closest together, all with all: x y' / mass. */
static parot_status from_clusters(struct frank_wolfe *descent, parot_error *err)
{
    const struct gromov *problem = descent->problem;
    const struct tensor *tensor = &problem->tensor;
    struct control *control = &descent->shared.control;
    struct weights p = {problem->p, tensor->source.count}, q = {problem->q, tensor->target.count};
    TRY(clusters_part(&tensor->source, p, problem->mass, control, descent->x, err));
    TRY(clusters_part(&tensor->target, q, problem->mass, control, descent->y, err));
    for (int64_t j = 0; j < problem->tensor.target.count; j++)
        descent->y[j] /= problem->mass;
    frank_wolfe_from_outer(descent);
    return PAROT_OK;
}

/* ---- Vertices ----------------------------------------------------------- */

/* The best plan for some costs; after a stop, any. */
static parot_status from_costs(struct frank_wolfe *descent, parot_matrix cost, parot_error *err)
{
    parot_status status = oracle_solve(&descent->oracle, cost, &descent->shared.control, err);
    if (status < 0)
        return status;
    frank_wolfe_from_vertex(descent);
    return PAROT_OK;
}

/* Independent random costs make every vertex possible. They fill the place of the gradient, which
 * is computed afterwards. */
static parot_status from_random(struct frank_wolfe *descent, int32_t number, parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    uint64_t seed = descent->shared.control.run.seed, first = (uint64_t)number * (uint64_t)(n * m);
    for (int64_t i = 0; i < n; i++) {
        if (i > 0 && control_poll(&descent->shared.control, "random", 0, NAN, NAN) != PAROT_OK)
            break; /* the rest are 0 or older numbers: a start all the same */
        for (int64_t k = i * m; k < (i + 1) * m; k++)
            descent->gradient[k] = random_uniform(seed, RANDOM_START, first + (uint64_t)k);
    }
    return from_costs(descent, (parot_matrix){descent->gradient, n, m, m}, err);
}

static parot_status from_profiles(struct frank_wolfe *descent, int is_adjusted, parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    TRY(profiles_cost(descent, is_adjusted, descent->gradient, err));
    return from_costs(descent, (parot_matrix){descent->gradient, n, m, m}, err);
}

static parot_status from_triangles(struct frank_wolfe *descent, parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    TRY(triangles_cost(descent, descent->gradient, err));
    return from_costs(descent, (parot_matrix){descent->gradient, n, m, m}, err);
}

static parot_status from_injections(struct frank_wolfe *descent, parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    injections_cost(descent, descent->gradient);
    return from_costs(descent, (parot_matrix){descent->gradient, n, m, m}, err);
}

static parot_status from_axes(struct frank_wolfe *descent, parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    TRY(axes_cost(descent, descent->gradient, err));
    return from_costs(descent, (parot_matrix){descent->gradient, n, m, m}, err);
}

static parot_status from_representatives(struct frank_wolfe *descent, int32_t number,
                                         parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    TRY(representatives_cost(descent, number, descent->gradient, err));
    return from_costs(descent, (parot_matrix){descent->gradient, n, m, m}, err);
}

static parot_status from_anchors(struct frank_wolfe *descent, const parot_gromov_options *options,
                                 parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    TRY(anchors_cost(descent, options->anchor_source, options->anchor_target, options->anchors,
                     descent->gradient, err));
    return from_costs(descent, (parot_matrix){descent->gradient, n, m, m}, err);
}

parot_status start_descent(struct frank_wolfe *descent, struct start start, parot_error *err)
{
    switch (start.kind) {
    case PAROT_START_PARTIAL:
        return from_costs(descent, descent->problem->cost, err);
    case PAROT_START_RANDOM:
        return from_random(descent, start.number, err);
    case PAROT_START_GIVEN:
        return from_given(descent, start.given, err);
    case PAROT_START_CLUSTERS:
        return from_clusters(descent, err);
    case PAROT_START_PROFILES:
        return from_profiles(descent, 0, err);
    case PAROT_START_PRIOR_PROFILES:
        return from_profiles(descent, 1, err);
    case PAROT_START_TRIANGLES:
        return from_triangles(descent, err);
    case PAROT_START_INJECTIONS:
        return from_injections(descent, err);
    case PAROT_START_AXES:
        return from_axes(descent, err);
    case PAROT_START_REPRESENTATIVES:
        return from_representatives(descent, start.number, err);
    case PAROT_START_ANCHORS:
        return from_anchors(descent, start.options, err);
    case PAROT_START_PRODUCT:
        break;
    }
    frank_wolfe_from_product(descent);
    return PAROT_OK;
}
