/* frame_chosen.c - parot_frame_read_chosen: columns and rows are left out in place, then gaps are
 * filled; which rows and what is said about them is the business of features_rows.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "base/sums.h"
#include "io/bytes/number.h"
#include "io/tables/features.h"

/* ---- Columns ------------------------------------------------------------ */

/* Works: `is_kept` is the caller's. */
static parot_status keep_listed(parot_frame *frame, const parot_features_options *options,
                                char *is_kept, parot_error *err)
{
    const parot_frame *const frames[] = {frame};
    const char *list = options->columns ? options->columns : options->drop;
    struct option_word word = option_word(options, options->columns ? "columns" : "drop");
    parot_error refusal = {0};
    int64_t kept = 0;
    if (!is_kept)
        return fail_memory(err, (size_t)frame->cols);
    parot_status status = parot_frame_choose(frames, 1, list, 1, &is_kept, &refusal);
    if (status != PAROT_OK)
        return fail(err, status, "%s: %s", word.text, refusal.message);
    for (int64_t k = 0; k < frame->cols; k++) {
        is_kept[k] = options->columns ? is_kept[k] : !is_kept[k];
        kept += is_kept[k];
    }
    if (kept == 0)
        return fail(err, PAROT_EINVAL, "%s %s: no column of %s would be left", word.text, list,
                    frame->label);
    parot_frame_keep(frame, is_kept);
    return PAROT_OK;
}

static parot_status choose_columns(parot_frame *frame, const parot_features_options *options,
                                   parot_error *err)
{
    if (!options->columns && !options->drop)
        return PAROT_OK;
    char *is_kept = calloc((size_t)frame->cols, 1);
    parot_status status = keep_listed(frame, options, is_kept, err);
    free(is_kept);
    return status;
}

/* ---- Rows --------------------------------------------------------------- */

/* Missing cells and texts of a column, in the rows that are left. A level that is a number stands
 * for a number among texts. */
static void count_cells(const parot_frame *frame, int64_t k)
{
    parot_column *column = &frame->columns[k];
    column->missing = column->texts = 0;
    for (int64_t r = 0; r < frame->rows; r++) {
        double value = frame->data[r * frame->cols + k], number = 0;
        if (isnan(value))
            column->missing++;
        else if (column->level_count > 0)
            column->texts += number_parse(column->levels[(int64_t)value], &number) != NUMBER_FINE;
    }
}

/* The listed rows, in order. */
static void keep_rows(parot_frame *frame, const int64_t *row, int64_t count)
{
    int64_t cols = frame->cols;
    for (int64_t r = 0; r < count; r++)
        memmove(frame->data + r * cols, frame->data + row[r] * cols, (size_t)cols * sizeof(double));
    frame->rows = count;
    for (int64_t k = 0; k < cols; k++)
        count_cells(frame, k);
}

static double mean_of(const parot_frame *frame, int64_t column)
{
    struct sum sum = {0};
    double count = 0;
    for (int64_t r = 0; r < frame->rows; r++) {
        double value = frame->data[r * frame->cols + column];
        if (isnan(value))
            continue;
        sum_add(&sum, value);
        count++;
    }
    return sum_value(&sum) / count;
}

/* Of levels that are as frequent the first, and they are sorted. *level: -1 if there is none. */
static parot_status most_frequent(const parot_frame *frame, int64_t column, double *level,
                                  parot_error *err)
{
    int64_t count = frame->columns[column].level_count, best = 0;
    int64_t *seen = calloc((size_t)count, sizeof *seen);
    if (!seen)
        return fail_memory(err, (size_t)count * sizeof *seen);
    for (int64_t r = 0; r < frame->rows; r++) {
        double value = frame->data[r * frame->cols + column];
        if (!isnan(value))
            seen[(int64_t)value]++;
    }
    for (int64_t l = 1; l < count; l++)
        best = seen[l] > seen[best] ? l : best;
    *level = (double)best;
    free(seen);
    return PAROT_OK;
}

static parot_status fill(parot_frame *frame, const parot_features_options *options,
                         parot_error *err)
{
    for (int64_t k = 0; k < frame->cols; k++) {
        parot_column *column = &frame->columns[k];
        char words[COLUMN_WORDS];
        double value = 0;
        if (column->missing == 0)
            continue;
        if (column->missing == frame->rows)
            return fail(err, PAROT_EINVAL,
                        "%s mean: %s of %s has no value to fill in; leave it out with %s",
                        option_word(options, "na").text, column_words(column, words), frame->label,
                        option_word(options, "drop").text);
        if (column->level_count > 0)
            TRY(most_frequent(frame, k, &value, err));
        else
            value = mean_of(frame, k);
        for (int64_t r = 0; r < frame->rows; r++)
            if (isnan(frame->data[r * frame->cols + k]))
                frame->data[r * frame->cols + k] = value;
        column->missing = 0;
    }
    return PAROT_OK;
}

/* ---- Both --------------------------------------------------------------- */

/* Works: the lists of rows are the caller's. */
static parot_status choose(struct selection *selection, int keeps_missing, parot_error *err)
{
    parot_features *side = selection->sides;
    TRY(features_mark_categories(selection, err));
    TRY(choose_columns(&side->frame, selection->options, err));
    TRY(features_draw_rows(selection, err));
    if (!keeps_missing)
        TRY(features_settle_missing(selection, err));
    keep_rows(&side->frame, side->row, side->count);
    int is_filled = !keeps_missing && selection->options->na == PAROT_MISSING_FILL;
    return is_filled ? fill(&side->frame, selection->options, err) : PAROT_OK;
}

/* Owns. */
parot_status parot_frame_read_chosen(const char *path, const parot_features_options *options,
                                     int keeps_missing, parot_frame *frame, parot_notes *notes,
                                     parot_error *err)
{
    parot_features sides[2] = {{0}};
    parot_features_options taken;
    struct selection selection = {.options = &taken, .sides = sides, .count = 1, .notes = notes};
    parot_features_options_init(&taken);
    if (!path || !frame)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", path ? "frame" : "path");
    if (options)
        TRY(options_take(&taken, sizeof taken, options, "options", "parot_features_options", err));
    TRY(parot_frame_read_as(path, &taken.reading, &sides->frame, err));
    parot_status status = choose(&selection, keeps_missing, err);
    if (status == PAROT_OK)
        *frame = sides->frame;
    else
        parot_frame_free(&sides->frame);
    free(sides->row);
    free(sides->before);
    return status;
}
