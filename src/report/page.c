/* page.c - parot_report: a page that is written from top to bottom. Each character of a text is
 * checked, then copied, replaced by its entity, or by U+FFFD if it is not allowed. A table has its
 * first rows as HTML and all of them as data for report.js.
 */
#include "parot/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "io/bytes/excerpt.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "io/results/json_writer.h"
#include "report/assets.h"

enum report_part { REPORT_BLOCK, REPORT_FACTS };

struct parot_report {
    struct bytes body;
    enum report_part part; /* what is open at the end of the body */
    int64_t figures;       /* so far: ids in their SVG must differ */
};

/* ---- Text as HTML, and as JSON inside of it ----------------------------- */

static const char REPLACEMENT[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Tabs and line breaks are characters of HTML, other control characters are none. */
static size_t character_size(const char *text)
{
    return *text == '\t' || *text == '\n' ? 1 : utf8_size(text);
}

static const char *entity(char letter)
{
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

/* Escapes & < > " and replaces what is not UTF-8, or not a character of HTML, by U+FFFD. */
static parot_status html_text(struct bytes *out, const char *text, parot_error *err)
{
    while (*text) {
        size_t length = character_size(text);
        const char *replaced = length ? entity(*text) : REPLACEMENT;
        if (replaced)
            TRY(bytes_append_text(out, replaced, err));
        else
            TRY(bytes_append(out, text, length, err));
        text += length ? length : 1;
    }
    return PAROT_OK;
}

/* printf for markup; what it prints must be shorter than 512 bytes and need no escapes. */
__attribute__((format(printf, 3, 4))) static parot_status
html_format(struct bytes *out, parot_error *err, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bytes_append_text(out, text, err);
}

/* <tag class="name">text</tag>; without a class if `name` is NULL. */
static parot_status html_element(struct bytes *out, const char *tag, const char *name,
                                 const char *text, parot_error *err)
{
    if (name)
        TRY(html_format(out, err, "<%s class=\"%s\">", tag, name));
    else
        TRY(html_format(out, err, "<%s>", tag));
    TRY(html_text(out, text, err));
    return html_format(out, err, "</%s>\n", tag);
}

/* ---- The page ----------------------------------------------------------- */

static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";

static parot_status need(const char *name, const void *value, parot_error *err)
{
    return value ? PAROT_OK : fail_argument(err, PAROT_EINVAL, name, "must not be NULL");
}

static parot_status put_head(struct bytes *out, const char *title, const char *summary,
                             parot_error *err)
{
    TRY(bytes_append_text(out, HEAD, err));
    TRY(html_element(out, "title", NULL, title, err));
    TRY(bytes_append_text(out, "<style>\n", err));
    TRY(bytes_append_text(out, REPORT_CSS, err));
    TRY(bytes_append_text(out, "</style>\n</head>\n<body>\n<header>\n", err));
    TRY(html_element(out, "h1", NULL, title, err));
    TRY(html_element(out, "p", "summary", summary, err));
    return bytes_append_text(out, "</header>\n<main>\n", err);
}

parot_status parot_report_open(const char *title, const char *summary, parot_report **report,
                               parot_error *err)
{
    TRY(need("title", title, err));
    TRY(need("summary", summary, err));
    TRY(need("report", report, err));
    parot_report *opened = calloc(1, sizeof *opened);
    if (!opened)
        return fail(err, PAROT_ENOMEM, "report: out of memory");
    parot_status status = put_head(&opened->body, title, summary, err);
    if (status == PAROT_OK)
        *report = opened;
    else
        parot_report_close(opened);
    return status;
}

void parot_report_close(parot_report *report)
{
    if (report)
        bytes_free(&report->body);
    free(report);
}

static parot_status put_end(struct bytes *page, const parot_report *report, parot_error *err)
{
    TRY(bytes_append(page, report->body.data, report->body.size, err));
    if (report->part == REPORT_FACTS)
        TRY(bytes_append_text(page, "</dl>\n", err));
    TRY(bytes_append_text(page, "</main>\n<footer>parot ", err));
    TRY(html_text(page, parot_version(), err));
    TRY(bytes_append_text(page, "</footer>\n<script>\n", err));
    TRY(bytes_append_text(page, REPORT_JS, err));
    return bytes_append_text(page, "</script>\n</body>\n</html>\n", err);
}

parot_status parot_report_write(const parot_report *report, const char *path, int overwrite,
                                parot_error *err)
{
    struct filename parsed;
    struct bytes page = {0};
    TRY(need("report", report, err));
    TRY(filename_parse(path, "standard output", &parsed, err));
    parot_status status = put_end(&page, report, err);
    if (status == PAROT_OK && parsed.is_gzip)
        status = gzip_pack(&page, err);
    if (status == PAROT_OK)
        status = output_write(&parsed, &page, overwrite, err);
    bytes_free(&page);
    return status;
}

/* ---- In between --------------------------------------------------------- */

/* Where the next `part` is written; ends a list of facts if something else follows, and begins one.
 */
static parot_status report_begin(parot_report *report, enum report_part part, struct bytes **out,
                                 parot_error *err)
{
    TRY(need("report", report, err));
    *out = &report->body;
    if (report->part == part)
        return PAROT_OK;
    TRY(bytes_append_text(*out, part == REPORT_FACTS ? "<dl>\n" : "</dl>\n", err));
    report->part = part;
    return PAROT_OK;
}

static parot_status put_block(parot_report *report, const char *tag, const char *name,
                              const char *text, parot_error *err)
{
    struct bytes *out = NULL;
    TRY(need("text", text, err));
    TRY(report_begin(report, REPORT_BLOCK, &out, err));
    return html_element(out, tag, name, text, err);
}

parot_status parot_report_section(parot_report *report, const char *heading, parot_error *err)
{
    return put_block(report, "h2", NULL, heading, err);
}

parot_status parot_report_text(parot_report *report, const char *text, parot_error *err)
{
    return put_block(report, "p", NULL, text, err);
}

parot_status parot_report_warning(parot_report *report, const char *text, parot_error *err)
{
    return put_block(report, "p", "warning", text, err);
}

parot_status parot_report_code(parot_report *report, const char *text, parot_error *err)
{
    return put_block(report, "pre", NULL, text, err);
}

parot_status parot_report_fact(parot_report *report, const char *name, const char *value,
                               parot_error *err)
{
    struct bytes *out = NULL;
    TRY(need("name", name, err));
    TRY(need("value", value, err));
    TRY(report_begin(report, REPORT_FACTS, &out, err));
    TRY(bytes_append_text(out, "<div>", err));
    TRY(html_element(out, "dt", NULL, name, err));
    TRY(html_element(out, "dd", NULL, value, err));
    return bytes_append_text(out, "</div>\n", err);
}

/* ---- Figures ------------------------------------------------------------ */

/* Length of what introduces an id at `svg`; 0: nothing does. Cairo writes ids and references in
 * three forms only, id="x", href="#x" and url(#x); its text is outlines, so that no letters of ours
 * can be mistaken for these. */
static size_t introduction(const char *svg)
{
    static const char *const words[] = {" id=\"", "href=\"#", "url(#"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncmp(svg, words[k], strlen(words[k])) == 0)
            return strlen(words[k]);
    return 0;
}

/* Drawings of one program use the same ids; side by side on one page they must not. */
static parot_status put_svg(struct bytes *out, const char *svg, int64_t number, parot_error *err)
{
    const char *begin = svg;
    for (; *svg; svg++) {
        size_t length = introduction(svg);
        if (length == 0)
            continue;
        TRY(bytes_append(out, begin, (size_t)(svg - begin) + length, err));
        TRY(html_format(out, err, "f%lld-", (long long)number));
        begin = svg + length;
        svg = begin - 1;
    }
    return bytes_append_text(out, begin, err);
}

parot_status parot_report_figure(parot_report *report, const char *svg, const char *caption,
                                 parot_error *err)
{
    struct bytes *out = NULL;
    TRY(need("svg", svg, err));
    TRY(need("caption", caption, err));
    const char *begin = strstr(svg, "<svg"); /* behind <?xml ...?> */
    if (!begin)
        return fail(err, PAROT_EINVAL, "svg: must be an SVG document, found no <svg");
    TRY(report_begin(report, REPORT_BLOCK, &out, err));
    TRY(bytes_append_text(out, "<figure>\n", err));
    TRY(put_svg(out, begin, ++report->figures, err));
    TRY(html_element(out, "figcaption", NULL, caption, err));
    return bytes_append_text(out, "</figure>\n", err);
}

/* ---- Tables ------------------------------------------------------------- */

/* Rows that are there without JavaScript: a few screens. A browser stays quick with them, and a
 * printer does not run empty. */
enum { STATIC_ROWS = 200, USUAL_DIGITS = 6 };

static int digits_of(const parot_report_column *column)
{
    return column->digits > 0 ? column->digits : USUAL_DIGITS;
}

static parot_status put_cell(struct bytes *out, const parot_report_column *column, int64_t row,
                             parot_error *err)
{
    if (column->text)
        return html_element(out, "td", "text", column->text[row] ? column->text[row] : "", err);
    double value = column->number[row];
    if (isnan(value))
        return bytes_append_text(out, "<td></td>\n", err);
    return html_format(out, err, "<td>%.*g</td>\n", digits_of(column), value);
}

static parot_status put_heads(struct bytes *out, const parot_report_rows *table, parot_error *err)
{
    TRY(bytes_append_text(out, "<thead><tr>\n", err));
    for (int32_t k = 0; k < table->cols; k++) {
        const parot_report_column *column = &table->columns[k];
        TRY(html_format(out, err, "<th scope=\"col\"%s title=\"",
                        column->text ? " class=\"text\"" : ""));
        TRY(html_text(out, column->help ? column->help : "", err));
        TRY(bytes_append_text(out, "\">", err));
        TRY(html_text(out, column->name, err));
        TRY(bytes_append_text(out, "</th>\n", err));
    }
    return bytes_append_text(out, "</tr></thead>\n", err);
}

static parot_status put_rows(struct bytes *out, const parot_report_rows *table, parot_error *err)
{
    TRY(bytes_append_text(out, "<tbody>\n", err));
    for (int64_t i = 0; i < table->rows && i < STATIC_ROWS; i++) {
        TRY(bytes_append_text(out, "<tr>", err));
        for (int32_t k = 0; k < table->cols; k++)
            TRY(put_cell(out, &table->columns[k], i, err));
        TRY(bytes_append_text(out, "</tr>\n", err));
    }
    return bytes_append_text(out, "</tbody>\n", err);
}

/* JSON has no infinities: they are text to read. */
static parot_status put_value(struct bytes *out, const parot_report_column *column, int64_t row,
                              parot_error *err)
{
    if (column->text)
        return column->text[row] ? quote_json(out, column->text[row], err)
                                 : bytes_append_text(out, "null", err);
    double value = column->number[row];
    if (isnan(value))
        return bytes_append_text(out, "null", err);
    if (isinf(value))
        return bytes_append_text(out, value > 0 ? "\"inf\"" : "\"-inf\"", err);
    return html_format(out, err, "%.*g", digits_of(column), value);
}

/* {"digits": [6, ...], "text": [0, 1, ...], "rows": [[1, "a", null], ...]} */
static parot_status put_rows_as_data(struct bytes *out, const parot_report_rows *table,
                                     parot_error *err)
{
    TRY(bytes_append_text(out, "<script type=\"application/json\">{\"digits\": [", err));
    for (int32_t k = 0; k < table->cols; k++)
        TRY(html_format(out, err, "%s%d", k ? ", " : "", digits_of(&table->columns[k])));
    TRY(bytes_append_text(out, "], \"text\": [", err));
    for (int32_t k = 0; k < table->cols; k++)
        TRY(html_format(out, err, "%s%d", k ? ", " : "", table->columns[k].text != NULL));
    TRY(bytes_append_text(out, "], \"rows\": [", err));
    for (int64_t i = 0; i < table->rows; i++) {
        TRY(bytes_append_text(out, i ? ",\n[" : "\n[", err));
        for (int32_t k = 0; k < table->cols; k++) {
            TRY(bytes_append_text(out, k ? "," : "", err));
            TRY(put_value(out, &table->columns[k], i, err));
        }
        TRY(bytes_append_text(out, "]", err));
    }
    return bytes_append_text(out, "]}</script>\n", err);
}

static parot_status check_rows(const parot_report_rows *table, parot_error *err)
{
    if (!table || !table->columns)
        return fail_argument(err, PAROT_EINVAL, table ? "table.columns" : "table",
                             "must not be NULL");
    TRY(CHECK_RESERVED(table, err));
    if (table->rows < 0 || table->cols < 1)
        return fail(err, PAROT_EINVAL, "table: must have a column, got %lld x %d",
                    (long long)table->rows, (int)table->cols);
    for (int32_t k = 0; k < table->cols; k++) {
        const parot_report_column *column = &table->columns[k];
        TRY(CHECK_RESERVED(column, err));
        if (!column->name || !column->number == !column->text)
            return fail(err, PAROT_EINVAL,
                        "table.columns: [%d] needs a name, and either numbers or text", (int)k);
    }
    return PAROT_OK;
}

parot_status parot_report_table(parot_report *report, const parot_report_rows *table,
                                parot_error *err)
{
    struct bytes *out = NULL;
    TRY(check_rows(table, err));
    TRY(report_begin(report, REPORT_BLOCK, &out, err));
    TRY(bytes_append_text(out, "<div class=\"rows\">\n", err));
    if (table->rows > STATIC_ROWS)
        TRY(html_format(out, err,
                        "<p class=\"note static\">The first %d of %lld rows; a browser with "
                        "JavaScript shows all of them.</p>\n",
                        STATIC_ROWS, (long long)table->rows));
    TRY(bytes_append_text(out, "<div class=\"scroll\"><table>\n", err));
    TRY(put_heads(out, table, err));
    TRY(put_rows(out, table, err));
    TRY(bytes_append_text(out, "</table></div>\n", err));
    TRY(put_rows_as_data(out, table, err));
    return bytes_append_text(out, "</div>\n", err);
}
