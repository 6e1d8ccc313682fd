/* test_check_words.c - numbers of a certificate hold as they are printed, and are close; doubts
 * about a prior say why. */
#include "parot/report.h"

#include <float.h>

#include "instances.h"
#include "test.h"

static void assert_shown(double value, const char *expected)
{
    char text[32];
    assert_string_equal(parot_check_number(value, text), expected);
}

TEST(known_numbers_read_as_they_should)
{
    assert_shown(0, "0");
    assert_shown(INFINITY, "inf");
    assert_shown(111023.3, "1.12e+05");
    assert_shown(0.5, "0.5");
    assert_shown(9.994, "10");
    assert_shown(2.1e-16, "3e-16");
    assert_shown(9.1e-16, "1e-15");
}

/* Never below the number, and less than one unit of the last digit above it. */
TEST(printed_numbers_are_the_next_ones_above)
{
    for (uint64_t k = 0; k < 20000; k++) {
        double value = pow(10, 600 * test_uniform(1, k) - 300), unit;
        char text[32];
        double printed = strtod(parot_check_number(value, text), NULL);
        unit = pow(10, floor(log10(value)) - (value >= 0.1 ? 2 : 0));
        assert_true(printed >= value);
        assert_true(printed - value <= unit * (1 + 1e-9));
    }
}

TEST(the_sentence_has_all_three_numbers_rounded_up)
{
    char text[PAROT_CHECK_WORDS];
    const parot_check check = {.excess = 2.1e-17, .relative = 0.1234, .infeasible = 0};
    assert_ptr_equal(parot_check_words(&check, text), text);
    assert_string_equal(
        text, "costs at most 3e-17 more than the optimum (0.124 relative), feasible to 0");
    const parot_check wide = {.excess = INFINITY, .relative = -DBL_MAX, .infeasible = DBL_MIN};
    assert_non_null(strstr(parot_check_words(&wide, text), "at most inf more"));
    assert_true(strlen(text) < PAROT_CHECK_WORDS);
}

/* ---- Doubts about a prior ----------------------------------------------- */

static const parot_pu_prior_result DOUBTFUL = {
    .prior = 0.4, .by_linear = 0.41, .upper = 0.62, .by_plateau = 0.23, .low = 0.21, .high = 0.64};

TEST(a_doubt_names_the_estimates_behind_it)
{
    char text[PAROT_NOTE_SIZE];
    assert_ptr_equal(parot_prior_doubt(&DOUBTFUL, NULL, "--", text), text);
    assert_string_equal(text, "prior 0.4 is unreliable (0.21 to 0.64): plateaus say 0.23, the "
                              "lowest bin of scores 0.62; pass --prior");
}

/* A straight curve has no elbow; one that was stopped shows nothing about elbows, and one with a
 * sharp elbow is not the reason. */
TEST(a_doubt_names_the_curve_if_that_has_no_elbow)
{
    char text[PAROT_NOTE_SIZE];
    double mass[] = {0, 0.5, 1}, straight[] = {0, 1, 2}, bent[] = {0, 0, 2};
    double slope[] = {2, 2}, bent_slope[] = {0, 4};
    parot_curve curve = {.count = 3, .mass = mass, .objective = straight, .slope = slope};
    assert_string_equal(parot_prior_doubt(&DOUBTFUL, &curve, "", text),
                        "the cost curve has no elbow: prior 0.4 is unreliable (0.21 to 0.64); "
                        "pass prior");
    curve.status = PAROT_ESTOPPED;
    assert_non_null(strstr(parot_prior_doubt(&DOUBTFUL, &curve, "", text), "plateaus say"));
    const parot_curve sharp = {
        .count = 3, .mass = mass, .objective = bent, .slope = bent_slope, .elbow = 1};
    assert_true(parot_curve_has_elbow(&sharp));
    assert_non_null(strstr(parot_prior_doubt(&DOUBTFUL, &sharp, "", text), "plateaus say"));
}
