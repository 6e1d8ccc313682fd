/* features_columns.c - every column has a mark: feature, role or left out. Roles are taken first,
 * then lists and habits of column names leave features out, and at the end only features are kept.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/tables/column_list.h"
#include "io/tables/features.h"

enum { LISTED = 3, LIST_SIZE = LISTED * (COLUMN_WORDS + 32) + 32 };

/* ---- Words -------------------------------------------------------------- */

void notes_add(parot_notes *notes, const char *format, ...)
{
    va_list arguments;
    if (!notes || notes->count == PAROT_NOTES)
        return;
    va_start(arguments, format);
    vsnprintf(notes->text[notes->count++], PAROT_NOTE_SIZE, format, arguments);
    va_end(arguments);
}

struct option_word option_word(const parot_features_options *options, const char *name)
{
    struct option_word word;
    int is_dashed = options->prefix && *options->prefix;
    snprintf(word.text, sizeof word.text, "%s%s", is_dashed ? options->prefix : "", name);
    for (char *at = word.text; *at && !is_dashed; at++)
        *at = *at == '-' ? '_' : *at;
    return word;
}

const char *column_words(const parot_column *column, char text[COLUMN_WORDS])
{
    if (*column->name)
        snprintf(text, COLUMN_WORDS, "column '%.80s'", column->name);
    else
        snprintf(text, COLUMN_WORDS, "column %lld", (long long)column->number);
    return text;
}

/* ---- Roles -------------------------------------------------------------- */

static int has_column(const struct selection *selection, int side, const char *name)
{
    int64_t found = 0;
    return parot_frame_find(&selection->sides[side].frame, name, &found, NULL) == PAROT_OK;
}

/* The column is not a feature. */
static parot_status take_role(struct selection *selection, int side, const char *option,
                              const char *name, int64_t *column, parot_error *err)
{
    const parot_frame *frame = &selection->sides[side].frame;
    struct option_word word = option_word(selection->options, option);
    parot_error found = {0};
    parot_status status = parot_frame_find(frame, name, column, &found);
    if (status != PAROT_OK)
        return fail(err, status, "%s %s: %s", word.text, name, found.message);
    if (frame->cols == 1)
        return fail(err, PAROT_EINVAL, "%s %s: %s has no other column, so there are no features",
                    word.text, name, frame->label);
    selection->marks[side][*column] = MARK_ROLE;
    return PAROT_OK;
}

/* The cells of a role, in one block with the list. Numbers are printed behind the list. */
static parot_status take_texts(struct selection *selection, int side, const char *option,
                               const char *name, const char ***texts, parot_error *err)
{
    const parot_frame *frame = &selection->sides[side].frame;
    int64_t column = 0;
    TRY(take_role(selection, side, option, name, &column, err));
    int is_text = frame->columns[column].level_count > 0;
    size_t room = sizeof **texts + (is_text ? 0 : PAROT_NUMBER_SIZE);
    const char **list = malloc((size_t)frame->rows * room);
    if (!list)
        return fail_memory(err, (size_t)frame->rows * room);
    char *to = (char *)(list + frame->rows);
    for (int64_t i = 0; i < frame->rows; i++, to += PAROT_NUMBER_SIZE) {
        const char *cell = is_text ? parot_frame_text(frame, i, column) : NULL;
        double value = frame->data[i * frame->cols + column];
        if (!is_text)
            cell = isnan(value) ? "" : parot_number_text(value, to);
        list[i] = cell ? cell : "";
    }
    *texts = list;
    return PAROT_OK;
}

