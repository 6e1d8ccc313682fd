/* pricing.c - rows are priced in blocks by their short lists of candidates; rows that find
 * nothing rest for some rounds. Only when the lists run dry is the whole matrix read, row by row
 * on several threads. */
#include "transport/simplex/pricing.h"

#include <stdatomic.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/scan.h"

/* Rounds that a row may rest. */
enum { MOST_REST = 12 };

/* Columns whose slack arcs have a turn together. */
enum { PIECE = 128 };

/* Violated arcs that a row may add to its candidates in one pass: those at least half as bad as the
 * worst. */
enum { ADDED = 15 };

void pricing_layout(struct pricing *pricing, int32_t n, int32_t m, struct arena *arena)
{
    pricing->turns = n + (m + PIECE - 1) / PIECE;
    pricing->rest = arena_take(arena, pricing->turns, sizeof *pricing->rest);
    pricing->streak = arena_take(arena, pricing->turns, sizeof *pricing->streak);
    pricing->row_minimum = arena_take(arena, n, sizeof *pricing->row_minimum);
}

void pricing_clear(struct pricing *pricing)
{
    *pricing = (struct pricing){.turns = pricing->turns,
                                .rest = pricing->rest,
                                .streak = pricing->streak,
                                .row_minimum = pricing->row_minimum};
    memset(pricing->rest, 0, (size_t)pricing->turns);
    memset(pricing->streak, 0, (size_t)pricing->turns);
}

static int is_less(struct reduced_cost a, struct reduced_cost b)
{
    return a.level < b.level || (a.level == b.level && a.cost < b.cost);
}

static void improve(struct nominee *nominee, const struct tree *tree, const struct costs *costs,
                    int32_t row, int32_t col)
{
    struct reduced_cost arc = {arc_level(costs, row, col), arc_cost(costs, row, col)};
    struct reduced_cost reduced = reduce(tree, row, col, arc);
    if (is_less(reduced, nominee->reduced))
        *nominee = (struct nominee){row, col, arc, reduced};
}

/* Arc by arc, levels first. */
static void price_arcs(const struct tree *tree, const struct costs *costs, int32_t row,
                       struct nominee *nominee)
{
    for (int32_t col = costs->n + 1; col < dummy_col(costs); col++)
        if (tree->node[col].size)
            improve(nominee, tree, costs, row, col);
}

/* Candidates looked at together. */
enum { TOGETHER = 8 };

/* The potentials of the columns: v_j + common[is_under[j]]. */
struct col_potentials {
    const double *v;
    const uint8_t *is_under;
    double common[2];
};

static struct col_potentials potentials_of(const struct tree *tree, const struct costs *costs)
{
    int32_t first = costs->n + 1;
    return (struct col_potentials){
        tree->potential + first, tree->is_under + first, {0, -tree->offset}};
}

/* The same where `has_offset` is known when it is compiled. */
static inline double potential_in(const struct col_potentials *v, int has_offset, int32_t j)
{
    return has_offset ? v->v[j] + v->common[v->is_under[j]] : v->v[j];
}

static inline double potential_at(const struct col_potentials *v, int32_t j)
{
    return v->v[j] + v->common[v->is_under[j]];
}

/* max_j of these, in lanes */
static double offset_highest(const struct col_potentials *v, int32_t m)
{
    double highest[TOGETHER];
    for (int lane = 0; lane < TOGETHER; lane++)
        highest[lane] = -INFINITY;
    for (int32_t j = 0; j < m; j++) {
        double x = potential_at(v, j);
        highest[j % TOGETHER] = x > highest[j % TOGETHER] ? x : highest[j % TOGETHER];
    }
    for (int lane = 1; lane < TOGETHER; lane++)
        highest[0] = highest[lane] > highest[0] ? highest[lane] : highest[0];
    return highest[0];
}

static double highest_potential(const struct tree *tree, const struct costs *costs)
{
    struct col_potentials v = potentials_of(tree, costs);
    return tree->offset == 0 ? scan_highest(v.v, costs->m) : offset_highest(&v, costs->m);
}

/* min (scale c - v) over a list, as far as it may be below `bar`: in a list by cost, nothing is
 * from where even the column with the highest potential does not pay. Most rows have nothing to
 * nominate, so this looks for the number only, without a branch that depends on it. */
static inline double least_of_list(struct candidate_list list, struct col_potentials v,
                                   double scale, double highest, double bar, int has_offset)
{
    double least[TOGETHER];
    int32_t k = 0;
    if (list.count < TOGETHER) { /* lanes would only have to be gathered */
        for (; k < list.count && list.cost[k] * scale - highest < bar; k++) {
            double x = list.cost[k] * scale - potential_in(&v, has_offset, list.col[k]);
            bar = x < bar ? x : bar;
        }
        return bar;
    }
    for (int lane = 0; lane < TOGETHER; lane++)
        least[lane] = bar;
    for (; k + TOGETHER <= list.count; k += TOGETHER) {
        if (list.cost[k] * scale - highest >= bar)
            break;
        for (int lane = 0; lane < TOGETHER; lane++) {
            double x =
                list.cost[k + lane] * scale - potential_in(&v, has_offset, list.col[k + lane]);
            least[lane] = x < least[lane] ? x : least[lane];
        }
    }
    for (int32_t end = k + TOGETHER; k < list.count && k < end; k++) {
        double x = list.cost[k] * scale - potential_in(&v, has_offset, list.col[k]);
        least[0] = x < least[0] ? x : least[0];
    }
    for (int lane = 1; lane < TOGETHER; lane++)
        least[0] = least[lane] < least[0] ? least[lane] : least[0];
    return least[0];
}

