/* test_products_walk.c - linear problems one after another, each from the tree of the last: every
 * answer has a certificate of its own, and the cost of the answer from nothing. */
#include "partial/products_walk.h"

#include "clouds.h"
#include "test.h"

struct way {
    int64_t n, m, dims;
    double *f, *g, *alpha, *beta, *p;
    parot_products_problem problem;
};

static struct way way_make(int64_t n, int64_t m, int64_t dims, double mass, int has_weights)
{
    struct way way = {.n = n, .m = m, .dims = dims};
    way.f = malloc((size_t)(n * dims) * sizeof(double));
    way.g = malloc((size_t)(m * dims) * sizeof(double));
    way.alpha = malloc((size_t)n * sizeof(double));
    way.beta = malloc((size_t)m * sizeof(double));
    way.p = malloc((size_t)n * sizeof(double));
    double total = 0;
    for (int64_t i = 0; i < n; i++)
        total += way.p[i] = i % 5 == 0 ? 0 : test_uniform(9, (uint64_t)i);
    for (int64_t i = 0; i < n; i++)
        way.p[i] /= total;
    way.problem = (parot_products_problem){.f = {way.f, n, dims, dims},
                                           .g = {way.g, m, dims, dims},
                                           .alpha = way.alpha,
                                           .beta = way.beta,
                                           .p = has_weights ? way.p : NULL,
                                           .mass = mass};
    return way;
}

static void way_free(struct way *way)
{
    free(way->f);
    free(way->g);
    free(way->alpha);
    free(way->beta);
    free(way->p);
}

/* The costs of step t; whole numbers have ties. */
static void way_set(const struct way *way, int t, double speed, int is_tied)
{
    for (int64_t k = 0; k < way->n * way->dims; k++)
        way->f[k] = cloud_normal(1, (uint64_t)k) + speed * t * cloud_normal(2, (uint64_t)k);
    for (int64_t k = 0; k < way->m * way->dims; k++)
        way->g[k] = cloud_normal(3, (uint64_t)k) + speed * t * cloud_normal(4, (uint64_t)k);
    for (int64_t k = 0; is_tied && k < way->n * way->dims; k++)
        way->f[k] = round(way->f[k]);
    for (int64_t i = 0; i < way->n; i++)
        way->alpha[i] = test_uniform(5, (uint64_t)i) + speed * t;
    for (int64_t j = 0; j < way->m; j++)
        way->beta[j] = is_tied ? 0 : test_uniform(6, (uint64_t)j) * (1 + speed * t);
}

static void follow(struct way way, double speed, int is_tied)
{
    struct products_walk *walk = NULL;
    for (int t = 0; t < 5; t++) {
        AUTO(parot_result, again, anew);
        parot_check check;
        way_set(&way, t, speed, is_tied);
        assert_ok(products_walk_solve(&walk, 1, &way.problem, NULL, &again, &err));
        assert_ok(parot_partial_products(&way.problem, NULL, &anew, &err));
        assert_ok(parot_certify_products(&way.problem, &again, NULL, &check, &err));
        assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
        assert_close(again.objective, anew.objective, 1e-12 * (1 + fabs(anew.objective)));
    }
    products_walk_close(walk);
    way_free(&way);
}

TEST(every_step_is_proved)
{
    const double masses[] = {0.3, 0.7, 1};
    for (int k = 0; k < 3; k++)
        for (int has_weights = 0; has_weights < 2; has_weights++)
            for (int is_tied = 0; is_tied < 2; is_tied++) {
                follow(way_make(90, 120, 3, masses[k], has_weights), 0.01, is_tied);
                follow(way_make(150, 40, 2, masses[k], has_weights), 1, is_tied);
            }
    follow(way_make(1, 1, 1, 1, 0), 1, 0);
    follow(way_make(1, 7, 2, 0.5, 0), 1, 0);
}

/* Lists are short beside so many points, so that passes have to find pairs. */
TEST(a_thousand_points_are_proved)
{
    follow(way_make(1500, 1000, 3, 0.5, 0), 0.02, 0);
    follow(way_make(1000, 1500, 3, 0.95, 1), 0.02, 0);
}

TEST(a_new_beginning_and_a_failure_leave_nothing_behind)
{
    struct way way = way_make(40, 30, 2, 0.5, 0);
    struct products_walk *walk = NULL;
    parot_result result = {0};
    way_set(&way, 0, 1, 0);
    for (int is_near = 0; is_near < 2; is_near++) {
        assert_ok(products_walk_solve(&walk, is_near, &way.problem, NULL, &result, &err));
        parot_result_free(&result);
    }
    way.f[3] = NAN;
    assert_refused(products_walk_solve(&walk, 1, &way.problem, NULL, &result, &err), PAROT_EINVAL,
                   "f: must be finite");
    assert_null(walk);
    products_walk_close(walk);
    way_free(&way);
}
