/* strata.c - rows of two tables that have the same cells: each row becomes a text of its cells, the
 * texts of both tables are sorted, and equal ones get the same number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "io/bytes/bytes.h"
#include "io/bytes/number.h"
#include "parot/io.h"

/* A row of either table. */
struct cells {
    const char *text; /* NULL: a cell is missing */
    size_t at;        /* of the text in the bytes of all */
    int side;
    int64_t place;
};

/* Numbers are written in one way, also among texts: 1, 1.0 and "1" are equal. */
static parot_status put_cell(struct bytes *bytes, const parot_frame *frame, int64_t row,
                             int64_t column, parot_error *err)
{
    double value = frame->data[row * frame->cols + column];
    const char *text =
        frame->columns[column].level_count > 0 ? parot_frame_text(frame, row, column) : NULL;
    char number[40];
    if (!text || number_parse(text, &value) == NUMBER_FINE) {
        snprintf(number, sizeof number, "%.17g", value + 0.0);
        text = number;
    }
    TRY(bytes_append(bytes, text, strlen(text), err));
    return bytes_append(bytes, "\x1f", 1, err);
}

static parot_status put_row(struct bytes *bytes, const parot_frame *frame, const int64_t *column,
                            int64_t columns, int64_t row, int *is_missing, parot_error *err)
{
    *is_missing = 0;
    for (int64_t k = 0; k < columns; k++) {
        *is_missing |= isnan(frame->data[row * frame->cols + column[k]]);
        if (*is_missing)
            return bytes_append(bytes, "", 1, err);
        TRY(put_cell(bytes, frame, row, column[k], err));
    }
    return bytes_append(bytes, "", 1, err);
}

static int compare_cells(const void *a, const void *b)
{
    const struct cells *x = a, *y = b;
    if (!x->text || !y->text)
        return (x->text != NULL) - (y->text != NULL);
    return strcmp(x->text, y->text);
}

/* Rows with a missing cell are equal to no other. */
static void number_rows(struct cells *cells, int64_t count, int32_t *const strata[2])
{
    int32_t stratum = -1;
    qsort(cells, (size_t)count, sizeof *cells, compare_cells);
    for (int64_t k = 0; k < count; k++) {
        if (k == 0 || !cells[k].text || !cells[k - 1].text ||
            strcmp(cells[k].text, cells[k - 1].text) != 0)
            stratum++;
        strata[cells[k].side][cells[k].place] = stratum;
    }
}

/* column[k]: that of the second frame which is called as column k of the first; without names they
 * are in the same order. */
static parot_status match_columns(const parot_strata_request *request, int64_t *column,
                                  parot_error *err)
{
    const parot_frame *first = request->frame[0], *other = request->frame[1];
    if (first->has_names && other->has_names)
        TRY(parot_frame_match(first, other, column, err));
    for (int64_t k = 0; k < first->cols; k++)
        if (column[k] < 0 || column[k] >= other->cols)
            return fail(err, PAROT_EINVAL, "exact: %s has no column '%s', which %s has",
                        other->label, first->columns[k].name, first->label);
    return PAROT_OK;
}

/* Works: bytes, cells and columns belong to the caller. */
static parot_status find_strata(const parot_strata_request *request, struct bytes *bytes,
                                struct cells *cells, int64_t *column, int32_t *const strata[2],
                                parot_error *err)
{
    int64_t count = 0, columns = request->frame[0]->cols;
    for (int side = 0; side < 2; side++) {
        const parot_frame *frame = request->frame[side];
        for (int64_t k = 0; k < columns; k++)
            column[k] = k;
        if (side == 1)
            TRY(match_columns(request, column, err));
        for (int64_t k = 0; k < request->count[side]; k++) {
            int is_missing = 0;
            size_t at = bytes->size;
            TRY(put_row(bytes, frame, column, columns, request->row[side][k], &is_missing, err));
            cells[count++] = (struct cells){is_missing ? NULL : "", at, side, k};
        }
    }
    for (int64_t k = 0; k < count; k++)
        if (cells[k].text)
            cells[k].text = bytes->data + cells[k].at;
    number_rows(cells, count, strata);
    return PAROT_OK;
}

parot_status parot_frame_strata(const parot_strata_request *request, int32_t *const strata[2],
                                parot_error *err)
{
    struct bytes bytes = {0};
    if (!request || !strata || !request->frame[0] || !request->frame[1])
        return fail(err, PAROT_EINVAL, "request: must have two frames, got NULL");
    size_t rows = (size_t)(request->count[0] + request->count[1]);
    struct cells *cells = malloc((rows + 1) * sizeof *cells);
    int64_t *column = malloc(((size_t)request->frame[0]->cols + 1) * sizeof *column);
    parot_status status = cells && column ? find_strata(request, &bytes, cells, column, strata, err)
                                          : fail_memory(err, rows * sizeof *cells);
    free(cells);
    free(column);
    bytes_free(&bytes);
    return status;
}
