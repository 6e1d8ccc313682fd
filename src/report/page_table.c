/* page_table.c - parot_report_table: the first rows as HTML, all of them as data for report.js.
 *
 *     {"digits": [6, ...], "text": [0, 1, ...], "rows": [[1, "a", null], ...]}
 */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "io/bytes/quote.h"
#include "report/page.h"

/* Rows that are there without JavaScript: a few screens. A browser stays quick with them, and a
 * printer does not run empty. */
enum { STATIC_ROWS = 200, USUAL_DIGITS = 6 };

static int digits_of(const parot_report_column *column)
{
    return column->digits > 0 ? column->digits : USUAL_DIGITS;
}

/* ---- As HTML ------------------------------------------------------------ */

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

/* ---- As data ------------------------------------------------------------ */

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

static parot_status put_data(struct bytes *out, const parot_report_rows *table, parot_error *err)
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

/* ---- Both --------------------------------------------------------------- */

static parot_status check(const parot_report_rows *table, parot_error *err)
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
    TRY(check(table, err));
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
    TRY(put_data(out, table, err));
    return bytes_append_text(out, "</div>\n", err);
}
