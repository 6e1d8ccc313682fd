/* written.c - numbers with a comma, thousands, a percent sign or a currency.
 *
 * Decoration (a sign, a currency in front or behind, a percent sign) is taken off; what is left is
 * a number when it consists of digits in groups of three, with at most one decimal separator.
 */
#include "io/text/written.h"

#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "io/bytes/number.h"

static const char DIGITS[] = "0123456789";

WORDS(written, "written", {"plain", PAROT_WRITTEN_PLAIN}, {"comma", PAROT_WRITTEN_COMMA},
      {"point", PAROT_WRITTEN_POINT}, {"thousands", PAROT_WRITTEN_THOUSANDS},
      {"percent", PAROT_WRITTEN_PERCENT}, {"currency", PAROT_WRITTEN_CURRENCY},
      {"too large", PAROT_WRITTEN_TOO_LARGE});

const char *parot_written_rule(parot_written written)
{
    static const char *const rules[] = {
        NULL,
        "has a decimal comma; decimals take a point",
        "has a decimal point; decimals take a comma",
        "has thousands separators; write the digits alone",
        "is a percentage; write the number alone, or divided by 100",
        "is an amount of money; write the number alone",
        "is too large for a double"};
    return parot_written_name(written) ? rules[written] : NULL;
}

/* ---- Pieces ------------------------------------------------------------- */

static const char *const CURRENCIES[] = {"$",   "\xC2\xA3", "\xC2\xA5", "\xE2\x82\xAC", "USD",
                                         "EUR", "GBP",      "CHF",      "JPY"};

static size_t currency_at(const char *text)
{
    for (size_t k = 0; k < sizeof CURRENCIES / sizeof *CURRENCIES; k++)
        if (strncmp(text, CURRENCIES[k], strlen(CURRENCIES[k])) == 0)
            return strlen(CURRENCIES[k]);
    return 0;
}

/* A blank of one or two bytes: also the one that does not break. */
static size_t blank_at(const char *text)
{
    return *text == ' ' ? 1 : strncmp(text, "\xC2\xA0", 2) == 0 ? 2 : 0;
}

static size_t separator_at(const char *text)
{
    return *text && strchr(",.'", *text) ? 1 : blank_at(text);
}

/* Groups of three digits behind one to three, with the same separator; returns what is behind, and
 * in *groups how many. */
static const char *skip_groups(const char *text, int *groups)
{
    size_t first = strspn(text, DIGITS), size = separator_at(text + first);
    const char *separator = text + first, *at = separator;
    *groups = 0;
    if (first > 3 || size == 0)
        return at;
    while (strncmp(at, separator, size) == 0 && strspn(at + size, DIGITS) == 3) {
        at += size + 3;
        ++*groups;
    }
    return at;
}

/* ---- Numbers ------------------------------------------------------------ */

/* 1,234 is one group, and as well a decimal comma: that is the likelier, and both are refused. */
static parot_written judge_digits(const char *text, char decimal, const char **behind)
{
    char other = decimal == ',' ? '.' : ',';
    int groups = 0;
    const char *end = skip_groups(text, &groups), *plain = text + strspn(text, DIGITS);
    size_t part = strspn(plain + (*plain == other), DIGITS);
    int is_over = *plain == other && (!plain[1 + part] || !strchr(",.'", plain[1 + part]));
    if (is_over && groups <= 1 && part > 0) {
        *behind = plain + 1 + part;
        return decimal == ',' ? PAROT_WRITTEN_POINT : PAROT_WRITTEN_COMMA;
    }
    if (*end && strchr(",.", *end))
        end += 1 + strspn(end + 1, DIGITS);
    *behind = end;
    return groups > 0 ? PAROT_WRITTEN_THOUSANDS : PAROT_WRITTEN_PLAIN;
}

parot_written written_as(const char *cell, char decimal)
{
    double number = 0;
    const char *at = cell, *end = NULL;
    if (number_parse(cell, &number) == NUMBER_TOO_LARGE)
        return PAROT_WRITTEN_TOO_LARGE;
    at += strspn(at, "+-");
    size_t currency = currency_at(at);
    at += currency;
    at += blank_at(at);
    at += strspn(at, "+-");
    if (!strchr(DIGITS, *at) || !*at)
        return PAROT_WRITTEN_PLAIN;
    parot_written written = judge_digits(at, decimal, &end);
    end += blank_at(end);
    if (currency == 0 && *end == '%')
        return end[1] ? PAROT_WRITTEN_PLAIN : PAROT_WRITTEN_PERCENT;
    if (currency == 0 && (currency = currency_at(end)) > 0)
        end += currency;
    if (*end)
        return PAROT_WRITTEN_PLAIN;
    return currency > 0 ? PAROT_WRITTEN_CURRENCY : written;
}

/* ---- Whole numbers ------------------------------------------------------ */

/* The double has an exact decimal form, which printf knows. */
int written_exactly(const char *cell, double value)
{
    char exact[400];
    int is_negative = *cell == '-';
    cell += strspn(cell, "+-");
    size_t digits = strspn(cell, DIGITS);
    if (digits == 0 || cell[digits])
        return 1;
    cell += strspn(cell, "0");
    snprintf(exact, sizeof exact, "%.0f", is_negative ? -value : value);
    return strcmp(*cell ? cell : "0", exact) == 0;
}
