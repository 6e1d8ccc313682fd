/* test_decimal.c - the fast way to read numbers is the correct one: strtod is the judge. */
#include "test.h"

#include <stdio.h>

#include "base/random.h"
#include "io/text/decimal.h"

static int64_t taken;

/* Either it leaves the number to others, or it is strtod's to the last bit. */
static void assert_as_strtod(const char *text)
{
    double value = 0, expected = strtod(text, NULL);
    const char *end = decimal_scan(text, &value);
    if (!end)
        return;
    taken++;
    if (*end || memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("'%s' was read as %a, not %a", text, value, expected);
}

static uint64_t draw(uint64_t k)
{
    return random_bits(3, RANDOM_TEST, k);
}

TEST(random_doubles_read_as_they_were_printed)
{
    char text[64];
    taken = 0;
    for (uint64_t k = 0; k < 40000; k++) {
        double value = (double)(int64_t)draw(k) * 1e-19 * pow(10, (double)(k % 30) - 15);
        snprintf(text, sizeof text, "%.*g", (int)(1 + k % 17), value);
        assert_as_strtod(text);
    }
    assert_true(taken > 30000);
}

TEST(random_digits_and_exponents_agree)
{
    char text[64];
    taken = 0;
    for (uint64_t k = 0; k < 40000; k++) {
        unsigned long long digits = draw(2 * k) >> (draw(2 * k + 1) % 60);
        snprintf(text, sizeof text, "%s%llu.%03llue%d", k % 2 ? "-" : "", digits / 1000,
                 digits % 1000, (int)(k % 64) - 32);
        assert_as_strtod(text);
    }
    assert_true(taken > 20000);
}

/* Odd numbers of 54 bits are half-way between two doubles; one digit more decides. */
TEST(halves_are_rounded_to_even)
{
    char text[64];
    taken = 0;
    for (uint64_t k = 0; k < 5000; k++) {
        unsigned long long odd = (draw(k) >> 10) | UINT64_C(1) << 53 | 1;
        snprintf(text, sizeof text, "%llu", odd);
        assert_as_strtod(text);
        snprintf(text, sizeof text, "%llu.1", odd);
        assert_as_strtod(text);
        snprintf(text, sizeof text, "%llu5e-%d", odd / 8, (int)(k % 27));
        assert_as_strtod(text);
    }
    assert_true(taken == 15000);
}

static void assert_scan(const char *text, double expected, const char *rest)
{
    double value = 42;
    const char *end = decimal_scan(text, &value);
    assert_non_null(end);
    assert_string_equal(end, rest);
    assert_memory_equal(&value, &expected, sizeof value);
}

TEST(numbers_end_where_they_end)
{
    assert_scan("1,2", 1, ",2");
    assert_scan("-0", -0.0, "");
    assert_scan("+.5e1 ", 5, " ");
    assert_scan("7.\n", 7, "\n");
    assert_scan("00000000000000000000000001", 1, "");
    assert_scan("0.00000000000000000000001", 1e-23, "");
    assert_scan("0x10", 0, "x10");
}

TEST(what_needs_care_is_left_to_others)
{
    const char *texts[] = {"",
                           "-",
                           "+",
                           ".",
                           "e5",
                           "1e",
                           "1e+",
                           "inf",
                           "nan",
                           "1e40",
                           "1e-400",
                           "12345678901234567890",
                           "1e99999999999999999999"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        double value = 42;
        if (decimal_scan(texts[k], &value))
            fail_msg("'%s' was taken", texts[k]);
    }
}
