/* instances.c - the families: each a function that fills costs, and one that fills weights. */
#include "instances.h"

#include <math.h>
#include <stdlib.h>

/* SplitMix64 (Steele, Lea, Flood 2014) of seed and index: independent of the library's own. */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double test_uniform(uint64_t seed, uint64_t index)
{
    return ((double)(mix(mix(seed) ^ index) >> 12) + 0.5) * 0x1p-52;
}

/* A stream of its own for every instance and purpose. */
struct stream {
    uint64_t seed, index;
};

static double next(struct stream *stream)
{
    return test_uniform(stream->seed, stream->index++);
}

static int64_t next_integer(struct stream *stream, int64_t below)
{
    return (int64_t)(next(stream) * (double)below);
}

/* ---- Costs -------------------------------------------------------------- */

struct shape {
    int64_t n, m;
};

static void fill_uniform(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = next(stream);
}

/* Squared distances between points x_i = at(i), y_j = at(n + j) of `dims` coordinates. */
static void fill_squared(struct stream *stream, struct shape shape, double *cost, int64_t dims,
                         double (*at)(struct stream *, int64_t, int64_t))
{
    double *points = calloc((size_t)((shape.n + shape.m) * dims), sizeof *points);
    for (int64_t i = 0; i < shape.n + shape.m; i++)
        for (int64_t k = 0; k < dims; k++)
            points[i * dims + k] = at(stream, i, k);
    for (int64_t i = 0; i < shape.n; i++)
        for (int64_t j = 0; j < shape.m; j++) {
            double sum = 0;
            for (int64_t k = 0; k < dims; k++)
                sum += pow(points[i * dims + k] - points[(shape.n + j) * dims + k], 2);
            cost[i * shape.m + j] = sum;
        }
    free(points);
}

static double at_cluster(struct stream *stream, int64_t i, int64_t k)
{
    return 10 * (double)((i * 7 + k) % 4) + 1e-3 * next(stream);
}

static double on_line(struct stream *stream, int64_t i, int64_t k)
{
    (void)i;
    return k == 0 ? next(stream) : 0;
}

static double on_grid(struct stream *stream, int64_t i, int64_t k)
{
    (void)i, (void)k;
    return (double)next_integer(stream, 3);
}

static void fill_clustered(struct stream *stream, struct shape shape, double *cost)
{
    fill_squared(stream, shape, cost, 2, at_cluster);
}

static void fill_collinear(struct stream *stream, struct shape shape, double *cost)
{
    fill_squared(stream, shape, cost, 2, on_line);
}

static void fill_duplicated(struct stream *stream, struct shape shape, double *cost)
{
    fill_squared(stream, shape, cost, 2, on_grid);
}

static void fill_ties(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = (double)next_integer(stream, 3);
}

static void fill_zero(struct stream *stream, struct shape shape, double *cost)
{
    (void)stream;
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = 0;
}

static void fill_negative(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = 2 * next(stream) - 1.5;
}

static void fill_offset(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = 1e6 + next(stream);
}

static void fill_tiny(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = next(stream) * 1e-300;
}

static void fill_huge(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = (next(stream) - 0.3) * 1e300;
}

static void fill_mixed(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = pow(10, 600 * next(stream) - 300);
}

/* Blocks of cheap pairs, joined by bridges some hundred to some thousand times as dear. */
static void fill_bridges(struct stream *stream, struct shape shape, double *cost)
{
    int64_t blocks = 1 + next_integer(stream, 12);
    for (int64_t i = 0; i < shape.n; i++)
        for (int64_t j = 0; j < shape.m; j++)
            cost[i * shape.m + j] = i % blocks == j % blocks
                                        ? next(stream)
                                        : 100 * (double)(1 + next_integer(stream, 30));
}

