/* hostile_clouds.c - a stream of uniform numbers for each cloud, read in a fixed order. */
#include "hostile_clouds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "instances.h"

enum family {
    GAUSS,
    CLUSTERS,
    OTHER_CLUSTERS, /* the two sides have clusters in different places */
    SEPARATED,
    LATTICE,
    SEVENTHS, /* a lattice whose coordinates are rounded: near ties instead of ties */
    FEW_POINTS,
    FEW_SEVENTHS,
    SAME_CLOUD,
    LINE,
    OUTLIERS,
    FAR_CLUSTER,
    EQUAL,
    PROGRESSION,
    OFFSET, /* far from the origin */
    FAMILIES
};

enum weights { UNIFORM, RANDOM, COUNTS, ZEROS, SKEWED, WEIGHTINGS };

/* Up to so many dimensions cosines of parot_cost are those of the engine, to the last bit. */
enum { MOST_COSINE = 20 };

static const char *const FAMILY[] = {"gauss",      "clusters",    "other clusters", "separated",
                                     "lattice",    "sevenths",    "few points",     "few sevenths",
                                     "same cloud", "line",        "outliers",       "far cluster",
                                     "all equal",  "progression", "offset"};
static const char *const WEIGHTS[] = {"uniform", "random", "counts", "zeros", "skewed"};

struct stream {
    uint64_t seed, next;
};

static double uniform(struct stream *stream)
{
    return test_uniform(stream->seed, stream->next++);
}

static int64_t below(struct stream *stream, int64_t count)
{
    int64_t k = (int64_t)(uniform(stream) * (double)count);
    return k < count ? k : count - 1;
}

/* Of mean 0 and deviation 1. */
static double normal(struct stream *stream)
{
    double radius = sqrt(-2 * log(uniform(stream)));
    return radius * cos(6.283185307179586 * uniform(stream));
}

/* Coordinate k of point i, of the source (side 0) or the target (side 1). `kind` is a number that
 * all coordinates of the point share. */
static double coordinate(enum family family, int side, int64_t i, int64_t k, double kind,
                         struct stream *stream)
{
    double z = normal(stream) + 0.5 * side;
    switch (family) {
    case CLUSTERS:
    case OTHER_CLUSTERS: {
        int64_t cluster = (int64_t)(7 * kind) + (family == OTHER_CLUSTERS ? 7 * side : 0);
        return 10 * cos((double)(cluster * (k + 2) * 5)) + 0.1 * z;
    }
    case SEPARATED:
        return z + 100 * side;
    case LATTICE:
        return rint(2 * z);
    case SEVENTHS:
        return rint(4 * z) / 7;
    case FEW_POINTS:
        return (double)((int64_t)(12 * kind) * (5 + 3 * k) % 11) / 8 + 0.25 * side;
    case FEW_SEVENTHS:
        return (double)((int64_t)(12 * kind) * (5 + 3 * k) % 11) / 7 + 0.1 * side;
    case LINE:
        return k == 0 ? z : 1;
    case OUTLIERS:
        return kind < 0.02 ? 1e6 * z : z;
    case FAR_CLUSTER:
        return kind < 0.3 ? 1e6 + z : z;
    case EQUAL:
        return 0.7 + 0.1 * side;
    case PROGRESSION:
        return (double)(i * (k + 1)) / 64 + 0.3 * side;
    case OFFSET:
        return 1e7 + z;
    default:
        return z;
    }
}

static double *make_points(enum family family, int side, int64_t count, int64_t dims,
                           struct stream *stream)
{
    double *points = malloc((size_t)(count * dims) * sizeof *points);
    for (int64_t i = 0; i < count; i++) {
        double kind = uniform(stream);
        for (int64_t k = 0; k < dims; k++)
            points[i * dims + k] = coordinate(family, side, i, k, kind, stream);
    }
    return points;
}

/* The points of the other side again, backwards. */
static double *copy_points(const double *points, int64_t from, int64_t count, int64_t dims)
{
    double *copy = malloc((size_t)(count * dims) * sizeof *copy);
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < dims; k++)
            copy[i * dims + k] = points[(from - 1 - i % from) * dims + k];
    return copy;
}

/* Of total 1 up to rounding; NULL: uniform. */
static double *make_weights(enum weights kind, int64_t count, struct stream *stream)
{
    if (kind == UNIFORM)
        return NULL;
    double *weights = malloc((size_t)count * sizeof *weights), total = 0;
    for (int64_t i = 0; i < count; i++) {
        double z = uniform(stream);
        weights[i] = kind == COUNTS             ? 1 + floor(4 * z)
                     : kind == SKEWED           ? pow(10, -6 * z)
                     : kind == ZEROS && z < 0.3 ? 0
                                                : 0.01 + z;
        if (i == 0)
            weights[i] = 1;
        total += weights[i];
    }
    for (int64_t i = 0; kind != COUNTS && i < count; i++)
        weights[i] /= total;
    return weights;
}