/* Compiled twice: most trees without a dummy row, and all that are fresh, have no offset. */
static double list_minimum(struct candidate_list list, struct col_potentials v, double scale,
                           double highest, double bar)
{
    return v.common[1] == 0 ? least_of_list(list, v, scale, highest, bar, 0)
                            : least_of_list(list, v, scale, highest, bar, 1);
}

/* The same with a cap: candidates above it are out of the question. */
static double capped_minimum(struct candidate_list list, struct col_potentials v,
                             const struct costs *costs, double bar)
{
    double least = bar;
    for (int32_t k = 0; k < list.count; k++) {
        double cost = list.cost[k] * costs->scale, x = cost - potential_at(&v, list.col[k]);
        if (x < least && cost <= costs->cap)
            least = x;
    }
    return least;
}

/* The slack arc and the candidates of a row, while the tree has no levels. */
static void price_candidates(const struct pricing *pricing, const struct tree *tree,
                             const struct costs *costs, struct candidate_list list, int32_t row,
                             struct nominee *nominee)
{
    struct col_potentials v = potentials_of(tree, costs);
    double potential = row_potential(tree, row);
    double unmatched = unmatched_row(costs, row) * costs->scale;
    double slack = unmatched - col_potential(tree, dummy_col(costs)); /* +inf: no such node */
    double bar = slack < potential ? slack : potential;
    double least = costs->cap == INFINITY
                       ? list_minimum(list, v, costs->scale, pricing->highest, bar)
                       : capped_minimum(list, v, costs, bar);
    if (!(least < potential))
        return;
    *nominee = (struct nominee){row, dummy_col(costs), {0, unmatched}, {0, least - potential}};
    if (!(least < bar))
        return;
    int32_t k = 0;
    while (list.cost[k] * costs->scale - potential_at(&v, list.col[k]) != least ||
           list.cost[k] * costs->scale > costs->cap)
        k++;
    nominee->col = costs->n + 1 + list.col[k];
    nominee->arc.cost = list.cost[k] * costs->scale;
}

/* The same where leaving columns unmatched costs something. */
static void price_unmatched(const struct tree *tree, const struct costs *costs, int32_t piece,
                            struct nominee *nominee)
{
    int32_t begin = piece * PIECE, row = dummy_row(costs);
    int32_t end = costs->m - begin < PIECE ? costs->m : begin + PIECE;
    for (int32_t j = begin; j < end; j++)
        if (tree->node[costs->n + 1 + j].size)
            improve(nominee, tree, costs, row, costs->n + 1 + j);
}

/* The slack arcs of columns, while the tree has no levels. */
static void price_columns(const struct tree *tree, const struct costs *costs, int32_t piece,
                          struct nominee *nominee)
{
    struct col_potentials v = potentials_of(tree, costs);
    int32_t begin = piece * PIECE, best = begin;
    int32_t end = costs->m - begin < PIECE ? costs->m : begin + PIECE;
    double highest = potential_at(&v, begin), u = row_potential(tree, dummy_row(costs));
    for (int32_t j = begin + 1; j < end; j++) {
        double x = potential_at(&v, j);
        best = x > highest ? j : best;
        highest = x > highest ? x : highest;
    }
    if (-highest < u)
        *nominee =
            (struct nominee){dummy_row(costs), costs->n + 1 + best, {0, 0}, {0, -highest - u}};
}

/* The arc to the other dummy, if there is one. */
static void price_tie(const struct tree *tree, const struct costs *costs, struct nominee *nominee)
{
    if (costs->is_free && tree->node[dummy_col(costs)].size)
        improve(nominee, tree, costs, dummy_row(costs), dummy_col(costs));
}

/* The arc of a row with the least reduced cost, if that is negative; of the dummy row, among a
 * piece of the columns. */
static void nominate(const struct pricing *pricing, const struct tree *tree,
                     const struct costs *costs, const struct candidates *candidates, int32_t turn,
                     struct nominee *nominee)
{
    int32_t slack = dummy_col(costs), row = nominee->row, piece = turn - row;
    if (pricing->forbidden > 0) {
        if (piece == 0)
            price_arcs(tree, costs, row, nominee);
        if (row != dummy_row(costs) && tree->node[slack].size)
            improve(nominee, tree, costs, row, slack);
    } else if (row == dummy_row(costs)) {
        if (costs->unmatched_col)
            price_unmatched(tree, costs, piece, nominee);
        else
            price_columns(tree, costs, piece, nominee);
        if (piece == 0)
            price_tie(tree, costs, nominee);
    } else {
        price_candidates(pricing, tree, costs, candidates_of(candidates, row), row, nominee);
    }
}

