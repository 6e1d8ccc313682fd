/* test_check_words.c - numbers of a certificate hold as they are printed, and are close. */
#include "parot/report.h"

#include "instances.h"
#include "support.h"

static void assert_shown(double value, const char *expected)
{
    char text[32];
    assert_string_equal(parot_check_number(value, text), expected);
}

static void known_numbers_read_as_they_should(void **state)
{
    (void)state;
    assert_shown(0, "0");
    assert_shown(INFINITY, "inf");
    assert_shown(111023.3, "1.12e+05");
    assert_shown(0.5, "0.5");
    assert_shown(9.994, "10");
    assert_shown(2.1e-16, "3e-16");
    assert_shown(9.1e-16, "1e-15");
}

/* Never below the number, and less than one unit of the last digit above it. */
static void printed_numbers_are_the_next_ones_above(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 20000; k++) {
        double value = pow(10, 600 * test_uniform(1, k) - 300), unit;
        char text[32];
        double printed = strtod(parot_check_number(value, text), NULL);
        unit = pow(10, floor(log10(value)) - (value >= 0.1 ? 2 : 0));
        assert_true(printed >= value);
        assert_true(printed - value <= unit * (1 + 1e-9));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers_read_as_they_should),
        cmocka_unit_test(printed_numbers_are_the_next_ones_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
