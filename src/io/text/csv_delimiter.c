/* csv_delimiter.c - counts each possible delimiter in the first lines of a text.
 *
 * The right one occurs equally often in each line. When it does not, the table is ragged, and
 * reading it with the delimiter that occurs at all gives the message that says where. Comma is
 * tried last: between other delimiters it may be a decimal comma, never the other way round.
 */
#include <string.h>

#include "io/text/csv_table.h"

enum { SAMPLE = 20 }; /* lines looked at: a chance agreement of so many is no chance */

static const char CANDIDATES[] = "\t;|,";

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A quotation mark opens at the beginning of a cell, and then the next one closes (or is the first
 * of two, which close and open at once); anywhere else it is a character. */
static int is_quote(const char *begin, const char *at, char delimiter, int is_quoted)
{
    if (*at != '"')
        return 0;
    return is_quoted || at == begin || at[-1] == delimiter || is_blank(at[-1]) || at[-1] == '"';
}

/* Up to the line's end, which may be behind line breaks between quotation marks; *next is there. */
static int64_t count_delimiter(const char *line, const char *end, char delimiter, const char **next)
{
    int64_t count = 0;
    int is_quoted = 0;
    const char *at = line, *first_end = NULL;
    for (; at < end && (*at != '\n' || is_quoted); at++) {
        if (is_quote(line, at, delimiter, is_quoted))
            is_quoted = !is_quoted;
        count += *at == delimiter && !is_quoted;
        if (*at == '\n' && !first_end)
            first_end = at;
    }
    *next = is_quoted && first_end ? first_end : at; /* never closed: a mere character */
    return count;
}

/* Gaps between words. */
static int64_t count_gaps(const char *line, const char **next)
{
    int64_t count = 0;
    int is_quoted = 0;
    for (line += strspn(line, " \t"); *line != '\n'; line++) {
        if (*line == '"')
            is_quoted = !is_quoted;
        count += is_blank(line[0]) && line[1] != '\n' && !is_blank(line[1]) && !is_quoted;
    }
    *next = line;
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
    const char *next = NULL;
    for (const char *line = text; line < end && lines < SAMPLE; line = next + 1) {
        const char *first = line + strspn(line, " \t");
        next = strchr(first, '\n');
        if (*first == '\n' || *first == '#')
            continue;
        int64_t count = delimiter == ' ' ? count_gaps(line, &next)
                                         : count_delimiter(line, end, delimiter, &next);
        range.low = count < range.low ? count : range.low;
        range.high = count > range.high ? count : range.high;
        lines++;
    }
    return range;
}

char csv_delimiter(const char *text, const char *end, char decimal)
{
    char occurring = '\0';
    for (const char *candidate = CANDIDATES; *candidate; candidate++) {
        if (*candidate == decimal)
            continue;
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
    if (gaps.high > 0 && gaps.low > 0) /* "first name" may head a single column */
        return ' ';
    return decimal == ',' ? ';' : ',';
}
