/* numbers.c - what is left of a file without its nameless and empty columns.
 *
 * The library's strict reader has the first word, and the last one: only if it refuses a file, or
 * finds columns without a name, are columns looked at one by one.
 */
#include "input/numbers.h"

#include <stdlib.h>
#include <string.h>

#include "input/features.h"
#include "input/points.h"
#include "shell/output_check.h"

static void tell(const char *label, int64_t count, const char *why)
{
    tip("note: %lld column%s of %s, %s, %s left out", (long long)count, count == 1 ? "" : "s",
        label, why, count == 1 ? "is" : "are");
}

/* All have numbers. */
static void remove_nameless(const char *path, parot_table *table)
{
    int64_t removed = 0;
    for (int64_t k = table->cols - 1; table->names && k >= 0 && table->cols > 1; k--)
        if (!*table->names[k]) {
            table_remove_column(table, k);
            removed++;
        }
    if (removed > 0)
        tell(path_label(path), removed, "without a name");
}

/* Whether all cells are numbers as they stand. */
static int is_exact(const parot_frame *frame)
{
    for (int64_t k = 0; k < frame->cols; k++)
        if (frame->columns[k].level_count > 0 || frame->columns[k].missing > 0 ||
            frame->columns[k].rounded > 0)
            return 0;
    return 1;
}

/* A copy of the frame's numbers, without names. */
static enum outcome copy(const parot_frame *frame, parot_table *table)
{
    size_t size = (size_t)(frame->rows * frame->cols) * sizeof(double);
    double *data = malloc(size);
    if (!data)
        return refuse(FAILED, "%s: out of memory", frame->label);
    memcpy(data, frame->data, size);
    *table = (parot_table){.rows = frame->rows, .cols = frame->cols, .data = data, .owner = data};
    return SOLVED;
}

/* Works. `refusal` is what the strict reader said. */
static enum outcome take_values(parot_frame *frame, char *is_kept, parot_column_use *uses,
                                const parot_error *refusal, parot_table *table)
{
    int64_t kept = 0, cols = frame->cols;
    if (!is_kept || !uses || parot_frame_uses(frame, uses, NULL) != PAROT_OK)
        return refuse(FAILED, "%s: out of memory", frame->label);
    for (int64_t k = 0; k < cols; k++) {
        is_kept[k] = uses[k] != PAROT_COLUMN_USE_NAMELESS && uses[k] != PAROT_COLUMN_USE_EMPTY;
        kept += is_kept[k];
    }
    if (kept == 0 || kept == cols)
        return refuse_status(refusal);
    frame_keep(frame, is_kept);
    if (!is_exact(frame))
        return refuse_status(refusal);
    TRY(copy(frame, table));
    tell(frame->label, cols - kept, "without a name or a value");
    return SOLVED;
}

/* Owns. */
static enum outcome rescue(const char *path, const parot_error *refusal, parot_table *table)
{
    parot_frame frame = {0};
    if (path_is_stream(path) || parot_frame_read(path, NULL, 0, &frame, NULL) != PAROT_OK)
        return refuse_status(refusal);
    char *is_kept = malloc((size_t)frame.cols);
    parot_column_use *uses = malloc((size_t)frame.cols * sizeof *uses);
    enum outcome outcome = take_values(&frame, is_kept, uses, refusal, table);
    free(is_kept);
    free(uses);
    parot_frame_free(&frame);
    return outcome;
}

enum outcome numbers_read(const char *path, parot_table *table)
{
    parot_error err = {""};
    TRY(input_check(path));
    if (parot_table_read(path, table, &err) != PAROT_OK)
        return rescue(path, &err, table);
    remove_nameless(path, table);
    return SOLVED;
}
