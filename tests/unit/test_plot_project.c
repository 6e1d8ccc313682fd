/* test_plot_project.c - points in the plane, by the definition of principal axes; samples. */
#include "test.h"

#include "base/random.h"
#include "plot/figures/thin_out.h"
#include "plot/project.h"

enum { ROWS = 60, DIMS = 7 };

static double cloud[2][ROWS * DIMS], flat[2][2 * ROWS];
static double *const planes[2] = {flat[0], flat[1]};

static struct view look(const parot_matrix *matrices, const char *const *columns)
{
    struct view view;
    struct clouds clouds = {matrices, planes, 2, columns};
    assert_ok(project(&clouds, &view, &err));
    return view;
}

/* Two directions with variances 9 and 4 of the first and third coordinates, turned; the rest 0.01.
 */
static void make_clouds(void)
{
    const double spread[DIMS] = {3, 0.1, 2, 0.1, 0.1, 0.1, 0.1};
    for (int c = 0; c < 2; c++)
        for (int k = 0; k < ROWS * DIMS; k++)
            cloud[c][k] =
                5 + c + spread[k % DIMS] * random_normal((uint64_t)c, RANDOM_TEST, (uint64_t)k);
}

TEST(few_coordinates_stay_what_they_are)
{
    static const char *const names[] = {"height", "weight"};
    make_clouds();
    parot_matrix two[2] = {{cloud[0], ROWS, 2, DIMS}, {cloud[1], ROWS, 2, DIMS}};
    struct view view = look(two, names);
    assert_string_equal(view_label(&view, 0), "height");
    assert_string_equal(view_label(&view, 1), "weight");
    for (int i = 0; i < ROWS; i++)
        assert_true(flat[1][2 * i] == cloud[1][DIMS * i] &&
                    flat[1][2 * i + 1] == cloud[1][DIMS * i + 1]);
    parot_matrix one[2] = {{cloud[0], ROWS, 1, DIMS}, {cloud[1], ROWS, 1, DIMS}};
    look(one, NULL);
    for (int i = 0; i < ROWS; i++)
        assert_true(flat[0][2 * i] == cloud[0][DIMS * i] && flat[0][2 * i + 1] != flat[1][1]);
}

/* An orthographic view: linear, and its directions are those of three orthonormal axes. */
TEST(three_coordinates_are_seen_from_one_place)
{
    make_clouds();
    parot_matrix three[2] = {{cloud[0], ROWS, 3, DIMS}, {cloud[1], ROWS, 3, DIMS}};
    struct view view = look(three, NULL);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += view.direction[k][a] * view.direction[k][b];
            assert_close(sum, a == b, 1e-12);
        }
    for (int i = 0; i < ROWS; i++)
        for (int a = 0; a < 2; a++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += view.direction[k][a] * cloud[1][DIMS * i + k];
            assert_close(flat[1][2 * i + a], sum, 1e-12);
        }
}

/* The plane keeps as much of the variance as the two coordinates that have nearly all of it, its
 * axes are uncorrelated, and the first has more than the second. */
TEST(many_coordinates_keep_their_largest_variances)
{
    make_clouds();
    parot_matrix many[2] = {{cloud[0], ROWS, DIMS, DIMS}, {cloud[1], ROWS, DIMS, DIMS}};
    struct view view = look(many, NULL);
    double mean[DIMS] = {0}, kept[2][2] = {{0}}, best = 0;
    for (int c = 0; c < 2; c++)
        for (int k = 0; k < ROWS * DIMS; k++)
            mean[k % DIMS] += cloud[c][k] / (2 * ROWS);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < ROWS; i++) {
            for (int a = 0; a < 4; a++)
                kept[a / 2][a % 2] += flat[c][2 * i + a / 2] * flat[c][2 * i + a % 2];
            best += pow(cloud[c][DIMS * i] - mean[0], 2) + pow(cloud[c][DIMS * i + 2] - mean[2], 2);
        }
    assert_true(kept[0][0] + kept[1][1] >= best * (1 - 1e-6));
    assert_true(kept[0][0] > kept[1][1]);
    assert_true(fabs(kept[0][1]) < 1e-3 * kept[0][0]);
    assert_non_null(strstr(view_label(&view, 0), "principal axis 1 ("));
    assert_non_null(strstr(view_label(&view, 1), " %)"));
}

/* Two rows far away, along a coordinate that hardly varies otherwise: all others keep their
 * distances along both axes. */
TEST(far_rows_do_not_turn_the_axes)
{
    make_clouds();
    parot_matrix many[2] = {{cloud[0], ROWS, DIMS, DIMS}, {cloud[1], ROWS, DIMS, DIMS}};
    double before[2 * ROWS];
    look(many, NULL);
    memcpy(before, flat[0], sizeof before);
    cloud[1][DIMS + 4] = 1e5;
    cloud[1][2 * DIMS + 4] = -2e5;
    look(many, NULL);
    for (int i = 1; i < ROWS; i++)
        for (int a = 0; a < 2; a++)
            assert_true(fabs(fabs(flat[0][2 * i + a] - flat[0][a]) -
                             fabs(before[2 * i + a] - before[a])) < 0.3);
    assert_true(fabs(flat[1][4]) > 100); /* they are projected as all others are */
}

TEST(huge_and_equal_points_are_no_trouble)
{
    static double huge[2][2 * DIMS];
    parot_matrix equal[2] = {{huge[0], 2, DIMS, DIMS}, {huge[1], 2, DIMS, DIMS}};
    look(equal, NULL);
    for (int k = 0; k < 4; k++)
        assert_true(flat[0][k] == 0);
    for (int k = 0; k < DIMS; k++)
        huge[0][k] = 1e307 * (k - 2);
    look(equal, NULL);
    for (int k = 0; k < 4; k++)
        assert_true(isfinite(flat[0][k]) && isfinite(flat[1][k]));
}

TEST(samples_are_even_and_within_their_blocks)
{
    for (int64_t count = 0; count < 400; count += 7)
        for (int64_t most = 1; most < 60; most += 5) {
            struct sample sample = sample_of(count, most);
            assert_true(sample.size <= most && (count <= most ? sample.size == count : 1));
            for (int64_t k = 0; k < sample.size; k++) {
                int64_t at = sample_at(&sample, k);
                assert_true(at >= k * sample.block && at < (k + 1) * sample.block && at < count);
            }
        }
}

/* Rows that alternate between two classes: about half of each is in the sample. */
TEST(samples_do_not_follow_a_rhythm)
{
    struct sample sample = sample_of(20000, 5000);
    int64_t even = 0;
    for (int64_t k = 0; k < sample.size; k++)
        even += sample_at(&sample, k) % 2 == 0;
    assert_int_equal(sample.size, 5000);
    assert_true(llabs(2 * even - sample.size) < 6 * sqrt((double)sample.size));
}
