/* exact_refine.c - iterative refinement.
 *
 * Costs minus the exact prices of the present tree, c_ij - u_i - v_j, define the same problem:
 * plans cost less by the same amount. What matters in them, arcs that are nearly tight, are small
 * numbers, and as doubles they have all their digits. So the simplex in doubles goes on with these,
 * from potentials of 0, and sees differences that the costs themselves hide: next to a price of
 * 1e12 doubles end at 1e-4. The next exact prices take up what was found (Gleixner, Steffy, Wolter,
 * 2016).
 *
 * Rows, and pieces of the dummy row's columns, are priced in blocks, and rest for some rounds if
 * they have nothing to nominate, as in pricing.c.
 */
#include "transport/simplex/exact_refine.h"

#include <float.h>

/* Arcs that searches may add to each row. */
enum { EXTRA = 8 };

/* Turns that are priced together; rounds that one may rest; columns of a turn of the dummy row. */
enum { BLOCK = 64, MOST_REST = 12, PIECE = 128 };

/* A nominee that is violated less than this part of the worst in its block waits. */
static const double LEAST_PART = 0.1;

/* Pivots for each node: a sum of rounding errors may go round in circles. */
enum { MOST_PIVOTS = 64 };

struct refine {
    const struct candidates *candidates;
    double *listed;                   /* of the candidates: what is left of their costs */
    int32_t *extra_col;               /* EXTRA a row: nodes */
    double *extra_cost, *extra_saved; /* their costs, and what they saved when they were found */
    double *extra;                    /* what is left of these costs */
    uint8_t *extra_count;
    double *slack; /* of the slack arcs of all rows and columns, by their node */
    double tie;    /* of the arc between the dummies */
    uint8_t *rest, *streak;
    int32_t turns;
    int has_skipped;
    void *memory;
};

static void layout(struct refine *refine, const struct exact *exact, struct arena *arena)
{
    int64_t n = exact->costs.n, m = exact->costs.m;
    refine->turns = (int32_t)(n + (m + PIECE - 1) / PIECE);
    refine->listed = arena_take(arena, n, (size_t)exact->candidates->share * sizeof(double));
    refine->extra_col = arena_take(arena, n * EXTRA, sizeof *refine->extra_col);
    refine->extra_cost = arena_take(arena, n * EXTRA, sizeof *refine->extra_cost);
    refine->extra_saved = arena_take(arena, n * EXTRA, sizeof *refine->extra_saved);
    refine->extra = arena_take(arena, n * EXTRA, sizeof *refine->extra);
    refine->extra_count = arena_take(arena, n, 1);
    refine->slack = arena_take(arena, n + m + 2, sizeof *refine->slack);
    refine->rest = arena_take(arena, refine->turns, 1);
    refine->streak = arena_take(arena, refine->turns, 1);
}

void exact_refine_open(struct exact *exact, struct control *control)
{
    struct arena arena = {0};
    struct refine refine = {.candidates = exact->candidates}, *block;
    if (exact->refine || !exact->candidates)
        return;
    arena_take(&arena, 1, sizeof refine);
    layout(&refine, exact, &arena);
    if (arena_open(&arena, control, NULL) != PAROT_OK)
        return;
    block = arena_take(&arena, 1, sizeof refine);
    layout(&refine, exact, &arena);
    refine.memory = arena.block;
    *block = refine;
    exact->refine = block;
}

void exact_refine_close(struct exact *exact)
{
    if (exact->refine)
        block_free(exact->refine->memory);
    exact->refine = NULL;
}

static int is_listed(const struct exact *exact, int32_t row, int32_t col)
{
    struct candidate_list list = candidates_of(exact->refine->candidates, row);
    for (int32_t k = 0; k < list.count; k++)
        if (list.col[k] == col - exact->costs.n - 1)
            return 1;
    return 0;
}

/* An arc that was put. */
struct extra {
    int32_t col;
    double cost, saved;
};

