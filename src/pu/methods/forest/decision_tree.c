/* decision_tree.c - at each node the rows of both classes are counted in the bins of a few random
 * columns; one pass over the bins that are in use finds the best cut. Nodes are split depth first.
 *
 * Counts and the units that positives weigh are whole numbers, and become doubles when all are
 * added up, so that a split does not depend on the order of rows. Of equally good splits the first
 * one found is taken: columns in the order they were drawn, then the lowest cut. A split that gains
 * nothing is taken too, since the next one may, as where only two columns together tell.
 */
#include "pu/methods/forest/decision_tree.h"

#include <math.h>

#include "base/random.h"

enum { WORDS_OF_BINS = BINS / 64 };

/* Counted in one word: all rows, the positives among them, and what these weigh in units of the
 * bins. A tree has fewer than 2^20 rows. */
enum { COUNT_BITS = 20 };
static const uint64_t ONE_POSITIVE = UINT64_C(1) << COUNT_BITS;
static const uint64_t ONE_UNIT = UINT64_C(1) << 2 * COUNT_BITS;
static const uint64_t COUNT_MASK = (UINT64_C(1) << COUNT_BITS) - 1;
#define COUNT_ALL(count) ((int64_t)((count)&COUNT_MASK))
#define COUNT_POSITIVE(count) ((int64_t)((count) >> COUNT_BITS & COUNT_MASK))
#define COUNT_UNITS(count) ((int64_t)((count) >> 2 * COUNT_BITS))

struct grower {
    const struct bins *bins;
    struct forest_rule rule;
    struct forest_room *room;
    struct forest_node *nodes;
    int32_t used;         /* nodes */
    uint64_t drawn;       /* random numbers */
    uint64_t count[BINS]; /* 0 between columns */
};

struct split {
    double impurity;
    int32_t column; /* -1: none is possible */
    int32_t cut;
};

int64_t forest_tree_nodes(int64_t count, int64_t leaf)
{
    int64_t leaves = count / leaf;
    return leaves > 1 ? 2 * leaves - 1 : 1;
}

/* What a row adds. */
static uint64_t count_of(const struct bins *bins, int32_t row)
{
    if (row >= bins->positives)
        return 1;
    return 1 + ONE_POSITIVE + (bins->weight ? bins->weight[row] : 1) * ONE_UNIT;
}

/* p n / (p + n) */
static double impurity_of(const struct grower *grower, uint64_t count)
{
    double p = grower->rule.weight[1] * (double)COUNT_UNITS(count);
    double n = grower->rule.weight[0] * (double)(COUNT_ALL(count) - COUNT_POSITIVE(count));
    return p > 0 && n > 0 ? p * n / (p + n) : 0;
}

static double value_of(const struct grower *grower, uint64_t count)
{
    double p = grower->rule.weight[1] * (double)COUNT_UNITS(count);
    double n = grower->rule.weight[0] * (double)(COUNT_ALL(count) - COUNT_POSITIVE(count));
    return p / (p + n);
}

static uint64_t count_rows(const struct grower *grower, int64_t begin, int64_t end)
{
    uint64_t count = 0;
    for (int64_t i = begin; i < end; i++)
        count += count_of(grower->bins, grower->room->rows[i]);
    return count;
}

/* The best cut of one column, if it is better than *best. A cut lies in the middle of the empty
 * bins between its sides. */
static void try_column(struct grower *grower, int32_t column, int64_t begin, int64_t end,
                       uint64_t all, struct split *best)
{
    const uint8_t *bin = grower->bins->bin + column * grower->bins->rows;
    const int32_t *rows = grower->room->rows;
    int64_t leaf = grower->rule.leaf;
    uint64_t in_use[WORDS_OF_BINS] = {0}, left = 0;
    int32_t last = -1;
    for (int64_t i = begin; i < end; i++) {
        uint8_t b = bin[rows[i]];
        grower->count[b] += count_of(grower->bins, rows[i]);
        in_use[b / 64] |= UINT64_C(1) << b % 64;
    }
    for (int w = 0; w < WORDS_OF_BINS; w++)
        for (uint64_t bits = in_use[w]; bits; bits &= bits - 1) {
            int32_t b = 64 * w + __builtin_ctzll(bits);
            if (COUNT_ALL(left) >= leaf && COUNT_ALL(all - left) >= leaf) {
                double impurity = impurity_of(grower, left) + impurity_of(grower, all - left);
                if (impurity < best->impurity)
                    *best = (struct split){impurity, column, (last + b - 1) / 2};
            }
            left += grower->count[b];
            grower->count[b] = 0;
            last = b;
        }
}

