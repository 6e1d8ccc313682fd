/* test_pu_forest.c - trees take the best split of all, rows are valued by trees that do not know
 * them, and nothing depends on threads. */
#include "pu/methods/forest/forest.h"

#include "base/sort.h"
#include "pu_data.h"
#include "test.h"

struct fixture {
    struct pu_tables tables;
    struct control control;
    struct pu_problem problem;
    struct bins bins;
    parot_pu_options options;
};

static void open_tables(struct fixture *fixture, const parot_pu_data *data, int32_t threads)
{
    parot_run run = run_with_threads(threads);
    run.seed = 5;
    parot_pu_options_init(&fixture->options);
    fixture->options.scale = PAROT_SCALE_NONE;
    assert_ok(control_init(&fixture->control, &run, &err));
    assert_ok(pu_problem_open(&fixture->problem, data, &fixture->options, &fixture->control, &err));
    assert_ok(bins_open(&fixture->bins, &fixture->problem, &fixture->control, &err));
}

/* steps: coordinates are multiples of 1/steps, if it is not 0 */
static void open(struct fixture *fixture, uint64_t seed, double apart, int steps)
{
    *fixture = (struct fixture){0};
    pu_tables_make(&fixture->tables, seed, apart, steps);
    open_tables(fixture, &fixture->tables.data, 1);
}

static void close(struct fixture *fixture)
{
    bins_close(&fixture->bins);
    pu_problem_close(&fixture->problem);
}

enum { ROWS = PU_M + PU_N };

static const double *row_of(const struct fixture *fixture, int64_t row)
{
    const struct pu_problem *problem = &fixture->problem;
    return row < problem->m ? problem->y + row * problem->dims
                            : problem->x + (row - problem->m) * problem->dims;
}

/* ---- Bins --------------------------------------------------------------- */

TEST(a_column_of_few_values_loses_nothing)
{
    double sorted[3 * BINS], edge[BINS - 1];
    for (int i = 0; i < 3 * BINS; i++)
        sorted[i] = i / 3;
    assert_int_equal(bins_find_edges(sorted, 3 * BINS, edge), BINS - 1);
    for (int e = 0; e < BINS - 1; e++)
        assert_close(edge[e], e + 0.5, 0);
    assert_int_equal(bins_find_edges(sorted, 3, edge), 0);
    double close[2] = {1, nextafter(1, 2)};
    assert_int_equal(bins_find_edges(close, 2, edge), 1);
    assert_true(close[0] <= edge[0] && !(close[1] <= edge[0]));
}

TEST(bins_of_many_values_have_as_many_rows_each)
{
    enum { COUNT = 10000 };
    static double sorted[COUNT];
    double edge[BINS - 1];
    for (int i = 0; i < COUNT; i++) /* a third of them are equal */
        sorted[i] = i % 3 ? exp(5 * test_uniform(1, (uint64_t)i)) : 20;
    sort_numbers(sorted, COUNT);
    int32_t edges = bins_find_edges(sorted, COUNT, edge);
    assert_in_range(edges, BINS / 2, BINS - 1);
    int64_t before = 0, value = 0;
    for (int e = 0; e <= edges; e++) {
        int64_t end = e < edges ? count_below(sorted, COUNT, edge[e], 1) : COUNT;
        assert_true(end > before);
        value = sorted[before] == 20 || sorted[end - 1] == 20 ? COUNT : COUNT / BINS + 1;
        assert_true(end - before <= value);
        before = end;
    }
}

TEST(a_row_is_below_an_edge_exactly_if_its_bin_is)
{
    struct fixture fixture;
    open(&fixture, 1, 0.5, 0);
    for (int64_t c = 0; c < PU_D; c++)
        for (int32_t e = 0; e < fixture.bins.edges[c]; e++)
            for (int64_t r = 0; r < ROWS; r++)
                assert_int_equal(row_of(&fixture, r)[c] <= fixture.bins.edge[c * (BINS - 1) + e],
                                 fixture.bins.bin[c * ROWS + r] <= e);
    close(&fixture);
}

/* ---- Trees -------------------------------------------------------------- */

