/* parametric_lists.c - the quantile of a random sample of reduced costs gives the step within
 * which arcs are listed; they are gathered row by row, and a counting sort lists them by column
 * as well. */
#include "transport/parametric/parametric_lists.h"

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
enum { FIRST_WIDE = 3, WIDE_PART = 16 };

/* Near sets may become so much longer than they begin, but not longer than this part of a row: that
 * is what they may take of memory. */
enum { GROWTH = 4, NEAR_PART = 24 };

/* Finding a near arc looks at so many wide ones, each of which takes as long as so many near arcs
 * in a search. */
static const double SEARCHES_PER_WIDE = 2;

/* Of clouds, wide and near sets may become so much longer than they begin: a search of the tiles
 * takes less time than a pass over a matrix, and memory is to grow with the points alone. A row may
 * have so many times the arcs that there is room for on average; copies of a point have them. */
enum { CLOUDS_WIDE = 1, CLOUDS_NEAR = 2, CLOUDS_ROW = 3, CLOUDS_LEAST = 64 };

/* A sample of a million points squared may have nothing near enough: the step is halved so often.
 */
enum { HALVINGS = 24 };

/* Of the step, what every node is given: more makes longer lists, less makes predictions fail
 * sooner. */
static const double MARGIN = 0.1;

/* The share of what was seen last in what is expected next. */
static const double LEARNING = 0.125;

/* Steps below this share of lambda are ties blurred by rounding; a pass for each would not end. */
static const double LEAST_STEP = 0x1p-40;

/* Beyond this tops might overflow. */
static const double MOST_POTENTIAL = 0x1p1000;

static void set_layout(struct arc_set *set, int64_t n, int64_t m, int64_t wanted,
                       struct arena *arena)
{
    int64_t most = wanted < n * m / RESERVE ? wanted * RESERVE : n * m;
    set->wanted = wanted;
    set->capacity = most;
    set->start = arena_take(arena, n + 1, sizeof *set->start);
    set->arcs = arena_take(arena, most + m, sizeof *set->arcs); /* one row too many */
    set->top = arena_take(arena, n + m, sizeof *set->top);
}

void lists_layout(struct parametric_lists *lists, int32_t n, int32_t m, int64_t wanted,
                  struct arena *arena)
{
    int64_t longer = n > m ? n : m, near = wanted * longer, part = (int64_t)n * m / WIDE_PART;
    int64_t most = (n < m ? n : m) / NEAR_PART * longer;
    int64_t growth = lists->clouds ? CLOUDS_NEAR : GROWTH;
    lists->first_near = near;
    lists->most_near = most > near * growth ? near * growth : most > near ? most : near;
    lists->most_wide = near * FIRST_WIDE > part ? near * FIRST_WIDE : part;
    if (lists->clouds && lists->most_wide > near * FIRST_WIDE * CLOUDS_WIDE)
        lists->most_wide = near * FIRST_WIDE * CLOUDS_WIDE;
    set_layout(&lists->near, n, m, lists->most_near, arena);
    set_layout(&lists->wide, n, m, lists->most_wide, arena);
    lists->col_start = arena_take(arena, (int64_t)m + 1, sizeof *lists->col_start);
    lists->by_col = arena_take(arena, lists->near.capacity, sizeof *lists->by_col);
    lists->lead = arena_take(arena, (int64_t)n + m, sizeof *lists->lead);
    lists->peak = arena_take(arena, (int64_t)n + m, sizeof *lists->peak);
    lists->before = arena_take(arena, (int64_t)n + m, sizeof *lists->before);
    lists->found = arena_take(arena, m, sizeof *lists->found);
    lists->sample = arena_take(arena, SAMPLE, sizeof *lists->sample);
}

