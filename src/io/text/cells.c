/* cells.c - a scanner that moves over the line once and appends each cell, unquoted, to a buffer.
 */
#include "io/text/cells.h"

#include <string.h>

int cells_is_blank(char c, char delimiter)
{
    return c == ' ' || (c == '\t' && delimiter != '\t');
}

const char *cells_skip_blanks(const char *text, char delimiter)
{
    while (cells_is_blank(*text, delimiter))
        text++;
    return text;
}

int cells_at_end(const char *text, char delimiter, const char **next)
{
    const char *behind = cells_skip_blanks(text, delimiter);
    *next = NULL;
    if (*behind == '\n')
        return 1;
    *next = delimiter == ' ' ? behind : behind + 1;
    return delimiter == ' ' ? behind > text : *behind == delimiter;
}

static int is_boundary(char c, char delimiter)
{
    return c == '\n' || c == delimiter || (delimiter == ' ' && c == '\t');
}

/* Behind the opening quote; *text moves behind the closing one. */
static parot_status take_quoted(const char **text, struct bytes *cell, parot_error *err)
{
    for (const char *at = *text;;) {
        size_t run = strcspn(at, "\"\n\r");
        TRY(bytes_append(cell, at, run, err));
        at += run;
        if (*at == CELLS_BREAK) {
            TRY(bytes_append(cell, "\n", 1, err));
            at++;
            continue;
        }
        if (*at != '"')
            return PAROT_EFORMAT;
        *text = at + 1;
        if (at[1] != '"')
            return PAROT_OK;
        TRY(bytes_append(cell, at, 1, err));
        at += 2;
    }
}

/* Blanks in front of the delimiter do not belong to the cell. */
static parot_status take_plain(const char **text, char delimiter, struct bytes *cell,
                               parot_error *err)
{
    const char *begin = *text, *end = begin;
    while (!is_boundary(*end, delimiter))
        end++;
    *text = end;
    while (end > begin && cells_is_blank(end[-1], delimiter))
        end--;
    return bytes_append(cell, begin, (size_t)(end - begin), err);
}

parot_status cells_take(const char *text, char delimiter, struct bytes *cell, const char **next,
                        parot_error *err)
{
    text = cells_skip_blanks(text, delimiter);
    if (*text == '"') {
        text++;
        TRY(take_quoted(&text, cell, err));
    }
    TRY(take_plain(&text, delimiter, cell, err));
    cells_at_end(text, delimiter, next);
    return bytes_append(cell, "", 1, err);
}

/* The closing quote of a cell that begins behind its opening one, or the end of the line. */
static const char *find_closing(const char *text)
{
    for (;; text += 2) {
        text += strcspn(text, "\"\n");
        if (*text != '"' || text[1] != '"')
            return text;
    }
}

int cells_is_open(const char *line, char delimiter, size_t *known)
{
    const char *at = line + *known;
    int is_inside = *known > 0;
    while (at) {
        at = is_inside ? at : cells_skip_blanks(at, delimiter);
        if (is_inside || *at == '"') {
            at = find_closing(is_inside ? at : at + 1);
            *known = (size_t)(at - line);
            if (*at != '"')
                return 1;
        }
        is_inside = 0;
        while (!is_boundary(*at, delimiter))
            at++;
        cells_at_end(at, delimiter, &at);
    }
    return 0;
}

parot_status cells_split(struct cells *cells, const char *line, char delimiter, parot_error *err)
{
    const char *at = cells_skip_blanks(line, delimiter);
    cells->text.size = 0;
    cells->count = 0;
    while (at) {
        TRY(cells_take(at, delimiter, &cells->text, &at, err));
        cells->count++;
    }
    return PAROT_OK;
}

const char *cells_next(const char *cell)
{
    return cell + strlen(cell) + 1;
}
