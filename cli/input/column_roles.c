/* column_roles.c - every column has a mark: feature, role or left out. Roles are taken first, then
 * lists and habits of column names leave features out, and at the end only features are kept.
 */
#include "input/column_roles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mark { LEFT_OUT = 0, FEATURE = 1, ROLE = 2 };

enum outcome choosing_open(struct choosing *choosing, const struct feature_request *request,
                           parot_frame *first, parot_frame *other, struct remarks *remarks)
{
    *choosing = (struct choosing){.request = request, .remarks = remarks, .frames = {first, other}};
    for (int side = 0; side < 2 && choosing->frames[side]; side++) {
        size_t cols = (size_t)choosing->frames[side]->cols;
        choosing->marks[side] = malloc(cols);
        if (!choosing->marks[side])
            return refuse(FAILED, "%s: out of memory", choosing->frames[side]->label);
        memset(choosing->marks[side], FEATURE, cols);
    }
    return SOLVED;
}

void choosing_free(struct choosing *choosing)
{
    free(choosing->marks[0]);
    free(choosing->marks[1]);
    choosing->marks[0] = choosing->marks[1] = NULL;
}

/* ---- Roles -------------------------------------------------------------- */

int choosing_has(const struct choosing *choosing, int side, const char *name)
{
    int64_t found = 0;
    return parot_frame_find(choosing->frames[side], name, &found, NULL) == PAROT_OK;
}

static enum outcome take_role(struct choosing *choosing, int side, const char *option,
                              const char *name, int64_t *column)
{
    parot_error err = {""};
    const parot_frame *frame = choosing->frames[side];
    if (parot_frame_find(frame, name, column, &err) != PAROT_OK)
        return refuse(FAILED, "%s %s: %s", option, name, err.message);
    if (frame->cols == 1)
        return refuse(FAILED, "%s %s: %s has no other column, so there are no features", option,
                      name, frame->label);
    choosing->marks[side][*column] = ROLE;
    return SOLVED;
}

/* Arrays have numbers, which are printed behind the list. */
static enum outcome copy_texts(const parot_frame *frame, int64_t column, const char ***texts)
{
    int is_text = frame->columns[column].level_count > 0;
    size_t room = sizeof **texts + (is_text ? 0 : PAROT_NUMBER_SIZE);
    *texts = malloc((size_t)frame->rows * room);
    if (!*texts)
        return refuse(FAILED, "%s: out of memory", frame->label);
    char *to = (char *)(*texts + frame->rows);
    for (int64_t i = 0; i < frame->rows; i++, to += PAROT_NUMBER_SIZE) {
        const char *cell = is_text ? parot_frame_text(frame, i, column) : NULL;
        double value = frame->data[i * frame->cols + column];
        if (!is_text)
            cell = isnan(value) ? "" : parot_number_text(value, to);
        (*texts)[i] = cell ? cell : "";
    }
    return SOLVED;
}

enum outcome choosing_texts(struct choosing *choosing, int side, const char *option,
                            const char *name, const char ***texts)
{
    int64_t column = 0;
    TRY(take_role(choosing, side, option, name, &column));
    return texts ? copy_texts(choosing->frames[side], column, texts) : SOLVED;
}

enum outcome choosing_numbers(struct choosing *choosing, int side, const char *option,
                              const char *name, double **numbers)
{
    int64_t column = 0;
    const parot_frame *frame = choosing->frames[side];
    TRY(take_role(choosing, side, option, name, &column));
    const parot_column *of = &frame->columns[column];
    char words[COLUMN_WORDS];
    if (of->level_count > 0)
        return refuse(FAILED, "%s row %lld, %s: '%.40s' is not a number; a weight must be one",
                      frame->label, (long long)of->text_row, column_words(of, words),
                      of->text_cell);
    if (of->missing > 0)
        return refuse(FAILED, "%s row %lld, %s: a weight is missing", frame->label,
                      (long long)of->missing_row, column_words(of, words));
    *numbers = malloc((size_t)frame->rows * sizeof **numbers);
    if (!*numbers)
        return refuse(FAILED, "%s: out of memory", frame->label);
    for (int64_t i = 0; i < frame->rows; i++)
        (*numbers)[i] = frame->data[i * frame->cols + column];
    return SOLVED;
}

/* ---- Ids ---------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* How many rows have an id that a row before them in order has; *twin is one of these. */
static int64_t count_twins(const char **sorted, int64_t count, const char **twin)
{
    int64_t twins = 0;
    qsort(sorted, (size_t)count, sizeof *sorted, by_text);
    for (int64_t i = 1; i < count; i++) {
        int is_twin = strcmp(sorted[i], sorted[i - 1]) == 0;
        if (is_twin && twins++ == 0)
            *twin = sorted[i];
    }
    return twins;
}

