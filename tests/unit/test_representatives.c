/* test_representatives.c - parents against the definition of the nearest profile. */
#include "transport/simplex/representatives.h"

#include "instances.h"
#include "test.h"

enum { COUNT = 500, OTHERS = 40, DRAWN = 150 };

struct family {
    double cost[COUNT * OTHERS];
    int32_t node[DRAWN], other[OTHERS / 2];
    struct representatives representatives;
    struct arena arena;
};

/* Points on a line towards others on the line: alike means near. */
static void open_family(struct family *family)
{
    struct control control;
    *family = (struct family){0};
    for (int32_t k = 0; k < COUNT; k++)
        for (int32_t l = 0; l < OTHERS; l++)
            family->cost[k * OTHERS + l] =
                fabs(test_uniform(1, (uint64_t)k) - test_uniform(2, (uint64_t)l));
    for (int32_t r = 0; r < DRAWN; r++)
        family->node[r] = 3 * r + 1;
    for (int32_t l = 0; l < OTHERS / 2; l++)
        family->other[l] = 2 * l;
    assert_ok(control_init(&control, NULL, &err));
    representatives_layout(&family->representatives, COUNT, DRAWN, &family->arena);
    assert_ok(arena_open(&family->arena, &control, &err));
    representatives_layout(&family->representatives, COUNT, DRAWN, &family->arena);
}

static double distance(const struct family *family, int32_t a, int32_t b)
{
    double sum = 0;
    for (int l = 0; l < 8; l++) {
        int32_t mark = family->other[l * (OTHERS / 2) / 8];
        sum += fabs(family->cost[a * OTHERS + mark] - family->cost[b * OTHERS + mark]);
    }
    return sum;
}

TEST(a_node_has_the_parent_most_like_it)
{
    static struct family family;
    open_family(&family);
    struct side side = {family.cost, OTHERS, 1, COUNT, OTHERS};
    representatives_find(&family.representatives, side, family.node, DRAWN, family.other,
                         OTHERS / 2, 2);
    for (int32_t k = 0; k < COUNT; k++) {
        int32_t parent = family.representatives.parent[k];
        assert_in_range(parent, 0, DRAWN - 1);
        for (int32_t r = 0; r < DRAWN; r++)
            assert_true(distance(&family, k, family.node[parent]) <=
                        distance(&family, k, family.node[r]));
    }
    for (int32_t r = 0; r < DRAWN; r++)
        assert_int_equal(family.representatives.parent[family.node[r]], r);
    block_free(family.arena.block);
}

TEST(both_sides_of_a_matrix_are_read_alike)
{
    static struct family family;
    static double turned[OTHERS * COUNT];
    int32_t parent[COUNT];
    open_family(&family);
    for (int32_t k = 0; k < COUNT; k++)
        for (int32_t l = 0; l < OTHERS; l++)
            turned[l * COUNT + k] = family.cost[k * OTHERS + l];
    struct side side = {family.cost, OTHERS, 1, COUNT, OTHERS},
                other = {turned, 1, COUNT, COUNT, OTHERS};
    representatives_find(&family.representatives, side, family.node, DRAWN, family.other,
                         OTHERS / 2, 1);
    memcpy(parent, family.representatives.parent, sizeof parent);
    representatives_find(&family.representatives, other, family.node, DRAWN, family.other,
                         OTHERS / 2, 3);
    assert_memory_equal(parent, family.representatives.parent, sizeof parent);
    block_free(family.arena.block);
}

/* Equal profiles, and profiles infinitely far from each other, have parents too. */
TEST(ties_and_overflow_have_a_parent)
{
    static struct family family;
    open_family(&family);
    struct side side = {family.cost, OTHERS, 1, COUNT, OTHERS};
    for (int round = 0; round < 2; round++) {
        for (int32_t k = 0; k < COUNT * OTHERS; k++)
            family.cost[k] = round == 0 ? 1 : k / OTHERS % 2 ? 1e308 : -1e308;
        representatives_find(&family.representatives, side, family.node, DRAWN, family.other,
                             OTHERS / 2, 1);
        for (int32_t k = 0; k < COUNT; k++)
            assert_in_range(family.representatives.parent[k], 0, DRAWN - 1);
    }
    block_free(family.arena.block);
}

/* Points in a cube of so many dimensions, towards others in it. */
static double looseness_in(int dims)
{
    static double cost[COUNT * OTHERS];
    for (int32_t k = 0; k < COUNT; k++)
        for (int32_t l = 0; l < OTHERS; l++) {
            cost[k * OTHERS + l] = 0;
            for (int d = 0; d < dims; d++)
                cost[k * OTHERS + l] += pow(test_uniform(3, (uint64_t)(k * 64 + d)) -
                                                test_uniform(4, (uint64_t)(l * 64 + d)),
                                            2);
        }
    return representatives_looseness((struct side){cost, OTHERS, 1, COUNT, OTHERS});
}

TEST(costs_are_the_looser_the_more_dimensions_they_come_from)
{
    double one = looseness_in(1), two = looseness_in(2), four = looseness_in(4);
    assert_true(one < 0.03 && one < two && two < 0.15 && two < four);
    assert_true(looseness_in(20) > 0.2);
}
