/* test_geodesic.c - parot_geodesic_distances against the recursion of Floyd and Warshall on a graph
 * that is built by its definition; and what such distances are for. */
#include "gromov_answers.h"
#include "test.h"

enum { MOST = 60 };

static double apart(parot_matrix x, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t k = 0; k < x.cols; k++)
        sum += pow(x.data[i * x.stride + k] - x.data[j * x.stride + k], 2);
    return sqrt(sum);
}

/* How many others are nearer to i than j is. */
static int64_t rank_of(parot_matrix x, int64_t i, int64_t j)
{
    int64_t rank = 0;
    for (int64_t k = 0; k < x.rows; k++)
        rank += k != i && k != j && apart(x, i, k) < apart(x, i, j);
    return rank;
}

static void floyd_warshall(double *length, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                length[i * n + j] = fmin(length[i * n + j], length[i * n + k] + length[k * n + j]);
}

/* The shortest pair without a path gets an edge, until there is none; returns how many. */
static int64_t join_by_definition(parot_matrix x, double *length, int64_t n)
{
    for (int64_t joined = 0;; joined++) {
        int64_t best = -1;
        floyd_warshall(length, n);
        for (int64_t k = 0; k < n * n; k++)
            if (isinf(length[k]) &&
                (best < 0 || apart(x, k / n, k % n) < apart(x, best / n, best % n)))
                best = k;
        if (best < 0)
            return joined;
        length[best] = length[best % n * n + best / n] = apart(x, best / n, best % n);
    }
}

static int64_t by_definition(parot_matrix x, int64_t neighbours, double *length)
{
    int64_t n = x.rows;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            length[i * n + j] = i == j ? 0
                                : rank_of(x, i, j) < neighbours || rank_of(x, j, i) < neighbours
                                    ? apart(x, i, j)
                                    : INFINITY;
    return 1 + join_by_definition(x, length, n);
}

TEST(distances_are_those_of_the_definition)
{
    double points[3 * MOST], ours[MOST * MOST], right[MOST * MOST];
    int64_t in_pieces = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        int64_t n = 1 + (int64_t)(seed * 7 % 40), dims = 1 + (int64_t)(seed % 3), components = 0;
        parot_matrix x = {points, n, dims, dims};
        for (int64_t k = 0; k < n * dims; k++) /* groups far apart */
            points[k] = test_normal(seed, (uint64_t)k) + 20 * (double)(k / dims % (1 + seed % 4));
        int64_t neighbours = 1 + (int64_t)(seed % 5);
        int64_t pieces = by_definition(x, neighbours, right);
        assert_ok(parot_geodesic_distances(x, neighbours, NULL, ours, &components, &err));
        assert_int_equal(components, pieces);
        in_pieces += pieces > 1;
        for (int64_t k = 0; k < n * n; k++)
            assert_true(fabs(ours[k] - right[k]) <= 1e-12 * right[k]);
    }
    assert_true(in_pieces > 20);
}

/* All others as neighbours: Euclidean distances. */
TEST(enough_neighbours_are_all)
{
    FREED_BY(pair_free) struct pair pair = pair_random(3, 30, 20, 1);
    double ours[30 * 30];
    const int64_t counts[] = {29, 30, 1000000000000};
    for (int k = 0; k < 3; k++) {
        parot_matrix x = {pair.x, 30, 3, 3};
        assert_ok(parot_geodesic_distances(x, counts[k], NULL, ours, NULL, &err));
        for (int e = 0; e < 900; e++)
            assert_true(fabs(ours[e] - pair.source[e]) <= 1e-12 * pair.source[e]);
    }
}

/* Points on a grid, and equal ones: whichever neighbour is taken, distances are symmetric, and no
 * shorter than the straight way. */
TEST(ties_are_no_trouble)
{
    double points[2 * MOST], ours[MOST * MOST];
    parot_matrix x = {points, MOST, 2, 2};
    for (uint64_t seed = 0; seed < 12; seed++) {
        for (uint64_t k = 0; k < 2 * MOST; k++)
            points[k] = seed == 0 ? 3 : round(3 * test_uniform(seed, k));
        assert_ok(parot_geodesic_distances(x, 1 + (int64_t)seed % 4, NULL, ours, NULL, &err));
        for (int64_t k = 0; k < MOST * MOST; k++) {
            int64_t i = k / MOST, j = k % MOST;
            assert_true(ours[k] == ours[j * MOST + i]);
            assert_true(ours[k] >= apart(x, i, j) - 1e-12 && ours[k] < 200);
            assert_true(i != j || ours[k] == 0);
        }
    }
}

/* A spiral of one and a half turns, and the same rolled out: along the spiral distances are those
 * of the line, straight through it they are not. */
static int right_pairs(const double *source, const double *target, int64_t n)
{
    int right = 0;
    parot_gromov_problem problem = {
        .source = {source, n, n, n}, .target = {target, n, n, n}, .alpha = 1, .mass = 1};
    AUTO(parot_gromov_result, result);
    assert_ok(parot_gromov(&problem, NULL, NULL, &result, &err));
    for (int64_t e = 0; e < result.transport.plan.count; e++)
        right += result.transport.plan.row[e] == result.transport.plan.col[e];
    return right;
}

TEST(a_spiral_matches_the_line_that_it_is)
{
    double spiral[2 * MOST], line[MOST], along[MOST * MOST], through[MOST * MOST],
        flat[MOST * MOST];
    double length = 0;
    int64_t components = 0;
    for (int64_t i = 0; i < MOST; i++) { /* closer and closer to each other */
        double t = sqrt((double)i / MOST), angle = 9 * t, radius = 1 + angle;
        spiral[2 * i] = radius * cos(angle);
        spiral[2 * i + 1] = radius * sin(angle);
        if (i > 0)
            length +=
                hypot(spiral[2 * i] - spiral[2 * i - 2], spiral[2 * i + 1] - spiral[2 * i - 1]);
        line[i] = length;
    }
    const parot_matrix x = {spiral, MOST, 2, 2}, y = {line, MOST, 1, 1};
    assert_ok(parot_geodesic_distances(x, 2, NULL, along, &components, &err));
    assert_ok(parot_cost(x, x, PAROT_METRIC_EUCLIDEAN, NULL, through, &err));
    assert_ok(parot_cost(y, y, PAROT_METRIC_EUCLIDEAN, NULL, flat, &err));
    assert_true(right_pairs(along, flat, MOST) >= MOST * 95 / 100);
    assert_true(right_pairs(through, flat, MOST) <= MOST / 4);
}

TEST(what_makes_no_sense_is_refused)
{
    double points[] = {0, 1, 3, 1e308}, out[16];
    parot_matrix x = {points, 3, 1, 1};
    points[1] = NAN;
    assert_refused(parot_geodesic_distances(x, 1, NULL, out, NULL, &err), PAROT_EINVAL,
                   "x: must be finite");
    points[1] = -1e308;
    x.rows = 4;
    assert_refused(parot_geodesic_distances(x, 1, NULL, out, NULL, &err), PAROT_ENUMERIC, "x: ");
    points[1] = 4e306;
    points[3] = 5e306;
    x.rows = 4;
    assert_true(parot_geodesic_distances(x, 3, NULL, out, NULL, NULL) == PAROT_OK);
}