/* 1 to 400 as a rule, one in 12 up to 2000, one in 50 from 2000 to 4000. */
static int64_t side_length(struct stream *stream)
{
    double chance = uniform(stream), z = uniform(stream);
    if (chance < 0.02)
        return 2000 + (int64_t)(2000 * z);
    return (int64_t)pow(chance < 0.1 ? 2000 : 400, z);
}

static void choose_sizes(struct stream *stream, int64_t *n, int64_t *m)
{
    *n = *m = side_length(stream);
    double chance = uniform(stream);
    if (chance < 0.3)
        *m = side_length(stream);
    else if (chance < 0.4)
        *m = 1 + *n / 100;
    else if (chance < 0.5)
        *n = 1 + *m / 100;
}

/* Cosines need points other than 0: moved away from it. */
static void move_away(double *points, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        points[k] += 20;
}

static void choose_mass(struct hostile_clouds *clouds, struct stream *stream)
{
    static const double shares[] = {0.05, 0.3, 0.5, 0.8, 0.95, 1, 1};
    const parot_points_problem *problem = &clouds->problem;
    double share = shares[below(stream, 7)], cost = 0;
    double most =
        fmin(test_total(clouds->p, problem->x.rows), test_total(clouds->q, problem->y.rows));
    if (uniform(stream) < 0.2)
        share = 0.001 + 0.998 * uniform(stream);
    clouds->problem.mass = share * most;
    clouds->has_price = uniform(stream) < 0.12;
    parot_matrix x = problem->x, y = problem->y;
    x.rows = y.rows = 1;
    if (clouds->has_price && parot_cost(x, y, problem->metric, NULL, &cost, NULL) == PAROT_OK)
        clouds->price = cost * 2 * uniform(stream);
}

void hostile_make(struct hostile_clouds *clouds, uint64_t number)
{
    static const int64_t dimensions[] = {1, 2, 2, 2, 3, 3, 5, 10, 20, 50};
    struct stream stream = {number * 2654435761u + 12345, 0};
    enum family family = (enum family)below(&stream, FAMILIES);
    enum weights weights = (enum weights)below(&stream, WEIGHTINGS);
    int64_t n, m, dims = dimensions[below(&stream, 10)];
    *clouds = (struct hostile_clouds){.problem.metric = (parot_metric)below(&stream, 5)};
    if (clouds->problem.metric == PAROT_METRIC_COSINE && dims > MOST_COSINE)
        dims = MOST_COSINE;
    choose_sizes(&stream, &n, &m);
    clouds->x = make_points(family, 0, n, dims, &stream);
    clouds->y = family == SAME_CLOUD ? copy_points(clouds->x, n, m, dims)
                                     : make_points(family, 1, m, dims, &stream);
    if (clouds->problem.metric == PAROT_METRIC_COSINE) {
        move_away(clouds->x, n * dims);
        move_away(clouds->y, m * dims);
    }
    clouds->p = make_weights(weights, n, &stream);
    clouds->q = make_weights(weights, m, &stream);
    clouds->problem.x = (parot_matrix){clouds->x, n, dims, dims};
    clouds->problem.y = (parot_matrix){clouds->y, m, dims, dims};
    clouds->problem.p = clouds->p;
    clouds->problem.q = clouds->q;
    choose_mass(clouds, &stream);
    snprintf(clouds->name, sizeof clouds->name, "%s, %s, %s, %lld x %lld, d %lld, %s %.9g",
             FAMILY[family], parot_metric_name(clouds->problem.metric), WEIGHTS[weights],
             (long long)n, (long long)m, (long long)dims, clouds->has_price ? "price" : "mass",
             clouds->has_price ? clouds->price : clouds->problem.mass);
}

void hostile_free(struct hostile_clouds *clouds)
{
    free(clouds->x);
    free(clouds->y);
    free(clouds->p);
    free(clouds->q);
    *clouds = (struct hostile_clouds){0};
}

void hostile_costs(const parot_points_problem *problem, double *cost)
{
    int64_t n = problem->x.rows, m = problem->y.rows, dims = problem->x.cols;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) {
            const double *x = problem->x.data + i * dims, *y = problem->y.data + j * dims;
            double sum = 0;
            for (int64_t k = 0; k < dims; k++)
                sum += (x[k] - y[k]) * (x[k] - y[k]);
            cost[i * m + j] = problem->metric == PAROT_METRIC_EUCLIDEAN ? sqrt(sum) : sum;
        }
}
