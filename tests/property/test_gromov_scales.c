/* test_gromov_scales.c - numbers of any size: the answer of the unit scale, or a refusal. */
#include <float.h>

#include "gromov_answers.h"
#include "test.h"

enum { N = 7, M = 6, KINDS = 4 };

/* A problem and its answer at the ordinary scale. */
struct study {
    struct pair pair;
    double cost[N * M];
    parot_gromov_result plain;
};

/* Plain, fused, KL loss, and fused with matrices that are not symmetric and a given start. */
static void open_study(struct study *study, uint64_t seed)
{
    int kind = (int)(seed % KINDS);
    *study = (struct study){.pair = pair_random(seed, N, M, 0.6)};
    struct pair *pair = &study->pair;
    pair_weights(pair, seed, 1.7);
    fill_cost(study->cost, N * M, seed);
    for (int k = 0; kind >= 2 && k < N * N; k++)
        pair->source[k] += 0.1 + (kind == 3 ? test_uniform(seed, (uint64_t)k) : 0);
    for (int k = 0; kind >= 2 && k < M * M; k++)
        pair->target[k] += 0.2;
    pair->problem.loss = kind == 2 ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE;
    if (kind % 2) {
        pair->problem.cost = (parot_matrix){study->cost, N, M, M};
        pair->problem.alpha = 0.4;
    }
    assert_ok(parot_gromov(&pair->problem, NULL, NULL, &study->plain, &err));
}

static void close_study(struct study *study)
{
    parot_gromov_result_free(&study->plain);
    pair_free(&study->pair);
}

/* Distances times 2^distance, masses times 2^mass, and costs such that both terms scale alike;
 * returns the exponent of the objective. */
static int scale_problem(struct study *study, int distance, int mass)
{
    parot_gromov_problem *problem = &study->pair.problem;
    int loss = problem->loss == PAROT_LOSS_KL ? distance : 2 * distance;
    multiply(study->pair.source, N * N, ldexp(1, distance));
    multiply(study->pair.target, M * M, ldexp(1, distance));
    multiply(study->cost, N * M, ldexp(1, loss + mass));
    multiply(study->pair.p, N, ldexp(1, mass));
    multiply(study->pair.q, M, ldexp(1, mass));
    problem->mass = ldexp(problem->mass, mass);
    return loss + 2 * mass;
}

static void assert_scaled(double x, double plain, int exponent)
{
    assert_true(x == ldexp(plain, exponent));
}

/* Powers of two change no digit of anything. */
static void assert_scaled_result(const struct study *study, const parot_gromov_result *result,
                                 int value, int mass)
{
    const parot_gromov_result *plain = &study->plain;
    const parot_result *ours = &result->transport, *theirs = &plain->transport;
    assert_scaled(ours->objective, theirs->objective, value);
    assert_scaled(ours->bound, theirs->bound, value);
    assert_scaled(ours->mass, theirs->mass, mass);
    assert_scaled(result->stationarity, plain->stationarity, value);
    assert_int_equal(ours->plan.count, theirs->plan.count);
    for (int64_t e = 0; e < ours->plan.count; e++) {
        assert_int_equal(ours->plan.col[e], theirs->plan.col[e]);
        assert_scaled(ours->plan.mass[e], theirs->plan.mass[e], mass);
    }
    for (int i = 0; i < N; i++)
        assert_scaled(ours->dual.u[i], theirs->dual.u[i], value - mass);
    for (int64_t t = 0; t < plain->trials; t++) {
        assert_scaled(result->trial[t].objective, plain->trial[t].objective, value);
        assert_int_equal(result->trial[t].iterations, plain->trial[t].iterations);
    }
    for (int64_t k = 0; k < plain->trials * N; k++)
        assert_scaled(result->moved[k], plain->moved[k], mass);
}

static const int DISTANCES[] = {-498, -300, -3, 0, 251, 260, 498};
static const int MASSES[] = {-990, -500, -101, 0, 2, 150, 500, 990};

static int is_inside(int exponent)
{
    return exponent > -950 && exponent < 950;
}