/* Some pairs forbidden, but never (i, i). */
static void fill_forbidden(struct stream *stream, struct shape shape, double *cost)
{
    for (int64_t i = 0; i < shape.n; i++)
        for (int64_t j = 0; j < shape.m; j++)
            cost[i * shape.m + j] = next(stream) < 0.4 && i % shape.m != j && j % shape.n != i
                                        ? INFINITY
                                        : next(stream);
}

/* ---- Weights ------------------------------------------------------------ */

enum weighting { UNIFORM, RANDOM, EQUAL, COUNTS, ZEROS, WILD, SCALED, WEIGHTINGS }; /* first tame */

static double weight(struct stream *stream, enum weighting kind, int64_t count)
{
    switch (kind) {
    case RANDOM:
        return next(stream);
    case COUNTS:
        return (double)(1 + next_integer(stream, 5));
    case ZEROS:
        return next(stream) < 0.5 ? 0 : next(stream);
    case WILD:
        return pow(10, 24 * next(stream) - 12);
    case SCALED:
        return 1e8 * (1 + next(stream));
    default:
        return 1.0 / (double)count;
    }
}

static double *make_weights(struct stream *stream, enum weighting kind, int64_t count)
{
    if (kind == UNIFORM)
        return NULL;
    double *weights = malloc((size_t)count * sizeof *weights);
    for (int64_t i = 0; i < count; i++)
        weights[i] = weight(stream, kind, count);
    weights[next_integer(stream, count)] = weight(stream, kind == ZEROS ? RANDOM : kind, count);
    return weights;
}

/* ---- Instances ---------------------------------------------------------- */

static const struct family {
    const char *name;
    void (*fill)(struct stream *, struct shape, double *);
} families[] = {
    {"uniform", fill_uniform},     {"clustered", fill_clustered},
    {"collinear", fill_collinear}, {"duplicated", fill_duplicated},
    {"ties", fill_ties},           {"zero", fill_zero},
    {"negative", fill_negative},   {"offset", fill_offset},
    {"tiny", fill_tiny},           {"huge", fill_huge},
    {"mixed", fill_mixed},         {"forbidden", fill_forbidden},
    {"bridges", fill_bridges},
};

int64_t instance_families(void)
{
    return (int64_t)(sizeof families / sizeof *families);
}

uint64_t test_wanted(uint64_t all)
{
    const char *text = getenv("PAROT_INSTANCES");
    if (!text)
        return all;
    uint64_t some = all * strtoull(text, NULL, 10) / 10000, least = all < 3 ? all : 3;
    return some > least ? some : least;
}

uint64_t test_stride(uint64_t some)
{
    return test_wanted(10000) < 2000 ? some : 1;
}

/* Square, one row, one column, many rows for few columns. */
static struct shape make_shape(struct stream *stream, int64_t size)
{
    struct shape shape = {1 + next_integer(stream, size), 1 + next_integer(stream, size)};
    int64_t kind = next_integer(stream, 8);
    if (kind == 0)
        shape.n = 1;
    else if (kind == 1)
        shape.m = 1;
    else if (kind == 2)
        shape = (struct shape){4 * shape.n, 1 + shape.m / 8};
    else if (kind == 3)
        shape.m = shape.n;
    return shape;
}

/* What surely can move: through the pairs (i, i), if others are forbidden. */
static double movable(const struct instance *instance, struct shape shape, int is_forbidden)
{
    double sum = 0;
    for (int64_t i = 0; i < shape.n && i < shape.m; i++)
        sum += fmin(test_weight(instance->p, shape.n, i), test_weight(instance->q, shape.m, i));
    return is_forbidden ? sum
                        : fmin(test_total(instance->p, shape.n), test_total(instance->q, shape.m));
}