/* Puts an arc before those that save less, of equals the first column first; the place `last` is
 * overwritten. */
static void insert_extra(struct refine *refine, int64_t first, int64_t last, struct extra extra)
{
    int64_t at = last;
    for (; at > first &&
           (extra.saved > refine->extra_saved[at - 1] ||
            (extra.saved == refine->extra_saved[at - 1] && extra.col < refine->extra_col[at - 1]));
         at--) {
        refine->extra_col[at] = refine->extra_col[at - 1];
        refine->extra_cost[at] = refine->extra_cost[at - 1];
        refine->extra_saved[at] = refine->extra_saved[at - 1];
    }
    refine->extra_col[at] = extra.col;
    refine->extra_cost[at] = extra.cost;
    refine->extra_saved[at] = extra.saved;
}

/* The worst ones are kept, each once; which does not depend on the order of offers. */
void exact_refine_put(const struct exact *exact, int32_t row, int32_t col, double cost,
                      double saved)
{
    struct refine *refine = exact->refine;
    if (!refine || !(saved > 0) || is_slack(&exact->costs, row, col))
        return;
    int64_t first = (int64_t)row * EXTRA, count = refine->extra_count[row],
            last = first + EXTRA - 1;
    for (int64_t k = first; k < first + count; k++)
        if (refine->extra_col[k] == col)
            return;
    int is_better = count < EXTRA || saved > refine->extra_saved[last] ||
                    (saved == refine->extra_saved[last] && col < refine->extra_col[last]);
    if (!is_better || is_listed(exact, row, col))
        return;
    insert_extra(refine, first, count < EXTRA ? first + count : last,
                 (struct extra){col, cost, saved});
    refine->extra_count[row] += count < EXTRA;
}

static void renew_row(const struct exact *exact, int32_t row)
{
    struct refine *refine = exact->refine;
    const struct tree *tree = exact->tree;
    int64_t first = (int64_t)row * EXTRA;
    for (int64_t k = first, end = first + refine->extra_count[row]; k < end; k++) {
        struct extra extra = {refine->extra_col[k], refine->extra_cost[k], 0};
        if (tree->node[row].size && tree->node[extra.col].size)
            extra.saved = exact_violation(exact, row, extra.col, extra.cost);
        insert_extra(refine, first, k, extra);
    }
}

void exact_refine_renew(const struct exact *exact)
{
    for (int32_t row = 0; row < exact->costs.n; row++)
        renew_row(exact, row);
}

/* ---- What is left of costs ---------------------------------------------- */

/* c - u - v for the exact prices, rounded; where it is not small, doubles are as good. */
static double remainder_of(const struct exact *exact, int32_t row, int32_t col, double cost)
{
    uint64_t difference[FIXED_MOST_LIMBS];
    double rough = cost - exact->up[col] - exact->up[row];
    double size = fabs(cost) + fabs(exact->up[col]) + fabs(exact->up[row]);
    struct fixed_parts parts = fixed_parts_of(cost);
    if (exact->tree->node[row].size == 0 || exact->tree->node[col].size == 0)
        return INFINITY;
    if (rough > 0x1p-20 * size || !fixed_has_room(exact->format, parts))
        return rough;
    fixed_floor(exact->format, parts, difference);
    fixed_subtract(exact->format.limbs, difference, exact_potential(exact, row), difference);
    fixed_subtract(exact->format.limbs, difference, exact_potential(exact, col), difference);
    return fixed_round(exact->format, difference);
}

static void reduce_extra(const struct exact *exact, int32_t row)
{
    struct refine *refine = exact->refine;
    for (int64_t k = (int64_t)row * EXTRA, end = k + refine->extra_count[row]; k < end; k++) {
        refine->extra[k] = remainder_of(exact, row, refine->extra_col[k], refine->extra_cost[k]);
    }
}

