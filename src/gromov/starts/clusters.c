/* clusters.c - a two-atom Wasserstein barycentre from distances alone.
 *
 * The atoms are means of weighted points, which need no coordinates: for weights w of total |w|,
 *
 *   |x_i - mean|^2 = sum_k w_k D_ik / |w| - sum_kl w_k w_l D_kl / (2 |w|^2),   D_ik = distance^2
 *
 * Given the atoms, the cheapest way to share the points between them is to sort by the difference
 * of their squared distances and to cut at `mass`; given the shares, the best atoms are the means.
 * Both steps lower W, so that the alternation ends (as k-means does, with fixed weights).
 */
#include "gromov/starts/clusters.h"

#include <math.h>
#include <string.h>

#include "base/argsort.h"
#include "linalg/vector.h"

enum { MOST_ROUNDS = 100 };

struct clusters {
    const struct space *space;
    struct weights weights;
    double total, mass;
    double *part, *rest;           /* shares of the two atoms */
    double *to_part, *to_rest;     /* squared distances to them */
    struct keyed *sorted, *buffer; /* the points, by the difference */
    double *best;
    struct control *control;
};

static void layout(struct clusters *clusters, struct arena *arena)
{
    int64_t n = clusters->space->count;
    clusters->part = arena_take(arena, n, sizeof(double));
    clusters->rest = arena_take(arena, n, sizeof(double));
    clusters->to_part = arena_take(arena, n, sizeof(double));
    clusters->to_rest = arena_take(arena, n, sizeof(double));
    clusters->sorted = arena_take(arena, n, sizeof *clusters->sorted);
    clusters->buffer = arena_take(arena, n, sizeof *clusters->buffer);
    clusters->best = arena_take(arena, n, sizeof(double));
}

/* Squared distances of all points to the mean of those with shares w. */
static void measure(const struct space *space, const double *w, double total, double *distance)
{
    int64_t n = space->count;
    memset(distance, 0, (size_t)n * sizeof *distance);
    for (int64_t k = 0; k < n; k++)
        if (w[k] > 0)
            vector_add_squares(n, w[k] / total, space->distance + k * space->distance_stride,
                               distance);
    double spread = vector_dot(n, w, distance) / total / 2;
    for (int64_t i = 0; i < n; i++)
        distance[i] -= spread;
}

/* Cuts the sorted points at `mass`. Returns whether any share has changed. */
static int sort_and_share(struct clusters *clusters)
{
    int64_t n = clusters->space->count;
    double left = clusters->mass;
    int has_changed = 0;
    for (int64_t i = 0; i < n; i++)
        clusters->sorted[i] = (struct keyed){clusters->to_part[i] - clusters->to_rest[i], i};
    argsort(clusters->sorted, n, clusters->buffer, NULL);
    for (int64_t k = 0; k < n; k++) {
        int64_t i = clusters->sorted[k].index;
        double weight = weight_at(clusters->weights, i), part = fmin(weight, left);
        left -= part;
        has_changed |= clusters->part[i] != part;
        clusters->part[i] = part;
        clusters->rest[i] = weight - part;
    }
    return has_changed;
}

/* A stop ends the alternation: every share is a part of that mass. */
static int is_stopped(struct clusters *clusters)
{
    return control_poll(clusters->control, "clusters", 0, NAN, NAN) != PAROT_OK;
}

/* From atoms on two of the points; returns W. */
static double alternate(struct clusters *clusters, int64_t first, int64_t second)
{
    const struct space *space = clusters->space;
    int64_t n = space->count, stride = space->distance_stride;
    double rest = clusters->total - clusters->mass;
    for (int64_t i = 0; i < n; i++) {
        clusters->to_part[i] = pow(space->distance[first * stride + i], 2);
        clusters->to_rest[i] = pow(space->distance[second * stride + i], 2);
    }
    for (int round = 0; sort_and_share(clusters) && round < MOST_ROUNDS; round++) {
        if (is_stopped(clusters))
            break;
        measure(space, clusters->part, clusters->mass, clusters->to_part);
        measure(space, clusters->rest, rest, clusters->to_rest);
    }
    return vector_dot(n, clusters->part, clusters->to_part) +
           vector_dot(n, clusters->rest, clusters->to_rest);
}

static int64_t farthest(const struct space *space, int64_t from)
{
    const double *row = space->distance + from * space->distance_stride;
    int64_t at = from;
    for (int64_t k = 0; k < space->count; k++)
        at = row[k] > row[at] ? k : at;
    return at;
}

/* The point nearest to the mean of all, from which the first is farthest. */
static int64_t centre(struct clusters *clusters)
{
    const struct space *space = clusters->space;
    int64_t at = 0;
    for (int64_t i = 0; i < space->count; i++)
        clusters->rest[i] = weight_at(clusters->weights, i);
    measure(space, clusters->rest, clusters->total, clusters->to_rest);
    for (int64_t i = 0; i < space->count; i++)
        at = clusters->to_rest[i] < clusters->to_rest[at] ? i : at;
    return at;
}

/* Atoms begin far apart, or one in the middle; each may be the part. The lowest W wins. */
static void choose(struct clusters *clusters)
{
    int64_t n = clusters->space->count, middle = centre(clusters);
    int64_t a = farthest(clusters->space, middle), b = farthest(clusters->space, a);
    const int64_t begin[][2] = {{a, b}, {b, a}, {middle, a}, {middle, b}};
    double least = INFINITY;
    for (int k = 0; k < 4 && (k == 0 || !is_stopped(clusters)); k++) {
        double value = alternate(clusters, begin[k][0], begin[k][1]);
        if (value < least) {
            least = value;
            memcpy(clusters->best, clusters->part, (size_t)n * sizeof(double));
        }
    }
}

parot_status clusters_part(const struct space *space, struct weights weights, double mass,
                           struct control *control, double *part, parot_error *err)
{
    struct arena arena = {0};
    struct clusters clusters = {
        .space = space, .weights = weights, .mass = mass, .control = control};
    clusters.total = weights_total(weights);
    if (!(mass < clusters.total * (1 - 1e-12))) { /* there is no rest */
        for (int64_t i = 0; i < space->count; i++)
            part[i] = weight_at(weights, i) * (mass / clusters.total);
        return PAROT_OK;
    }
    layout(&clusters, &arena);
    TRY(arena_open(&arena, control, err));
    layout(&clusters, &arena);
    choose(&clusters);
    memcpy(part, clusters.best, (size_t)space->count * sizeof *part);
    block_free(arena.block);
    return PAROT_OK;
}
