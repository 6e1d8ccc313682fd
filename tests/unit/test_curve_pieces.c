/* test_curve_pieces.c - pieces in order, equal slopes together, room for any number. */
#include "partial/curve_pieces.h"

#include "support.h"

static void slopes_that_differ_by_rounding_make_one_piece(void **state)
{
    (void)state;
    struct control control;
    struct curve curve;
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(curve_init(&curve, 1, &control, &err));
    assert_ok(curve_add(&curve, 3, 0.3, &control, &err));
    assert_ok(curve_add(&curve, 4, 0.1 + 0.2, &control, &err));
    assert_ok(curve_add(&curve, 5, 0.31, &control, &err));
    assert_int_equal(curve.count, 2);
    assert_int_equal(curve.pieces[0].amount, 7);
    assert_true(curve.pieces[0].slope == 0.3 && curve.pieces[1].slope == 0.31);
    curve_free(&curve);
    curve_free(&curve);
}

static void slopes_that_are_exact_stay_apart(void **state)
{
    (void)state;
    struct control control;
    struct curve curve;
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(curve_init(&curve, 4, &control, &err));
    assert_ok(curve_add(&curve, 1, -1e20, &control, &err));
    curve_restart(&curve, 1);
    assert_ok(curve_add(&curve, 2, -1e20, &control, &err));
    assert_ok(curve_add(&curve, 3, 0.3, &control, &err));
    assert_ok(curve_add(&curve, 4, 0.1 + 0.2, &control, &err));
    assert_ok(curve_add(&curve, 5, 0.1 + 0.2, &control, &err));
    assert_int_equal(curve.count, 3);
    assert_int_equal(curve.pieces[0].amount, 2);
    assert_int_equal(curve.pieces[2].amount, 9);
    curve_free(&curve);
}

static void it_grows(void **state)
{
    (void)state;
    struct control control;
    struct curve curve;
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(curve_init(&curve, 2, &control, &err));
    for (int64_t k = 0; k < 1000; k++)
        assert_ok(curve_add(&curve, k + 1, (double)k - 500, &control, &err));
    assert_int_equal(curve.count, 1000);
    for (int64_t k = 0; k < 1000; k++)
        assert_int_equal(curve.pieces[k].amount, k + 1);
    curve_free(&curve);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_that_differ_by_rounding_make_one_piece),
        cmocka_unit_test(slopes_that_are_exact_stay_apart),
        cmocka_unit_test(it_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
