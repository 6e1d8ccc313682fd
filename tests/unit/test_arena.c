/* test_arena.c - blocks go back to where they came from; arrays are aligned and do not overlap. */
#include "base/arena.h"
#include "test.h"

enum { CACHE_LINE = 64, MOST_BLOCKS = 16 };

/* An allocator that keeps accounts and hands out addresses of any alignment. */
struct ledger {
    int allocated, released, refuses;
    size_t offset; /* of what it hands out within what malloc gave */
    void *held[MOST_BLOCKS];
};

static void *allocate(size_t bytes, void *user)
{
    struct ledger *ledger = user;
    if (ledger->refuses)
        return NULL;
    char *block = malloc(bytes + ledger->offset);
    ledger->held[ledger->allocated++] = block + ledger->offset;
    return block + ledger->offset;
}

static void release(void *block, void *user)
{
    struct ledger *ledger = user;
    for (int k = 0; k < ledger->allocated; k++)
        if (ledger->held[k] == block) {
            ledger->held[k] = NULL;
            ledger->released++;
            free((char *)block - ledger->offset);
            return;
        }
    fail_msg("released a block that was never handed out");
}

static struct control control_with(struct ledger *ledger)
{
    struct control control;
    DEFAULTS(parot_run, run);
    run.alloc = ledger ? allocate : NULL;
    run.release = ledger ? release : NULL;
    run.user = ledger;
    assert_ok(control_init(&control, &run, &err));
    return control;
}

static int is_aligned(const void *address)
{
    return (uintptr_t)address % CACHE_LINE == 0;
}

static int is_zero(const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t k = 0; k < count; k++)
        if (byte[k])
            return 0;
    return 1;
}

/* Arrays of awkward sizes, one of them empty. */
struct arrays {
    double *doubles;
    char *letters;
    int32_t *none;
    int32_t *integers;
};
enum { DOUBLES = 13, LETTERS = 65, INTEGERS = 3 };

static void layout(struct arrays *arrays, struct arena *arena)
{
    arrays->doubles = arena_take(arena, DOUBLES, sizeof(double));
    arrays->letters = arena_take(arena, LETTERS, 1);
    arrays->none = arena_take(arena, 0, sizeof(int32_t));
    arrays->integers = arena_take(arena, INTEGERS, sizeof(int32_t));
}

TEST(measuring_hands_out_nothing)
{
    struct arena arena = {0};
    struct arrays arrays;
    layout(&arrays, &arena);
    assert_null(arrays.doubles);
    assert_null(arrays.letters);
    assert_null(arrays.integers);
    assert_true(arena.used >= DOUBLES * sizeof(double) + LETTERS + INTEGERS * sizeof(int32_t));
    assert_false(arena.overflow);
}

TEST(the_second_layout_uses_what_the_first_measured)
{
    struct control control = control_with(NULL);
    struct arena arena = {0};
    struct arrays arrays;
    layout(&arrays, &arena);
    size_t measured = arena.used;
    assert_ok(arena_open(&arena, &control, &err));
    assert_int_equal(arena.used, 0);
    layout(&arrays, &arena);
    assert_int_equal(arena.used, measured);
    assert_int_equal(control.allocations, 1);
    block_free(arena.block);
}

TEST(arrays_are_aligned_zeroed_and_apart)
{
    struct control control = control_with(NULL);
    struct arena arena = {0};
    struct arrays arrays;
    layout(&arrays, &arena);
    assert_ok(arena_open(&arena, &control, &err));
    layout(&arrays, &arena);
    assert_true(is_aligned(arrays.doubles) && is_aligned(arrays.letters));
    assert_true(is_aligned(arrays.none) && is_aligned(arrays.integers));
    assert_true(is_zero(arena.block, arena.used));
    memset(arrays.doubles, 1, DOUBLES * sizeof(double));
    memset(arrays.integers, 3, INTEGERS * sizeof(int32_t));
    assert_true(is_zero(arrays.letters, LETTERS));
    memset(arrays.letters, 2, LETTERS);
    assert_int_equal(((char *)arrays.doubles)[DOUBLES * sizeof(double) - 1], 1);
    assert_int_equal(((char *)arrays.integers)[0], 3);
    block_free(arena.block);
}

