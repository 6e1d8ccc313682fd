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

void test_set(double *numbers, int64_t count, double value)
{
    for (int64_t k = 0; k < count; k++)
        numbers[k] = value;
}

void test_fill(double *numbers, int64_t count, uint64_t seed)
{
    for (int64_t k = 0; k < count; k++)
        numbers[k] = test_uniform(seed, (uint64_t)k);
}

double test_normal(uint64_t seed, uint64_t index)
{
    return sqrt(-2 * log(test_uniform(seed, 2 * index))) *
           cos(6.283185307179586 * test_uniform(seed, 2 * index + 1));
}

double test_price(uint64_t seed, uint64_t index, double size)
{
    double x = test_uniform(seed, 2 * index), kind = 10 * test_uniform(seed, 2 * index + 1);
    if (seed % 7 == 3)
        return floor(4 * x) * size / 4; /* ties */
    return kind < 1 ? 0 : kind < 2 ? -size * x : kind < 2.5 ? 1e6 * size * x : size * x;
}

double next_uniform(struct draws *draws)
{
    return test_uniform(draws->seed, draws->drawn++);
}

int next_below(struct draws *draws, int64_t count)
{
    return (int)(next_uniform(draws) * (double)count);
}

double next_normal(struct draws *draws)
{
    double radius = sqrt(-2 * log(next_uniform(draws)));
    return radius * cos(6.283185307179586 * next_uniform(draws));
}

/* ---- Costs -------------------------------------------------------------- */

struct shape {
    int64_t n, m;
};

static void fill_uniform(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = next_uniform(draws);
}

/* Squared distances between points x_i = at(i), y_j = at(n + j) of `dims` coordinates. */
static void fill_squared(struct draws *draws, struct shape shape, double *cost, int64_t dims,
                         double (*at)(struct draws *, int64_t, int64_t))
{
    double *points = calloc((size_t)((shape.n + shape.m) * dims), sizeof *points);
    for (int64_t i = 0; i < shape.n + shape.m; i++)
        for (int64_t k = 0; k < dims; k++)
            points[i * dims + k] = at(draws, i, k);
    for (int64_t i = 0; i < shape.n; i++)
        for (int64_t j = 0; j < shape.m; j++) {
            double sum = 0;
            for (int64_t k = 0; k < dims; k++)
                sum += pow(points[i * dims + k] - points[(shape.n + j) * dims + k], 2);
            cost[i * shape.m + j] = sum;
        }
    free(points);
}

static double at_cluster(struct draws *draws, int64_t i, int64_t k)
{
    return 10 * (double)((i * 7 + k) % 4) + 1e-3 * next_uniform(draws);
}

static double on_line(struct draws *draws, int64_t i, int64_t k)
{
    (void)i;
    return k == 0 ? next_uniform(draws) : 0;
}

static double on_grid(struct draws *draws, int64_t i, int64_t k)
{
    (void)i, (void)k;
    return next_below(draws, 3);
}

static void fill_clustered(struct draws *draws, struct shape shape, double *cost)
{
    fill_squared(draws, shape, cost, 2, at_cluster);
}

static void fill_collinear(struct draws *draws, struct shape shape, double *cost)
{
    fill_squared(draws, shape, cost, 2, on_line);
}

static void fill_duplicated(struct draws *draws, struct shape shape, double *cost)
{
    fill_squared(draws, shape, cost, 2, on_grid);
}

static void fill_ties(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = next_below(draws, 3);
}

static void fill_zero(struct draws *draws, struct shape shape, double *cost)
{
    (void)draws;
    test_set(cost, shape.n * shape.m, 0);
}

static void fill_negative(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = 2 * next_uniform(draws) - 1.5;
}

static void fill_offset(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = 1e6 + next_uniform(draws);
}

static void fill_tiny(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = next_uniform(draws) * 1e-300;
}

static void fill_huge(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = (next_uniform(draws) - 0.3) * 1e300;
}

static void fill_mixed(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t k = 0; k < shape.n * shape.m; k++)
        cost[k] = pow(10, 600 * next_uniform(draws) - 300);
}

/* Blocks of cheap pairs, joined by bridges some hundred to some thousand times as dear. */
static void fill_bridges(struct draws *draws, struct shape shape, double *cost)
{
    int64_t blocks = 1 + next_below(draws, 12);
    for (int64_t i = 0; i < shape.n; i++)
        for (int64_t j = 0; j < shape.m; j++)
            cost[i * shape.m + j] = i % blocks == j % blocks
                                        ? next_uniform(draws)
                                        : 100 * (double)(1 + next_below(draws, 30));
}

/* Some pairs forbidden, but never (i, i). */
static void fill_forbidden(struct draws *draws, struct shape shape, double *cost)
{
    for (int64_t i = 0; i < shape.n; i++)
        for (int64_t j = 0; j < shape.m; j++)
            cost[i * shape.m + j] =
                next_uniform(draws) < 0.4 && i % shape.m != j && j % shape.n != i
                    ? INFINITY
                    : next_uniform(draws);
}

