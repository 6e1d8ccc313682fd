/* number.c - strtod and printf, made independent of the locale.
 *
 * strtod and printf use the decimal point of the program's locale. Reading asks for the C locale
 * (glibc and musl keep one ready, so that newlocale costs nothing); printing replaces whatever
 * stands where the point should be.
 */
#include "io/bytes/number.h"

#include <ctype.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parot/io.h"

static const char BLANKS[] = " \t\r\n\v\f";

/* strtod in the C locale. Without that locale (no memory for it) nothing is a number. */
static double parse_in_c(const char *text, const char **end)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale) {
        *end = text;
        return 0;
    }
    char *stop = NULL;
    double value = strtod_l(text, &stop, c_locale);
    freelocale(c_locale);
    *end = stop;
    return value;
}

enum number_kind number_parse(const char *text, double *value)
{
    text += strspn(text, BLANKS);
    if (!*text)
        return NUMBER_EMPTY;
    const char *end = text;
    double parsed = parse_in_c(text, &end);
    if (end == text || end[strspn(end, BLANKS)] != '\0')
        return NUMBER_TEXT;
    if (isnan(parsed))
        return NUMBER_NAN;
    if (strpbrk(text, "xX")) /* C's hexadecimal notation: in a table, rather a code */
        return NUMBER_TEXT;
    if (isinf(parsed) && !strpbrk(text, "nN")) /* not "inf" but overflow */
        return NUMBER_TOO_LARGE;
    *value = parsed;
    return NUMBER_FINE;
}

static int is_of_number(char c)
{
    return isdigit((unsigned char)c) || c == '-' || c == '+' || c == 'e';
}

/* Some locales write the decimal point in several bytes; they become one '.'. */
static void restore_point(char *text)
{
    size_t point = 0;
    while (text[point] && is_of_number(text[point]))
        point++;
    if (!text[point])
        return;
    size_t rest = point;
    while (text[rest] && !is_of_number(text[rest]))
        rest++;
    text[point] = '.';
    memmove(text + point + 1, text + rest, strlen(text + rest) + 1);
}

const char *parot_number_text(double value, char text[PAROT_NUMBER_SIZE])
{
    return number_print(value, text);
}

const char *number_print(double value, char text[NUMBER_SIZE])
{
    if (isnan(value))
        return strcpy(text, "nan");
    if (isinf(value))
        return strcpy(text, value > 0 ? "inf" : "-inf");
    /* below the smallest normal double, fewer digits tell its neighbours apart */
    for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        double back = 0;
        snprintf(text, NUMBER_SIZE, "%.*g", digits, value);
        restore_point(text);
        if (number_parse(text, &back) == NUMBER_FINE && back == value)
            break;
    }
    return text;
}
