/* forest.c - random bits say which trees learn from a row; trees are grown side by side, each by
 * one thread; then blocks of rows are sent through all trees.
 *
 * Bits and columns are functions of the seed, the tree and the place of a row (row_order.h), and
 * numbers of several trees or blocks are added in their order. So nothing depends on threads.
 */
#include "pu/methods/forest/forest.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/random.h"

enum {
    ROWS_BETWEEN_POLLS = 1 << 16,
    BLOCK = 128,           /* rows that are sent through the trees one after the other */
    BLOCKS_AT_ONCE = 64,   /* between two polls */
    TREES_AT_ONCE = 8,     /* for each thread, */
    MOST_AT_ONCE = 1 << 20 /* but 1 if rows times columns of a split are more than this */
};

struct growing {
    struct forest *forest;
    const struct bins *bins;
    const char *is_negative; /* NULL: all */
    struct control *control;
    int64_t sample;           /* the most rows that a tree learns from */
    int64_t slots;            /* trees at once */
    struct forest_room *room; /* slots */
    int64_t first;            /* tree of slot 0; or row of block 0 */
    double *value;            /* rows */
    double *part;             /* BLOCKS_AT_ONCE x dims: of the importance */
    void *memory;
};

static int is_fitted(const struct growing *growing, int64_t row)
{
    int64_t unlabeled = row - growing->bins->positives;
    return unlabeled < 0 || !growing->is_negative || growing->is_negative[unlabeled];
}

int forest_knows(const struct forest *forest, int64_t tree, int64_t row)
{
    return (int)(forest->bag[row * forest->bag_words + tree / 64] >> tree % 64 & 1);
}

/* ---- Who learns from what ----------------------------------------------- */

static void layout(struct forest *forest, struct arena *arena)
{
    forest->first = arena_take(arena, forest->trees, sizeof *forest->first);
    forest->used = arena_take(arena, forest->trees, sizeof *forest->used);
    forest->bag = arena_take(arena, forest->rows, (size_t)forest->bag_words * sizeof *forest->bag);
    forest->importance = arena_take(arena, forest->dims, sizeof *forest->importance);
}

static int64_t count_fitted(const struct growing *growing)
{
    int64_t count = 0;
    for (int64_t r = 0; r < growing->bins->rows; r++)
        count += is_fitted(growing, r);
    return count;
}

/* How often a half is taken: a row is known to a tree if as many random bits are 1. */
static int count_halves(int64_t fitted)
{
    int halves = 1;
    while (fitted >> halves > FOREST_MOST)
        halves++;
    return halves;
}

/* Which of 64 trees learn from a row. */
static uint64_t draw_bits(const struct growing *growing, int64_t row, int64_t word, int halves)
{
    const struct forest *forest = growing->forest;
    uint64_t index = (uint64_t)(row * forest->bag_words + word);
    int64_t rest = forest->trees - 64 * word;
    uint64_t bits = rest < 64 ? (UINT64_C(1) << rest) - 1 : UINT64_MAX;
    for (int h = 0; h < halves; h++)
        bits &= random_bits(growing->control->run.seed, RANDOM_BAG, index * 64 + (uint64_t)h);
    return bits;
}

/* Also counts the rows of each tree, in `first`. */
static parot_status fill_bag(const struct growing *growing)
{
    struct forest *forest = growing->forest;
    int halves = count_halves(forest->fitted);
    for (int64_t r = 0; r < forest->rows; r++) {
        if (r % ROWS_BETWEEN_POLLS == 0)
            TRY(control_poll_part(growing->control, "rows", r, forest->rows));
        for (int64_t w = 0; w < forest->bag_words && is_fitted(growing, r); w++) {
            uint64_t drawn = draw_bits(growing, r, w, halves);
            forest->bag[r * forest->bag_words + w] = drawn;
            for (uint64_t bits = drawn; bits; bits &= bits - 1)
                forest->first[64 * w + __builtin_ctzll(bits)]++;
        }
    }
    return PAROT_OK;
}

/* `first` has the rows of each tree, the most of which are *sample, and gets the place of its
 * nodes. Returns all nodes. */
static int64_t place_trees(struct forest *forest, int64_t *sample)
{
    int64_t nodes = 0;
    for (int64_t t = 0; t < forest->trees; t++) {
        int64_t rows = forest->first[t];
        *sample = rows > *sample ? rows : *sample;
        forest->first[t] = nodes;
        nodes += forest_tree_nodes(rows, forest->leaf);
    }
    return nodes;
}

