/* test_atoms.c - a mixture of vertices, and the weights it is made with. */
#include "base/random.h"
#include "gromov/atoms.h"
#include "test.h"

enum { N = 4, M = 3, SIZE = N * M };

struct fixture {
    struct control control;
    struct arena arena;
    struct atoms atoms;
    parot_plan vertex; /* scratch */
};

static void open_fixture(struct fixture *it)
{
    *it = (struct fixture){0};
    assert_ok(control_init(&it->control, NULL, &err));
    for (int pass = 0; pass < 2; pass++) {
        atoms_layout(&it->atoms, N, M, &it->arena);
        sparse_layout(&it->vertex, N, M, N + M + 1, &it->arena);
        if (pass == 0)
            assert_ok(arena_open(&it->arena, &it->control, &err));
    }
}

/* Number k: two entries. */
static const parot_plan *vertex_of(struct fixture *it, int32_t k)
{
    it->vertex.count = 0;
    sparse_put(&it->vertex, 0, k % M, 0.25);
    sparse_put(&it->vertex, 1 + k / M % 3, k / (3 * M) % M, 0.25 + k);
    return &it->vertex;
}

static void assert_mixture(struct fixture *it, const double *expected)
{
    double dense[SIZE], total = 0;
    atoms_spread(&it->atoms, dense);
    for (int k = 0; k < SIZE; k++)
        assert_close(dense[k], expected[k], 1e-14);
    for (int32_t k = 0; k < it->atoms.count; k++) {
        assert_true(it->atoms.weight[k] > 0);
        total += it->atoms.weight[k];
    }
    assert_close(total, 1, 1e-14);
}

TEST(steps_and_exchanges_keep_the_mixture)
{
    struct fixture it;
    double expected[SIZE] = {0}, cost[SIZE];
    open_fixture(&it);
    atoms_reset(&it.atoms, vertex_of(&it, 0));
    sparse_add_to(expected, 1, vertex_of(&it, 0));
    for (int32_t round = 0; round < 60; round++) {
        int32_t k = round * 7 % 11;
        double step = random_uniform(1, RANDOM_TEST, (uint64_t)round);
        if (round % 2) {
            for (int e = 0; e < SIZE; e++)
                expected[e] *= 1 - step;
            sparse_add_to(expected, step, vertex_of(&it, k));
            atoms_mix(&it.atoms, vertex_of(&it, k), step);
        } else {
            for (int e = 0; e < SIZE; e++)
                cost[e] = random_uniform(2, RANDOM_TEST, (uint64_t)(round * SIZE + e));
            parot_matrix gradient = {cost, N, M, M};
            int32_t worst = atoms_worst(&it.atoms, gradient);
            for (int32_t a = 0; a < it.atoms.count; a++)
                assert_true(sparse_inner(gradient, &it.atoms.vertex[a]) <=
                            sparse_inner(gradient, &it.atoms.vertex[worst]));
            double weight = it.atoms.weight[worst] * (round % 4 ? 0.5 : 1);
            sparse_add_to(expected, -weight, &it.atoms.vertex[worst]);
            sparse_add_to(expected, weight, vertex_of(&it, k));
            atoms_move(&it.atoms, worst, vertex_of(&it, k), weight);
        }
        assert_mixture(&it, expected);
        assert_true(it.atoms.is_known && it.atoms.count <= 11);
    }
    block_free(it.arena.block);
}

TEST(too_many_are_no_longer_known)
{
    struct fixture it;
    open_fixture(&it);
    atoms_reset(&it.atoms, vertex_of(&it, 0));
    for (int32_t k = 1; k < MOST_ATOMS; k++) {
        atoms_mix(&it.atoms, vertex_of(&it, k), 0.1);
        assert_true(it.atoms.is_known);
    }
    atoms_mix(&it.atoms, vertex_of(&it, MOST_ATOMS), 0.1);
    assert_false(it.atoms.is_known);
    atoms_reset(&it.atoms, vertex_of(&it, 1));
    assert_true(it.atoms.is_known && it.atoms.count == 1);
    block_free(it.arena.block);
}