void exact_refine_again(const struct exact *exact)
{
    for (int32_t row = 0; row < exact->costs.n; row++)
        reduce_extra(exact, row);
}

static void reduce_row(const struct exact *exact, int32_t row)
{
    struct refine *refine = exact->refine;
    const struct candidates *candidates = refine->candidates;
    int32_t n = exact->costs.n;
    for (int64_t k = candidates->begin[row], end = k + candidates->count[row]; k < end; k++)
        refine->listed[k] =
            remainder_of(exact, row, n + 1 + candidates->col[k], candidates->cost[k]);
    reduce_extra(exact, row);
    refine->slack[row] =
        remainder_of(exact, row, dummy_col(&exact->costs), unmatched_row(&exact->costs, row));
}

static parot_status reduce_rows(struct exact *exact, struct control *control)
{
    for (int32_t row = 0; row < exact->costs.n; row++) {
        if (row % 4096 == 0)
            TRY(control_poll(control, exact->stage, exact->pivots, NAN, NAN));
        reduce_row(exact, row);
    }
    return PAROT_OK;
}

int exact_refine_arc(const struct exact *exact, int32_t row, int32_t k, int32_t *col)
{
    const struct refine *refine = exact->refine;
    int32_t listed = refine->candidates->count[row];
    if (k >= listed + refine->extra_count[row])
        return 0;
    *col = k < listed
               ? exact->costs.n + 1 + refine->candidates->col[refine->candidates->begin[row] + k]
               : refine->extra_col[(int64_t)row * EXTRA + k - listed];
    return 1;
}

int64_t exact_refine_room(const struct exact *exact)
{
    return ((int64_t)exact->refine->candidates->share + EXTRA) * exact->costs.n;
}

/* Costs without the prices, and potentials of 0. */
static parot_status begin(struct exact *exact, struct control *control)
{
    const struct costs *costs = &exact->costs;
    struct tree *tree = exact->tree;
    struct refine *refine = exact->refine;
    TRY(reduce_rows(exact, control));
    for (int32_t col = costs->n + 1; col < dummy_col(costs); col++)
        refine->slack[col] =
            remainder_of(exact, dummy_row(costs), col, unmatched_col(costs, col - costs->n - 1));
    refine->tie = exact->has_price
                      ? remainder_of(exact, dummy_row(costs), dummy_col(costs), -exact->price)
                      : INFINITY;
    tree->offset = 0;
    for (int32_t node = 0; node < tree->nodes; node++)
        tree->potential[node] = tree->node[node].size ? 0 : -INFINITY;
    memset(refine->rest, 0, (size_t)refine->turns);
    memset(refine->streak, 0, (size_t)refine->turns);
    return PAROT_OK;
}

/* ---- Pricing ------------------------------------------------------------ */

struct nominee {
    int32_t row, col; /* nodes; col is TREE_NONE if there is none */
    double cost;      /* what is left of its cost */
    double reduced;
};

/* Less than rounding can explain. */
static int is_violated(const struct tree *tree, const struct nominee *nominee)
{
    double size = fabs(row_potential(tree, nominee->row)) + fabs(col_potential(tree, nominee->col));
    return nominee->reduced < -0x1p-50 * size;
}

static void improve(const struct tree *tree, int32_t col, double cost, struct nominee *nominee)
{
    double reduced = cost - col_potential(tree, col) - row_potential(tree, nominee->row);
    if (reduced < nominee->reduced)
        *nominee = (struct nominee){nominee->row, col, cost, reduced};
}

static void price_row(const struct exact *exact, struct nominee *nominee)
{
    const struct refine *refine = exact->refine;
    const struct candidates *candidates = refine->candidates;
    const struct tree *tree = exact->tree;
    int32_t row = nominee->row, n = exact->costs.n;
    improve(tree, dummy_col(&exact->costs), refine->slack[row], nominee);
    for (int64_t k = candidates->begin[row], end = k + candidates->count[row]; k < end; k++)
        improve(tree, n + 1 + candidates->col[k], refine->listed[k], nominee);
    for (int64_t k = (int64_t)row * EXTRA, end = k + refine->extra_count[row]; k < end; k++)
        improve(tree, refine->extra_col[k], refine->extra[k], nominee);
}

