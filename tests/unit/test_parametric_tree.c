/* test_parametric_tree.c - trees are cut, turned and hung again; paths find what blocks them. */
#include "transport/parametric/parametric_tree.h"

#include "instances.h"
#include "test.h"

enum { N = 9, M = 7, NODES = N + M };

static struct parametric_node nodes[NODES];
static int32_t queue[NODES];
static struct parametric_tree tree = {N, M, nodes, queue};

static void clear(unit_count left)
{
    unit_count row[N], col[M];
    for (int k = 0; k < N; k++)
        row[k] = left;
    for (int k = 0; k < M; k++)
        col[k] = left;
    branch_clear(&tree, row, col);
}

static int32_t root_of(int32_t node)
{
    while (nodes[node].parent >= 0)
        node = nodes[node].parent;
    return node;
}

/* Children know their parents, and every node is below exactly one root. */
static void assert_linked(void)
{
    int32_t count = 0;
    for (int32_t k = 0; k < NODES; k++) {
        int32_t previous = -1;
        for (int32_t child = nodes[k].child; child >= 0; child = nodes[child].next) {
            assert_int_equal(nodes[child].parent, k);
            assert_int_equal(nodes[child].previous, previous);
            assert_true((child < N) != (k < N));
            previous = child;
        }
        if (nodes[k].parent < 0)
            count += branch_collect(&tree, k);
    }
    assert_int_equal(count, NODES);
}

static int by_pair(const void *a, const void *b)
{
    const struct arc *x = a, *y = b;
    return x->row != y->row ? x->row - y->row : x->col - y->col;
}

/* The cost of an arc, and here its flow, are those of its two ends. */
static unit_count flow_of(int32_t a, int32_t b)
{
    return 1 + (a < b ? a * NODES + b : b * NODES + a);
}

static void assert_arcs_kept(const struct arc *before, int64_t count)
{
    struct arc after[NODES];
    assert_int_equal(branch_export(&tree, after), count);
    qsort(after, (size_t)count, sizeof *after, by_pair);
    for (int64_t k = 0; k < count; k++) {
        assert_int_equal(by_pair(&before[k], &after[k]), 0);
        assert_int_equal(after[k].flow, flow_of(after[k].row, after[k].col - 1));
    }
    for (int32_t k = 0; k < NODES; k++)
        if (nodes[k].parent >= 0)
            assert_close(nodes[k].cost, (double)flow_of(k, nodes[k].parent), 0);
}

TEST(hanging_keeps_all_arcs_but_the_one_that_was_cut)
{
    clear(1);
    for (uint64_t step = 0; step < 4000; step++) {
        int32_t row = (int32_t)(test_uniform(1, step) * N);
        int32_t col = N + (int32_t)(test_uniform(2, step) * M);
        int32_t top = test_uniform(3, step) < 0.5 ? row : col, under = row + col - top;
        if (root_of(row) == root_of(col)) {
            branch_cut(&tree, top);
            assert_int_equal(nodes[top].parent, -1);
        } else {
            struct arc before[NODES];
            int64_t count = branch_export(&tree, before);
            branch_hang(&tree, top, under, (double)flow_of(row, col), flow_of(row, col));
            before[count++] = (struct arc){row, col + 1, 0};
            qsort(before, (size_t)count, sizeof *before, by_pair);
            assert_int_equal(nodes[top].parent, under);
            assert_arcs_kept(before, count);
        }
        assert_linked();
    }
}

TEST(a_branch_lists_parents_first)
{
    clear(1);
    branch_hang(&tree, N, 0, 0, 1);
    branch_hang(&tree, 1, N, 0, 1);
    branch_hang(&tree, 2, N, 0, 1);
    branch_hang(&tree, N + 1, 2, 0, 1);
    assert_int_equal(branch_collect(&tree, N), 4);
    assert_int_equal(queue[0], N);
    assert_int_equal(queue[3], N + 1);
}

/* root 0 - column N - row 1, then the new arc to column N + 1 - row 2 - column N + 2 */
static void grow_path(int64_t before, int64_t after, int64_t left, int64_t room)
{
    clear(100);
    branch_hang(&tree, N, 0, 0, 5);
    branch_hang(&tree, 1, N, 0, before);
    branch_hang(&tree, 2, N + 2, 0, 3);
    branch_hang(&tree, N + 1, 2, 0, after);
    nodes[0].left = left;
    nodes[N + 2].left = room;
}

static void assert_blocked(int32_t node, int64_t amount)
{
    struct parametric_path path = branch_find_path(&tree, 1, N + 1);
    assert_int_equal(path.blocking, node);
    assert_int_equal(path.amount, amount);
    if (amount == 0)
        return;
    assert_int_equal(path.root, 0);
    assert_int_equal(path.end, N + 2);
}

TEST(the_first_of_the_scarcest_blocks)
{
    grow_path(4, 5, 6, 7);
    assert_blocked(1, 4);
    grow_path(5, 4, 6, 7);
    assert_blocked(N + 1, 4);
    grow_path(5, 6, 4, 7);
    assert_blocked(0, 4);
    grow_path(5, 6, 7, 4);
    assert_blocked(N + 2, 4);
    grow_path(4, 4, 4, 4);
    assert_blocked(0, 4);
    grow_path(4, 4, 5, 4);
    assert_blocked(1, 4);
    grow_path(5, 4, 5, 4);
    assert_blocked(N + 1, 4);
    grow_path(5, 0, 5, 0);
    assert_blocked(N + 1, 0);
    grow_path(5, 1, 5, 0);
    assert_blocked(N + 2, 0);
}

TEST(a_push_takes_from_rows_and_columns_alike)
{
    grow_path(4, 5, 6, 7);
    struct parametric_path path = branch_find_path(&tree, 1, N + 1);
    branch_push(&tree, &path);
    assert_int_equal(nodes[0].left, 2);
    assert_int_equal(nodes[N].flow, 9);
    assert_int_equal(nodes[1].flow, 0);
    assert_int_equal(nodes[N + 1].flow, 1);
    assert_int_equal(nodes[2].flow, 7);
    assert_int_equal(nodes[N + 2].left, 3);
}