static parot_status make_ready(struct growing *growing, struct forest_options options,
                               parot_error *err)
{
    struct forest *forest = growing->forest;
    const struct bins *bins = growing->bins;
    struct arena arena = {0}, nodes = {0};
    int64_t fitted = count_fitted(growing), trees = options.trees ? options.trees : FOREST_TREES;
    double all = (double)fitted, positives = (double)bins->positives, units = positives;
    for (int64_t j = 0; bins->weight && j < bins->positives; j++)
        units += bins->weight[j] - 1.0;
    *forest = (struct forest){.trees = trees,
                              .leaf = options.leaf ? options.leaf : FOREST_LEAF,
                              .tries = (int64_t)ceil(sqrt((double)bins->dims)),
                              .dims = bins->dims,
                              .rows = bins->rows,
                              .bag_words = (trees + 63) / 64,
                              .fitted = fitted,
                              .weight = {all / (2 * (all - positives)), all / (2 * units)}};
    layout(forest, &arena);
    TRY(arena_open(&arena, growing->control, err));
    forest->memory = arena.block;
    layout(forest, &arena);
    TRY(fill_bag(growing));
    int64_t count = place_trees(forest, &growing->sample);
    arena_take(&nodes, count, sizeof *forest->nodes);
    TRY(arena_open(&nodes, growing->control, err));
    forest->nodes_memory = nodes.block;
    forest->nodes = arena_take(&nodes, count, sizeof *forest->nodes);
    return PAROT_OK;
}

/* ---- Trees -------------------------------------------------------------- */

static void grow_one(const struct growing *growing, int64_t slot)
{
    struct forest *forest = growing->forest;
    struct forest_room *room = &growing->room[slot];
    int64_t tree = growing->first + slot, count = 0;
    for (int64_t r = 0; r < forest->rows; r++)
        if (forest_knows(forest, tree, r))
            room->rows[count++] = (int32_t)r;
    struct forest_rule rule = {.leaf = forest->leaf,
                               .tries = forest->tries,
                               .weight = {forest->weight[0], forest->weight[1]},
                               .seed = growing->control->run.seed,
                               .number = tree};
    forest->used[tree] =
        forest_tree_grow(growing->bins, rule, room, count, forest->nodes + forest->first[tree]);
}

static void grow_some(int64_t begin, int64_t end, void *context)
{
    for (int64_t slot = begin; slot < end; slot++)
        grow_one(context, slot);
}

static parot_status grow_trees(struct growing *growing)
{
    struct forest *forest = growing->forest;
    for (int64_t first = 0; first < forest->trees; first += growing->slots) {
        int64_t rest = forest->trees - first;
        TRY(control_poll_part(growing->control, "trees", first, forest->trees));
        growing->first = first;
        parallel_for(growing->control->run.threads, rest < growing->slots ? rest : growing->slots,
                     1, grow_some, growing);
    }
    return PAROT_OK;
}

/* ---- Values ------------------------------------------------------------- */

static double weight_of(const struct growing *growing, int64_t positive)
{
    const uint32_t *units = growing->bins->weight;
    return growing->forest->weight[1] * (units ? units[positive] : 1);
}

/* Where a row of the bins ends; credits the columns on its way, unless `part` is NULL. */
static double send_row(const struct growing *growing, int64_t tree, int64_t row, double factor,
                       double *part)
{
    const struct bins *bins = growing->bins;
    const struct forest_node *nodes = growing->forest->nodes + growing->forest->first[tree];
    const struct forest_node *node = nodes;
    while (node->column >= 0) {
        int is_right = bins->bin[node->column * bins->rows + row] > node->cut;
        const struct forest_node *next = nodes + node->child + is_right;
        if (part)
            part[node->column] += factor * (next->value - node->value);
        node = next;
    }
    return node->value;
}

/* Tree by tree, since a tree fits into the cache. */
static void value_block(const struct growing *growing, int64_t first, int64_t count, double *part)
{
    const struct forest *forest = growing->forest;
    double *value = growing->value + first;
    int32_t asked[BLOCK] = {0};
    memset(value, 0, (size_t)count * sizeof *value);
    for (int64_t t = 0; t < forest->trees; t++)
        for (int64_t i = 0; i < count; i++) {
            int64_t row = first + i;
            int is_positive = row < growing->bins->positives;
            double factor = is_positive ? weight_of(growing, row) : -forest->weight[0];
            if (forest_knows(forest, t, row))
                continue;
            value[i] += send_row(growing, t, row, factor, is_fitted(growing, row) ? part : NULL);
            asked[i]++;
        }
    for (int64_t i = 0; i < count; i++)
        value[i] = asked[i] ? value[i] / (double)asked[i] : 0.5; /* all trees know it */
}

static void value_blocks(int64_t begin, int64_t end, void *context)
{
    const struct growing *growing = context;
    for (int64_t block = begin; block < end; block++) {
        double *part = growing->part + block * growing->forest->dims;
        int64_t first = growing->first + block * BLOCK, rest = growing->forest->rows - first;
        memset(part, 0, (size_t)growing->forest->dims * sizeof *part);
        value_block(growing, first, rest < BLOCK ? rest : BLOCK, part);
    }
}