static enum outcome check_twins(const struct choosing *choosing, int side, const char *name,
                                const char **sorted)
{
    const parot_frame *frame = choosing->frames[side];
    const char *twin = NULL;
    int64_t twins = count_twins(sorted, frame->rows, &twin);
    if (twins == 0)
        return SOLVED;
    if (choosing->request->is_strict)
        return refuse(
            FAILED, "--strict: --id %s of %s does not identify rows: '%.40s' occurs more than once",
            name, frame->label, twin);
    remark(
        choosing->remarks,
        "--id %.40s of %s does not identify rows: '%.40s' occurs more than once (%lld rows in all)",
        name, frame->label, twin, (long long)twins + 1);
    return SOLVED;
}

enum outcome choosing_ids(struct choosing *choosing, int side, const char *name,
                          const char ***texts)
{
    const parot_frame *frame = choosing->frames[side];
    TRY(choosing_texts(choosing, side, "--id", name, texts));
    const char **sorted = malloc((size_t)frame->rows * sizeof *sorted);
    if (!sorted)
        return refuse(FAILED, "%s: out of memory", frame->label);
    memcpy(sorted, *texts, (size_t)frame->rows * sizeof *sorted);
    enum outcome outcome = check_twins(choosing, side, name, sorted);
    free(sorted);
    return outcome;
}

/* ---- --columns and --drop ----------------------------------------------- */

static int64_t count_features(const struct choosing *choosing, int side)
{
    int64_t count = 0;
    for (int64_t k = 0; k < choosing->frames[side]->cols; k++)
        count += choosing->marks[side][k] == FEATURE;
    return count;
}

/* What the list names has 1 in `listed`; roles stay roles. */
static void follow_list(struct choosing *choosing, char *const listed[2], int is_drop)
{
    for (int side = 0; side < 2 && choosing->frames[side]; side++)
        for (int64_t k = 0; k < choosing->frames[side]->cols; k++)
            if (choosing->marks[side][k] == FEATURE && (listed[side][k] != 0) == is_drop)
                choosing->marks[side][k] = LEFT_OUT;
}

/* Works. */
static enum outcome apply_list(struct choosing *choosing, char *const listed[2])
{
    const struct feature_request *request = choosing->request;
    const parot_frame *const frames[2] = {choosing->frames[0], choosing->frames[1]};
    const char *option = request->columns ? "--columns" : "--drop";
    parot_error err = {""};
    if (!listed[0] || (frames[1] && !listed[1]))
        return refuse(FAILED, "%s: out of memory", option);
    if (parot_frame_choose(frames, frames[1] ? 2 : 1,
                           request->columns ? request->columns : request->drop,
                           request->columns != NULL, listed, &err) != PAROT_OK)
        return refuse(FAILED, "%s: %s", option, err.message);
    follow_list(choosing, listed, request->drop != NULL);
    for (int side = 0; side < 2 && frames[side]; side++)
        if (count_features(choosing, side) == 0)
            return refuse(FAILED, "%s: leaves no column of %s", option, frames[side]->label);
    return SOLVED;
}

/* Owns. */
static enum outcome choose_listed(struct choosing *choosing)
{
    char *listed[2] = {NULL, NULL};
    if (!choosing->request->columns && !choosing->request->drop)
        return SOLVED;
    for (int side = 0; side < 2 && choosing->frames[side]; side++)
        listed[side] = calloc((size_t)choosing->frames[side]->cols, 1);
    enum outcome outcome = apply_list(choosing, listed);
    free(listed[0]);
    free(listed[1]);
    return outcome;
}

/* ---- What is rarely a feature ------------------------------------------- */

enum { LISTED = 3 };

static const char *reason(parot_column_use use, const parot_column *column)
{
    return use == PAROT_COLUMN_USE_EMPTY      ? "empty"
           : use == PAROT_COLUMN_USE_NAMELESS ? "without a name"
           : column->level_count > 0          ? "names the rows"
                                              : "counts the rows";
}

/* "column 1 (without a name), column 'id' (counts the rows) and 2 more" */
static int64_t list_unused(const struct choosing *choosing, int side, const parot_column_use *uses,
                           char list[CHOOSING_LIST])
{
    const parot_frame *frame = choosing->frames[side];
    int64_t count = 0;
    size_t used = 0;
    char words[COLUMN_WORDS];
    list[0] = '\0';
    for (int64_t k = 0; k < frame->cols; k++) {
        if (choosing->marks[side][k] != FEATURE || uses[k] == PAROT_COLUMN_USE_VALUES)
            continue;
        if (count++ < LISTED)
            used += (size_t)snprintf(list + used, CHOOSING_LIST - used, "%s%s (%s)",
                                     count > 1 ? ", " : "", column_words(&frame->columns[k], words),
                                     reason(uses[k], &frame->columns[k]));
    }
    if (count > LISTED)
        snprintf(list + used, CHOOSING_LIST - used, " and %lld more", (long long)count - LISTED);
    return count;
}

