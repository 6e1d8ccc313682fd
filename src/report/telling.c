/* telling.c - each piece is formatted once, then given to the page or appended to the text, where
 * the names of facts have a column of fixed width. */
#include "report/telling.h"

#include "plot/sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sentences have fewer than 700 characters; what comes from files is cut. */
enum { LONGEST = 1536, NAME_WIDTH = 14 };

/* Of a figure: two stand side by side on a page at their own size, and one fills a telephone, where
 * letters are still 9 dots high. */
enum { PANEL_WIDTH = 440 };

static void append(struct telling *telling, const char *text)
{
    if (telling->status == PAROT_OK)
        telling->status = bytes_append_text(&telling->text, text, telling->err);
}

#define FORMAT_INTO(text)                                                                          \
    do {                                                                                           \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        vsnprintf(text, sizeof(text), format, arguments);                                          \
        va_end(arguments);                                                                         \
    } while (0)

void tell_fact(struct telling *telling, const char *name, const char *format, ...)
{
    char value[LONGEST], head[64];
    FORMAT_INTO(value);
    if (telling->page) {
        if (telling->status == PAROT_OK)
            telling->status = parot_report_fact(telling->page, name, value, telling->err);
        return;
    }
    snprintf(head, sizeof head, "  %-*s ", NAME_WIDTH, name);
    for (char *line = value, *end = NULL; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        append(telling, head);
        append(telling, line);
        append(telling, "\n");
        snprintf(head, sizeof head, "  %-*s ", NAME_WIDTH, "");
    }
}

void tell_text(struct telling *telling, const char *format, ...)
{
    char text[LONGEST];
    FORMAT_INTO(text);
    if (!telling->page) {
        append(telling, text);
        append(telling, "\n");
    } else if (telling->status == PAROT_OK) {
        telling->status = parot_report_text(telling->page, text, telling->err);
    }
}

void tell_lines(struct telling *telling, const char *lines)
{
    if (!telling->page)
        append(telling, lines);
    else if (telling->status == PAROT_OK)
        telling->status = parot_report_code(telling->page, lines, telling->err);
}

void tell_section(struct telling *telling, const char *heading)
{
    if (telling->page && telling->status == PAROT_OK)
        telling->status = parot_report_section(telling->page, heading, telling->err);
}

void tell_warning(struct telling *telling, const char *text)
{
    if (telling->page && telling->status == PAROT_OK)
        telling->status = parot_report_warning(telling->page, text, telling->err);
}

void tell_table(struct telling *telling, const parot_report_rows *rows)
{
    if (telling->page && telling->status == PAROT_OK)
        telling->status = parot_report_table(telling->page, rows, telling->err);
}

void tell_panel(struct telling *telling, const parot_panel *panels, int64_t count, int64_t k,
                const char *caption)
{
    const parot_sheet sheet = {.panels = panels, .count = count};
    char *svg = NULL;
    if (!telling->page || telling->status != PAROT_OK)
        return;
    telling->status = sheet_panel_svg(&sheet, k, PANEL_WIDTH, &svg, telling->err);
    if (telling->status == PAROT_OK)
        telling->status = parot_report_figure(telling->page, svg, caption, telling->err);
    free(svg);
}

void tell_failure(struct telling *telling, parot_status status, const char *message)
{
    if (telling->status == PAROT_OK)
        telling->status = fail(telling->err, status, "%s", message);
}
