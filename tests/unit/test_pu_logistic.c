/* test_pu_logistic.c - risks by their definitions, derivatives by differences, labels by sign. */
#include "pu/methods/logistic.h"

#include "pu_data.h"
#include "test.h"

enum { P = 4, ALL = 11 };

/* pi P[log(1 + e^-g)] + U[log(1 + e^g)] - pi P[log(1 + e^g)], its last two terms at least 0 */
static double risk_by_hand(struct risk risk, const double *g)
{
    double positive = 0, negative = 0, all = 0;
    for (int r = 0; r < P; r++)
        all += risk.weight ? risk.weight[r] : 1;
    for (int r = 0; r < P; r++) {
        double part = risk.prior / all * (risk.weight ? risk.weight[r] : 1);
        positive += part * log(1 + exp(-g[r]));
        negative -= part * log(1 + exp(g[r]));
    }
    for (int r = P; r < ALL; r++)
        negative += log(1 + exp(g[r])) / (ALL - P);
    return positive + (risk.is_bounded ? fmax(0, negative) : negative);
}

TEST(risks_are_those_of_the_papers)
{
    int cut = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        double g[ALL], derivative[ALL];
        const double weight[P] = {0.3, 1.4, 2, 0.1};
        struct risk risk = {0.5, seed % 2 == 1, seed % 3 == 0 ? weight : NULL};
        for (int r = 0; r < ALL; r++)
            g[r] = 6 * test_uniform(seed, (uint64_t)r) - 3 + (r < P && seed % 4 == 1 ? 4 : 0);
        assert_close(logistic_risk(risk, g, P, ALL, derivative), risk_by_hand(risk, g), 1e-13);
        cut += risk.is_bounded && derivative[ALL - 1] == 0;
        for (int r = 0; r < ALL; r++) {
            double at = g[r], h = 1e-5;
            g[r] = at + h;
            double above = risk_by_hand(risk, g);
            g[r] = at - h;
            double below = risk_by_hand(risk, g);
            g[r] = at;
            assert_close(derivative[r], (above - below) / (2 * h), 1e-8);
        }
    }
    assert_true(cut > 0); /* both branches were seen */
}

TEST(large_values_do_not_overflow)
{
    const double g[] = {800, -800};
    double derivative[2];
    struct risk risk = {.prior = 0.5};
    assert_close(logistic_risk(risk, g, 1, 2, derivative), -400, 1e-14);
    assert_true(derivative[1] == 0 && derivative[0] == -0.5);
}

TEST(sign_or_number_decides)
{
    PU_TABLES(tables, 3, 2.5, 0);
    for (int method = PAROT_PU_METHOD_UPU; method <= PAROT_PU_METHOD_PUSB; method++) {
        AUTO(parot_pu_result, result);
        int right = 0, positives = 0;
        parot_pu_options options = pu_options_of((parot_pu_method)method);
        options.scale = PAROT_SCALE_MINMAX;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        for (int i = 0; i < PU_N; i++) {
            right += (result.label[i] > 0) == tables.truth[i];
            positives += result.label[i] > 0;
            assert_int_equal(result.label[i] > 0, result.rank[i] <= result.positives);
        }
        assert_int_equal(positives, result.positives);
        assert_true(right >= PU_N - 4);
        if (method == PAROT_PU_METHOD_PUSB)
            assert_int_equal(positives, PU_K);
    }
}

TEST(too_few_rows_are_refused)
{
    struct pu_tables tables;
    parot_pu_options options;
    parot_pu_result result = {0};
    pu_tables_make(&tables, 3, 2.5, 0);
    parot_pu_options_init(&options);
    options.method = PAROT_PU_METHOD_UPU;
    tables.data.positive.rows = 4;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "positive: cross-validation needs 5 rows, got 4");
}