struct grown {
    struct forest_node nodes[2 * ROWS];
    int32_t count;
    struct forest_rule rule;
    int32_t rows[ROWS];
    int64_t learned;
};

static void grow(const struct fixture *fixture, struct forest_rule rule, struct grown *grown)
{
    int32_t rows[ROWS], scratch[ROWS], column[PU_D], stack[6 * ROWS];
    struct forest_room room = {rows, scratch, column, stack};
    grown->rule = rule;
    grown->learned = 0;
    for (int32_t r = 0; r < ROWS; r++)
        if (test_uniform(17, (uint64_t)r) < 0.8)
            grown->rows[grown->learned++] = r;
    memcpy(rows, grown->rows, sizeof rows);
    grown->count = forest_tree_grow(&fixture->bins, rule, &room, grown->learned, grown->nodes);
    assert_true(grown->count <= forest_tree_nodes(grown->learned, rule.leaf));
}

/* The node at which a row is after as many steps as its depth; by thresholds. */
static int passes(const struct fixture *fixture, const struct grown *grown, int64_t row, int32_t at)
{
    int32_t node = 0;
    const double *x = row_of(fixture, row);
    while (node != at && grown->nodes[node].column >= 0) {
        const struct forest_node *split = &grown->nodes[node];
        node = split->child + (x[split->column] > split->threshold);
    }
    return node == at;
}

struct side {
    double weight[2];
    int64_t count;
};

static struct side count_side(const struct fixture *fixture, const struct grown *grown, int32_t at,
                              int64_t column, double threshold, int is_right)
{
    struct side side = {0};
    for (int64_t i = 0; i < grown->learned; i++) {
        int32_t row = grown->rows[i];
        if (!passes(fixture, grown, row, at) ||
            (row_of(fixture, row)[column] > threshold) != is_right)
            continue;
        double units = row < PU_M && fixture->bins.weight ? fixture->bins.weight[row] : 1;
        side.weight[row < PU_M] += units * grown->rule.weight[row < PU_M];
        side.count++;
    }
    return side;
}

/* sum of w q (1 - q), q the part of the positives */
static double gini(struct side side)
{
    double all = side.weight[0] + side.weight[1], q = side.weight[1] / all;
    return all * q * (1 - q);
}

/* The least impurity over all columns and thresholds; INFINITY: nothing can be split. */
static double best_impurity(const struct fixture *fixture, const struct grown *grown, int32_t at)
{
    double best = INFINITY;
    for (int64_t c = 0; c < PU_D; c++)
        for (int64_t r = 0; r < ROWS; r++) {
            double threshold = row_of(fixture, r)[c];
            struct side left = count_side(fixture, grown, at, c, threshold, 0);
            struct side right = count_side(fixture, grown, at, c, threshold, 1);
            if (left.count >= grown->rule.leaf && right.count >= grown->rule.leaf)
                best = fmin(best, gini(left) + gini(right));
        }
    return best;
}

static void check_node(const struct fixture *fixture, const struct grown *grown, int32_t at)
{
    const struct forest_node *node = &grown->nodes[at];
    struct side here = count_side(fixture, grown, at, 0, INFINITY, 0);
    assert_close(node->value, here.weight[1] / (here.weight[0] + here.weight[1]), 1e-12);
    assert_true(here.count >= grown->rule.leaf);
    if (node->column < 0) {
        assert_true(node->value == 0 || node->value == 1 ||
                    isinf(best_impurity(fixture, grown, at)));
        return;
    }
    assert_true(node->child > at && node->child + 1 < grown->count);
    double found = gini(count_side(fixture, grown, at, node->column, node->threshold, 0)) +
                   gini(count_side(fixture, grown, at, node->column, node->threshold, 1));
    assert_close(found, best_impurity(fixture, grown, at), 1e-12);
}