/* Numbers, none of which is missing; `what` one of them is, "weight". */
static parot_status take_numbers(struct selection *selection, int side, const char *option,
                                 const char *name, const char *what, double **to, parot_error *err)
{
    const parot_frame *frame = &selection->sides[side].frame;
    int64_t column = 0;
    char words[COLUMN_WORDS];
    TRY(take_role(selection, side, option, name, &column, err));
    const parot_column *of = &frame->columns[column];
    if (of->level_count > 0)
        return fail(err, PAROT_EFORMAT, "%s %s %lld, %s: '%.40s' is not a number; a %s must be one",
                    frame->label, parot_frame_place(frame), (long long)of->text_row,
                    column_words(of, words), of->text_cell, what);
    if (of->missing > 0)
        return fail(err, PAROT_EFORMAT, "%s %s %lld, %s: a %s is missing", frame->label,
                    parot_frame_place(frame), (long long)of->missing_row, column_words(of, words),
                    what);
    double *numbers = malloc((size_t)frame->rows * sizeof *numbers);
    if (!numbers)
        return fail_memory(err, (size_t)frame->rows * sizeof *numbers);
    for (int64_t i = 0; i < frame->rows; i++)
        numbers[i] = frame->data[i * frame->cols + column];
    *to = numbers;
    return PAROT_OK;
}

/* ---- Ids ---------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Ids that occur more than once cause a note. */
static parot_status check_ids(const struct selection *selection, int side, parot_error *err)
{
    const parot_frame *frame = &selection->sides[side].frame;
    const char *name = selection->options->id, *twin = NULL;
    int64_t twins = 0;
    struct option_word id = option_word(selection->options, "id");
    const char **sorted = malloc((size_t)frame->rows * sizeof *sorted);
    if (!sorted)
        return fail_memory(err, (size_t)frame->rows * sizeof *sorted);
    memcpy(sorted, selection->sides[side].id, (size_t)frame->rows * sizeof *sorted);
    qsort(sorted, (size_t)frame->rows, sizeof *sorted, by_text);
    for (int64_t i = 1; i < frame->rows; i++)
        if (strcmp(sorted[i], sorted[i - 1]) == 0 && twins++ == 0)
            twin = sorted[i];
    free(sorted);
    if (twins > 0 && selection->options->strict)
        return fail(err, PAROT_EINVAL,
                    "%s: %s %s of %s does not identify rows: '%.40s' occurs more than once",
                    option_word(selection->options, "strict").text, id.text, name, frame->label,
                    twin);
    if (twins > 0)
        notes_add(selection->notes,
                  "%s %.40s of %s does not identify rows: '%.40s' occurs more than once (%lld "
                  "rows in all)",
                  id.text, name, frame->label, twin, (long long)twins + 1);
    return PAROT_OK;
}

static parot_status take_ids(struct selection *selection, int side, parot_error *err)
{
    parot_features *to = &selection->sides[side];
    const char *id = selection->options->id;
    int64_t found = 0;
    TRY(take_texts(selection, side, "id", id, &to->id, err));
    TRY(parot_frame_find(&to->frame, id, &found, err));
    const char *name = to->frame.columns[found].name;
    to->id_name = text_copy(*name ? name : "id");
    if (!to->id_name)
        return fail_memory(err, strlen(name) + 3);
    return check_ids(selection, side, err);
}

static parot_status take_roles(struct selection *selection, parot_error *err)
{
    const parot_features_options *options = selection->options;
    int last = selection->count - 1;
    if (options->label_column)
        TRY(take_texts(selection, 0, "label-column", options->label_column, &selection->labels,
                       err));
    if (options->id) {
        int in_first = has_column(selection, 0, options->id);
        if (last == 0 || in_first)
            TRY(take_ids(selection, 0, err));
        if (last == 1 &&
            (!in_first || options->is_id_of_other || has_column(selection, 1, options->id)))
            TRY(take_ids(selection, 1, err));
    }
    for (int side = 0; side <= last; side++) {
        if (options->aside && has_column(selection, side, options->aside))
            TRY(take_texts(selection, side, "aside", options->aside, &selection->sides[side].aside,
                           err));
        if (options->propensity && has_column(selection, side, options->propensity))
            TRY(take_texts(selection, side, "propensity", options->propensity,
                           &selection->sides[side].propensity, err));
        if (options->weight_column)
            TRY(take_numbers(selection, side, "weight-column", options->weight_column, "weight",
                             &selection->sides[side].weights, err));
        if (options->price_column)
            TRY(take_numbers(selection, side, "price-column", options->price_column, "price",
                             &selection->sides[side].prices, err));
    }
    return PAROT_OK;
}

