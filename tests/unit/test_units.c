/* test_units.c - masses as integers: the unit that is found, and what rounding may change. */
#include "transport/units.h"

#include <float.h>

#include "instances.h"
#include "test.h"

enum { MOST = 700 };

struct chosen {
    struct units units;
    unit_count row[MOST], col[MOST];
};

static void choose(struct chosen *chosen, struct weights p, struct weights q, double mass)
{
    chosen->units = (struct units){.row = chosen->row, .col = chosen->col};
    assert_ok(units_choose(&chosen->units, p, q, mass, &err));
}

TEST(uniform_weights_become_small_integers)
{
    static struct chosen chosen;
    choose(&chosen, (struct weights){NULL, 300}, (struct weights){NULL, 700}, 1.0);
    assert_int_equal(chosen.row[0], 7);
    assert_int_equal(chosen.col[0], 3);
    assert_int_equal(chosen.units.mass, 2100);
    assert_close((double)chosen.units.unit, 1.0 / 2100, 1e-16);
}

TEST(a_mass_of_whole_units_is_whole)
{
    static struct chosen chosen;
    for (int64_t n = 1; n <= 200; n++)
        for (int64_t k = 1; k <= n; k++) {
            choose(&chosen, (struct weights){NULL, n}, (struct weights){NULL, n},
                   (double)k / (double)n);
            assert_int_equal(chosen.row[0], 1);
            assert_int_equal(chosen.units.mass, k);
        }
}

TEST(other_masses_keep_their_digits)
{
    static struct chosen chosen;
    static const double masses[] = {0.1234567890123, 1e-3, 1e-20, 1e-300, 0.9999999999};
    for (size_t k = 0; k < sizeof masses / sizeof *masses; k++) {
        choose(&chosen, (struct weights){NULL, 30}, (struct weights){NULL, 40}, masses[k]);
        double mass = (double)((long double)chosen.units.mass * chosen.units.unit);
        assert_true(fabs(mass - masses[k]) <= 0x1p-52 * masses[k]);
    }
}

TEST(counts_and_histograms_find_their_unit)
{
    static struct chosen chosen;
    double p[50], q[50], total = 0;
    for (int i = 0; i < 50; i++) {
        p[i] = (double)(1 + i % 7);
        q[i] = (double)(i % 5);
        total += q[i];
    }
    choose(&chosen, (struct weights){p, 50}, (struct weights){q, 50}, 10);
    assert_int_equal(chosen.units.mass, 10);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(chosen.row[i], 1 + i % 7);
        assert_int_equal(chosen.col[i], i % 5);
        q[i] /= total;
    }
    choose(&chosen, (struct weights){q, 50}, (struct weights){q, 50}, 1);
    for (int i = 0; i < 50; i++)
        assert_int_equal(chosen.row[i], i % 5);
    assert_int_equal(chosen.units.mass, (int64_t)total);
}

/* Without a common unit, each weight is within half a unit, and the unit is 2^-60 of the mass. */
TEST(random_weights_are_fixed_point)
{
    static struct chosen chosen;
    double p[MOST], q[MOST];
    for (int i = 0; i < MOST; i++) {
        p[i] = test_uniform(1, (uint64_t)i);
        q[i] = test_uniform(2, (uint64_t)i);
    }
    choose(&chosen, (struct weights){p, MOST}, (struct weights){q, MOST}, 100);
    assert_true(chosen.units.unit <= 100 * 0x1p-59L);
    for (int i = 0; i < MOST; i++)
        assert_true(fabsl(chosen.row[i] * chosen.units.unit - p[i]) <= chosen.units.unit);
}

TEST(full_mass_of_equal_totals_balances_in_integers)
{
    static struct chosen chosen;
    for (uint64_t seed = 0; seed < 50; seed++) {
        double p[MOST], q[MOST], sums[2] = {0, 0};
        for (int i = 0; i < MOST; i++) {
            sums[0] += p[i] = test_uniform(seed, (uint64_t)i);
            sums[1] += q[i] = test_uniform(seed + 100, (uint64_t)i);
        }
        for (int i = 0; i < MOST; i++) {
            p[i] /= sums[0];
            q[i] /= sums[1];
        }
        choose(&chosen, (struct weights){p, MOST}, (struct weights){q, MOST}, 1);
        int64_t rows = 0, cols = 0;
        for (int i = 0; i < MOST; i++) {
            rows += chosen.row[i];
            cols += chosen.col[i];
        }
        assert_int_equal(rows, chosen.units.mass);
        assert_int_equal(cols, chosen.units.mass);
    }
}

TEST(a_weight_above_the_mass_is_cut)
{
    static struct chosen chosen;
    double p[] = {1e300, 1e-3}, q[] = {1, 1};
    choose(&chosen, (struct weights){p, 2}, (struct weights){q, 2}, 0.5);
    assert_true(chosen.row[0] >= chosen.units.mass);
    assert_true((double)chosen.row[0] <= 1.001 * (double)chosen.units.mass);
}

