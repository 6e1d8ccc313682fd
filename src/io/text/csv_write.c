/* csv_write.c - numbers in their shortest form, text in quotation marks only where reading needs
 * them. What is written reads back as the same table. */
#include <math.h>
#include <string.h>

#include "io/bytes/number.h"
#include "io/text/csv_table.h"

/* Text stands in quotes only where reading needs it: any delimiter in one could be taken for the
 * table's. */
static int needs_quotes(const char *text)
{
    size_t size = strlen(text);
    return size == 0 || strpbrk(text, "\"#\t;|,\n") || text[0] == ' ' || text[size - 1] == ' ';
}

parot_status csv_append_text(struct bytes *out, const char *text, parot_error *err)
{
    if (!needs_quotes(text))
        return bytes_append_text(out, text, err);
    TRY(bytes_append(out, "\"", 1, err));
    for (; *text; text++) {
        if (*text == '"')
            TRY(bytes_append(out, "\"", 1, err));
        TRY(bytes_append(out, text, 1, err));
    }
    return bytes_append(out, "\"", 1, err);
}

static parot_status append_header(const parot_table *table, char delimiter, struct bytes *out,
                                  parot_error *err)
{
    for (int64_t j = 0; j < table->cols; j++) {
        if (j > 0)
            TRY(bytes_append(out, &delimiter, 1, err));
        TRY(csv_append_text(out, table->names[j], err));
    }
    return bytes_append(out, "\n", 1, err);
}

static parot_status append_row(const double *row, int64_t cols, char delimiter, struct bytes *out,
                               parot_error *err)
{
    char text[NUMBER_SIZE];
    for (int64_t j = 0; j < cols; j++) {
        if (j > 0)
            TRY(bytes_append(out, &delimiter, 1, err));
        TRY(bytes_append_text(out, number_print(row[j], text), err));
    }
    return bytes_append(out, "\n", 1, err);
}

parot_status csv_append(const parot_table *table, char delimiter, struct bytes *out,
                        parot_error *err)
{
    if (table->names)
        TRY(append_header(table, delimiter, out, err));
    for (int64_t i = 0; i < table->rows; i++)
        TRY(append_row(table->data + i * table->cols, table->cols, delimiter, out, err));
    return PAROT_OK;
}

/* ---- With text ---------------------------------------------------------- */

static parot_status append_cell(const parot_frame *frame, int64_t row, int64_t k, struct bytes *out,
                                parot_error *err)
{
    char text[NUMBER_SIZE];
    double value = frame->data[row * frame->cols + k];
    if (isnan(value))
        return PAROT_OK;
    if (frame->columns[k].level_count > 0 && frame->cols > 1 && !*parot_frame_text(frame, row, k))
        return PAROT_OK; /* alone in its row it would be a blank line */
    if (frame->columns[k].level_count > 0)
        return csv_append_text(out, parot_frame_text(frame, row, k), err);
    return bytes_append_text(out, number_print(value, text), err);
}

static parot_status append_frame_row(const parot_frame *frame, int64_t row, char delimiter,
                                     struct bytes *out, parot_error *err)
{
    for (int64_t k = 0; k < frame->cols; k++) {
        if (k > 0)
            TRY(bytes_append(out, &delimiter, 1, err));
        TRY(row < 0 ? csv_append_text(out, frame->columns[k].name, err)
                    : append_cell(frame, row, k, out, err));
    }
    return bytes_append(out, "\n", 1, err);
}

parot_status csv_append_frame(const parot_frame *frame, char delimiter, struct bytes *out,
                              parot_error *err)
{
    for (int64_t row = frame->has_names ? -1 : 0; row < frame->rows; row++)
        TRY(append_frame_row(frame, row, delimiter, out, err));
    return PAROT_OK;
}
