/* test_number.c - doubles as text, in any locale.
 *
 * Linked with --wrap=snprintf: while `comma` is set, printing behaves as in a locale whose decimal
 * point is something else, so that the test does not depend on the locales of the machine.
 */
#include "test.h"

#include <float.h>
#include <locale.h>
#include <stdio.h>

#include "base/random.h"
#include "io/bytes/number.h"

static const char *comma;

int __wrap_snprintf(char *text, size_t size, const char *format, ...);
int __wrap_snprintf(char *text, size_t size, const char *format, ...)
{
    char plain[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(plain, sizeof plain, format, arguments);
    va_end(arguments);
    const char *point = comma ? strchr(plain, '.') : NULL;
    if (!point)
        return sprintf(text, "%s", plain);
    size_t before = (size_t)(point - plain);
    assert_true(strlen(plain) + strlen(comma) <= size);
    return sprintf(text, "%.*s%s%s", (int)before, plain, comma, point + 1);
}

static void assert_number(const char *text, double expected)
{
    double value = 0;
    assert_int_equal(number_parse(text, &value), NUMBER_FINE);
    if (value != expected)
        fail_msg("'%s' was read as %.17g", text, value);
}

static void assert_no_number(const char *text, enum number_kind kind)
{
    double value = 42;
    if (number_parse(text, &value) != kind)
        fail_msg("'%s' was taken for something else", text);
    assert_true(value == 42);
}

TEST(numbers_are_read)
{
    assert_number("1.5", 1.5);
    assert_number("  -2e-3\t", -2e-3);
    assert_number("+.5", 0.5);
    assert_number("7", 7);
    assert_number("inf", INFINITY);
    assert_number("-Infinity", -INFINITY);
    assert_number("1e-400", 0);
    assert_number("5e-324", 5e-324);
}

TEST(what_is_no_number_is_refused)
{
    assert_no_number("", NUMBER_EMPTY);
    assert_no_number("  ", NUMBER_EMPTY);
    assert_no_number("n/a", NUMBER_TEXT);
    assert_no_number("1,5", NUMBER_TEXT);
    assert_no_number("1 5", NUMBER_TEXT);
    assert_no_number("1.5m", NUMBER_TEXT);
    assert_no_number("0x10", NUMBER_TEXT);
    assert_no_number("-", NUMBER_TEXT);
    assert_no_number("nan", NUMBER_NAN);
    assert_no_number("-NaN", NUMBER_NAN);
    assert_no_number("1e400", NUMBER_TOO_LARGE);
    assert_no_number("-1e400", NUMBER_TOO_LARGE);
}

static void assert_round_trip(double value)
{
    char text[NUMBER_SIZE];
    double back = 0;
    assert_int_equal(number_parse(number_print(value, text), &back), NUMBER_FINE);
    if (memcmp(&back, &value, sizeof value) != 0)
        fail_msg("%.17g became '%s'", value, text);
}

TEST(every_double_survives_printing)
{
    const double special[] = {0.0,     -0.0,     0.1,       1.0 / 3,    DBL_MAX,  -DBL_MAX,
                              DBL_MIN, 5e-324,   123456789, 1e22,       INFINITY, -INFINITY,
                              0x1p53,  -1.5e-10, 1e15 + 1,  DBL_EPSILON};
    for (size_t k = 0; k < sizeof special / sizeof *special; k++)
        assert_round_trip(special[k]);
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t bits = random_bits(1, RANDOM_TEST, k);
        double value = 0;
        memcpy(&value, &bits, sizeof value);
        if (!isnan(value))
            assert_round_trip(value);
    }
}

TEST(printed_numbers_are_short)
{
    char text[NUMBER_SIZE];
    assert_string_equal(number_print(0.1, text), "0.1");
    assert_string_equal(number_print(3, text), "3");
    assert_string_equal(number_print(0.1 + 0.2, text), "0.30000000000000004");
    assert_string_equal(number_print(NAN, text), "nan");
    assert_string_equal(number_print(-INFINITY, text), "-inf");
    assert_true(strlen(number_print(-DBL_MAX, text)) < NUMBER_SIZE);
}

TEST(another_decimal_point_is_replaced)
{
    char text[NUMBER_SIZE];
    const char *points[] = {",", "\xD9\xAB"}; /* German, Arabic */
    for (int k = 0; k < 2; k++) {
        comma = points[k];
        assert_string_equal(number_print(0.1, text), "0.1");
        assert_string_equal(number_print(-1.5e300, text), "-1.5e+300");
        assert_string_equal(number_print(12, text), "12");
        assert_round_trip(1.0 / 3);
        comma = NULL;
    }
}

TEST(a_real_comma_locale_changes_nothing)
{
    const char *names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "nl_NL.UTF-8"};
    const char *found = NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names && !found; k++)
        found = setlocale(LC_NUMERIC, names[k]);
    if (!found)
        skip();
    char text[NUMBER_SIZE];
    assert_string_equal(localeconv()->decimal_point, ",");
    assert_string_equal(number_print(0.1, text), "0.1");
    assert_number("1.5", 1.5);
    assert_no_number("1,5", NUMBER_TEXT);
    setlocale(LC_NUMERIC, "C");
}