TEST(every_split_is_the_best_of_all)
{
    static struct grown grown;
    struct fixture fixture;
    for (uint64_t seed = 0; seed < 6; seed++) {
        open(&fixture, seed, 0.4, seed % 2 ? 3 : 0);
        struct forest_rule rule = {.leaf = 1 + (int64_t)seed,
                                   .tries = PU_D,
                                   .weight = {0.7 + 0.1 * (double)seed, 1.3},
                                   .seed = seed};
        grow(&fixture, rule, &grown);
        for (int32_t at = 0; at < grown.count; at++)
            check_node(&fixture, &grown, at);
        close(&fixture);
    }
}

/* Positives that count from 1 to 6 times as much as the least. */
TEST(weighed_splits_are_the_best_of_all)
{
    static struct grown grown;
    struct fixture fixture;
    double propensity[PU_M];
    for (uint64_t seed = 0; seed < 4; seed++) {
        double least = INFINITY, most = 0;
        for (int j = 0; j < PU_M; j++)
            propensity[j] = 1 / (1 + 5 * test_uniform(seed, (uint64_t)j));
        fixture = (struct fixture){0};
        pu_tables_make(&fixture.tables, seed, 0.4, seed % 2 ? 3 : 0);
        fixture.tables.data.propensity = propensity;
        open_tables(&fixture, &fixture.tables.data, 1);
        for (int j = 0; j < PU_M; j++) {
            double ratio = fixture.bins.weight[j] * propensity[fixture.problem.positive_order[j]];
            least = fmin(least, ratio);
            most = fmax(most, ratio);
        }
        assert_true(most < (1 + 1e-4) * least); /* weights are inverse propensities */
        struct forest_rule rule = {
            .leaf = 1 + (int64_t)seed, .tries = PU_D, .weight = {1, 1.0 / BINS_UNITS * PU_N}};
        grow(&fixture, rule, &grown);
        for (int32_t at = 0; at < grown.count; at++)
            check_node(&fixture, &grown, at);
        close(&fixture);
    }
}

TEST(leaves_of_one_row_are_pure)
{
    static struct grown grown;
    struct fixture fixture;
    open(&fixture, 3, 0, 0); /* both classes alike, and all rows different */
    grow(&fixture, (struct forest_rule){.leaf = 1, .tries = 1, .weight = {1, 1}}, &grown);
    assert_true(grown.count > 20);
    for (int32_t at = 0; at < grown.count; at++)
        assert_true(grown.nodes[at].column >= 0 || grown.nodes[at].value == 0 ||
                    grown.nodes[at].value == 1);
    close(&fixture);
}

/* ---- The forest --------------------------------------------------------- */

static void fit(struct fixture *fixture, struct forest_options options, const char *is_negative,
                struct forest *forest, double *value)
{
    *forest = (struct forest){0};
    assert_ok(
        forest_fit(forest, &fixture->bins, options, is_negative, &fixture->control, value, &err));
}

/* A tree grown again from the rows that it knows is the same: it has seen no other. */
TEST(trees_have_seen_what_they_know)
{
    struct fixture fixture;
    struct forest forest;
    double value[ROWS];
    int32_t rows[ROWS], scratch[ROWS], column[PU_D], stack[6 * ROWS];
    struct forest_node nodes[2 * ROWS];
    struct forest_room room = {rows, scratch, column, stack};
    open(&fixture, 2, 0.6, 0);
    fit(&fixture, (struct forest_options){.trees = 70, .leaf = 2}, NULL, &forest, value);
    for (int64_t t = 0; t < forest.trees; t++) {
        int64_t count = 0;
        for (int32_t r = 0; r < ROWS; r++)
            if (forest_knows(&forest, t, r))
                rows[count++] = r;
        assert_in_range(count, ROWS / 4, 3 * ROWS / 4);
        struct forest_rule rule = {.leaf = 2,
                                   .tries = 2,
                                   .weight = {ROWS / (2.0 * PU_N), ROWS / (2.0 * PU_M)},
                                   .seed = 5,
                                   .number = t};
        assert_int_equal(forest_tree_grow(&fixture.bins, rule, &room, count, nodes),
                         forest.used[t]);
        for (int32_t k = 0; k < forest.used[t]; k++) {
            const struct forest_node *node = &forest.nodes[forest.first[t] + k];
            assert_int_equal(nodes[k].column, node->column);
            assert_true(nodes[k].value == node->value && nodes[k].threshold == node->threshold);
        }
    }
    forest_close(&forest);
    close(&fixture);
}