/* ---- Lists -------------------------------------------------------------- */

static int64_t count_features(const struct selection *selection, int side)
{
    int64_t count = 0;
    for (int64_t k = 0; k < selection->sides[side].frame.cols; k++)
        count += selection->marks[side][k] == MARK_FEATURE;
    return count;
}

/* Works. What the list names has 1 in `listed`; roles stay roles. */
static parot_status apply_list(struct selection *selection, char *const listed[2], parot_error *err)
{
    const parot_features_options *options = selection->options;
    const parot_frame *const frames[2] = {&selection->sides[0].frame, &selection->sides[1].frame};
    struct option_word word = option_word(options, options->columns ? "columns" : "drop");
    parot_error chosen = {0};
    if (!listed[0] || (selection->count > 1 && !listed[1]))
        return fail_memory(err, (size_t)frames[0]->cols);
    parot_status status = parot_frame_choose(frames, selection->count,
                                             options->columns ? options->columns : options->drop,
                                             options->columns != NULL, listed, &chosen);
    if (status != PAROT_OK)
        return fail(err, status, "%s: %s", word.text, chosen.message);
    for (int side = 0; side < selection->count; side++) {
        for (int64_t k = 0; k < frames[side]->cols; k++)
            if (selection->marks[side][k] == MARK_FEATURE &&
                (listed[side][k] != 0) == (options->drop != NULL))
                selection->marks[side][k] = MARK_LEFT_OUT;
        if (count_features(selection, side) == 0)
            return fail(err, PAROT_EINVAL, "%s: leaves no column of %s", word.text,
                        frames[side]->label);
    }
    return PAROT_OK;
}

/* Owns. */
static parot_status choose_listed(struct selection *selection, parot_error *err)
{
    char *listed[2] = {NULL, NULL};
    if (!selection->options->columns && !selection->options->drop)
        return PAROT_OK;
    for (int side = 0; side < selection->count; side++)
        listed[side] = calloc((size_t)selection->sides[side].frame.cols, 1);
    parot_status status = apply_list(selection, listed, err);
    free(listed[0]);
    free(listed[1]);
    return status;
}

/* Works. */
static parot_status mark_categories(struct selection *selection, char *const listed[2],
                                    parot_error *err)
{
    const parot_frame *const frames[2] = {&selection->sides[0].frame, &selection->sides[1].frame};
    struct option_word word = option_word(selection->options, "categories");
    parot_error chosen = {0};
    if (!listed[0] || (selection->count > 1 && !listed[1]))
        return fail_memory(err, (size_t)frames[0]->cols);
    parot_status status = parot_frame_choose(frames, selection->count,
                                             selection->options->categories, 0, listed, &chosen);
    if (status != PAROT_OK)
        return fail(err, status, "%s: %s", word.text, chosen.message);
    for (int side = 0; side < selection->count; side++)
        for (int64_t k = 0; k < frames[side]->cols; k++)
            frames[side]->columns[k].is_category = listed[side][k] != 0;
    return PAROT_OK;
}

/* Owns. */
parot_status features_mark_categories(struct selection *selection, parot_error *err)
{
    char *listed[2] = {NULL, NULL};
    if (!selection->options->categories)
        return PAROT_OK;
    for (int side = 0; side < selection->count; side++)
        listed[side] = calloc((size_t)selection->sides[side].frame.cols, 1);
    parot_status status = mark_categories(selection, listed, err);
    free(listed[0]);
    free(listed[1]);
    return status;
}

/* ---- What is rarely a feature ------------------------------------------- */

static const char *reason(parot_column_use use, const parot_column *column)
{
    return use == PAROT_COLUMN_USE_EMPTY      ? "empty"
           : use == PAROT_COLUMN_USE_NAMELESS ? "without a name"
           : column->level_count > 0          ? "names the rows"
                                              : "counts the rows";
}

