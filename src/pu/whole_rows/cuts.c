/* cuts.c - to find cuts, columns are joined by union-find if some row is split between them; each
 * group B of columns then gives the rows A for which the inequality is violated most. */
#include "pu/whole_rows/cuts.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/random.h"

/* Columns hang together if some row sends more than such a part to both; with 2, no two do. */
static const double LINKS[] = {0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 2};

/* Cuts that are violated by less are not worth their work. Fractions nearer to 0 or 1 make costs
 * that rounding blurs. */
static const double LEAST_EXCESS = 0.02, LEAST_FRACTION = 1e-3;

/* Of c|B|, relatively, for each addition. */
static const double ROUNDING = 4 * DBL_EPSILON;

/* Larger sets of columns hardly ever make a cut that matters. */
enum { MOST_COLUMNS = 64 };

void cuts_layout(struct cuts *cuts, int64_t flows, struct arena *arena)
{
    int64_t n = cuts->n, m = cuts->m;
    cuts->cut = arena_take(arena, MOST_CUTS, sizeof *cuts->cut);
    cuts->row = arena_take(arena, MOST_CUT_ROWS, sizeof *cuts->row);
    cuts->inside = arena_take(arena, MOST_CUTS, (size_t)m);
    cuts->start = arena_take(arena, n + 1, sizeof *cuts->start);
    cuts->col_start = arena_take(arena, m + 1, sizeof *cuts->col_start);
    cuts->by_col = arena_take(arena, flows, sizeof *cuts->by_col);
    cuts->leader = arena_take(arena, m, sizeof *cuts->leader);
    cuts->order = arena_take(arena, m, sizeof *cuts->order);
    cuts->next = arena_take(arena, m + 1, sizeof *cuts->next);
    cuts->touched = arena_take(arena, n, sizeof *cuts->touched);
    cuts->share = arena_take(arena, n, sizeof *cuts->share);
    cuts->part = arena_take(arena, n, sizeof *cuts->part);
    cuts->added = arena_take(arena, n, sizeof *cuts->added);
    cuts->times = arena_take(arena, n, sizeof *cuts->times);
}

/* ---- Prices ------------------------------------------------------------- */

/* sum_A (x_iB - h x_iN) - floor(c|B|) */
static double excess_of(const struct cuts *cuts, const struct cut *cut, const struct flows *flows)
{
    const char *inside = cuts->inside + (cut - cuts->cut) * cuts->m;
    double sum = -cut->most;
    for (int32_t k = cut->first; k < cut->first + cut->rows; k++)
        for (int64_t e = cuts->start[cuts->row[k]]; e < cuts->start[cuts->row[k] + 1]; e++)
            sum += inside[flows->col[e]] ? flows->amount[e] : -cut->outside * flows->amount[e];
    return sum;
}

void cuts_measure(struct cuts *cuts, const struct flows *flows, double rate)
{
    int64_t at = 0;
    for (int64_t i = 0; i <= cuts->n; i++) {
        while (at < flows->count && flows->row[at] < i)
            at++;
        cuts->start[i] = at;
    }
    for (struct cut *cut = cuts->cut; cut < cuts->cut + cuts->count; cut++)
        cut->excess += rate * (excess_of(cuts, cut, flows) - cut->excess);
}

static void note_added(struct cuts *cuts, const struct cut *cut)
{
    for (int32_t k = cut->first; k < cut->first + cut->rows; k++) {
        cuts->added[cuts->row[k]] += cut->price * fmax(1, cut->outside);
        cuts->times[cuts->row[k]]++;
    }
}

