/* column_use.c - parot_frame_uses, parot_names_rows: columns that are rarely features.
 *
 * A counter must be called like one: whole numbers, or texts, that differ in each row are as well a
 * time, a price or a coordinate.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/sort.h"
#include "base/words.h"
#include "parot/io.h"

WORDS(column_use, "use", {"values", PAROT_COLUMN_USE_VALUES}, {"empty", PAROT_COLUMN_USE_EMPTY},
      {"nameless", PAROT_COLUMN_USE_NAMELESS}, {"counter", PAROT_COLUMN_USE_COUNTER});

int parot_names_rows(const char *name)
{
    static const char *const names[] = {"",   "id", "idx",    "index",   "row",     "rowid",
                                        "no", "nr", "number", "level_0", "rownames"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcasecmp(name, names[k]) == 0)
            return 1;
    size_t length = strlen(name);
    return strncasecmp(name, "unnamed", strlen("unnamed")) == 0 ||
           (length > 3 && strcasecmp(name + length - 3, "_id") == 0);
}

/* Whole numbers or texts, another one in each row. `values` has room for the rows. */
static int is_counter(const parot_frame *frame, int64_t k, double *values)
{
    const parot_column *column = &frame->columns[k];
    if (frame->rows < 2 || column->missing > 0 || !parot_names_rows(column->name))
        return 0;
    if (column->level_count > 0)
        return column->level_count == frame->rows;
    for (int64_t i = 0; i < frame->rows; i++) {
        values[i] = frame->data[i * frame->cols + k];
        if (values[i] != floor(values[i]))
            return 0;
    }
    if (column->rounded > 0)
        return 1; /* what tells them apart may have been rounded away */
    sort_numbers(values, frame->rows);
    for (int64_t i = 1; i < frame->rows; i++)
        if (values[i] == values[i - 1])
            return 0;
    return 1;
}

static parot_column_use use_of(const parot_frame *frame, int64_t k, double *values)
{
    const parot_column *column = &frame->columns[k];
    if (column->missing == frame->rows && frame->rows > 1)
        return PAROT_COLUMN_USE_EMPTY;
    if (frame->has_names && !*column->name)
        return PAROT_COLUMN_USE_NAMELESS;
    return frame->has_names && is_counter(frame, k, values) ? PAROT_COLUMN_USE_COUNTER
                                                            : PAROT_COLUMN_USE_VALUES;
}

parot_status parot_frame_uses(const parot_frame *frame, parot_column_use *uses, parot_error *err)
{
    if (!frame || !uses)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", frame ? "uses" : "frame");
    double *values = malloc((size_t)frame->rows * sizeof *values);
    if (!values)
        return fail_memory(err, (size_t)frame->rows * sizeof *values);
    for (int64_t k = 0; k < frame->cols; k++)
        uses[k] = use_of(frame, k, values);
    free(values);
    return PAROT_OK;
}
