/* representatives.c - the costs towards eight landmarks are a node's profile; the nearest profile
 * of the sample is found by comparing with all of them, a block at a time. */
#include "transport/simplex/representatives.h"

#include <math.h>

#include "base/parallel.h"
#include "base/simd.h"

/* More of them see more of a space of many dimensions, but take longer. */
enum { LANDMARKS = 8 };

/* Nodes of the sample looked at together, and in one vector operation. */
enum { BLOCK = 128, LANES = 16 };

/* A sample that tells how alike nodes are, and how many nodes it is asked about. */
enum { JUDGES = 512, PROBES = 64 };

/* Nodes handed to a thread at a time. */
enum { GRAIN = 256 };

static int64_t padded(int64_t drawn)
{
    return (drawn + BLOCK - 1) / BLOCK * BLOCK;
}

void representatives_layout(struct representatives *representatives, int32_t count, int32_t drawn,
                            struct arena *arena)
{
    representatives->profile =
        arena_take(arena, LANDMARKS * padded(drawn), sizeof *representatives->profile);
    representatives->parent = arena_take(arena, count, sizeof *representatives->parent);
}

struct search {
    struct side side;
    double *profile;
    int32_t *parent;
    int64_t lanes; /* the sample, padded */
    int32_t landmark[LANDMARKS];
};

/* d_r = sum_l |x_l - profile_lr| for a block of the sample */
SIMD_CLONES static void measure(const double *restrict profile, int64_t lanes,
                                const double *restrict x, double *restrict d)
{
    for (int64_t r = 0; r < BLOCK; r++) {
        double sum = 0;
        for (int l = 0; l < LANDMARKS; l++)
            sum += fabs(x[l] - profile[l * lanes + r]);
        d[r] = sum;
    }
}

SIMD_CLONES static double least_of(const double *restrict d)
{
    double best[LANES], least = INFINITY;
    for (int k = 0; k < LANES; k++)
        best[k] = d[k];
    for (int64_t r = LANES; r < BLOCK; r += LANES)
        for (int k = 0; k < LANES; k++)
            best[k] = d[r + k] < best[k] ? d[r + k] : best[k];
    for (int k = 0; k < LANES; k++)
        least = best[k] < least ? best[k] : least;
    return least;
}

/* The first place in the sample with the least distance. */
static int32_t nearest(const double *profile, int64_t lanes, const double *x, double *distance)
{
    double d[BLOCK], least = INFINITY;
    int64_t place = 0;
    for (int64_t r = 0; r < lanes; r += BLOCK) {
        measure(profile + r, lanes, x, d);
        double best = least_of(d);
        if (!(best < least))
            continue;
        least = best;
        for (place = r; d[place - r] != best; place++)
            ;
    }
    *distance = least;
    return (int32_t)place;
}

static void read_profile(const struct search *search, int64_t k, double *x)
{
    const struct side *side = &search->side;
    for (int l = 0; l < LANDMARKS; l++)
        x[l] = side->data[k * side->step + search->landmark[l] * side->other_step];
}

static void find_parents(int64_t begin, int64_t end, void *context)
{
    const struct search *search = context;
    int32_t *parent = search->parent;
    for (int64_t k = begin; k < end; k++) {
        double x[LANDMARKS], distance;
        if (parent[k] >= 0)
            continue;
        read_profile(search, k, x);
        parent[k] = nearest(search->profile, search->lanes, x, &distance);
    }
}

/* Places that only fill a block are infinitely far away. */
static void make_profiles(const struct search *search, const int32_t *node, int32_t drawn)
{
    for (int64_t r = 0; r < search->lanes; r++) {
        double x[LANDMARKS];
        if (r < drawn)
            read_profile(search, node[r], x);
        for (int l = 0; l < LANDMARKS; l++)
            search->profile[l * search->lanes + r] = r < drawn ? x[l] : INFINITY;
    }
}

void representatives_find(struct representatives *representatives, struct side side,
                          const int32_t *node, int32_t drawn, const int32_t *other, int32_t others,
                          int32_t threads)
{
    struct search search = {
        side, representatives->profile, representatives->parent, padded(drawn), {0}};
    for (int l = 0; l < LANDMARKS; l++)
        search.landmark[l] = other[(int64_t)l * others / LANDMARKS];
    make_profiles(&search, node, drawn);
    for (int32_t k = 0; k < side.count; k++)
        representatives->parent[k] = -1;
    for (int32_t r = 0; r < drawn; r++)
        representatives->parent[node[r]] = r;
    parallel_for(threads, side.count, GRAIN, find_parents, &search);
}

/* ---- Is it worth while? ------------------------------------------------- */

static double distance(const double *a, const double *b)
{
    double sum = 0;
    for (int l = 0; l < LANDMARKS; l++)
        sum += fabs(a[l] - b[l]);
    return sum;
}

/* Nodes 0, 2, 4, ... of an even subset are the sample, nodes in between look for their parent. */
double representatives_looseness(struct side side)
{
    double profile[LANDMARKS * JUDGES], near = 0, far = 0;
    int32_t node[JUDGES] = {0}, judges = side.count / 2 < JUDGES ? side.count / 2 : JUDGES;
    struct search search = {side, profile, NULL, padded(judges), {0}};
    for (int l = 0; l < LANDMARKS; l++)
        search.landmark[l] = (int32_t)((int64_t)l * side.others / LANDMARKS);
    for (int32_t r = 0; r < judges; r++)
        node[r] = (int32_t)((int64_t)r * side.count / judges);
    make_profiles(&search, node, judges);
    for (int32_t k = 0; k < PROBES && judges > 0; k++) {
        double x[LANDMARKS], other[LANDMARKS], least;
        read_profile(&search, node[k * judges / PROBES] + 1, x);
        read_profile(&search, node[(k * judges / PROBES + judges / 2) % judges], other);
        nearest(profile, search.lanes, x, &least);
        near += least;
        far += distance(x, other);
    }
    return near / far;
}