static double leaf_of(const struct forest *forest, int64_t tree, const double *x, double *credit,
                      double factor)
{
    const struct forest_node *nodes = forest->nodes + forest->first[tree];
    int32_t at = 0;
    while (nodes[at].column >= 0) {
        int32_t next = nodes[at].child + (x[nodes[at].column] > nodes[at].threshold);
        credit[nodes[at].column] += factor * (nodes[next].value - nodes[at].value);
        at = next;
    }
    return nodes[at].value;
}

/* Values and importances by their definitions; a third of the rows are not learned from. */
TEST(rows_are_valued_by_trees_that_do_not_know_them)
{
    struct fixture fixture;
    struct forest forest;
    double value[ROWS], all[ROWS], credit[PU_D] = {0}, unused[PU_D], sum = 0;
    char is_negative[PU_N];
    int64_t negatives = 0;
    open(&fixture, 8, 0.7, 0);
    for (int64_t i = 0; i < PU_N; i++)
        negatives += is_negative[i] = (char)(i % 3 != 0);
    fit(&fixture, (struct forest_options){.trees = 100, .leaf = 3}, is_negative, &forest, value);
    assert_int_equal(forest.fitted, PU_M + negatives);
    double fitted = (double)(PU_M + negatives);
    double weight[2] = {fitted / (2.0 * (double)negatives), fitted / (2.0 * PU_M)};
    for (int64_t r = 0; r < ROWS; r++) {
        double mean = 0, asked = 0, everyone = 0;
        int is_learned = r < PU_M || is_negative[r - PU_M];
        for (int64_t t = 0; t < forest.trees; t++) {
            everyone += leaf_of(&forest, t, row_of(&fixture, r), unused, 0) / 100;
            assert_true(is_learned || !forest_knows(&forest, t, r));
            if (forest_knows(&forest, t, r))
                continue;
            mean += leaf_of(&forest, t, row_of(&fixture, r), is_learned ? credit : unused,
                            r < PU_M ? weight[1] : -weight[0]);
            asked++;
        }
        assert_close(value[r], mean / asked, 1e-12);
        all[r] = everyone;
    }
    for (int k = 0; k < PU_D; k++)
        sum += fmax(0, credit[k]);
    for (int k = 0; k < PU_D; k++)
        assert_close(forest.importance[k], fmax(0, credit[k]) / sum, 1e-10);
    double predicted[PU_N];
    assert_ok(forest_predict(&forest, fixture.problem.x, PU_N, &fixture.control, predicted));
    for (int64_t i = 0; i < PU_N; i++)
        assert_close(predicted[i], all[PU_M + i], 1e-12);
    forest_close(&forest);
    close(&fixture);
}

enum { MANY = 3000, WIDE = 12 };

/* Column 1 tells the classes apart, column 2 is constant, the others say nothing. */
static void make_many(double *x, double *y)
{
    for (int e = 0; e < MANY * WIDE; e++) {
        x[e] = test_uniform(1, (uint64_t)e);
        y[e] = test_uniform(2, (uint64_t)e) + (e % WIDE == 1 ? 0.4 : 0);
        if (e % WIDE == 2)
            x[e] = y[e] = 1;
        else if (e % WIDE == 3) /* few values */
            x[e] = floor(2 * x[e]), y[e] = floor(2 * y[e]);
    }
}

TEST(importance_names_the_column_that_tells)
{
    struct fixture fixture = {0};
    struct forest forest;
    FREED double *x = calloc(MANY * WIDE, sizeof *x), *y = calloc(MANY * WIDE, sizeof *y);
    FREED double *value = calloc(2 * MANY, sizeof *value);
    make_many(x, y);
    parot_pu_data data = {{x, MANY, WIDE, WIDE}, {y, MANY, WIDE, WIDE}, 0.5};
    open_tables(&fixture, &data, 1);
    fit(&fixture, (struct forest_options){.trees = 60}, NULL, &forest, value);
    for (int k = 0; k < WIDE; k++) {
        if (k != 1)
            assert_true(forest.importance[k] < 0.02);
        for (int64_t node = 0; node < forest.used[0]; node++)
            assert_true(forest.nodes[node].column != 2); /* the constant one */
    }
    assert_true(forest.importance[1] > 0.9);
    forest_close(&forest);
    close(&fixture);
}

