/* csv_delimiter.c - which character separates the cells of a text; see csv_table.h.
 *
 * The right one occurs equally often in each line. When it does not, the table is ragged, and
 * reading it with the delimiter that occurs at all gives the message that says where. Comma is
 * tried last: between other delimiters it may be a decimal comma, never the other way round.
 */
#include <string.h>

#include "io/csv_table.h"

enum { SAMPLE = 20 }; /* lines looked at: a chance agreement of so many is no chance */

static const char CANDIDATES[] = "\t;|,";

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static int64_t count_delimiter(const char *line, char delimiter)
{
    int64_t count = 0;
    int is_quoted = 0;
    for (; *line != '\n'; line++) {
        if (*line == '"')
            is_quoted = !is_quoted;
        count += *line == delimiter && !is_quoted;
    }
    return count;
}

/* Gaps between words. */
static int64_t count_gaps(const char *line)
{
    int64_t count = 0;
    int is_quoted = 0;
    for (line += strspn(line, " \t"); *line != '\n'; line++) {
        if (*line == '"')
            is_quoted = !is_quoted;
        count += is_blank(line[0]) && line[1] != '\n' && !is_blank(line[1]) && !is_quoted;
    }
    return count;
}

/* The lowest and highest count in the first lines that are neither blank nor comments. */
struct range {
    int64_t low, high;
};

static struct range count_in_sample(const char *text, const char *end, char delimiter)
{
    struct range range = {INT64_MAX, 0};
    int lines = 0;
    for (const char *line = text; line < end && lines < SAMPLE; line = strchr(line, '\n') + 1) {
        const char *first = line + strspn(line, " \t");
        if (*first == '\n' || *first == '#')
            continue;
        int64_t count = delimiter == ' ' ? count_gaps(line) : count_delimiter(line, delimiter);
        range.low = count < range.low ? count : range.low;
        range.high = count > range.high ? count : range.high;
        lines++;
    }
    return range;
}

char csv_delimiter(const char *text, const char *end)
{
    char occurring = '\0';
    for (const char *candidate = CANDIDATES; *candidate; candidate++) {
        struct range range = count_in_sample(text, end, *candidate);
        if (range.high > 0 && range.low == range.high)
            return *candidate;
        if (range.high > 0 && !occurring)
            occurring = *candidate;
    }
    struct range gaps = count_in_sample(text, end, ' ');
    if (occurring == '\t' && gaps.low == gaps.high) /* tabs and blanks, mixed */
        return ' ';
    if (occurring)
        return occurring;
    return gaps.high > 0 && gaps.low > 0 ? ' ' : ','; /* "first name" may head a single column */
}
