/* forest_lists.c - sample, gather by row, then sort by column. */
#include "transport/forest_lists.h"

#include <float.h>
#include <math.h>

#include "linalg/gather.h"

/* Reduced costs in a sample: with 2000 columns and 48 arcs a row, about 200 are below the quantile,
 * which fixes delta to some 10 %. They are read in runs of one cache line. */
enum { SAMPLE = 8192, RUN = 8 };

/* Room for this many times the arcs wanted, so that a search is rarely repeated. */
enum { RESERVE = 2 };

/* Wide sets begin with this many times the near arcs, enough for masses up to a half, and double
 * until they have this part of the matrix: more would make near sets dear to find, less would read
 * the matrix more often. */
enum { FIRST_WIDE = 3, WIDE_PART = 12 };

/* Near sets may become so much longer than they begin, but not longer than this part of a row: that
 * is what they may take of memory. */
enum { GROWTH = 4, NEAR_PART = 24 };

/* Finding a near arc looks at so many wide ones, each of which takes as long as so many near arcs
 * in a search. */
static const double SEARCHES_PER_WIDE = 2;

/* Steps below this share of lambda are ties blurred by rounding; a pass for each would not end. */
static const double LEAST_STEP = 0x1p-40;

static void set_layout(struct arc_set *set, int64_t n, int64_t m, int64_t wanted,
                       struct arena *arena)
{
    int64_t most = wanted < n * m / RESERVE ? wanted * RESERVE : n * m;
    set->wanted = wanted;
    set->capacity = most;
    set->start = arena_take(arena, n + 1, sizeof *set->start);
    set->arcs = arena_take(arena, most + m, sizeof *set->arcs); /* one row too many */
}

void lists_layout(struct forest_lists *lists, int32_t n, int32_t m, int64_t wanted,
                  struct arena *arena)
{
    int64_t longer = n > m ? n : m, near = wanted * longer, part = (int64_t)n * m / WIDE_PART;
    int64_t most = (n < m ? n : m) / NEAR_PART * longer;
    lists->first_near = near;
    lists->most_near = most > near * GROWTH ? near * GROWTH : most > near ? most : near;
    set_layout(&lists->near, n, m, lists->most_near, arena);
    set_layout(&lists->wide, n, m, near * FIRST_WIDE > part ? near * FIRST_WIDE : part, arena);
    lists->col_start = arena_take(arena, (int64_t)m + 1, sizeof *lists->col_start);
    lists->by_col = arena_take(arena, lists->near.capacity, sizeof *lists->by_col);
    lists->found = arena_take(arena, m, sizeof *lists->found);
    lists->sample = arena_take(arena, SAMPLE, sizeof *lists->sample);
}

void lists_start(struct forest_lists *lists, const struct costs *costs)
{
    lists->costs = *costs;
    lists->wide.horizon = lists->near.horizon = -INFINITY;
    lists->wide.is_idle = lists->near.is_idle = 0;
    lists->near.wanted = lists->first_near;
    lists->wide.wanted = lists->first_near * FIRST_WIDE;
    lists->searched = 0;
}

/* ---- Samples ------------------------------------------------------------ */

/* Knuth's multiplicative generator; the sample only has to be spread out. */
static int64_t draw(struct forest_lists *lists, int64_t below)
{
    lists->random = lists->random * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((lists->random >> 33) % (uint64_t)below);
}

/* Reduced costs of the matrix, at random places or all; those that are infinite count as well.
 * Returns how many. */
static int64_t sample_matrix(struct forest_lists *lists, const double *u, const double *v)
{
    const struct costs *costs = &lists->costs;
    int64_t all = (int64_t)costs->n * costs->m, count = 0;
    while (count < SAMPLE && count < all) {
        int64_t i = all <= SAMPLE ? count / costs->m : draw(lists, costs->n);
        int64_t j = all <= SAMPLE ? count % costs->m : draw(lists, costs->m);
        int64_t end = all <= SAMPLE ? j + 1 : j + RUN;
        for (int64_t k = j; k < end && count < SAMPLE; k++) {
            int64_t col = k % costs->m;
            double cost = costs->data[i * costs->stride + col] * costs->scale;
            lists->sample[count++] = cost - v[col] - u[i];
        }
    }
    return count;
}