TEST(threads_change_nothing)
{
    FREED double *x = calloc(MANY * WIDE, sizeof *x), *y = calloc(MANY * WIDE, sizeof *y);
    double *value[2];
    struct forest forest[2];
    make_many(x, y);
    parot_pu_data data = {{x, MANY, WIDE, WIDE}, {y, MANY, WIDE, WIDE}, 0.5};
    for (int k = 0; k < 2; k++) {
        struct fixture fixture = {0};
        value[k] = calloc(2 * MANY, sizeof **value);
        open_tables(&fixture, &data, k ? 3 : 1);
        fit(&fixture, (struct forest_options){.trees = 30}, NULL, &forest[k], value[k]);
        close(&fixture);
    }
    assert_memory_equal(value[0], value[1], 2 * MANY * sizeof **value);
    assert_memory_equal(forest[0].importance, forest[1].importance, WIDE * sizeof(double));
    for (int64_t t = 0; t < 30; t++)
        assert_int_equal(forest[0].used[t], forest[1].used[t]);
    for (int k = 0; k < 2; k++) {
        forest_close(&forest[k]);
        free(value[k]);
    }
}

TEST(copies_cannot_be_told_apart)
{
    struct fixture fixture = {0};
    struct forest forest;
    double x[8] = {0, 0, 0, 0, 1, 1, 1, 1}, y[8] = {0, 0, 0, 1, 1, 1, 1, 1}, value[16], all[8];
    parot_pu_data data = {{x, 8, 1, 1}, {y, 8, 1, 1}, 0.5};
    open_tables(&fixture, &data, 1);
    fit(&fixture, (struct forest_options){.trees = 10, .leaf = 1}, NULL, &forest, value);
    for (int64_t t = 0; t < 10; t++)
        assert_true(forest.used[t] <= 3);
    assert_ok(forest_predict(&forest, x, 8, &fixture.control, all));
    for (int i = 0; i < 8; i++)
        assert_true(all[i] == all[x[i] > 0 ? 7 : 0]);
    forest_close(&forest);
    close(&fixture);
}

TEST(one_row_of_each_class_is_enough)
{
    struct fixture fixture = {0};
    struct forest forest;
    double x[1] = {0}, y[1] = {1}, value[2];
    parot_pu_data data = {{x, 1, 1, 1}, {y, 1, 1, 1}, 0.5};
    open_tables(&fixture, &data, 1);
    for (int64_t trees = 1; trees < 70; trees += 4) {
        fit(&fixture, (struct forest_options){.trees = trees}, NULL, &forest, value);
        for (int r = 0; r < 2; r++)
            assert_true(value[r] >= 0 && value[r] <= 1);
        forest_close(&forest);
    }
    close(&fixture);
}

/* A forest of many rows takes a half of a half. */
TEST(no_tree_learns_from_too_many_rows)
{
    enum { COUNT = 3 * FOREST_MOST };
    struct fixture fixture = {0};
    struct forest forest;
    double y[2] = {0, 1};
    FREED double *x = calloc(COUNT, sizeof *x);
    FREED double *value = calloc(COUNT + 2, sizeof *value);
    test_fill(x, COUNT, 3);
    parot_pu_data data = {{x, COUNT, 1, 1}, {y, 2, 1, 1}, 0.5};
    open_tables(&fixture, &data, 1);
    fit(&fixture, (struct forest_options){.trees = 3}, NULL, &forest, value);
    for (int64_t t = 0; t < 3; t++) {
        int64_t known = 0;
        for (int64_t r = 0; r < COUNT + 2; r++)
            known += forest_knows(&forest, t, r);
        assert_in_range(known, COUNT / 4 - 300, COUNT / 4 + 300);
    }
    forest_close(&forest);
    close(&fixture);
}