void lists_start(struct parametric_lists *lists, const struct costs *costs)
{
    lists->costs = *costs;
    lists->wide.step = lists->near.step = 0;
    lists->wide.is_idle = lists->near.is_idle = 0;
    lists->near.wanted = lists->first_near;
    lists->wide.wanted = lists->first_near * FIRST_WIDE;
    lists->searched = 0;
    lists->largest = 0;
    lists->is_tied = lists->wasted = lists->is_dense = 0;
    for (int32_t k = 0; k < costs->n + costs->m; k++)
        lists->lead[k] = 0.5; /* rows would only move and columns only rest */
}

/* ---- Samples ------------------------------------------------------------ */

/* Knuth's multiplicative generator; the sample only has to be spread out. */
static int64_t draw(struct parametric_lists *lists, int64_t below)
{
    lists->random = lists->random * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((lists->random >> 33) % (uint64_t)below);
}

/* What a node is given of the step: w_i, z_j. */
static double weight(const struct parametric_lists *lists, int64_t node)
{
    return MARGIN + lists->lead[node];
}

/* (c_ij - u_i - v_j) / (w_i + z_j) */
static double steps_to(const struct parametric_lists *lists, const double *potential, double cost,
                       int64_t row, int64_t col)
{
    int64_t node = lists->costs.n + col;
    return (cost - potential[node] - potential[row]) / (weight(lists, row) + weight(lists, node));
}

/* Steps to arcs of the matrix, at random places or all; those that are infinite count as well.
 * Returns how many. */
static int64_t sample_matrix(struct parametric_lists *lists, const double *potential)
{
    const struct costs *costs = &lists->costs;
    int64_t all = (int64_t)costs->n * costs->m, count = 0;
    while (count < SAMPLE && count < all) {
        int64_t i = all <= SAMPLE ? count / costs->m : draw(lists, costs->n);
        int64_t j = all <= SAMPLE ? count % costs->m : draw(lists, costs->m);
        int64_t end = all <= SAMPLE ? j + 1 : j + RUN;
        for (int64_t k = j; k < end && count < SAMPLE; k++) {
            int64_t col = k % costs->m;
            double cost = lists->clouds
                              ? clouds_cost(lists->clouds, (int32_t)i, costs->n + (int32_t)col)
                              : costs->data[i * costs->stride + col] * costs->scale;
            lists->sample[count++] = steps_to(lists, potential, cost, i, col);
        }
    }
    return count;
}

