/* hostile_clouds.c - a stream of uniform numbers for each cloud, read in a fixed order. */
#include "hostile_clouds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    OFFSET,       /* far from the origin */
    DUPLICATES,   /* a twentieth as many places as points, anywhere */
    SHIFTED_GRID, /* every point has several nearest neighbours, exactly as far */
    THIRDS,       /* the same in thirds: by rounding, not quite as far */
    LONELY,       /* only the targets have a far cluster */
    UNEVEN,       /* both have it, of different mass */
    SPIRAL,       /* an order that turns round the origin, inwards and outwards by turns */
    RING,         /* sources around targets that are all near the centre */
    SCALES,       /* distances over twelve orders of magnitude */
    RAILS,        /* two parallel lines: sums of distances tie */
    FAMILIES
};

enum weights { UNIFORM, RANDOM, COUNTS, ZEROS, SKEWED, SPARSE, WEIGHTINGS };

/* Up to so many dimensions cosines of parot_cost are those of the engine, to the last bit. */
enum { MOST_COSINE = 20 };

static const char *const FAMILY[] = {
    "gauss",      "clusters",     "other clusters", "separated",  "lattice",  "sevenths",
    "few points", "few sevenths", "same cloud",     "line",       "outliers", "far cluster",
    "all equal",  "progression",  "offset",         "duplicates", "grid",     "thirds",
    "lonely",     "uneven",       "spiral",         "ring",       "scales",   "rails"};
static const char *const WEIGHTS[] = {"uniform", "random", "counts", "zeros", "skewed", "sparse"};

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

/* One of the points of a cloud: number i of `count`. `kind` is a number that all its coordinates
 * share. */
struct point {
    enum family family;
    int side; /* 0: of the source, 1: of the target */
    int64_t i, count, dims;
    double kind;
};

static double coordinate(const struct point *point, int64_t k, struct stream *stream)
{
    enum family family = point->family;
    int64_t i = point->i, count = point->count, dims = point->dims;
    int side = point->side;
    double kind = point->kind;
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
        return i % 3 == 0 ? 1e6 + z : z;
    case EQUAL:
        return 0.7 + 0.1 * side;
    case PROGRESSION:
        return (double)(i * (k + 1)) / 64 + 0.3 * side;
    case OFFSET:
        return 1e7 + z;
    case DUPLICATES: {
        struct stream place = {stream->seed, (uint64_t)(kind * (double)(count / 20 + 1)) << 32};
        place.next += (uint64_t)(1000 * side + 10 * k);
        return normal(&place) + 0.5 * side;
    }
    case SHIFTED_GRID:
    case THIRDS:
        return floor(pow((double)count, 1.0 / (double)dims) * 1.2 * uniform(stream)) /
                   (family == THIRDS ? 3 : 1) +
               side / (family == THIRDS ? 6.0 : 2.0);
    case LONELY:
        return side && kind < 0.3 ? 1e6 + z : z;
    case UNEVEN:
        return kind < (side ? 0.2 : 0.3) ? 1e6 + z : z;
    case SPIRAL: {
        double turn = (double)(i % 2 ? count - i : i);
        return k < 2 ? turn / (double)count * cos(0.1 * turn + 1.5707963267948966 * (double)k) : z;
    }
    case RING: {
        double angle = 6.283185307179586 * kind;
        double on_ring = k == 0 ? cos(angle) : k == 1 ? sin(angle) : 0;
        return side ? 1e-3 * z : 10 * on_ring;
    }
    case SCALES:
        return pow(10, 12 * kind - 6) * z;
    case RAILS:
        return k == 0 ? 4 * z : k == 1 ? side : 0;
    default:
        return z;
    }
}

