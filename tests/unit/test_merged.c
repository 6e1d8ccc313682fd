/* test_merged.c - equal points share a place, and a plan of places becomes one of their points. */
#include "transport/points/merged.h"

#include "clouds.h"
#include "test.h"

static void open_both(const struct clouds *clouds, struct points *points, struct merged *merged)
{
    struct control control;
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(points_open(points, cloud_x(clouds), cloud_y(clouds), PAROT_METRIC_CITYBLOCK,
                          &control, &err));
    assert_ok(merged_open(merged, points, &control));
}

static int are_equal(const struct points *points, enum points_side side, int32_t i, int32_t j)
{
    const double *x = point_at(points, side, i), *y = point_at(points, side, j);
    for (int32_t k = 0; k < points->dims; k++)
        if (x[k] != y[k])
            return 0;
    return 1;
}

static void check_side(const struct points *points, const struct merged *merged,
                       enum points_side side)
{
    int32_t count = points->side[side].count, places = merged->points.side[side].count;
    assert_int_equal(merged->first[side][0], 0);
    assert_int_equal(merged->first[side][places], count);
    for (int32_t i = 0; i < count; i++) {
        int32_t place = merged->place[side][i];
        assert_true(place >= 0 && place < places);
        assert_memory_equal(point_at(&merged->points, side, place), point_at(points, side, i),
                            (size_t)points->dims * sizeof(double));
        for (int32_t j = 0; j < i; j++)
            assert_int_equal(place == merged->place[side][j], are_equal(points, side, i, j));
    }
    for (int32_t k = 0; k < places; k++)
        for (int32_t at = merged->first[side][k]; at < merged->first[side][k + 1]; at++)
            assert_int_equal(merged->place[side][merged->members[side][at]], k);
}

TEST(points_share_a_place_if_and_only_if_they_are_equal)
{
    static const enum cloud_family families[] = {CLOUD_DUPLICATES, CLOUD_LATTICE, CLOUD_EQUAL};
    for (int f = 0; f < 3; f++)
        for (int64_t dims = 1; dims <= 3; dims++) {
            FREED_BY(clouds_free) struct clouds clouds = clouds_make(families[f], 150, 90, dims, 7);
            FREED_BY(points_close) struct points points = {0};
            FREED_BY(merged_close) struct merged merged = {0};
            open_both(&clouds, &points, &merged);
            assert_non_null(merged.memory);
            check_side(&points, &merged, POINTS_ROWS);
            check_side(&points, &merged, POINTS_COLS);
        }
}

TEST(zeros_of_both_signs_are_one_place)
{
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 2, 1, 2, 1);
    FREED_BY(points_close) struct points points = {0};
    FREED_BY(merged_close) struct merged merged = {0};
    double zeros[] = {0.0, -0.0, -0.0, 0.0};
    memcpy(clouds.x, zeros, sizeof zeros);
    open_both(&clouds, &points, &merged);
    assert_int_equal(merged.points.side[POINTS_ROWS].count, 1);
    assert_int_equal(merged.points.side[POINTS_COLS].count, 1);
}

TEST(different_points_are_left_alone)
{
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 150, 90, 2, 3);
    FREED_BY(points_close) struct points points = {0};
    FREED_BY(merged_close) struct merged merged = {0};
    open_both(&clouds, &points, &merged);
    assert_null(merged.memory);
}

/* The plan of places by the north-west corner: a forest. */
static int64_t fill_corner(const struct units *units, int32_t n, int32_t m, struct arc *arcs)
{
    int64_t count = 0;
    unit_count row = units->row[0], col = units->col[0];
    for (int32_t i = 0, j = 0; i < n && j < m;) {
        unit_count flow = row < col ? row : col;
        if (flow > 0)
            arcs[count++] = (struct arc){i, n + 1 + j, flow};
        row -= flow;
        col -= flow;
        if (row == 0 && ++i < n)
            row = units->row[i];
        else if (col == 0 && ++j < m)
            col = units->col[j];
    }
    return count;
}

enum { ROWS = 150, COLS = 90 };

static void check_deal(const struct merged *merged, const struct units *units,
                       const struct arc *arcs, int64_t count, int64_t dealt)
{
    unit_count row[ROWS] = {0}, col[COLS] = {0}, all = 0, total = 0;
    for (int64_t k = 0; k < count; k++)
        all += arcs[k].flow;
    assert_true(dealt < ROWS + COLS);
    for (int64_t k = 0; k < dealt; k++) {
        const struct arc *arc = &merged->arcs[k];
        assert_true(arc->flow > 0);
        assert_true(k == 0 || arc[-1].row < arc->row ||
                    (arc[-1].row == arc->row && arc[-1].col < arc->col));
        row[arc->row] += arc->flow;
        col[arc->col - ROWS - 1] += arc->flow;
        total += arc->flow;
        int is_known = 0;
        for (int64_t at = 0; at < count && !is_known; at++)
            is_known = arcs[at].row == merged->place[POINTS_ROWS][arc->row] &&
                       arcs[at].col == merged->points.side[POINTS_ROWS].count + 1 +
                                           merged->place[POINTS_COLS][arc->col - ROWS - 1];
        assert_true(is_known);
    }
    assert_true(total == all);
    for (int i = 0; i < ROWS; i++)
        assert_true(row[i] <= units->row[i]);
    for (int j = 0; j < COLS; j++)
        assert_true(col[j] <= units->col[j]);
}

TEST(a_plan_of_places_is_dealt_out_to_the_unit)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct clouds clouds = clouds_make(CLOUD_LATTICE, ROWS, COLS, 1 + seed % 2, seed);
        FREED_BY(points_close) struct points points = {0};
        FREED_BY(merged_close) struct merged merged = {0};
        unit_count row[ROWS], col[COLS];
        struct arc arcs[ROWS + COLS];
        open_both(&clouds, &points, &merged);
        struct units units = {merged.weights[POINTS_ROWS], merged.weights[POINTS_COLS], 0, 1, 0, 0};
        for (uint64_t i = 0; i < ROWS; i++)
            units.mass += units.row[i] = (unit_count)(5 * test_uniform(seed, i));
        for (uint64_t j = 0; j < COLS; j++)
            units.col[j] = (unit_count)(9 * test_uniform(seed, ROWS + j));
        struct units places = {.row = row, .col = col};
        merged_units(&merged, &units, &places);
        int64_t count = fill_corner(&places, merged.points.side[POINTS_ROWS].count,
                                    merged.points.side[POINTS_COLS].count, arcs);
        check_deal(&merged, &units, arcs, count, merged_deal(&merged, &points, arcs, count));
        clouds_free(&clouds);
    }
}

TEST(a_place_never_has_much_more_than_the_mass)
{
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_EQUAL, ROWS, COLS, 2, 1);
    FREED_BY(points_close) struct points points = {0};
    FREED_BY(merged_close) struct merged merged = {0};
    unit_count row[1], col[1];
    open_both(&clouds, &points, &merged);
    struct units units = {
        merged.weights[POINTS_ROWS], merged.weights[POINTS_COLS], (unit_count)1 << 120, 1, 0, 0};
    for (int i = 0; i < ROWS; i++)
        units.row[i] = units.mass;
    units.col[3] = 17;
    struct units places = {.row = row, .col = col};
    merged_units(&merged, &units, &places);
    assert_true(row[0] > units.mass && row[0] < units.mass + (units.mass >> 40));
    assert_true(col[0] == 17);
    assert_true(places.mass == units.mass);
}