TEST(an_arena_of_nothing_can_be_opened)
{
    struct control control = control_with(NULL);
    struct arena arena = {0};
    assert_ok(arena_open(&arena, &control, &err));
    assert_true(is_aligned(arena.block));
    block_free(arena.block);
}

static void refuse_to_open(struct arena arena)
{
    struct ledger ledger = {0};
    struct control control = control_with(&ledger);
    assert_true(arena.overflow);
    assert_refused(arena_open(&arena, &control, &err), PAROT_ENOMEM, "overflows");
    assert_null(arena.block);
    assert_int_equal(ledger.allocated, 0);
}

TEST(sizes_that_do_not_fit_are_refused)
{
    struct arena negative = {0}, product = {0}, sum = {0}, rounded = {0};
    assert_null(arena_take(&negative, -1, 1));
    refuse_to_open(negative);
    assert_null(arena_take(&product, INT64_MAX / 2, sizeof(double)));
    refuse_to_open(product);
    for (int k = 0; k < 3; k++)
        assert_null(arena_take(&sum, INT64_MAX, 1));
    refuse_to_open(sum);
    assert_null(arena_take(&rounded, 1, SIZE_MAX));
    refuse_to_open(rounded);
}

TEST(an_overflow_is_not_forgotten)
{
    struct arena arena = {0};
    assert_null(arena_take(&arena, INT64_MAX, sizeof(double)));
    assert_null(arena_take(&arena, 1, 1));
    refuse_to_open(arena);
}

TEST(a_refused_allocation_leaves_nothing)
{
    struct ledger ledger = {.refuses = 1};
    struct control control = control_with(&ledger);
    struct arena arena = {0};
    assert_null(block_alloc(&control, 100));
    assert_null(arena_take(&arena, 1000, sizeof(double)));
    assert_refused(arena_open(&arena, &control, &err), PAROT_ENOMEM, "8000 bytes");
    assert_null(arena.block);
    assert_int_equal(control.allocations, 0);
    block_free(arena.block);
    assert_int_equal(ledger.released, 0);
}

TEST(a_block_larger_than_memory_is_refused)
{
    struct ledger ledger = {0};
    struct control control = control_with(&ledger);
    assert_null(block_alloc(&control, SIZE_MAX));
    assert_null(block_alloc(&control, SIZE_MAX - CACHE_LINE));
    assert_int_equal(ledger.allocated, 0);
}

TEST(blocks_are_aligned_whatever_the_allocator_returns)
{
    for (size_t offset = 0; offset <= 2 * CACHE_LINE; offset++) {
        struct ledger ledger = {.offset = offset};
        struct control control = control_with(&ledger);
        char *block = block_alloc(&control, 100);
        assert_true(is_aligned(block));
        memset(block, 0xff, 100); /* the sanitizer watches both ends */
        block_free(block);
        assert_int_equal(ledger.released, 1);
    }
}

TEST(blocks_outlive_the_run_that_made_them)
{
    struct ledger ledger = {0};
    struct control control = control_with(&ledger);
    void *first = block_alloc(&control, 1), *second = block_alloc(&control, 0);
    assert_int_equal(control.allocations, 2);
    memset(&control, 0, sizeof control);
    block_free(first);
    block_free(second);
    assert_int_equal(ledger.released, 2);
}

TEST(freeing_nothing_does_nothing)
{
    block_free(NULL);
}

TEST(products_of_sizes_are_exact_or_refused)
{
    int64_t product = 0;
    assert_true(multiply_sizes(0, INT64_MAX, &product));
    assert_int_equal(product, 0);
    assert_true(multiply_sizes(INT64_MAX, 1, &product));
    assert_int_equal(product, INT64_MAX);
    assert_true(multiply_sizes(INT64_C(3037000499), INT64_C(3037000499), &product));
    assert_int_equal(product, INT64_C(9223372030926249001));
    assert_false(multiply_sizes(INT64_C(3037000500), INT64_C(3037000500), &product));
    assert_false(multiply_sizes(INT64_MAX, 2, &product));
}
