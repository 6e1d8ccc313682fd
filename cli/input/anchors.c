/* anchors.c - numbers of rows in the files become numbers among the rows that are used. */
#include "input/anchors.h"

#include <stdlib.h>

#include "parot/io.h"
#include "shell/output_check.h"

/* Where that row is among those that are used; -1: nowhere. */
static int64_t find_row(struct used_rows rows, double value)
{
    if (!rows.row)
        return value >= 0 && value < (double)rows.count && (double)(int64_t)value == value
                   ? (int64_t)value
                   : -1;
    for (int64_t i = 0; i < rows.count; i++)
        if ((double)rows.row[i] == value)
            return i;
    return -1;
}

static enum outcome take_row(const char *path, int64_t line, struct used_rows rows, double value,
                             int32_t *to)
{
    int64_t found = find_row(rows, value);
    if (found < 0)
        return refuse(FAILED,
                      "--anchors %s: pair %lld names row %g of %s, which is not among its "
                      "rows; they count from 0",
                      path, (long long)line + 1, value, rows.name);
    *to = (int32_t)found;
    return SOLVED;
}

static enum outcome take_pairs(const char *path, const parot_table *table, struct used_rows source,
                               struct used_rows target, struct anchors *anchors)
{
    if (table->cols != 2)
        return refuse(FAILED, "--anchors %s: needs two columns, rows of both files; it has %lld",
                      path, (long long)table->cols);
    anchors->source = malloc((size_t)table->rows * sizeof *anchors->source);
    anchors->target = malloc((size_t)table->rows * sizeof *anchors->target);
    if (!anchors->source || !anchors->target)
        return refuse(FAILED, "--anchors %s: out of memory", path);
    anchors->count = table->rows;
    for (int64_t k = 0; k < table->rows; k++) {
        TRY(take_row(path, k, source, table->data[2 * k], &anchors->source[k]));
        TRY(take_row(path, k, target, table->data[2 * k + 1], &anchors->target[k]));
    }
    return SOLVED;
}

enum outcome anchors_read(const char *path, struct used_rows source, struct used_rows target,
                          struct anchors *anchors)
{
    parot_table table = {0};
    parot_error err = {0};
    if (!path)
        return SOLVED;
    TRY(input_check(path));
    TRY(outcome_of(parot_table_read(path, &table, &err), &err));
    enum outcome outcome = take_pairs(path, &table, source, target, anchors);
    parot_table_free(&table);
    return outcome;
}

void anchors_free(struct anchors *anchors)
{
    free(anchors->source);
    free(anchors->target);
    *anchors = (struct anchors){0};
}