/* "column 1 (without a name), column 'id' (counts the rows) and 2 more" */
static int64_t list_unused(const struct selection *selection, int side,
                           const parot_column_use *uses, char list[LIST_SIZE])
{
    const parot_frame *frame = &selection->sides[side].frame;
    int64_t count = 0;
    size_t used = 0;
    char words[COLUMN_WORDS];
    list[0] = '\0';
    for (int64_t k = 0; k < frame->cols; k++) {
        if (selection->marks[side][k] != MARK_FEATURE || uses[k] == PAROT_COLUMN_USE_VALUES)
            continue;
        if (count++ < LISTED)
            used += (size_t)snprintf(list + used, LIST_SIZE - used, "%s%s (%s)",
                                     count > 1 ? ", " : "", column_words(&frame->columns[k], words),
                                     reason(uses[k], &frame->columns[k]));
    }
    if (count > LISTED)
        snprintf(list + used, LIST_SIZE - used, " and %lld more", (long long)count - LISTED);
    return count;
}

/* A table of nothing else is meant as it is. */
static parot_status leave_out(struct selection *selection, int side, const parot_column_use *uses,
                              char list[LIST_SIZE], parot_error *err)
{
    const parot_features_options *options = selection->options;
    const parot_frame *frame = &selection->sides[side].frame;
    int64_t count = list_unused(selection, side, uses, list);
    if (count == count_features(selection, side))
        list[0] = '\0';
    if (!*list)
        return PAROT_OK;
    if (options->strict)
        return fail(err, PAROT_EINVAL, "%s: %s has %s; %s or %s says what to do with %s",
                    option_word(options, "strict").text, frame->label, list,
                    option_word(options, "columns").text, option_word(options, "drop").text,
                    count == 1 ? "it" : "them");
    for (int64_t k = 0; k < frame->cols; k++)
        if (selection->marks[side][k] == MARK_FEATURE && uses[k] != PAROT_COLUMN_USE_VALUES)
            selection->marks[side][k] = MARK_LEFT_OUT;
    return PAROT_OK;
}

/* Owns. */
static parot_status choose_usual(struct selection *selection, int side, char list[LIST_SIZE],
                                 parot_error *err)
{
    const parot_frame *frame = &selection->sides[side].frame;
    parot_column_use *uses = malloc((size_t)frame->cols * sizeof *uses);
    if (!uses)
        return fail_memory(err, (size_t)frame->cols * sizeof *uses);
    parot_status status = parot_frame_uses(frame, uses, err);
    if (status == PAROT_OK)
        status = leave_out(selection, side, uses, list, err);
    free(uses);
    return status;
}

/* Said once for both, if it is the same. */
static void note_left_out(const struct selection *selection, char lists[2][LIST_SIZE])
{
    struct option_word word = option_word(selection->options, "columns");
    int is_same = *lists[0] && strcmp(lists[0], lists[1]) == 0;
    if (is_same)
        notes_add(selection->notes, "left out of both files: %s; add it with %s", lists[0],
                  word.text);
    for (int side = 0; side < selection->count && !is_same; side++)
        if (*lists[side])
            notes_add(selection->notes, "left out of %s: %s; add it with %s",
                      selection->sides[side].frame.label, lists[side], word.text);
}

/* ---- Cells of features -------------------------------------------------- */

static parot_status refuse_written(const struct selection *selection, const parot_frame *frame,
                                   const parot_column *column, parot_error *err)
{
    char words[COLUMN_WORDS], way_out[96] = "";
    struct option_word decimal = option_word(selection->options, "decimal");
    if (column->written == PAROT_WRITTEN_COMMA)
        snprintf(way_out, sizeof way_out, "; %s , reads it", decimal.text);
    if (column->written == PAROT_WRITTEN_POINT)
        snprintf(way_out, sizeof way_out, "; leave %s , out, or convert the other file first",
                 decimal.text);
    return fail(err, PAROT_EFORMAT, "%s %s %lld, %s: '%.40s' %s%s (or %s the column)", frame->label,
                parot_frame_place(frame), (long long)column->written_row,
                column_words(column, words), column->written_cell,
                parot_written_rule(column->written), way_out,
                option_word(selection->options, "drop").text);
}

