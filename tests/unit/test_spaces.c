/* test_spaces.c - distances are borrowed when they can be, and changed only as they must. */
#include "gromov/spaces.h"
#include "test.h"

enum { N = 3 };

static const double EVEN[N * N] = {0, 1, 2, 1, 0, 3, 2, 3, 0};

struct opened {
    struct control control;
    struct spaces spaces;
    struct tensor tensor;
};

static void open_spaces(struct opened *it, const double *source, const double *target,
                        parot_loss loss)
{
    const parot_gromov_problem problem = {
        .source = {source, N, N, N}, .target = {target, N, N, N}, .loss = loss};
    *it = (struct opened){0};
    assert_ok(control_init(&it->control, NULL, &err));
    assert_ok(spaces_check(&it->spaces, &problem, &it->control, &err));
    assert_ok(spaces_open(&it->spaces, &problem, &it->tensor, &it->control, &err));
}

TEST(symmetric_matrices_are_used_in_place)
{
    struct opened it;
    open_spaces(&it, EVEN, EVEN, PAROT_LOSS_SQUARE);
    assert_ptr_equal(it.tensor.source.even, EVEN);
    assert_null(it.tensor.source.odd);
    assert_null(it.spaces.memory);
    assert_int_equal(it.control.allocations, 0);
}

TEST(rounding_is_averaged_out)
{
    struct opened it;
    double nearly[N * N];
    memcpy(nearly, EVEN, sizeof nearly);
    nearly[1] = 1 + 1e-15;
    open_spaces(&it, nearly, EVEN, PAROT_LOSS_SQUARE);
    assert_null(it.tensor.source.odd);
    assert_true(it.tensor.source.even[1] == it.tensor.source.even[3]);
    assert_true(it.spaces.asymmetry[0] > 0 && it.spaces.asymmetry[0] < 1e-15);
    assert_true(it.spaces.asymmetry[1] == 0);
    block_free(it.spaces.memory);
}

TEST(other_matrices_are_cut_into_two_parts)
{
    struct opened it;
    double general[N * N];
    memcpy(general, EVEN, sizeof general);
    general[1] = 5;
    open_spaces(&it, general, EVEN, PAROT_LOSS_SQUARE);
    const struct space *space = &it.tensor.source;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            assert_true(space->even[i * N + k] + space->odd[i * N + k] == general[i * N + k]);
            assert_true(space->even[i * N + k] == space->even[k * N + i]);
            assert_true(space->odd[i * N + k] == -space->odd[k * N + i]);
        }
    block_free(it.spaces.memory);
}