TEST(powers_of_two_change_no_digit)
{
    int solved = 0;
    for (uint64_t seed = 0; seed < 8; seed++)
        for (int d = 0; d < 7; d++)
            for (int s = 0; s < 8; s++) {
                struct study study;
                if ((d + s + (int)seed) % (int)test_stride(3) != 0)
                    continue;
                AUTO(parot_gromov_result, result);
                open_study(&study, seed);
                int is_kl = study.pair.problem.loss == PAROT_LOSS_KL;
                int value = (is_kl ? 1 : 2) * DISTANCES[d] + 2 * MASSES[s];
                if (is_inside(value) && is_inside(value - MASSES[s])) {
                    scale_problem(&study, DISTANCES[d], MASSES[s]);
                    assert_ok(parot_gromov(&study.pair.problem, NULL, NULL, &result, &err));
                    if (is_kl) /* but logarithms are rounded anew */
                        assert_close(ldexp(result.transport.objective, -value),
                                     study.plain.transport.objective, 1e-12);
                    else
                        assert_scaled_result(&study, &result, value, MASSES[s]);
                    solved++;
                }
                close_study(&study);
            }
    assert_true(solved > 150 / (int)test_stride(3));
}

/* Never a 0 or an infinity that is none. */
TEST(objectives_outside_the_range_are_refused)
{
    static const int exponents[][2] = {{0, 530}, {0, -530}, {498, 100}, {-498, -100}, {400, 400}};
    for (uint64_t seed = 0; seed < KINDS; seed++)
        for (int k = 0; k < 5; k++) {
            struct study study;
            parot_gromov_result result = {0};
            open_study(&study, seed);
            if (study.pair.problem.loss != PAROT_LOSS_KL && study.pair.problem.alpha == 1) {
                scale_problem(&study, exponents[k][0], exponents[k][1]);
                assert_refused(parot_gromov(&study.pair.problem, NULL, NULL, &result, &err),
                               PAROT_ENUMERIC, "outside the range of double");
                assert_null(result.owner);
            }
            close_study(&study);
        }
}

/* A given start is scaled with the masses; mass that is not there is told in the caller's numbers.
 */