/* Insertion into a short list, worst first; equals keep their order. */
static void insert(struct nominee *nominees, int count, struct nominee nominee)
{
    for (; count > 0 && is_less(nominee.reduced, nominees[count - 1].reduced); count--)
        nominees[count] = nominees[count - 1];
    nominees[count] = nominee;
}

/* Or does it rest? */
static int is_awake(struct pricing *pricing, int32_t turn)
{
    if (pricing->rest[turn] == 0)
        return 1;
    pricing->rest[turn]--;
    pricing->has_skipped = 1;
    return 0;
}

/* A turn that has nothing to nominate, once more, is left out for that many rounds. */
static void note(struct pricing *pricing, int32_t turn, int has_nominee)
{
    if (has_nominee)
        pricing->streak[turn] = 0;
    else if (pricing->streak[turn] < MOST_REST)
        pricing->streak[turn]++;
    pricing->rest[turn] = pricing->streak[turn];
}

/* One round over the rows that are awake, at most. */
static int nominate_block(struct pricing *pricing, const struct tree *tree,
                          const struct costs *costs, const struct candidates *candidates,
                          struct nominee *nominees)
{
    int count = 0, looked = 0;
    for (int32_t k = 0; k < pricing->turns && (count == 0 || looked % PRICING_BLOCK != 0); k++) {
        int32_t turn = pricing->next, row = turn < costs->n ? turn : dummy_row(costs);
        struct nominee nominee = {row, TREE_NONE, {0, 0}, {0, 0}};
        pricing->next = turn + 1 < pricing->turns ? turn + 1 : 0;
        if (tree->node[row].size == 0 || !is_awake(pricing, turn))
            continue;
        looked++;
        nominate(pricing, tree, costs, candidates, turn, &nominee);
        pricing->entries += pricing->forbidden > 0 ? costs->m : 0;
        int is_good =
            nominee.col != TREE_NONE && is_violated(tree, row, nominee.col, nominee.reduced);
        if (is_good)
            insert(nominees, count++, nominee);
        note(pricing, turn, is_good);
    }
    return count;
}

int pricing_nominate(struct pricing *pricing, const struct tree *tree, const struct costs *costs,
                     const struct candidates *candidates, struct nominee *nominees)
{
    pricing->highest = candidates->is_by_cost ? highest_potential(tree, costs) : INFINITY;
    pricing->has_skipped = 0;
    int count = nominate_block(pricing, tree, costs, candidates, nominees);
    if (count > 0 || !pricing->has_skipped)
        return count;
    memset(pricing->rest, 0, (size_t)pricing->turns);
    return nominate_block(pricing, tree, costs, candidates, nominees);
}

/* ---- All arcs ----------------------------------------------------------- */

struct look {
    const struct tree *tree;
    const struct costs *costs;
    struct candidates *candidates;
    const struct exact *exact; /* or NULL */
    double *minimum;           /* of each row */
    _Atomic int64_t violated;  /* rows */
    _Atomic int has_evicted;   /* some list was full */
};

/* Adds the violated arcs of a row to its candidates, up to ADDED of them; 0: there are none. */
static int look_at_row(struct look *look, int32_t row)
{
    const struct costs *costs = look->costs;
    const double *potential = look->tree->potential;
    struct scan scan = {costs->data + row * costs->stride, potential + costs->n + 1, costs->m,
                        costs->scale, costs->cap};
    int32_t found[ADDED];
    double least = scan_minimum(&scan);
    look->minimum[row] = least;
    if (look->tree->node[row].size == 0 || !(least < potential[row]))
        return 0;
    int32_t best = (int32_t)scan_find(&scan, least);
    struct reduced_cost reduced = {0, least - potential[row]};
    if (!is_violated(look->tree, row, costs->n + 1 + best, reduced))
        return 0;
    int64_t count = scan_below(&scan, potential[row] + reduced.cost / 2, ADDED, found);
    for (int64_t k = 0; k < count; k++)
        if (found[k] != best && candidates_add(look->candidates, costs, potential, row, found[k]))
            look->has_evicted = 1;
    if (candidates_add(look->candidates, costs, potential, row, best))
        look->has_evicted = 1;
    look->violated++;
    return 1;
}

static void look_at_rows(int64_t begin, int64_t end, void *context)
{
    const struct look *look = context;
    for (int64_t row = begin; row < end; row++)
        if (!look_at_row(context, (int32_t)row) && look->exact)
            exact_search_row(look->exact, (int32_t)row);
}

int64_t pricing_pass(struct pricing *pricing, const struct tree *tree, const struct costs *costs,
                     struct candidates *candidates, int32_t threads, const struct exact *exact)
{
    struct look look = {tree, costs, candidates, exact, pricing->row_minimum, 0, 0};
    parallel_for(threads, costs->n, CANDIDATES_PIECE, look_at_rows, &look);
    pricing->entries += (int64_t)costs->n * costs->m;
    pricing->has_minima = look.violated == 0;
    if (look.has_evicted)
        candidates->limit = -INFINITY;
    return look.violated;
}
