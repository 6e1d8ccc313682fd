/* test_register_certify.c - the partners of a transform are proved from the clouds alone. */
#include "parot/tasks.h"

#include "instances.h"
#include "test.h"

enum { N = 30, M = 40, D = 2 };

/* A cloud, turned and shifted, with noise and ten points that have no partner. */
struct pair {
    double x[N * D], y[M * D];
    parot_matrix source, target;
    parot_register_result found;
};

static void open_pair(struct pair *pair, uint64_t seed, double noise)
{
    *pair = (struct pair){.source = {pair->x, N, D, D}, .target = {pair->y, M, D, D}};
    for (int k = 0; k < N * D; k++)
        pair->x[k] = 4 * test_uniform(seed, (uint64_t)k);
    for (int j = 0; j < M; j++) {
        const double *x = pair->x + D * (j % N);
        double more = j < N ? 3 : 20;
        pair->y[D * j] = 0.8 * x[0] - 0.6 * x[1] + more;
        pair->y[D * j + 1] = 0.6 * x[0] + 0.8 * x[1] - more;
        for (int k = 0; k < D; k++)
            pair->y[D * j + k] += noise * test_uniform(seed + 1, (uint64_t)(D * j + k));
    }
    DEFAULTS(parot_register_options, options);
    options.overlap = 0.8;
    assert_ok(parot_register(pair->source, pair->target, &options, NULL, &pair->found, &err));
}

TEST(the_partners_are_proved_from_the_clouds_alone)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct pair pair;
        parot_check check = {0}, again = {0};
        double moved[N * D], cost[N * M], ones[M];
        open_pair(&pair, seed, 0.1);
        assert_ok(
            parot_register_certify(pair.source, pair.target, &pair.found, NULL, &check, &err));
        assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
        assert_true(parot_register_is_proved(&pair.found, pair.target, &check));
        test_set(ones, M, 1);
        assert_ok(parot_register_apply(&pair.found, pair.source, moved, &err));
        assert_ok(parot_cost((parot_matrix){moved, N, D, D}, pair.target, PAROT_METRIC_SQEUCLIDEAN,
                             NULL, cost, &err));
        const parot_problem problem = {{cost, N, M, M}, ones, ones, pair.found.transport.mass};
        assert_ok(parot_certify(&problem, &pair.found.transport, NULL, &again, &err));
        assert_memory_equal(&check, &again, sizeof check);
        parot_register_result_free(&pair.found);
    }
}

TEST(partners_that_were_exchanged_are_not_proved)
{
    struct pair pair;
    parot_check check = {0};
    open_pair(&pair, 7, 0.1);
    int32_t *col = pair.found.transport.plan.col, first = col[0];
    col[0] = col[1];
    col[1] = first;
    assert_ok(parot_register_certify(pair.source, pair.target, &pair.found, NULL, &check, &err));
    assert_false(parot_register_is_proved(&pair.found, pair.target, &check));
    parot_register_result_free(&pair.found);
}

/* Their costs are rounding: relative to them no bound is near. */
TEST(partners_that_coincide_are_proved)
{
    struct pair pair;
    parot_check check = {0};
    open_pair(&pair, 3, 0);
    assert_ok(parot_register_certify(pair.source, pair.target, &pair.found, NULL, &check, &err));
    assert_true(pair.found.rms < 1e-12);
    assert_true(parot_register_is_proved(&pair.found, pair.target, &check));
    parot_register_result_free(&pair.found);
}

TEST(distances_are_those_of_the_partners)
{
    struct pair pair;
    double moved[N * D], distance[N], sum = 0;
    open_pair(&pair, 1, 0.1);
    assert_ok(parot_register_apply(&pair.found, pair.source, moved, &err));
    assert_ok(parot_register_distances(&pair.found, (parot_matrix){moved, N, D, D}, pair.target,
                                       distance, &err));
    for (int i = 0; i < N; i++) {
        int32_t j = pair.found.match[i];
        if (j < 0) {
            assert_true(distance[i] == INFINITY);
            continue;
        }
        assert_close(distance[i],
                     hypot(moved[D * i] - pair.y[D * j], moved[D * i + 1] - pair.y[D * j + 1]),
                     1e-14);
        sum += distance[i] * distance[i];
    }
    assert_close(sqrt(sum / (double)pair.found.inliers), pair.found.rms, 1e-12);
    parot_register_result_free(&pair.found);
}

TEST(other_clouds_are_refused)
{
    struct pair pair;
    parot_check check;
    double distance[N];
    open_pair(&pair, 2, 0.1);
    assert_refused(
        parot_register_certify(pair.target, pair.source, &pair.found, NULL, &check, &err),
        PAROT_ESHAPE, "give the clouds that it was made from");
    assert_refused(parot_register_distances(&pair.found, pair.target, pair.source, distance, &err),
                   PAROT_ESHAPE, "give the clouds");
    parot_register_result_free(&pair.found);
    assert_refused(
        parot_register_certify(pair.source, pair.target, &pair.found, NULL, &check, &err),
        PAROT_EINVAL, "must not be empty");
}