static parot_status note_rounded(const struct selection *selection, const parot_frame *frame,
                                 const parot_column *column, parot_error *err)
{
    char words[COLUMN_WORDS];
    struct option_word id = option_word(selection->options, "id");
    column_words(column, words);
    if (selection->options->strict)
        return fail(err, PAROT_EINVAL,
                    "%s: %s %s %lld, %s: a double cannot hold that whole number exactly; if it "
                    "names the row, use %s",
                    option_word(selection->options, "strict").text, frame->label,
                    parot_frame_place(frame), (long long)column->rounded_row, words, id.text);
    notes_add(selection->notes,
              "%s, %s: %lld whole numbers above 2^53 are rounded to doubles, the first in %s "
              "%lld; if they name rows, use %s",
              frame->label, words, (long long)column->rounded, parot_frame_place(frame),
              (long long)column->rounded_row, id.text);
    return PAROT_OK;
}

/* ---- All ---------------------------------------------------------------- */

static parot_status keep_features(struct selection *selection, int side, parot_error *err)
{
    parot_frame *frame = &selection->sides[side].frame;
    if (count_features(selection, side) == 0)
        return fail(err, PAROT_EINVAL, "%s has no column left that could be a feature",
                    frame->label);
    for (int64_t k = 0; k < frame->cols; k++)
        selection->marks[side][k] = selection->marks[side][k] == MARK_FEATURE;
    parot_frame_keep(frame, selection->marks[side]);
    for (int64_t k = 0; k < frame->cols; k++) {
        if (frame->columns[k].written && !frame->columns[k].is_category)
            return refuse_written(selection, frame, &frame->columns[k], err);
        if (frame->columns[k].rounded > 0)
            TRY(note_rounded(selection, frame, &frame->columns[k], err));
    }
    return PAROT_OK;
}

parot_status features_choose_columns(struct selection *selection, parot_error *err)
{
    char lists[2][LIST_SIZE] = {"", ""};
    for (int side = 0; side < selection->count; side++) {
        size_t cols = (size_t)selection->sides[side].frame.cols;
        selection->marks[side] = malloc(cols);
        if (!selection->marks[side])
            return fail_memory(err, cols);
        memset(selection->marks[side], MARK_FEATURE, cols);
    }
    TRY(features_mark_categories(selection, err));
    TRY(take_roles(selection, err));
    TRY(choose_listed(selection, err));
    for (int side = 0; side < selection->count && !selection->options->columns; side++)
        TRY(choose_usual(selection, side, lists[side], err));
    note_left_out(selection, lists);
    for (int side = 0; side < selection->count; side++)
        TRY(keep_features(selection, side, err));
    return PAROT_OK;
}

/* A frame as the only side of a selection of which nothing else is wanted. */
parot_status parot_frame_leave_out(parot_frame *frame, const parot_features_options *options,
                                   parot_notes *notes, parot_error *err)
{
    char lists[2][LIST_SIZE] = {"", ""};
    parot_features side = {.frame = *frame};
    struct selection selection = {.options = options, .sides = &side, .count = 1, .notes = notes};
    selection.marks[0] = malloc((size_t)frame->cols);
    if (!selection.marks[0])
        return fail_memory(err, (size_t)frame->cols);
    memset(selection.marks[0], MARK_FEATURE, (size_t)frame->cols);
    parot_status status = choose_usual(&selection, 0, lists[0], err);
    if (status == PAROT_OK) {
        note_left_out(&selection, lists);
        parot_frame_keep(frame, selection.marks[0]);
    }
    free(selection.marks[0]);
    return status;
}