TEST(starts_and_refusals_are_in_the_callers_numbers)
{
    struct study study;
    parot_gromov_result result = {0};
    parot_gromov_options options = options_with(PAROT_START_GIVEN);
    open_study(&study, 0);
    struct pair *pair = &study.pair;
    scale_problem(&study, 300, -300);
    parot_plan_to_dense(&study.plain.transport.plan, pair->start);
    multiply(pair->start, N * M, ldexp(1, -300));
    options.start = pair->start;
    assert_ok(parot_gromov(&pair->problem, &options, NULL, &result, &err));
    assert_scaled(result.transport.objective, study.plain.transport.objective, 0);
    parot_gromov_result_free(&result);
    pair->problem.mass = ldexp(1.75, -300);
    assert_refused(parot_gromov(&pair->problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "mass 8.59091");
    pair->problem.mass = DBL_MIN;
    assert_refused(parot_gromov(&pair->problem, NULL, NULL, &result, &err), PAROT_ENUMERIC,
                   "mass: 2.22507e-308 is so small");
    close_study(&study);
}

/* Costs of any size beside distances of any size: the larger term decides. */
TEST(terms_of_very_different_size_are_both_seen)
{
    static const int exponents[] = {-1000, -400, -60, 60, 400, 1000};
    for (uint64_t seed = 1; seed < 40; seed += 2)
        for (int k = 0; k < 6; k++) {
            struct study study;
            AUTO(parot_gromov_result, result);
            AUTO(parot_result, linear);
            open_study(&study, seed);
            multiply(study.cost, N * M, ldexp(1, exponents[k]));
            parot_gromov_problem *problem = &study.pair.problem;
            assert_ok(parot_gromov(problem, NULL, NULL, &result, &err));
            assert_int_equal(result.transport.status, PAROT_OK);
            assert_is_plan(&study.pair, &result.transport);
            assert_objective(&study.pair, &result.transport);
            parot_problem alone = {problem->cost, problem->p, problem->q, problem->mass};
            assert_ok(parot_partial(&alone, NULL, &linear, &err));
            if (exponents[k] >= 60)
                assert_close(result.transport.objective / (0.6 * linear.objective), 1, 1e-12);
            problem->alpha = 1;
            AUTO(parot_gromov_result, plain);
            assert_ok(parot_gromov(problem, NULL, NULL, &plain, &err));
            if (exponents[k] <= -60)
                assert_close(result.transport.objective, 0.4 * plain.transport.objective, 1e-9);
            close_study(&study);
        }
}

/* Derivatives, too, or a refusal. */
TEST(derivatives_scale)
{
    for (uint64_t seed = 0; seed < 8; seed++)
        for (int d = 0; d < 7; d++)
            for (int s = 0; s < 8; s++) {
                struct study study;
                double plain[2][N * N], scaled[2][N * N];
                if ((d + s + (int)seed) % (int)test_stride(3) != 0)
                    continue;
                open_study(&study, seed);
                parot_plan *plan = &study.plain.transport.plan;
                parot_gromov_problem *problem = &study.pair.problem;
                int distance = problem->loss == PAROT_LOSS_KL ? 0 : DISTANCES[d];
                int exponent = distance + 2 * MASSES[s];
                assert_ok(parot_gromov_gradient(
                    problem, plan, NULL,
                    &(parot_gromov_derivatives){.source = plain[0], .target = plain[1]}, &err));
                scale_problem(&study, DISTANCES[d], MASSES[s]);
                multiply(plan->mass, plan->count, ldexp(1, MASSES[s]));
                if (exponent > 1010 || exponent < -1030)
                    assert_refused(
                        parot_gromov_gradient(
                            problem, plan, NULL,
                            &(parot_gromov_derivatives){.source = scaled[0], .target = scaled[1]},
                            &err),
                        PAROT_ENUMERIC, "outside the range of double");
                else if (is_inside(exponent)) {
                    assert_ok(parot_gromov_gradient(
                        problem, plan, NULL,
                        &(parot_gromov_derivatives){.source = scaled[0], .target = scaled[1]},
                        &err));
                    for (int k = 0; k < N * N; k++)
                        assert_close(ldexp(scaled[0][k], -exponent), plain[0][k], 1e-13);
                    for (int k = 0; k < M * M; k++)
                        assert_close(ldexp(scaled[1][k], -exponent), plain[1][k], 1e-13);
                }
                close_study(&study);
            }
}

/* 1e188 is between points of which one does not move, and still sets the unit; or it is between
 * points that move next to nothing. 1e-250 is the least of the target under a logarithm. */
TEST(distances_that_hide_those_in_use_are_refused)
{
    double far[9] = {.125, 8e-143, 2e-306, 8.625, .125, 1.158e188, 1e-310, 8.8e187, 1.5e-142};
    double at = 8.625, p[3] = {1, 0, 1}, q = 1 / 150.0, pair[4] = {1e190, 1, 1, 1e190};
    double tiny[4] = {1e-250, 1, 1, 1};
    parot_gromov_result result = {0};
    parot_gromov_problem problem = {.source = {far, 3, 3, 3},
                                    .target = {&at, 1, 1, 1},
                                    .alpha = 1,
                                    .p = p,
                                    .q = &q,
                                    .mass = 0.004453125};
    for (int k = 0; k < 3; k++) {
        p[1] = (double[]){0, 1e-300, 1e-6}[k];
        assert_refused(parot_gromov(&problem, NULL, NULL, &result, &err), PAROT_ENUMERIC,
                       "hide the far smaller ones");
    }
    problem = (parot_gromov_problem){.source = {pair, 2, 2, 2},
                                     .target = {tiny, 2, 2, 2},
                                     .alpha = 1,
                                     .loss = PAROT_LOSS_KL,
                                     .mass = 0.5};
    assert_refused(parot_gromov(&problem, NULL, NULL, &result, &err), PAROT_ENUMERIC,
                   "too small beside distances");
}
