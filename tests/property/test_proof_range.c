/* test_proof_range.c - proofs of clouds whose prices and sizes are hundreds of orders apart: the
 * numbers of the certificate of their matrix, and no forged plan is proved. */
#include "clouds.h"
#include "test.h"

enum { N = 20, M = 90, MOST_DIMS = 12 };

static double signed_power(uint64_t seed, uint64_t index, double most)
{
    double sign = test_uniform(seed, 2 * index) < 0.5 ? -1 : 1;
    return sign * pow(10, most * (2 * test_uniform(seed, 2 * index + 1) - 1));
}

/* A plan of mass .5 that moves row i to column i, and prices of one size that is chosen at random.
 */
struct forgery {
    int32_t row[N], col[N];
    double mass[N], u[N], v[M];
    parot_result result;
};

static void forge(struct forgery *forgery, uint64_t seed)
{
    double size = signed_power(seed, 1000, 305);
    for (int i = 0; i < N; i++) {
        forgery->row[i] = forgery->col[i] = i;
        forgery->mass[i] = 0.5 / N;
        forgery->u[i] = 0;
    }
    for (int j = 0; j < M; j++)
        forgery->v[j] = seed % 3 ? size : size * test_uniform(seed + 1, (uint64_t)j);
    forgery->result = (parot_result){.plan = {N, M, N, forgery->row, forgery->col, forgery->mass},
                                     .dual = {forgery->u, forgery->v, 2 * size}};
}

static void assert_same(const parot_check *check, const parot_check *dense, uint64_t seed)
{
    if (check->excess != dense->excess || check->bound != dense->bound)
        fail_msg("%llu: excess %.17g and %.17g, bound %.17g and %.17g", (unsigned long long)seed,
                 check->excess, dense->excess, check->bound, dense->bound);
}

TEST(proofs_of_any_range_are_those_of_the_matrix)
{
    for (uint64_t seed = 0; seed < test_wanted(1500); seed++) {
        int64_t dims = 5 + (int64_t)(seed % 8);
        double x[N * MOST_DIMS], y[M * MOST_DIMS], cost[N * M];
        double size = signed_power(seed, 2000, seed % 2 ? 150 : 100);
        struct forgery forgery;
        parot_check check = {0}, dense = {0};
        for (int64_t k = 0; k < N * dims; k++)
            x[k] = size * cloud_normal(seed, (uint64_t)k);
        for (int64_t k = 0; k < M * dims; k++)
            y[k] = size * cloud_normal(seed + 1, (uint64_t)k);
        parot_points_problem points = {.x = {x, N, dims, dims},
                                       .y = {y, M, dims, dims},
                                       .metric = seed / 2 % 2 ? PAROT_METRIC_EUCLIDEAN
                                                              : PAROT_METRIC_SQEUCLIDEAN,
                                       .mass = 0.5};
        parot_problem matrix = {.cost = {cost, N, M, M}, .mass = 0.5};
        forge(&forgery, seed);
        assert_ok(parot_cost(points.x, points.y, points.metric, NULL, cost, &err));
        assert_ok(parot_certify_points(&points, &forgery.result, NULL, &check, &err));
        assert_ok(parot_certify(&matrix, &forgery.result, NULL, &dense, &err));
        assert_same(&check, &dense, seed);
        assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    }
}

/* Offsets that are as large beside products as prices beside distances. */
TEST(offsets_of_any_range_are_those_of_the_matrix)
{
    for (uint64_t seed = 0; seed < test_wanted(500); seed++) {
        double f[N], g[M], alpha[N], beta[M], cost[N * M];
        double size = signed_power(seed, 3000, 20), offset = signed_power(seed, 3001, 290);
        if (seed % 2) { /* beyond the range in the scale of the products */
            size = 1e-20;
            offset = 1e290;
        }
        struct forgery forgery;
        parot_check check = {0}, dense = {0};
        for (int i = 0; i < N; i++) {
            f[i] = size * cloud_normal(seed, (uint64_t)i);
            alpha[i] = offset * test_uniform(seed + 2, (uint64_t)i);
        }
        for (int j = 0; j < M; j++) {
            g[j] = size * cloud_normal(seed + 1, (uint64_t)j);
            beta[j] = offset * test_uniform(seed + 3, (uint64_t)j);
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                cost[i * M + j] = alpha[i] + beta[j] - f[i] * g[j];
        parot_products_problem products = {
            .f = {f, N, 1, 1}, .g = {g, M, 1, 1}, .alpha = alpha, .beta = beta, .mass = 0.5};
        parot_problem matrix = {.cost = {cost, N, M, M}, .mass = 0.5};
        forge(&forgery, seed);
        assert_ok(parot_certify_products(&products, &forgery.result, NULL, &check, &err));
        assert_ok(parot_certify(&matrix, &forgery.result, NULL, &dense, &err));
        assert_same(&check, &dense, seed);
    }
}