TEST(masses_out_of_range_are_refused)
{
    static struct chosen chosen;
    struct weights p = {NULL, 3}, q = {NULL, 4};
    chosen.units = (struct units){.row = chosen.row, .col = chosen.col};
    static const double bad[] = {0, -1, NAN, INFINITY};
    for (size_t k = 0; k < 4; k++)
        assert_refused(units_choose(&chosen.units, p, q, bad[k], &err), PAROT_EINVAL,
                       "mass: must be positive and finite");
    assert_refused(units_choose(&chosen.units, p, q, 1.001, &err), PAROT_EINVAL,
                   "exceeds min(sum p, sum q) = 1");
    assert_ok(units_choose(&chosen.units, p, q, 1 + 1e-13, &err));
    assert_true(chosen.units.request == 1);
}

TEST(totals_do_not_overflow)
{
    double huge[] = {1e308, 1e308, 1e308};
    assert_true(weights_total((struct weights){huge, 1}) == 1e308);
    assert_true(isinf(weights_total((struct weights){huge, 3})));
    static struct chosen chosen;
    choose(&chosen, (struct weights){huge, 3}, (struct weights){huge, 3}, 1e308);
}

/* Their total is infinite and so not equal to the mass. */
TEST(weights_that_overflow_together_stay_positive)
{
    double one[] = {DBL_MAX}, two[] = {DBL_MAX, DBL_MAX};
    static struct chosen chosen;
    choose(&chosen, (struct weights){one, 1}, (struct weights){two, 2}, DBL_MAX);
    assert_true(chosen.col[0] > 0 && chosen.col[1] > 0);
}

/* The mass is 500,000 of the units of p and 3 of those of q. */
TEST(a_mass_that_is_whole_in_both_units_is_whole_in_both)
{
    double p[] = {2, 1e-6};
    static struct chosen chosen;
    choose(&chosen, (struct weights){p, 2}, (struct weights){NULL, 6}, 0.5);
    assert_true(3 * chosen.col[0] == chosen.units.mass);
    assert_true(500000 * chosen.row[1] == chosen.units.mass);
}

/* Fractions k / D are rounded, each to its own last place; Euclid's remainders add that up. */
TEST(multiples_of_a_fraction_are_whole_numbers_of_it)
{
    enum { NODES = 6, PROBLEMS = 500 };
    const int64_t denominators[] = {300, 1000, 4096, 10007};
    uint64_t draw = 99;
    for (size_t d = 0; d < sizeof denominators / sizeof *denominators; d++)
        for (int number = 0; number < PROBLEMS; number++) {
            int64_t parts[2 * NODES], sum = 0, wanted = 0;
            double weights[2 * NODES];
            for (int i = 0; i < 2 * NODES; i++) {
                draw = draw * 6364136223846793005u + 1442695040888963407u;
                parts[i] = 1 + (int64_t)(draw >> 33) % denominators[d];
                weights[i] = (double)parts[i] / (double)denominators[d];
                sum += i < NODES ? parts[i] : 0;
                wanted += i < NODES ? 0 : parts[i];
            }
            wanted = sum < wanted ? sum : wanted;
            unit_count row[NODES], col[NODES];
            struct units units = {.row = row, .col = col};
            assert_ok(units_choose(&units, (struct weights){weights, NODES},
                                   (struct weights){weights + NODES, NODES},
                                   (double)wanted / (double)denominators[d], &err));
            for (int i = 0; i < NODES; i++) { /* those above the mass are cut */
                assert_true(row[i] * wanted == units.mass * parts[i] || parts[i] > wanted);
                assert_true(col[i] * wanted == units.mass * parts[NODES + i] ||
                            parts[NODES + i] > wanted);
            }
        }
}

/* 1e-6 as a double divides 2 and 3 only nearly; what is left of 8 must not show it. */
TEST(what_nearly_all_leaves_keeps_its_digits)
{
    double p[] = {3, 1, 0, 2, 3, 1e-6}, q[] = {2, 3, 3}, mass = 7.9999999998752989;
    static struct chosen chosen;
    choose(&chosen, (struct weights){p, 6}, (struct weights){q, 3}, mass);
    unit_count left = chosen.col[0] + chosen.col[1] + chosen.col[2] - chosen.units.mass;
    double expected = 8 - mass;
    assert_true(fabs((double)((long double)left * chosen.units.unit) - expected) <=
                1e-12 * expected);
}

/* Weights without a common unit, and masses from 12 to 20 units in the last place below all of it:
 * where the rule draws its line, and not a rounding beside it. */
TEST(a_mass_is_the_maximum_as_far_as_the_rule_says)
{
    const long double usual = (16 + 4 / 8.0L) * DBL_EPSILON;
    int full = 0, less = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        double p[] = {1 + test_uniform(seed, 0), test_uniform(seed, 1)}, q[] = {2.0, 1.5};
        double most = p[0] + p[1], mass = most;
        for (int k = 0; k < 40; k++, mass = nextafter(mass, 0)) {
            static struct chosen chosen;
            long double below = (long double)most - mass;
            choose(&chosen, (struct weights){p, 2}, (struct weights){q, 2}, mass);
            int is_full = below <= usual * most;
            assert_true((chosen.units.request == most) == is_full);
            full += is_full;
            less += !is_full;
        }
    }
    assert_true(full > 1000 && less > 100);
}