static enum outcome leave_out(struct choosing *choosing, int side, const parot_column_use *uses)
{
    const parot_frame *frame = choosing->frames[side];
    char *list = choosing->left_out[side];
    int64_t count = list_unused(choosing, side, uses, list);
    if (count == count_features(choosing, side)) {
        list[0] = '\0'; /* a table of nothing else is meant as it is */
        return SOLVED;
    }
    if (count == 0)
        return SOLVED;
    if (choosing->request->is_strict)
        return refuse(FAILED, "--strict: %s has %s; --columns or --drop says what to do with %s",
                      frame->label, list, count == 1 ? "it" : "them");
    for (int64_t k = 0; k < frame->cols; k++)
        if (choosing->marks[side][k] == FEATURE && uses[k] != PAROT_COLUMN_USE_VALUES)
            choosing->marks[side][k] = LEFT_OUT;
    return SOLVED;
}

/* Once for both, if it is the same. */
static void tell_left_out(const struct choosing *choosing)
{
    const char *first = choosing->left_out[0], *other = choosing->left_out[1];
    int is_same = *first && strcmp(first, other) == 0;
    if (is_same)
        remark(choosing->remarks, "left out of both files: %s; add it with --columns", first);
    for (int side = 0; side < 2 && !is_same; side++)
        if (*choosing->left_out[side])
            remark(choosing->remarks, "left out of %s: %s; add it with --columns",
                   choosing->frames[side]->label, choosing->left_out[side]);
}

static enum outcome choose_usual(struct choosing *choosing, int side)
{
    const parot_frame *frame = choosing->frames[side];
    parot_error err = {""};
    parot_column_use *uses = malloc((size_t)frame->cols * sizeof *uses);
    if (!uses)
        return refuse(FAILED, "%s: out of memory", frame->label);
    enum outcome outcome = parot_frame_uses(frame, uses, &err) == PAROT_OK
                               ? leave_out(choosing, side, uses)
                               : refuse_status(&err);
    free(uses);
    return outcome;
}

/* ---- Cells of features -------------------------------------------------- */

static enum outcome refuse_written(const parot_frame *frame, const parot_column *column)
{
    char words[COLUMN_WORDS];
    const char *way_out = column->written == PAROT_WRITTEN_COMMA   ? "; --decimal , reads it"
                          : column->written == PAROT_WRITTEN_POINT ? "; leave --decimal , out"
                                                                   : "";
    return refuse(FAILED, "%s row %lld, %s: '%.40s' %s%s (or --drop the column)", frame->label,
                  (long long)column->written_row, column_words(column, words), column->written_cell,
                  parot_written_rule(column->written), way_out);
}

static enum outcome tell_rounded(const struct choosing *choosing, const parot_frame *frame,
                                 const parot_column *column)
{
    char words[COLUMN_WORDS];
    column_words(column, words);
    if (choosing->request->is_strict)
        return refuse(FAILED,
                      "--strict: %s row %lld, %s: a double cannot hold that whole number exactly; "
                      "if it names the row, use --id",
                      frame->label, (long long)column->rounded_row, words);
    remark(choosing->remarks,
           "%s, %s: %lld whole numbers above 2^53 are rounded to doubles, the first in row %lld; "
           "if they name rows, use --id",
           frame->label, words, (long long)column->rounded, (long long)column->rounded_row);
    return SOLVED;
}

static enum outcome check_cells(const struct choosing *choosing, const parot_frame *frame)
{
    for (int64_t k = 0; k < frame->cols; k++) {
        if (frame->columns[k].written)
            return refuse_written(frame, &frame->columns[k]);
        if (frame->columns[k].rounded > 0)
            TRY(tell_rounded(choosing, frame, &frame->columns[k]));
    }
    return SOLVED;
}

/* ---- All ---------------------------------------------------------------- */

static void keep_features(struct choosing *choosing, int side)
{
    for (int64_t k = 0; k < choosing->frames[side]->cols; k++)
        choosing->marks[side][k] = choosing->marks[side][k] == FEATURE;
    frame_keep(choosing->frames[side], choosing->marks[side]);
}

enum outcome choosing_finish(struct choosing *choosing)
{
    TRY(choose_listed(choosing));
    for (int side = 0; side < 2 && choosing->frames[side] && !choosing->request->columns; side++)
        TRY(choose_usual(choosing, side));
    tell_left_out(choosing);
    for (int side = 0; side < 2 && choosing->frames[side]; side++) {
        if (count_features(choosing, side) == 0)
            return refuse(FAILED, "%s has no column left that could be a feature",
                          choosing->frames[side]->label);
        keep_features(choosing, side);
        TRY(check_cells(choosing, choosing->frames[side]));
    }
    return SOLVED;
}
