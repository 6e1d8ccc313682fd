/* storm_small.c - what is small: names of values, functions that fill, free, or only answer. */
#include "check_enum.h"
#include "register.h"

TEST(names_of_every_enum_are_listed_and_read_back)
{
    ENUMS(CHECK_ENUM)
}

/* ---- Functions that fill, and that free ---------------------------------- */

/* All of a struct, twice the same; of a shorter one no more than there is. */
static void check_init(const struct kind *kind)
{
    char once[1024], twice[1024];
    memset(once, 0xff, sizeof once);
    memset(twice, 0, sizeof twice);
    kind->init(once, kind->size);
    kind->init(twice, kind->size);
    assert_memory_equal(once, twice, kind->size);
    kind->init(twice, kind->size);
    assert_memory_equal(once, twice, kind->size);
    assert_memory_equal(once, &kind->size, sizeof kind->size);
    memset(twice, 0xff, sizeof twice);
    kind->init(twice, 16);
    assert_memory_equal(twice + sizeof(size_t), once + sizeof(size_t), 16 - sizeof(size_t));
    for (size_t b = 16; b < sizeof twice; b++)
        assert_int_equal((unsigned char)twice[b], 0xff);
}

#define CHECK_INIT(type) check_init(&type##_kind);
TEST(every_init_fills_the_struct_and_nothing_else)
{
    OPTIONS(CHECK_INIT)
}

/* Of nothing, and of a struct of zeros, twice. */
static void check_free(const struct kind *kind)
{
    static const char zeros[4096];
    char room[4096] = {0};
    kind->free(NULL);
    kind->free(room);
    kind->free(room);
    assert_memory_equal(room, zeros, sizeof zeros);
}

#define CHECK_FREE(type) check_free(&type##_kind);
TEST(every_free_accepts_nothing)
{
    RESULTS(CHECK_FREE)
    check_free(&parot_solver_handle_kind);
    check_free(&parot_ranks_handle_kind);
}

TEST(what_only_answers_answers_the_truth)
{
    int wrong = 0;
    for (const struct truth *truth = register_truths(); truth; truth = truth->next) {
        if (truth->is_true())
            continue;
        print_error("%s: what the register says of it is not true\n", truth->name);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

STORM(12, 9)