/* Reduced costs of wide arcs: every so many of them. */
static int64_t sample_wide(struct forest_lists *lists, const double *u, const double *v)
{
    const struct arc_set *wide = &lists->wide;
    int64_t stride = 1 + wide->start[lists->costs.n] / SAMPLE, count = 0;
    for (int64_t i = 0; i < lists->costs.n; i++)
        for (int64_t k = (wide->start[i] + stride - 1) / stride * stride; k < wide->start[i + 1];
             k += stride)
            lists->sample[count++] = wide->arcs[k].cost - v[wide->arcs[k].other] - u[i];
    return count;
}

/* The number that would be at `rank` if x were sorted (Hoare's quickselect). */
static double select_rank(double *x, int64_t count, int64_t rank)
{
    int64_t low = 0, high = count - 1;
    while (low < high) {
        double pivot = x[low + (high - low) / 2];
        int64_t i = low, j = high;
        while (i <= j) {
            while (x[i] < pivot)
                i++;
            while (x[j] > pivot)
                j--;
            if (i <= j) {
                double swap = x[i];
                x[i++] = x[j];
                x[j--] = swap;
            }
        }
        if (rank <= j)
            high = j;
        else if (rank >= i)
            low = i;
        else
            break;
    }
    return x[rank];
}

/* ---- Sets --------------------------------------------------------------- */

/* Wide arcs from the matrix; 0 when there are too many. */
static int gather_wide(struct forest_lists *lists, const double *u, const double *v, double delta)
{
    const struct costs *costs = &lists->costs;
    struct arc_set *wide = &lists->wide;
    int64_t total = 0;
    for (int64_t i = 0; i < costs->n; i++) {
        const double *c = costs->data + i * costs->stride;
        wide->start[i] = total;
        if (u[i] == -INFINITY)
            continue;
        double limit = fmin(u[i] + delta, DBL_MAX);
        int64_t count = gather_below(c, v, costs->m, costs->scale, limit, lists->found);
        if (total + count > wide->capacity)
            return 0;
        for (int64_t k = 0; k < count; k++)
            wide->arcs[total++] =
                (struct near_arc){c[lists->found[k]] * costs->scale, lists->found[k]};
    }
    wide->start[costs->n] = total;
    return 1;
}

/* Near arcs from the wide ones; 0 when there are too many. */
static int gather_near(struct forest_lists *lists, const double *u, const double *v, double delta)
{
    const struct arc_set *wide = &lists->wide;
    struct arc_set *near = &lists->near;
    int64_t total = 0;
    for (int64_t i = 0; i < lists->costs.n; i++) {
        double limit = u[i] + delta;
        near->start[i] = total;
        for (int64_t k = wide->start[i]; k < wide->start[i + 1]; k++) {
            near->arcs[total] = wide->arcs[k];
            total += wide->arcs[k].cost - v[wide->arcs[k].other] <= limit;
        }
        if (total > near->capacity)
            return 0;
    }
    near->start[lists->costs.n] = total;
    return 1;
}

/* The near arcs by column: count, add up, distribute. */
static void sort_by_column(struct forest_lists *lists)
{
    const struct arc_set *near = &lists->near;
    int32_t n = lists->costs.n, m = lists->costs.m;
    int64_t *start = lists->col_start, total = near->start[n];
    for (int32_t j = 0; j <= m; j++)
        start[j] = 0;
    for (int64_t k = 0; k < total; k++)
        start[near->arcs[k].other]++;
    for (int32_t j = 1; j <= m; j++)
        start[j] += start[j - 1];
    for (int32_t i = n - 1; i >= 0; i--)
        for (int64_t k = near->start[i + 1] - 1; k >= near->start[i]; k--)
            lists->by_col[--start[near->arcs[k].other]] = (struct near_arc){near->arcs[k].cost, i};
}

/* How to find a set: sample what it is found in, and gather from there. */
struct method {
    int64_t (*sample)(struct forest_lists *, const double *, const double *);
    int (*gather)(struct forest_lists *, const double *, const double *, double);
    int64_t among; /* as many arcs */
    double end;    /* up to this lambda */
};

