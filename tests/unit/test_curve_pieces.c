/* test_curve_pieces.c - pieces in order, equal slopes together, room for any number. */
#include "partial/curve_pieces.h"

#include "test.h"

TEST(slopes_that_differ_by_rounding_make_one_piece)
{
    struct control control;
    struct curve_pieces pieces;
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(pieces_init(&pieces, 1, &control, &err));
    assert_ok(pieces_add(&pieces, 3, 0.3, &control, &err));
    assert_ok(pieces_add(&pieces, 4, 0.1 + 0.2, &control, &err));
    assert_ok(pieces_add(&pieces, 5, 0.31, &control, &err));
    assert_int_equal(pieces.count, 2);
    assert_int_equal(pieces.piece[0].amount, 7);
    assert_true(pieces.piece[0].slope == 0.3 && pieces.piece[1].slope == 0.31);
    pieces_free(&pieces);
    pieces_free(&pieces);
}

TEST(slopes_that_are_exact_stay_apart)
{
    struct control control;
    FREED_BY(pieces_free) struct curve_pieces pieces = {0};
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(pieces_init(&pieces, 4, &control, &err));
    assert_ok(pieces_add(&pieces, 1, -1e20, &control, &err));
    pieces_restart(&pieces, 1);
    assert_ok(pieces_add(&pieces, 2, -1e20, &control, &err));
    assert_ok(pieces_add(&pieces, 3, 0.3, &control, &err));
    assert_ok(pieces_add(&pieces, 4, 0.1 + 0.2, &control, &err));
    assert_ok(pieces_add(&pieces, 5, 0.1 + 0.2, &control, &err));
    assert_int_equal(pieces.count, 3);
    assert_int_equal(pieces.piece[0].amount, 2);
    assert_int_equal(pieces.piece[2].amount, 9);
}

TEST(it_grows)
{
    struct control control;
    FREED_BY(pieces_free) struct curve_pieces pieces = {0};
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(pieces_init(&pieces, 2, &control, &err));
    for (int64_t k = 0; k < 1000; k++)
        assert_ok(pieces_add(&pieces, k + 1, (double)k - 500, &control, &err));
    assert_int_equal(pieces.count, 1000);
    for (int64_t k = 0; k < 1000; k++)
        assert_int_equal(pieces.piece[k].amount, k + 1);
}