/* Columns at random, until `tries` were tried and one of them can be cut. */
static struct split find_split(struct grower *grower, int64_t begin, int64_t end, uint64_t all)
{
    struct split best = {INFINITY, -1, 0};
    int32_t *column = grower->room->column;
    int64_t dims = grower->bins->dims;
    uint64_t tree = (uint64_t)grower->rule.number << 32;
    for (int64_t k = 0; k < dims && (k < grower->rule.tries || best.column < 0); k++) {
        double uniform = random_uniform(grower->rule.seed, RANDOM_COLUMN, tree + grower->drawn++);
        int64_t other = k + (int64_t)((double)(dims - k) * uniform);
        int32_t chosen = column[other];
        column[other] = column[k];
        column[k] = chosen;
        try_column(grower, chosen, begin, end, all, &best);
    }
    return best;
}

/* Rows that go left come first, and both sides keep their order. Returns where the right begins. */
static int64_t part_rows(struct grower *grower, struct split split, int64_t begin, int64_t end)
{
    const uint8_t *bin = grower->bins->bin + split.column * grower->bins->rows;
    int32_t *rows = grower->room->rows, *scratch = grower->room->scratch;
    int64_t left = begin, right = 0;
    for (int64_t i = begin; i < end; i++) {
        if (bin[rows[i]] <= split.cut)
            rows[left++] = rows[i];
        else
            scratch[right++] = rows[i];
    }
    for (int64_t i = 0; i < right; i++)
        rows[left + i] = scratch[i];
    return left;
}

/* Splits a node, or makes it a leaf. Returns where the rows of the right child begin; 0: a leaf. */
static int64_t split_node(struct grower *grower, int32_t at, int64_t begin, int64_t end)
{
    struct forest_node *node = &grower->nodes[at];
    uint64_t all = count_rows(grower, begin, end);
    struct split split = {0, -1, 0};
    int is_pure = COUNT_POSITIVE(all) == 0 || COUNT_POSITIVE(all) == COUNT_ALL(all);
    if (!is_pure && end - begin >= 2 * grower->rule.leaf)
        split = find_split(grower, begin, end, all);
    *node = (struct forest_node){.value = value_of(grower, all), .column = split.column};
    if (split.column < 0)
        return 0;
    node->cut = split.cut;
    node->threshold = grower->bins->edge[split.column * (BINS - 1) + split.cut];
    node->child = grower->used;
    grower->used += 2;
    return part_rows(grower, split, begin, end);
}

int32_t forest_tree_grow(const struct bins *bins, struct forest_rule rule, struct forest_room *room,
                         int64_t count, struct forest_node *nodes)
{
    struct grower grower = {.bins = bins, .rule = rule, .room = room, .nodes = nodes, .used = 1};
    int32_t *top = room->stack;
    for (int32_t c = 0; c < bins->dims; c++)
        room->column[c] = c;
    nodes[0] = (struct forest_node){.value = 0.5, .column = -1};
    if (count == 0)
        return 1;
    *top++ = 0;
    *top++ = 0;
    *top++ = (int32_t)count;
    while (top > room->stack) {
        top -= 3;
        int32_t at = top[0], begin = top[1], end = top[2];
        int32_t right = (int32_t)split_node(&grower, at, begin, end);
        if (right == 0)
            continue;
        int32_t child = nodes[at].child;
        const int32_t todo[6] = {child + 1, right, end, child, begin, right};
        for (int k = 0; k < 6; k++)
            *top++ = todo[k];
    }
    return grower.used;
}