/* All arcs below delta, if there is room for them and delta is a step at all. */
static int try_step(struct forest_lists *lists, struct arc_set *set, const struct method *method,
                    const double *u, const double *v, double delta)
{
    double horizon = fmin(lists->lambda + delta, method->end);
    if (!(horizon - lists->lambda > LEAST_STEP * fabs(lists->lambda)) ||
        !method->gather(lists, u, v, fmin(delta, horizon - lists->lambda)))
        return 0;
    set->step = delta;
    set->horizon = horizon;
    return 1;
}

/* Half of the least number above 0, or rather above what rounding makes of 0. */
static double beyond_ties(const double *x, int64_t count, double lambda)
{
    double least = INFINITY, zero = LEAST_STEP * fabs(lambda);
    for (int64_t k = 0; k < count; k++)
        least = x[k] > zero && x[k] < least ? x[k] : least;
    return least / 2;
}

/* All arcs if they fit; the last step if it was idle; what the sample says, or less. */
static int find_set(struct forest_lists *lists, struct arc_set *set, const struct method *method,
                    const double *u, const double *v)
{
    double step = set->step;
    if (method->among <= RESERVE * set->wanted && try_step(lists, set, method, u, v, INFINITY))
        return 1;
    if (set->is_idle &&
        (try_step(lists, set, method, u, v, 2 * step) || try_step(lists, set, method, u, v, step)))
        return 1;
    int64_t count = method->sample(lists, u, v);
    double share = fmin(1, (double)set->wanted / (double)method->among);
    for (int64_t rank = (int64_t)(share * (double)(count - 1)); rank > 0; rank /= 2)
        if (try_step(lists, set, method, u, v, select_rank(lists->sample, count, rank)))
            return 1;
    return try_step(lists, set, method, u, v, beyond_ties(lists->sample, count, lists->lambda));
}

static int find_wide(struct forest_lists *lists, const double *u, const double *v)
{
    int64_t all = (int64_t)lists->costs.n * lists->costs.m, part = all / WIDE_PART;
    struct method method = {sample_matrix, gather_wide, all, INFINITY};
    if (!find_set(lists, &lists->wide, &method, u, v))
        return 0;
    if (lists->wide.wanted < part)
        lists->wide.wanted = 2 * lists->wide.wanted < part ? 2 * lists->wide.wanted : part;
    lists->wide.is_idle = 1;
    return 1;
}

static int find_near(struct forest_lists *lists, const double *u, const double *v)
{
    int64_t all = lists->wide.start[lists->costs.n];
    struct method method = {sample_wide, gather_near, all, lists->wide.horizon};
    if (!find_set(lists, &lists->near, &method, u, v))
        return 0;
    sort_by_column(lists);
    lists->horizon = lists->near.horizon;
    return 1;
}

/* With k near arcs there are epochs in proportion to 1 / k, each of which looks at all wide arcs,
 * and searches in proportion to k: best when both take the same time. */
static void adapt_near(struct forest_lists *lists)
{
    double found = SEARCHES_PER_WIDE * (double)lists->wide.start[lists->costs.n];
    double ratio = sqrt(found / fmax(1, (double)lists->searched));
    double wanted = (double)lists->near.wanted * fmin(1.5, fmax(0.7, ratio));
    lists->near.wanted =
        (int64_t)fmin(fmax(wanted, (double)lists->first_near / 2), (double)lists->most_near);
    lists->searched = 0;
}

void lists_build(struct forest_lists *lists, const double *u, const double *v, double lambda,
                 int was_idle)
{
    lists->lambda = lambda;
    lists->near.is_idle = was_idle;
    lists->wide.is_idle &= was_idle;
    lists->is_dense = 0;
    if (lists->wide.horizon > -INFINITY)
        adapt_near(lists);
    if (lambda < lists->wide.horizon && find_near(lists, u, v))
        return;
    if (find_wide(lists, u, v) && find_near(lists, u, v))
        return;
    lists->is_dense = 1;
    lists->horizon = INFINITY;
}