static double *make_points(enum family family, int side, int64_t count, int64_t dims,
                           struct stream *stream)
{
    double *points = malloc((size_t)(count * dims) * sizeof *points);
    for (int64_t i = 0; i < count; i++) {
        struct point point = {family, side, i, count, dims, uniform(stream)};
        for (int64_t k = 0; k < dims; k++)
            points[i * dims + k] = coordinate(&point, k, stream);
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
        weights[i] = kind == COUNTS               ? 1 + floor(4 * z)
                     : kind == SKEWED             ? pow(10, -6 * z)
                     : kind == ZEROS && z < 0.3   ? 0
                     : kind == SPARSE && z < 0.95 ? 0
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

/* A share of what can move, or a price near the cost of a pair. */
static void choose_mass(struct hostile_clouds *clouds, double share, struct stream *stream)
{
    const parot_points_problem *problem = &clouds->problem;
    double cost = 0;
    double most =
        fmin(test_total(clouds->p, problem->x.rows), test_total(clouds->q, problem->y.rows));
    clouds->problem.mass = share * most;
    parot_matrix x = problem->x, y = problem->y;
    x.rows = y.rows = 1;
    if (clouds->has_price && parot_cost(x, y, problem->metric, NULL, &cost, NULL) == PAROT_OK)
        clouds->price = cost * 2 * uniform(stream);
}

static void make(struct hostile_clouds *clouds, const struct hostile_shape *shape,
                 struct stream *stream)
{
    enum family family = (enum family)shape->family;
    int64_t n = shape->n, m = shape->m, dims = shape->dims;
    *clouds = (struct hostile_clouds){.has_price = shape->has_price};
    clouds->problem.metric = shape->metric;
    clouds->x = make_points(family, 0, n, dims, stream);
    clouds->y = family == SAME_CLOUD ? copy_points(clouds->x, n, m, dims)
                                     : make_points(family, 1, m, dims, stream);
    if (shape->metric == PAROT_METRIC_COSINE) {
        move_away(clouds->x, n * dims);
        move_away(clouds->y, m * dims);
    }
    clouds->p = make_weights((enum weights)shape->weights, n, stream);
    clouds->q = make_weights((enum weights)shape->weights, m, stream);
    clouds->problem.x = (parot_matrix){clouds->x, n, dims, dims};
    clouds->problem.y = (parot_matrix){clouds->y, m, dims, dims};
    clouds->problem.p = clouds->p;
    clouds->problem.q = clouds->q;
    choose_mass(clouds, shape->share, stream);
    snprintf(clouds->name, sizeof clouds->name, "%s, %s, %s, %lld x %lld, d %lld, %s %.9g",
             FAMILY[family], parot_metric_name(shape->metric), WEIGHTS[shape->weights],
             (long long)n, (long long)m, (long long)dims, shape->has_price ? "price" : "mass",
             shape->has_price ? clouds->price : clouds->problem.mass);
}

void hostile_shape(struct hostile_clouds *clouds, const struct hostile_shape *shape, uint64_t seed)
{
    struct stream stream = {seed, 0};
    make(clouds, shape, &stream);
}

/* All but the sizes. */
static struct hostile_shape choose_shape(struct stream *stream)
{
    static const int64_t dimensions[] = {1, 2, 2, 2, 3, 3, 5, 10, 20, 50};
    static const double shares[] = {0.05, 0.3, 0.5, 0.8, 0.95, 1, 1};
    struct hostile_shape shape = {.family = (int)below(stream, FAMILIES)};
    shape.weights = (int)below(stream, WEIGHTINGS);
    shape.dims = dimensions[below(stream, 10)];
    shape.metric = (parot_metric)below(stream, 5);
    if (shape.metric == PAROT_METRIC_COSINE && shape.dims > MOST_COSINE)
        shape.dims = MOST_COSINE;
    shape.share = shares[below(stream, 7)];
    if (uniform(stream) < 0.2)
        shape.share = 0.001 + 0.998 * uniform(stream);
    shape.has_price = uniform(stream) < 0.12;
    return shape;
}

void hostile_make(struct hostile_clouds *clouds, uint64_t number)
{
    struct stream stream = {number * 2654435761u + 12345, 0};
    struct hostile_shape shape = choose_shape(&stream);
    choose_sizes(&stream, &shape.n, &shape.m);
    make(clouds, &shape, &stream);
}

void hostile_make_large(struct hostile_clouds *clouds, uint64_t number, int64_t n)
{
    struct stream stream = {number * 2654435761u + 54321, 0};
    struct hostile_shape shape = choose_shape(&stream);
    double chance = uniform(&stream);
    shape.family = (int)(number % FAMILIES);
    shape.dims = shape.dims > 10 && n > 20000 ? 10 : shape.dims;
    shape.n = chance < 0.1 ? 1 + n / 100 : n;
    shape.m = chance > 0.9 ? 1 + n / 100 : chance > 0.7 ? n / 2 : n;
    make(clouds, &shape, &stream);
}

static int find(const char *const *names, int count, const char *name)
{
    for (int k = 0; k < count; k++)
        if (strcmp(names[k], name) == 0)
            return k;
    return -1;
}

int hostile_family(const char *name)
{
    return find(FAMILY, FAMILIES, name);
}

int hostile_weights(const char *name)
{
    return find(WEIGHTS, WEIGHTINGS, name);
}

double hostile_memory(const struct hostile_clouds *clouds)
{
    parot_points_problem problem = clouds->problem;
    if (clouds->has_price)
        problem.mass = 0;
    return parot_partial_points_memory(&problem);
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