double cuts_apply(struct cuts *cuts, const double *cost, double *priced)
{
    int64_t m = cuts->m;
    double sum = 0;
    memcpy(priced, cost, (size_t)(cuts->n * m) * sizeof *priced);
    memset(cuts->added, 0, (size_t)cuts->n * sizeof *cuts->added);
    memset(cuts->times, 0, (size_t)cuts->n * sizeof *cuts->times);
    for (int32_t c = 0; c < cuts->count; c++) {
        const struct cut *cut = &cuts->cut[c];
        double change[2] = {-cut->price * cut->outside, cut->price};
        const char *inside = cuts->inside + c * m;
        sum += cut->price * cut->most;
        if (cut->price > 0)
            note_added(cuts, cut);
        for (int32_t k = cut->first; cut->price > 0 && k < cut->first + cut->rows; k++)
            for (int64_t j = 0; j < m; j++)
                priced[cuts->row[k] * m + j] += change[(int)inside[j]];
    }
    return sum;
}

/* ---- Columns that hang together ----------------------------------------- */

static void sort_by_column(struct cuts *cuts, const struct flows *flows)
{
    int64_t *start = cuts->col_start;
    memset(start, 0, (size_t)(cuts->m + 1) * sizeof *start);
    for (int64_t e = 0; e < flows->count; e++)
        start[flows->col[e]]++;
    for (int64_t j = 1; j <= cuts->m; j++)
        start[j] += start[j - 1];
    for (int64_t e = flows->count - 1; e >= 0; e--)
        cuts->by_col[--start[flows->col[e]]] = (int32_t)e;
}

static int32_t leader_of(int32_t *leader, int32_t j)
{
    while (leader[j] != j)
        j = leader[j] = leader[leader[j]];
    return j;
}

static void join_columns(struct cuts *cuts, const struct flows *flows, double link)
{
    int32_t *leader = cuts->leader, last_row = -1, last_col = -1;
    for (int32_t j = 0; j < cuts->m; j++)
        leader[j] = j;
    for (int64_t e = 0; e < flows->count; e++) {
        if (!(flows->amount[e] > link))
            continue;
        if (flows->row[e] == last_row)
            leader[leader_of(leader, flows->col[e])] = leader_of(leader, last_col);
        last_row = flows->row[e];
        last_col = flows->col[e];
    }
    for (int32_t j = 0; j < cuts->m; j++)
        leader[j] = leader_of(leader, j);
}

/* ---- New cuts ----------------------------------------------------------- */

static int is_known(const struct cuts *cuts, uint64_t hash)
{
    for (int32_t c = 0; c < cuts->count; c++)
        if (cuts->cut[c].hash == hash)
            return 1;
    return 0;
}

/* Keeps the rows touched[0 .. rows) and columns B as a cut, if it is new and there is room. */
static void add_cut(struct cuts *cuts, struct cut cut, const int32_t *rows, const int32_t *cols,
                    int32_t width)
{
    for (int32_t k = 0; k < cut.rows; k++)
        cut.hash += random_bits(1, RANDOM_ORDER, (uint64_t)rows[k]);
    for (int32_t k = 0; k < width; k++)
        cut.hash += random_bits(2, RANDOM_ORDER, (uint64_t)cols[k]);
    if (cuts->count == MOST_CUTS || cuts->rows_used + cut.rows > MOST_CUT_ROWS ||
        is_known(cuts, cut.hash))
        return;
    char *inside = cuts->inside + cuts->count * cuts->m;
    memset(inside, 0, (size_t)cuts->m);
    for (int32_t k = 0; k < width; k++)
        inside[cols[k]] = 1;
    cut.first = cuts->rows_used;
    memcpy(cuts->row + cut.first, rows, (size_t)cut.rows * sizeof *rows);
    cuts->rows_used += cut.rows;
    cuts->cut[cuts->count++] = cut;
}

/* part = x_iB of the rows that B touches; returns how many these are */
static int32_t measure_parts(struct cuts *cuts, const struct flows *flows, const int32_t *cols,
                             int32_t width)
{
    int32_t touched = 0;
    for (int32_t k = 0; k < width; k++)
        for (int64_t e = cuts->col_start[cols[k]]; e < cuts->col_start[cols[k] + 1]; e++) {
            int32_t place = cuts->by_col[e], row = flows->row[place];
            if (cuts->part[row] == 0)
                cuts->touched[touched++] = row;
            cuts->part[row] += flows->amount[place];
        }
    return touched;
}

