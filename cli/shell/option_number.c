/* option_number.c - strtod, and nothing may follow the number. The command stays in the C locale,
 * so that strtod wants a point. */
#include "shell/option_number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int number_parse(const char *text, double *value)
{
    char *end = NULL;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

int number_is_percent(const char *text, double *fraction)
{
    char *end = NULL;
    *fraction = strtod(text, &end) / 100;
    return end != text && strcmp(end, "%") == 0 && *fraction > 0 && *fraction <= 1;
}

enum outcome number_read(const char *option, const char *text, double *value)
{
    double parsed = 0;
    if (!number_parse(text, &parsed))
        return refuse(MISUSED, "%s %s: must be a number", option, text);
    *value = parsed;
    return SOLVED;
}

enum outcome number_read_size(const char *option, const char *text, double *value)
{
    double parsed = 0;
    if (!number_parse(text, &parsed) || parsed < 0)
        return refuse(MISUSED, "%s %s: must be a number that is 0 or more", option, text);
    *value = parsed;
    return SOLVED;
}

enum outcome number_read_extent(const char *option, const char *text, int64_t least, int64_t most,
                                double extent[2])
{
    char width[16] = "";
    size_t length = strcspn(text, "x");
    const char *height = text[length] ? text + length + 1 : NULL;
    double low = (double)least, high = (double)most;
    if (length < sizeof width)
        memcpy(width, text, length);
    extent[1] = 0;
    if (!number_parse(width, &extent[0]) || !(extent[0] >= low && extent[0] <= high) ||
        (height && (!number_parse(height, &extent[1]) || !(extent[1] >= low && extent[1] <= high))))
        return refuse(MISUSED, "%s %s: must be WIDTH or WIDTHxHEIGHT, each from %lld to %lld",
                      option, text, (long long)least, (long long)most);
    return SOLVED;
}

enum outcome number_read_count(const char *option, const char *text, int64_t least, int64_t most,
                               int64_t *value)
{
    char *end = NULL;
    errno = 0;
    long long parsed = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE || parsed < least || parsed > most)
        return refuse(MISUSED, "%s %s: must be a whole number from %lld to %lld", option, text,
                      (long long)least, (long long)most);
    *value = parsed;
    return SOLVED;
}
