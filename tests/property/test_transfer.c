/* test_transfer.c - means and labels along a plan against their definitions, row by row. */
#include "test.h"

enum { ROWS = 4, COLS = 3, COUNT = 5 };

static int32_t row[COUNT] = {2, 0, 0, 3, 2}, col[COUNT] = {2, 0, 1, 1, 0}; /* in no order */
static double mass[COUNT] = {0.5, 0.25, 0.75, 0.1, 1.5};
static const double y[COLS * 2] = {0, 1, 4, 5, -2, 8};

static parot_plan plan_of(void)
{
    return (parot_plan){ROWS, COLS, COUNT, row, col, mass};
}

TEST(rows_go_to_the_mean_of_their_targets)
{
    parot_plan plan = plan_of();
    double to[ROWS * 2], moved[ROWS];
    assert_ok(parot_barycentric(&plan, (parot_matrix){y, COLS, 2, 2}, to, moved, &err));
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < 2; k++) {
            double sum = 0, weight = 0;
            for (int e = 0; e < COUNT; e++)
                if (row[e] == i) {
                    sum += mass[e] * y[col[e] * 2 + k];
                    weight += mass[e];
                }
            assert_close(moved[i], weight, 1e-15);
            if (weight > 0)
                assert_close(to[i * 2 + k], sum / weight, 1e-15);
            else
                assert_true(isnan(to[i * 2 + k]));
        }
}

TEST(masses_of_any_size_have_a_mean)
{
    int32_t zero[2] = {0, 0}, both[2] = {0, 1};
    double huge[2] = {1e308, 1e308}, far[4] = {1e300, 1, -1e300, 3}, to[2];
    parot_plan plan = {1, 2, 2, zero, both, huge};
    assert_ok(parot_barycentric(&plan, (parot_matrix){far, 2, 2, 2}, to, NULL, &err));
    assert_true(to[0] == 0 && to[1] == 2);
}

TEST(rows_get_the_label_of_most_of_their_mass)
{
    parot_plan plan = plan_of();
    const int32_t known[COLS] = {1, 0, -1};
    double share[ROWS * 2];
    int32_t label[ROWS];
    const double expected[ROWS * 2] = {0.75, 0.25, 0, 0, 0, 0.75, 1, 0};
    assert_ok(parot_transfer_labels(&plan, known, 2, share, label, &err));
    for (int k = 0; k < ROWS * 2; k++)
        assert_close(share[k], expected[k], 1e-15);
    assert_true(label[0] == 0 && label[1] == -1 && label[2] == 1 && label[3] == 0);
    int32_t again[ROWS];
    assert_ok(parot_transfer_labels(&plan, known, 2, NULL, again, &err));
    assert_memory_equal(label, again, sizeof label);
}

TEST(what_has_no_meaning_is_refused)
{
    parot_plan plan = plan_of();
    int32_t label[ROWS];
    double to[ROWS * 2];
    const int32_t known[COLS] = {1, 0, 2};
    assert_refused(parot_transfer_labels(&plan, known, 2, NULL, label, &err), PAROT_EINVAL,
                   "known: must be from 0 to 1, or -1 for unknown; got 2 at 2");
    assert_refused(parot_barycentric(&plan, (parot_matrix){y, 2, 2, 2}, to, NULL, &err),
                   PAROT_ESHAPE, "");
    mass[1] = -1;
    assert_refused(parot_barycentric(&plan, (parot_matrix){y, COLS, 2, 2}, to, NULL, &err),
                   PAROT_EINVAL, "");
    mass[1] = 0.25;
}