/* ---- Weights ------------------------------------------------------------ */

enum weighting { UNIFORM, RANDOM, EQUAL, COUNTS, ZEROS, WILD, SCALED, WEIGHTINGS }; /* first tame */

static double weight(struct draws *draws, enum weighting kind, int64_t count)
{
    switch (kind) {
    case RANDOM:
        return next_uniform(draws);
    case COUNTS:
        return (double)(1 + next_below(draws, 5));
    case ZEROS:
        return next_uniform(draws) < 0.5 ? 0 : next_uniform(draws);
    case WILD:
        return pow(10, 24 * next_uniform(draws) - 12);
    case SCALED:
        return 1e8 * (1 + next_uniform(draws));
    default:
        return 1.0 / (double)count;
    }
}

static double *make_weights(struct draws *draws, enum weighting kind, int64_t count)
{
    if (kind == UNIFORM)
        return NULL;
    double *weights = malloc((size_t)count * sizeof *weights);
    for (int64_t i = 0; i < count; i++)
        weights[i] = weight(draws, kind, count);
    weights[next_below(draws, count)] = weight(draws, kind == ZEROS ? RANDOM : kind, count);
    return weights;
}

/* ---- Instances ---------------------------------------------------------- */

static const struct family {
    const char *name;
    void (*fill)(struct draws *, struct shape, double *);
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
static struct shape make_shape(struct draws *draws, int64_t size)
{
    struct shape shape = {1 + next_below(draws, size), 1 + next_below(draws, size)};
    int64_t kind = next_below(draws, 8);
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
static double make_mass(struct draws *draws, double most, int64_t rows)
{
    static const double shares[] = {1e-12, 1e-6, 0.1, 0.3, 0.5, 0.8, 0.95, 1 - 1e-9, 1, 1, -1};
    double share = shares[next_below(draws, sizeof shares / sizeof *shares)];
    if (share < 0)
        share = (double)(1 + next_below(draws, rows)) / (double)rows;
    return share == 1 ? most : share * most;
}

void instance_make(struct instance *instance, uint64_t number, int64_t size)
{
    const struct family *family = &families[number % (uint64_t)instance_families()];
    struct draws draws = {number, 0};
    struct shape shape = make_shape(&draws, size);
    enum weighting p = (enum weighting)next_below(&draws, WEIGHTINGS);
    if (family->fill == fill_huge || family->fill == fill_mixed || family->fill == fill_forbidden)
        p = (enum weighting)(p % ZEROS); /* costs times masses must exist; room for every row */
    enum weighting q = next_uniform(&draws) < 0.7
                           ? p
                           : (enum weighting)next_below(&draws, p < ZEROS ? ZEROS : WEIGHTINGS);
    int64_t padding = next_uniform(&draws) < 0.2 ? 3 : 0;

    *instance = (struct instance){.family = family->name};
    instance->cost = malloc((size_t)(shape.n * shape.m) * sizeof(double));
    family->fill(&draws, shape, instance->cost);
    instance->p = make_weights(&draws, p, shape.n);
    instance->q = make_weights(&draws, q, shape.m);
    double most = movable(instance, shape, family->fill == fill_forbidden);
    double mass = make_mass(&draws, most, shape.n);
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

double cost_of(const parot_problem *problem, int64_t i, int64_t j)
{
    return problem->cost.data[i * problem->cost.stride + j];
}

double largest_cost(const parot_problem *problem)
{
    double largest = 0;
    for (int64_t i = 0; i < problem->cost.rows; i++)
        for (int64_t j = 0; j < problem->cost.cols; j++)
            if (isfinite(cost_of(problem, i, j)))
                largest = fmax(largest, fabs(cost_of(problem, i, j)));
    return largest;
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

double plan_missed(const parot_plan *plan, const parot_problem *problem)
{
    int64_t n = plan->rows, m = plan->cols;
    long double *moved = calloc((size_t)(n + m), sizeof *moved), total = 0, missed = 0;
    for (int64_t k = 0; k < plan->count; k++) {
        moved[plan->row[k]] += plan->mass[k];
        moved[n + plan->col[k]] += plan->mass[k];
        total += plan->mass[k];
        missed = plan->mass[k] >= 0 ? missed : INFINITY;
    }
    for (int64_t k = 0; k < n + m; k++) {
        double weight = k < n ? test_weight(problem->p, n, k) : test_weight(problem->q, m, k - n);
        if (moved[k] > weight)
            missed = fmaxl(missed, (moved[k] - weight) / weight);
    }
    free(moved);
    return (double)fmaxl(missed, fabsl(total - problem->mass) / problem->mass);
}
