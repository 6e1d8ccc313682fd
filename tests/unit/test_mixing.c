/* test_mixing.c - mixing against what affine maps allow: their fixed point in few steps. */
#include "gromov/mixing.h"
#include "test.h"

enum { SIZE = 40, MODES = 5 };

struct bed {
    struct control control;
    struct arena arena;
    struct mixing mixing;
    double x[SIZE], g[SIZE];
};

static void open_bed(struct bed *bed)
{
    *bed = (struct bed){0};
    assert_ok(control_init(&bed->control, NULL, &err));
    mixing_layout(&bed->mixing, SIZE, &bed->arena);
    assert_ok(arena_open(&bed->arena, &bed->control, &err));
    mixing_layout(&bed->mixing, SIZE, &bed->arena);
}

/* g_k(x) = r_k x_k + (1 - r_k) k has the fixed point k; rates r_k of MODES kinds up to 0.999. */
static double apply(struct bed *bed)
{
    static const double rate[MODES] = {0.999, 0.9, 0.5, -0.7, 0.1};
    double worst = 0;
    for (int k = 0; k < SIZE; k++) {
        bed->g[k] = rate[k % MODES] * bed->x[k] + (1 - rate[k % MODES]) * k;
        worst = fmax(worst, fabs(bed->g[k] - bed->x[k]));
    }
    return worst;
}

/* The map alone needs some 20,000 steps for that. */
TEST(few_modes_take_few_steps)
{
    struct bed bed;
    open_bed(&bed);
    for (int step = 0; step < 6 * MODES; step++) {
        apply(&bed);
        mixing_step(&bed.mixing, bed.x, bed.g);
    }
    assert_true(apply(&bed) <= 1e-9);
    for (int k = 0; k < SIZE; k++)
        assert_true(fabs(bed.x[k] - k) <= 1e-6);
    block_free(bed.arena.block);
}

/* The first step has nothing to mix. */
TEST(the_first_step_is_the_map)
{
    struct bed bed;
    open_bed(&bed);
    for (int round = 0; round < 2; round++) {
        apply(&bed);
        mixing_step(&bed.mixing, bed.x, bed.g);
        assert_memory_equal(bed.x, bed.g, sizeof bed.x);
        apply(&bed);
        mixing_step(&bed.mixing, bed.x, bed.g);
        assert_memory_not_equal(bed.x, bed.g, sizeof bed.x);
        mixing_clear(&bed.mixing);
    }
    block_free(bed.arena.block);
}

/* At the fixed point all changes are 0, and so are the equations. */
TEST(nothing_to_do_changes_nothing)
{
    struct bed bed;
    open_bed(&bed);
    for (int k = 0; k < SIZE; k++)
        bed.x[k] = bed.g[k] = k;
    for (int step = 0; step < 4; step++)
        mixing_step(&bed.mixing, bed.x, bed.g);
    assert_memory_equal(bed.x, bed.g, sizeof bed.x);
    block_free(bed.arena.block);
}