static parot_status value_rows(struct growing *growing)
{
    struct forest *forest = growing->forest;
    for (int64_t first = 0; first < forest->rows; first += BLOCKS_AT_ONCE * BLOCK) {
        int64_t blocks = (forest->rows - first + BLOCK - 1) / BLOCK;
        blocks = blocks < BLOCKS_AT_ONCE ? blocks : BLOCKS_AT_ONCE;
        TRY(control_poll_part(growing->control, "scores", first, forest->rows));
        growing->first = first;
        parallel_for(growing->control->run.threads, blocks, 1, value_blocks, growing);
        for (int64_t b = 0; b < blocks; b++)
            for (int64_t k = 0; k < forest->dims; k++)
                forest->importance[k] += growing->part[b * forest->dims + k];
    }
    return PAROT_OK;
}

/* What is below 0 is noise about 0. */
static void scale_importance(struct forest *forest)
{
    double sum = 0;
    for (int64_t k = 0; k < forest->dims; k++)
        sum += forest->importance[k] = fmax(0, forest->importance[k]);
    for (int64_t k = 0; k < forest->dims && sum > 0; k++)
        forest->importance[k] /= sum;
}

/* ---- The fit ------------------------------------------------------------ */

static void growing_layout(struct growing *growing, struct arena *arena)
{
    int64_t sample = growing->sample, nodes = forest_tree_nodes(sample, growing->forest->leaf);
    growing->room = arena_take(arena, growing->slots, sizeof *growing->room);
    for (int64_t s = 0; s < growing->slots; s++) {
        struct forest_room room = {
            .rows = arena_take(arena, sample, sizeof *room.rows),
            .scratch = arena_take(arena, sample, sizeof *room.scratch),
            .column = arena_take(arena, growing->forest->dims, sizeof *room.column),
            .stack = arena_take(arena, nodes, 3 * sizeof *room.stack)};
        if (growing->room)
            growing->room[s] = room;
    }
    growing->part =
        arena_take(arena, BLOCKS_AT_ONCE, (size_t)growing->forest->dims * sizeof *growing->part);
}

static parot_status grow_and_value(struct growing *growing, struct forest_options options,
                                   parot_error *err)
{
    struct arena arena = {0};
    TRY(make_ready(growing, options, err));
    int64_t each = growing->sample * growing->forest->tries > MOST_AT_ONCE ? 1 : TREES_AT_ONCE;
    int64_t at_once = each * growing->control->run.threads, trees = growing->forest->trees;
    growing->slots = at_once < trees ? at_once : trees;
    growing_layout(growing, &arena);
    TRY(arena_open(&arena, growing->control, err));
    growing->memory = arena.block;
    growing_layout(growing, &arena);
    TRY(grow_trees(growing));
    TRY(value_rows(growing));
    scale_importance(growing->forest);
    return PAROT_OK;
}

parot_status forest_fit(struct forest *forest, const struct bins *bins,
                        struct forest_options options, const char *is_negative,
                        struct control *control, double *value, parot_error *err)
{
    struct growing growing = {.forest = forest,
                              .bins = bins,
                              .is_negative = is_negative,
                              .control = control,
                              .value = value};
    parot_status status = grow_and_value(&growing, options, err);
    block_free(growing.memory);
    return status;
}

void forest_close(struct forest *forest)
{
    block_free(forest->memory);
    block_free(forest->nodes_memory);
    *forest = (struct forest){0};
}

/* ---- New rows ----------------------------------------------------------- */

struct asking {
    const struct forest *forest;
    const double *x;
    double *value;
};

static void ask_rows(int64_t begin, int64_t end, void *context)
{
    const struct asking *asking = context;
    const struct forest *forest = asking->forest;
    for (int64_t i = begin; i < end; i++)
        asking->value[i] = 0;
    for (int64_t t = 0; t < forest->trees; t++)
        for (int64_t i = begin; i < end; i++) {
            const struct forest_node *nodes = forest->nodes + forest->first[t], *node = nodes;
            const double *x = asking->x + i * forest->dims;
            while (node->column >= 0)
                node = nodes + node->child + !(x[node->column] <= node->threshold);
            asking->value[i] += node->value / (double)forest->trees;
        }
}

parot_status forest_predict(const struct forest *forest, const double *x, int64_t count,
                            struct control *control, double *value)
{
    for (int64_t first = 0; first < count; first += BLOCKS_AT_ONCE * BLOCK) {
        int64_t rest = count - first, most = BLOCKS_AT_ONCE * BLOCK;
        struct asking asking = {forest, x + first * forest->dims, value + first};
        TRY(control_poll_part(control, "scores", first, count));
        parallel_for(control->run.threads, rest < most ? rest : most, BLOCK, ask_rows, &asking);
    }
    return PAROT_OK;
}