/* c|B| */
static double capacity_of(const struct cuts *cuts, const int32_t *cols, int32_t width)
{
    double sum = 0;
    if (!cuts->multiple)
        return cuts->capacity * width;
    for (int32_t k = 0; k < width; k++)
        sum += cuts->multiple[cols[k]];
    return sum * cuts->capacity;
}

/* A: the rows that gain from being in it. Without a whole row to divide, each is a cut alone. */
static void try_columns(struct cuts *cuts, const struct flows *flows, const int32_t *cols,
                        int32_t width)
{
    double size = capacity_of(cuts, cols, width), most = floor(size + LEAST_FRACTION);
    double fraction = size - most;
    if (width > MOST_COLUMNS || !(fraction > LEAST_FRACTION) || fraction > 1 - LEAST_FRACTION)
        return;
    double additions = cuts->multiple ? width : 1;
    double safe = fraction + ROUNDING * additions *
                                 size; /* a larger h makes a weaker cut, never a wrong one */
    double outside = safe / (1 - safe), sum = -most;
    int32_t touched = measure_parts(cuts, flows, cols, width), chosen = 0;
    for (int32_t k = 0; k < touched; k++) {
        int32_t row = cuts->touched[k];
        double gain = cuts->part[row] - outside * (cuts->share[row] - cuts->part[row]);
        cuts->part[row] = 0;
        if (!(gain > 0))
            continue;
        sum += gain;
        cuts->touched[chosen++] = row;
        if (most == 0 && gain > LEAST_EXCESS)
            add_cut(cuts, (struct cut){0, 1, outside, 0, 0, 0, gain, 0}, &row, cols, width);
    }
    if (most > 0 && sum > LEAST_EXCESS)
        add_cut(cuts, (struct cut){0, chosen, outside, most, 0, 0, sum, 0}, cuts->touched, cols,
                width);
}

/* Drops the cuts that are neither priced nor violated. */
static void drop_idle(struct cuts *cuts)
{
    int32_t kept = 0, used = 0;
    for (int32_t c = 0; c < cuts->count; c++) {
        struct cut cut = cuts->cut[c];
        if (cut.price == 0 && cut.best == 0 && cut.excess <= 0)
            continue;
        memmove(cuts->row + used, cuts->row + cut.first, (size_t)cut.rows * sizeof *cuts->row);
        memmove(cuts->inside + kept * cuts->m, cuts->inside + c * cuts->m, (size_t)cuts->m);
        cut.first = used;
        used += cut.rows;
        cuts->cut[kept++] = cut;
    }
    cuts->count = kept;
    cuts->rows_used = used;
}

void cuts_find(struct cuts *cuts, const struct flows *flows)
{
    drop_idle(cuts);
    sort_by_column(cuts, flows);
    memset(cuts->share, 0, (size_t)cuts->n * sizeof *cuts->share);
    for (int64_t e = 0; e < flows->count; e++)
        cuts->share[flows->row[e]] += flows->amount[e];
    for (size_t l = 0; l < sizeof LINKS / sizeof *LINKS; l++) {
        join_columns(cuts, flows, LINKS[l]);
        /* order: the columns, those that hang together side by side */
        int32_t *next = cuts->next;
        memset(next, 0, (size_t)(cuts->m + 1) * sizeof *next);
        for (int32_t j = 0; j < cuts->m; j++)
            next[cuts->leader[j] + 1]++;
        for (int32_t j = 0; j < cuts->m; j++)
            next[j + 1] += next[j];
        for (int32_t j = 0; j < cuts->m; j++)
            cuts->order[next[cuts->leader[j]]++] = j;
        for (int32_t begin = 0, end; begin < cuts->m; begin = end) {
            int32_t leader = cuts->leader[cuts->order[begin]];
            for (end = begin + 1; end < cuts->m && cuts->leader[cuts->order[end]] == leader;)
                end++;
            try_columns(cuts, flows, cuts->order + begin, end - begin);
        }
    }
}
