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
    FAMILIES = HOSTILE_FAMILIES
};

enum weights { UNIFORM, RANDOM, COUNTS, ZEROS, SKEWED, SPARSE, WEIGHTINGS = HOSTILE_WEIGHTINGS };

/* Up to so many dimensions cosines of parot_cost are those of the engine, to the last bit. */
enum { MOST_COSINE = 20 };

static const char *const FAMILY[] = {
    "gauss",      "clusters",     "other clusters", "separated",  "lattice",  "sevenths",
    "few points", "few sevenths", "same cloud",     "line",       "outliers", "far cluster",
    "all equal",  "progression",  "offset",         "duplicates", "grid",     "thirds",
    "lonely",     "uneven",       "spiral",         "ring",       "scales",   "rails"};
static const char *const WEIGHTS[] = {"uniform", "random", "counts", "zeros", "skewed", "sparse"};

/* One of the points of a cloud: number i of `count`. `kind` is a number that all its coordinates
 * share. */
struct point {
    enum family family;
    int side; /* 0: of the source, 1: of the target */
    int64_t i, count, dims;
    double kind;
};

static double coordinate(const struct point *point, int64_t k, struct draws *draws)
{
    enum family family = point->family;
    int64_t i = point->i, count = point->count, dims = point->dims;
    int side = point->side;
    double kind = point->kind;
    double z = next_normal(draws) + 0.5 * side;
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
        struct draws place = {draws->seed, (uint64_t)(kind * (double)(count / 20 + 1)) << 32};
        place.drawn += (uint64_t)(1000 * side + 10 * k);
        return next_normal(&place) + 0.5 * side;
    }
    case SHIFTED_GRID:
    case THIRDS:
        return floor(pow((double)count, 1.0 / (double)dims) * 1.2 * next_uniform(draws)) /
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
                           struct draws *draws)
{
    double *points = malloc((size_t)(count * dims) * sizeof *points);
    for (int64_t i = 0; i < count; i++) {
        struct point point = {family, side, i, count, dims, next_uniform(draws)};
        for (int64_t k = 0; k < dims; k++)
            points[i * dims + k] = coordinate(&point, k, draws);
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
static double *make_weights(enum weights kind, int64_t count, struct draws *draws)
{
    if (kind == UNIFORM)
        return NULL;
    double *weights = malloc((size_t)count * sizeof *weights), total = 0;
    for (int64_t i = 0; i < count; i++) {
        double z = next_uniform(draws);
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
static int64_t side_length(struct draws *draws)
{
    double chance = next_uniform(draws), z = next_uniform(draws);
    if (chance < 0.02)
        return 2000 + (int64_t)(2000 * z);
    return (int64_t)pow(chance < 0.1 ? 2000 : 400, z);
}

static void choose_sizes(struct draws *draws, int64_t *n, int64_t *m)
{
    *n = *m = side_length(draws);
    double chance = next_uniform(draws);
    if (chance < 0.3)
        *m = side_length(draws);
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
static void choose_mass(struct hostile_clouds *clouds, double share, struct draws *draws)
{
    const parot_points_problem *problem = &clouds->problem;
    double cost = 0;
    double most =
        fmin(test_total(clouds->p, problem->x.rows), test_total(clouds->q, problem->y.rows));
    clouds->problem.mass = share * most;
    parot_matrix x = problem->x, y = problem->y;
    x.rows = y.rows = 1;
    if (clouds->has_price && parot_cost(x, y, problem->metric, NULL, &cost, NULL) == PAROT_OK)
        clouds->price = cost * 2 * next_uniform(draws);
}

static void make(struct hostile_clouds *clouds, const struct hostile_shape *shape,
                 struct draws *draws)
{
    enum family family = (enum family)shape->family;
    int64_t n = shape->n, m = shape->m, dims = shape->dims;
    *clouds = (struct hostile_clouds){.has_price = shape->has_price};
    clouds->problem.metric = shape->metric;
    clouds->x = make_points(family, 0, n, dims, draws);
    clouds->y = family == SAME_CLOUD ? copy_points(clouds->x, n, m, dims)
                                     : make_points(family, 1, m, dims, draws);
    if (shape->metric == PAROT_METRIC_COSINE) {
        move_away(clouds->x, n * dims);
        move_away(clouds->y, m * dims);
    }
    clouds->p = make_weights((enum weights)shape->weights, n, draws);
    clouds->q = make_weights((enum weights)shape->weights, m, draws);
    clouds->problem.x = (parot_matrix){clouds->x, n, dims, dims};
    clouds->problem.y = (parot_matrix){clouds->y, m, dims, dims};
    clouds->problem.p = clouds->p;
    clouds->problem.q = clouds->q;
    choose_mass(clouds, shape->share, draws);
    snprintf(clouds->name, sizeof clouds->name, "%s, %s, %s, %lld x %lld, d %lld, %s %.9g",
             FAMILY[family], parot_metric_name(shape->metric), WEIGHTS[shape->weights],
             (long long)n, (long long)m, (long long)dims, shape->has_price ? "price" : "mass",
             shape->has_price ? clouds->price : clouds->problem.mass);
}

void hostile_shape(struct hostile_clouds *clouds, const struct hostile_shape *shape, uint64_t seed)
{
    struct draws draws = {seed, 0};
    make(clouds, shape, &draws);
}

/* All but the sizes. */
static struct hostile_shape choose_shape(struct draws *draws)
{
    static const int64_t dimensions[] = {1, 2, 2, 2, 3, 3, 5, 10, 20, 50};
    static const double shares[] = {0.05, 0.3, 0.5, 0.8, 0.95, 1, 1};
    struct hostile_shape shape = {.family = next_below(draws, FAMILIES)};
    shape.weights = next_below(draws, WEIGHTINGS);
    shape.dims = dimensions[next_below(draws, 10)];
    shape.metric = (parot_metric)next_below(draws, 5);
    if (shape.metric == PAROT_METRIC_COSINE && shape.dims > MOST_COSINE)
        shape.dims = MOST_COSINE;
    shape.share = shares[next_below(draws, 7)];
    if (next_uniform(draws) < 0.2)
        shape.share = 0.001 + 0.998 * next_uniform(draws);
    shape.has_price = next_uniform(draws) < 0.12;
    return shape;
}

void hostile_make(struct hostile_clouds *clouds, uint64_t number)
{
    struct draws draws = {number * 2654435761u + 12345, 0};
    struct hostile_shape shape = choose_shape(&draws);
    choose_sizes(&draws, &shape.n, &shape.m);
    make(clouds, &shape, &draws);
}

void hostile_make_large(struct hostile_clouds *clouds, uint64_t number, int64_t n)
{
    struct draws draws = {number * 2654435761u + 54321, 0};
    struct hostile_shape shape = choose_shape(&draws);
    double chance = next_uniform(&draws);
    shape.family = (int)(number % FAMILIES);
    shape.dims = shape.dims > 10 && n > 20000 ? 10 : shape.dims;
    shape.n = chance < 0.1 ? 1 + n / 100 : n;
    shape.m = chance > 0.9 ? 1 + n / 100 : chance > 0.7 ? n / 2 : n;
    make(clouds, &shape, &draws);
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
    free(clouds->cost);
    *clouds = (struct hostile_clouds){0};
}

static void fill_euclidean(const parot_points_problem *problem, double *cost)
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

parot_status hostile_matrix(struct hostile_clouds *clouds)
{
    const parot_points_problem *points = &clouds->problem;
    int64_t n = points->x.rows, m = points->y.rows;
    parot_status status = PAROT_OK;
    if (!clouds->cost)
        clouds->cost = malloc((size_t)(n * m) * sizeof *clouds->cost);
    if (points->metric == PAROT_METRIC_SQEUCLIDEAN || points->metric == PAROT_METRIC_EUCLIDEAN)
        fill_euclidean(points, clouds->cost);
    else
        status = parot_cost(points->x, points->y, points->metric, NULL, clouds->cost, NULL);
    clouds->matrix = (parot_problem){
        .cost = {clouds->cost, n, m, m}, .p = points->p, .q = points->q, .mass = points->mass};
    return status;
}

parot_status hostile_solve(const struct hostile_clouds *clouds, const parot_run *run,
                           parot_result *result)
{
    return clouds->has_price
               ? parot_partial_points_lagrange(&clouds->problem, clouds->price, run, result, NULL)
               : parot_partial_points(&clouds->problem, run, result, NULL);
}

parot_status hostile_solve_matrix(const struct hostile_clouds *clouds, const parot_run *run,
                                  parot_result *result)
{
    return clouds->has_price
               ? parot_partial_lagrange(&clouds->matrix, clouds->price, run, result, NULL)
               : parot_partial(&clouds->matrix, run, result, NULL);
}

parot_status hostile_certify(const struct hostile_clouds *clouds, const parot_result *result,
                             parot_check *check)
{
    return clouds->has_price ? parot_certify_points_price(&clouds->problem, clouds->price, result,
                                                          NULL, check, NULL)
                             : parot_certify_points(&clouds->problem, result, NULL, check, NULL);
}

parot_status hostile_certify_matrix(const struct hostile_clouds *clouds, const parot_result *result,
                                    parot_check *check)
{
    return clouds->has_price
               ? parot_certify_price(&clouds->matrix, clouds->price, result, NULL, check, NULL)
               : parot_certify(&clouds->matrix, result, NULL, check, NULL);
}