/* Near 0, in between, near and at the maximum, and whole numbers of rows. */
static double make_mass(struct stream *stream, double most, int64_t rows)
{
    static const double shares[] = {1e-12, 1e-6, 0.1, 0.3, 0.5, 0.8, 0.95, 1 - 1e-9, 1, 1, -1};
    double share = shares[next_integer(stream, sizeof shares / sizeof *shares)];
    if (share < 0)
        share = (double)(1 + next_integer(stream, rows)) / (double)rows;
    return share == 1 ? most : share * most;
}

void instance_make(struct instance *instance, uint64_t number, int64_t size)
{
    const struct family *family = &families[number % (uint64_t)instance_families()];
    struct stream stream = {number, 0};
    struct shape shape = make_shape(&stream, size);
    enum weighting p = (enum weighting)next_integer(&stream, WEIGHTINGS);
    if (family->fill == fill_huge || family->fill == fill_mixed || family->fill == fill_forbidden)
        p = (enum weighting)(p % ZEROS); /* costs times masses must exist; room for every row */
    enum weighting q = next(&stream) < 0.7
                           ? p
                           : (enum weighting)next_integer(&stream, p < ZEROS ? ZEROS : WEIGHTINGS);
    int64_t padding = next(&stream) < 0.2 ? 3 : 0;

    *instance = (struct instance){.family = family->name};
    instance->cost = malloc((size_t)(shape.n * shape.m) * sizeof(double));
    family->fill(&stream, shape, instance->cost);
    instance->p = make_weights(&stream, p, shape.n);
    instance->q = make_weights(&stream, q, shape.m);
    double most = movable(instance, shape, family->fill == fill_forbidden);
    double mass = make_mass(&stream, most, shape.n);
    instance->problem = (parot_problem){
        {instance->cost, shape.n, shape.m, shape.m}, instance->p, instance->q, mass};
    if (padding) { /* a stride, with NaN in between to catch who reads there */
        double *wide = calloc((size_t)(shape.n * (shape.m + padding)), sizeof *wide);
        for (int64_t i = 0; i < shape.n; i++)
            for (int64_t j = 0; j < shape.m + padding; j++)
                wide[i * (shape.m + padding) + j] =
                    j < shape.m ? instance->cost[i * shape.m + j] : NAN;
        free(instance->cost);
        instance->cost = wide;
        instance->problem.cost = (parot_matrix){wide, shape.n, shape.m, shape.m + padding};
    }
}

void instance_free(struct instance *instance)
{
    free(instance->cost);
    free(instance->p);
    free(instance->q);
    *instance = (struct instance){0};
}

/* ---- Sums --------------------------------------------------------------- */

double test_weight(const double *weights, int64_t count, int64_t i)
{
    return weights ? weights[i] : 1.0 / (double)count;
}

/* Long doubles, and the rest that they round away. */
double test_total(const double *weights, int64_t count)
{
    long double sum = 0, rest = 0;
    if (!weights)
        return 1;
    for (int64_t i = 0; i < count; i++) {
        long double next_sum = sum + weights[i];
        rest += fabsl(sum) >= weights[i] ? (sum - next_sum) + weights[i]
                                         : (weights[i] - next_sum) + sum;
        sum = next_sum;
    }
    return (double)(sum + rest);
}

static long double plan_sum(const parot_plan *plan, const int32_t *index, int64_t which)
{
    long double sum = 0, rest = 0;
    for (int64_t k = 0; k < plan->count; k++)
        if (!index || index[k] == which) {
            long double next_sum = sum + plan->mass[k];
            rest += (fabsl(sum) >= plan->mass[k]) ? (sum - next_sum) + plan->mass[k]
                                                  : (plan->mass[k] - next_sum) + sum;
            sum = next_sum;
        }
    return sum + rest;
}

long double plan_total(const parot_plan *plan)
{
    return plan_sum(plan, NULL, 0);
}

long double plan_row(const parot_plan *plan, int64_t i)
{
    return plan_sum(plan, plan->row, i);
}

long double plan_col(const parot_plan *plan, int64_t j)
{
    return plan_sum(plan, plan->col, j);
}