/* Steps to wide arcs: every so many of them. */
static int64_t sample_wide(struct parametric_lists *lists, const double *potential)
{
    const struct arc_set *wide = &lists->wide;
    int64_t stride = 1 + wide->start[lists->costs.n] / SAMPLE, count = 0;
    for (int64_t i = 0; i < lists->costs.n; i++)
        for (int64_t k = (wide->start[i] + stride - 1) / stride * stride; k < wide->start[i + 1];
             k += stride)
            lists->sample[count++] =
                steps_to(lists, potential, wide->arcs[k].cost, i, wide->arcs[k].other);
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

struct gathering {
    struct parametric_lists *lists;
    int64_t total;
};

static parot_status take_wide(void *user, int32_t row, int32_t count, const int32_t *col,
                              const double *cost)
{
    struct gathering *gathering = user;
    struct arc_set *wide = &gathering->lists->wide;
    wide->start[row] = gathering->total;
    if (gathering->total + count > wide->capacity)
        return PAROT_ENOMEM;
    for (int32_t k = 0; k < count; k++)
        wide->arcs[gathering->total++] = (struct near_arc){cost[k], col[k]};
    return PAROT_OK;
}

int32_t lists_most_of_row(const struct parametric_lists *lists, int32_t n, int32_t m)
{
    int64_t most = CLOUDS_LEAST + CLOUDS_ROW * lists->wide.capacity / n;
    return most < m ? (int32_t)most : m;
}

/* Wide arcs from the tiles; 0 when there are too many. */
static int search_wide(struct parametric_lists *lists)
{
    struct gathering gathering = {lists, 0};
    int32_t n = lists->costs.n, m = lists->costs.m;
    if (!clouds_below(lists->clouds, lists->wide.top, lists_most_of_row(lists, n, m), take_wide,
                      &gathering))
        return 0;
    lists->wide.start[n] = gathering.total;
    return 1;
}

/* Wide arcs from the matrix; 0 when there are too many. */
static int gather_wide(struct parametric_lists *lists)
{
    if (lists->clouds)
        return search_wide(lists);
    const struct costs *costs = &lists->costs;
    struct arc_set *wide = &lists->wide;
    int64_t total = 0;
    for (int64_t i = 0; i < costs->n; i++) {
        const double *c = costs->data + i * costs->stride;
        wide->start[i] = total;
        if (wide->top[i] == -INFINITY)
            continue;
        lists->entries += costs->m;
        int64_t count = gather_below(c, wide->top + costs->n, costs->m, costs->scale,
                                     fmin(wide->top[i], DBL_MAX), lists->found);
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
static int gather_near(struct parametric_lists *lists)
{
    const struct arc_set *wide = &lists->wide;
    struct arc_set *near = &lists->near;
    const double *top = near->top + lists->costs.n;
    int64_t total = 0;
    for (int64_t i = 0; i < lists->costs.n; i++) {
        double limit = near->top[i];
        near->start[i] = total;
        for (int64_t k = wide->start[i]; k < wide->start[i + 1]; k++) {
            near->arcs[total] = wide->arcs[k];
            total += wide->arcs[k].cost - top[wide->arcs[k].other] <= limit;
        }
        if (total > near->capacity)
            return 0;
    }
    near->start[lists->costs.n] = total;
    return 1;
}

/* The near arcs by column: count, add up, distribute. */
static void sort_by_column(struct parametric_lists *lists)
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

/* ---- Tops --------------------------------------------------------------- */

/* min_k (top_k - potential_k) of nodes with mass */
static double room_below(const double *top, const double *potential, int32_t count)
{
    double least = INFINITY;
    for (int32_t k = 0; k < count; k++) {
        double room = potential[k] > -INFINITY ? top[k] - potential[k] : INFINITY;
        least = room < least ? room : least;
    }
    return least;
}

static double slack_of(const struct parametric_lists *lists, const struct arc_set *set,
                       const double *potential)
{
    int32_t n = lists->costs.n;
    return room_below(set->top, potential, n) +
           room_below(set->top + n, potential + n, lists->costs.m);
}

/* top = potential + step weight; if the step is infinite, all arcs. */
static void set_wide_tops(struct parametric_lists *lists, const double *potential, double step)
{
    int32_t n = lists->costs.n, m = lists->costs.m;
    for (int32_t k = 0; k < n + m; k++)
        if (!isinf(step))
            lists->wide.top[k] = potential[k] + step * weight(lists, k);
        else
            lists->wide.top[k] = k < n && potential[k] > -INFINITY ? DBL_MAX : potential[k];
}

/* The same, but near arcs are complete only as far as the wide ones are: with a shift g in the
 * middle of what is possible, top_i <= wide top_i + g and top_j <= wide top_j - g. */
static void set_near_tops(struct parametric_lists *lists, const double *potential, double step)
{
    int32_t n = lists->costs.n, m = lists->costs.m;
    const double *wide = lists->wide.top;
    double g = (room_below(wide + n, potential + n, m) - room_below(wide, potential, n)) / 2;
    for (int32_t k = 0; k < n + m; k++) {
        double most = k < n ? wide[k] + g : wide[k] - g;
        double top = potential[k] + step * weight(lists, k);
        lists->near.top[k] = isinf(step) ? wide[k] : top < most ? top : most;
    }
}

/* How far every node is ahead of the others, at most, since near arcs were found: rows by
 * du_i - mean, columns by dv_j + mean, where mean is that of all du_i and -dv_j. */
static void compare(struct parametric_lists *lists, const double *potential)
{
    int32_t n = lists->costs.n, m = lists->costs.m;
    double sum = 0;
    for (int32_t k = 0; k < n + m; k++)
        if (potential[k] > -INFINITY)
            sum += k < n ? potential[k] - lists->before[k] : lists->before[k] - potential[k];
    double mean = sum / (n + m);
    for (int32_t k = 0; k < n + m; k++) {
        double ahead = potential[k] - lists->before[k] + (k < n ? -mean : mean);
        lists->peak[k] = ahead > lists->peak[k] ? ahead : lists->peak[k]; /* nan without mass */
    }
}

/* Nodes that were ahead of the others are expected to be so again. */
static void expect(struct parametric_lists *lists, const double *potential, double lambda)
{
    double passed = lambda - lists->lambda;
    int is_known = lists->near.step > 0 && passed > 0;
    if (is_known)
        compare(lists, potential);
    for (int32_t k = 0; k < lists->costs.n + lists->costs.m; k++) {
        if (is_known)
            lists->lead[k] += LEARNING * (fmin(1, lists->peak[k] / passed) - lists->lead[k]);
        lists->before[k] = potential[k];
        lists->peak[k] = 0;
    }
    lists->lambda = lambda;
}

/* ---- Finding sets ------------------------------------------------------- */

/* How to find a set: sample what it is found in, and gather from there. */
struct method {
    int64_t (*sample)(struct parametric_lists *, const double *);
    void (*set_tops)(struct parametric_lists *, const double *, double);
    int (*gather)(struct parametric_lists *);
    int64_t among; /* as many arcs */
};

/* What rounding makes of 0. */
static double zero_at(const struct parametric_lists *lists, double lambda)
{
    return LEAST_STEP * (fabs(lambda) + lists->largest);
}

/* All arcs within the step, if there is room for them and the slack is one at all. */
static int try_step(struct parametric_lists *lists, struct arc_set *set,
                    const struct method *method, const double *potential, double step)
{
    double zero = zero_at(lists, lists->lambda);
    if (lists->clouds && lists->clouds->status != PAROT_OK)
        return 0;
    method->set_tops(lists, potential, step);
    set->slack = slack_of(lists, set, potential);
    if (!(set->slack > zero) || !method->gather(lists))
        return 0;
    set->slack = slack_of(lists, set, potential); /* rows without room have lower tops */
    set->step = step;
    return set->slack > zero;
}

static int64_t count_ties(const double *x, int64_t count, double zero)
{
    int64_t ties = 0;
    for (int64_t k = 0; k < count; k++)
        ties += x[k] <= zero;
    return ties;
}

/* Half of the least number above 0. */
static double beyond_ties(const double *x, int64_t count, double zero)
{
    double least = INFINITY;
    for (int64_t k = 0; k < count; k++)
        least = x[k] > zero && x[k] < least ? x[k] : least;
    return least / 2;
}

/* All arcs if they fit; the last step if it was idle; what the sample says, or less. */
static int find_set(struct parametric_lists *lists, struct arc_set *set,
                    const struct method *method, const double *potential)
{
    double step = set->step;
    if (method->among <= RESERVE * set->wanted && try_step(lists, set, method, potential, INFINITY))
        return 1;
    if (set->is_idle && (try_step(lists, set, method, potential, 2 * step) ||
                         try_step(lists, set, method, potential, step)))
        return 1;
    int64_t count = method->sample(lists, potential);
    double share = fmin(1, (double)set->wanted / (double)method->among);
    int64_t rank = (int64_t)(share * (double)(count - 1));
    lists->is_tied = 2 * count_ties(lists->sample, count, zero_at(lists, lists->lambda)) > rank;
    for (; rank > 0; rank /= 2)
        if (try_step(lists, set, method, potential, select_rank(lists->sample, count, rank)))
            return 1;
    step = beyond_ties(lists->sample, count, zero_at(lists, lists->lambda));
    for (int k = 0; k < (lists->clouds ? HALVINGS : 1); k++, step /= 2)
        if (try_step(lists, set, method, potential, step))
            return 1;
    return 0;
}

static int find_wide(struct parametric_lists *lists, const double *potential)
{
    int64_t all = (int64_t)lists->costs.n * lists->costs.m, part = lists->most_wide;
    struct method method = {sample_matrix, set_wide_tops, gather_wide, all};
    if (!find_set(lists, &lists->wide, &method, potential)) {
        lists->wide.step = 0;
        return 0;
    }
    if (lists->wide.wanted < part)
        lists->wide.wanted = 2 * lists->wide.wanted < part ? 2 * lists->wide.wanted : part;
    lists->wide.is_idle = 1;
    return 1;
}

/* An infinite horizon is one that no sum of costs reaches. Where rounding must not matter, it is
 * nearer by more than rounding makes of the slack. */
static double horizon_of(const struct parametric_lists *lists, double lambda, double slack)
{
    double reserve = lists->largest > 0 ? zero_at(lists, lambda) / 4 : 0;
    return slack > 0x1p1022 ? INFINITY : lambda + (slack - reserve);
}

static int find_near(struct parametric_lists *lists, const double *potential)
{
    struct method method = {sample_wide, set_near_tops, gather_near,
                            lists->wide.start[lists->costs.n]};
    if (!find_set(lists, &lists->near, &method, potential))
        return 0;
    sort_by_column(lists);
    lists->horizon = horizon_of(lists, lists->lambda, lists->near.slack);
    return 1;
}

/* Wide arcs serve as long as this part of their slack is left, and near arcs as well. */
static const double LEAST_SLACK = 1.0 / 8;

/* Lists of ties alone end soon. They pay if one in so many nodes has an event meanwhile; after so
 * many that did not, the next will not either. When they are tried again later, a few are enough to
 * see. */
enum { NODES_PER_EVENT = 32, PATIENCE = 16, TRIALS = 3 };

static int find_both(struct parametric_lists *lists, const double *potential)
{
    if (lists->wide.step > 0) {
        /* With k near arcs there are epochs in proportion to 1 / k, each of which looks at all wide
         * arcs, and searches in proportion to k: best when both take the same time. */
        double found = SEARCHES_PER_WIDE * (double)lists->wide.start[lists->costs.n];
        double ratio = sqrt(found / fmax(1, (double)lists->searched));
        double wanted = (double)lists->near.wanted * fmin(1.5, fmax(0.7, ratio));
        lists->near.wanted =
            (int64_t)fmin(fmax(wanted, (double)lists->first_near / 2), (double)lists->most_near);
        lists->searched = 0;
        if (slack_of(lists, &lists->wide, potential) > LEAST_SLACK * lists->wide.slack &&
            find_near(lists, potential))
            return 1;
    }
    return find_wide(lists, potential) && find_near(lists, potential);
}

void lists_build(struct parametric_lists *lists, const double *potential, double lambda,
                 int64_t events)
{
    int64_t nodes = (int64_t)lists->costs.n + lists->costs.m;
    int is_known = lists->near.step > 0, pays = events * NODES_PER_EVENT >= nodes;
    lists->wasted = lists->is_dense                       ? PATIENCE - TRIALS
                    : is_known && lists->is_tied && !pays ? lists->wasted + 1
                                                          : 0;
    expect(lists, potential, lambda);
    lists->near.is_idle = is_known && events == 0;
    lists->wide.is_idle &= events == 0;
    lists->is_dense = lists->wasted > PATIENCE || lists->largest > MOST_POTENTIAL;
    if (!lists->is_dense && find_both(lists, potential))
        return;
    lists->is_dense = 1;
    lists->horizon = INFINITY;
}

int lists_extend(struct parametric_lists *lists, const double *potential, double lambda)
{
    double slack = slack_of(lists, &lists->near, potential);
    compare(lists, potential);
    if (!(slack > fmax(LEAST_SLACK * lists->near.slack, zero_at(lists, lambda))))
        return 0;
    lists->horizon = horizon_of(lists, lambda, slack);
    return 1;
}