static void price_piece(const struct exact *exact, int32_t piece, struct nominee *nominee)
{
    const struct costs *costs = &exact->costs;
    int32_t begin = costs->n + 1 + piece * PIECE, end = begin + PIECE;
    for (int32_t col = begin; col < end && col < dummy_col(costs); col++)
        improve(exact->tree, col, exact->refine->slack[col], nominee);
    if (piece == 0)
        improve(exact->tree, dummy_col(costs), exact->refine->tie, nominee);
}

/* Does the turn have something to nominate? */
static int nominate(const struct exact *exact, int32_t turn, struct nominee *nominee)
{
    struct refine *refine = exact->refine;
    int32_t n = exact->costs.n;
    *nominee = (struct nominee){turn < n ? turn : n, TREE_NONE, 0, 0};
    if (refine->rest[turn] > 0) {
        refine->rest[turn]--;
        refine->has_skipped = 1;
        return 0;
    }
    if (exact->tree->node[nominee->row].size && turn < n)
        price_row(exact, nominee);
    else if (exact->tree->node[nominee->row].size)
        price_piece(exact, turn - n, nominee);
    if (nominee->col != TREE_NONE && is_violated(exact->tree, nominee)) {
        refine->streak[turn] = 0;
        return 1;
    }
    refine->streak[turn] += refine->streak[turn] < MOST_REST;
    refine->rest[turn] = refine->streak[turn];
    return 0;
}

/* Insertion into a short list, worst first. */
static void insert(struct nominee *nominees, int count, struct nominee nominee)
{
    for (; count > 0 && nominee.reduced < nominees[count - 1].reduced; count--)
        nominees[count] = nominees[count - 1];
    nominees[count] = nominee;
}

static void pivot_on(struct exact *exact, struct nominee nominee, double bar)
{
    const struct tree *tree = exact->tree;
    nominee.reduced =
        nominee.cost - col_potential(tree, nominee.col) - row_potential(tree, nominee.row);
    if (!is_violated(tree, &nominee) || nominee.reduced > bar)
        return;
    tree_pivot(exact->tree, &exact->costs, nominee.row, nominee.col,
               (struct reduced_cost){0, nominee.reduced});
    exact->pivots++;
}

/* Turns [begin, begin + BLOCK). */
static int price_block(struct exact *exact, int32_t begin)
{
    struct nominee nominees[BLOCK], nominee;
    int32_t end = exact->refine->turns - begin < BLOCK ? exact->refine->turns : begin + BLOCK;
    int count = 0;
    for (int32_t turn = begin; turn < end; turn++)
        if (nominate(exact, turn, &nominee))
            insert(nominees, count++, nominee);
    for (int k = 0; k < count; k++)
        pivot_on(exact, nominees[k], LEAST_PART * nominees[0].reduced);
    return count;
}

parot_status exact_refine(struct exact *exact, struct control *control)
{
    struct refine *refine = exact->refine;
    int64_t most = exact->pivots + (int64_t)MOST_PIVOTS * exact->tree->nodes;
    TRY(begin(exact, control));
    for (int64_t found = 1; (found > 0 || refine->has_skipped) && exact->pivots < most;) {
        if (found == 0)
            memset(refine->rest, 0, (size_t)refine->turns);
        found = refine->has_skipped = 0;
        for (int32_t begin = 0; begin < refine->turns; begin += BLOCK) {
            if (begin % (64 * BLOCK) == 0)
                TRY(control_poll(control, exact->stage, exact->pivots, NAN, NAN));
            found += price_block(exact, begin);
        }
    }
    return PAROT_OK;
}
