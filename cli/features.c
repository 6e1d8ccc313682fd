/* features.c - see features.h. Columns are moved within the frame's own memory. */
#include "features.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "choice.h"

void feature_options(struct feature_request *request, struct option options[FEATURE_OPTIONS])
{
    const struct option listed[FEATURE_OPTIONS] = {
        {"columns", 0, &request->columns, NULL, "A,B,...", "use these columns and no others"},
        {"drop", 0, &request->drop, NULL, "A,B,...", "do not use these columns"},
        {"na", 0, &request->na, NULL, "WHAT",
         "missing values: error, drop (their rows) or mean (fill in)"}};
    memcpy(options, listed, sizeof listed);
}

enum outcome features_check(const struct feature_request *request, enum missing *missing)
{
    static const struct choice choices[] = {
        {"error", MISSING_REFUSED}, {"drop", MISSING_DROPPED}, {"mean", MISSING_FILLED}};
    int chosen = MISSING_REFUSED;
    if (request->columns && request->drop)
        return refuse(MISUSED, "--columns and --drop: give one of them");
    TRY(choice_read("--na", request->na, choices, 3, &chosen));
    *missing = (enum missing)chosen;
    return SOLVED;
}

/* ---- Rows --------------------------------------------------------------- */

void sample_free(struct sample *sample)
{
    parot_frame_free(&sample->frame);
    free(sample->row);
    free(sample->names);
    *sample = (struct sample){0};
}

enum outcome sample_take_all(struct sample *sample)
{
    sample->count = sample->frame.rows;
    sample->row = malloc((size_t)sample->count * sizeof *sample->row);
    if (!sample->row)
        return refuse(FAILED, "%s: out of memory", sample->frame.label);
    for (int64_t i = 0; i < sample->count; i++)
        sample->row[i] = i;
    return SOLVED;
}

/* ---- Columns ------------------------------------------------------------ */

void frame_keep(parot_frame *frame, const char *is_kept)
{
    double *to = frame->data;
    int64_t kept = 0;
    for (int64_t i = 0; i < frame->rows; i++)
        for (int64_t k = 0; k < frame->cols; k++)
            if (is_kept[k])
                *to++ = frame->data[i * frame->cols + k];
    for (int64_t k = 0; k < frame->cols; k++)
        if (is_kept[k])
            frame->columns[kept++] = frame->columns[k];
    frame->cols = kept;
}

enum outcome frame_remove(parot_frame *frame, int64_t column)
{
    char *is_kept = malloc((size_t)frame->cols);
    if (!is_kept)
        return refuse(FAILED, "%s: out of memory", frame->label);
    memset(is_kept, 1, (size_t)frame->cols);
    is_kept[column] = 0;
    frame_keep(frame, is_kept);
    free(is_kept);
    return SOLVED;
}

static enum outcome copy_texts(const parot_frame *frame, int64_t column, const char ***texts)
{
    if (!texts)
        return SOLVED;
    *texts = malloc((size_t)frame->rows * sizeof **texts);
    if (!*texts)
        return refuse(FAILED, "%s: out of memory", frame->label);
    for (int64_t i = 0; i < frame->rows; i++)
        (*texts)[i] = parot_frame_text(frame, i, column);
    return SOLVED;
}

enum outcome frame_take_texts(parot_frame *frame, const char *option, const char *name,
                              const char ***texts)
{
    int64_t column = parot_frame_column(frame, name);
    if (column < 0)
        return refuse(FAILED, "%s %s: %s has %s", option, name, frame->label,
                      frame->has_names ? "no such column" : "no names of columns");
    if (frame->cols == 1)
        return refuse(FAILED, "%s %s: %s has no other column, hence no features", option, name,
                      frame->label);
    TRY(copy_texts(frame, column, texts));
    return frame_remove(frame, column);
}

/* ---- --columns and --drop ----------------------------------------------- */

/* The next name of "a,b,c", which is changed; NULL: there are no more. */
static char *next_name(char **list)
{
    char *name = *list;
    if (!name)
        return NULL;
    char *comma = strchr(name, ',');
    if (comma)
        *comma = '\0';
    *list = comma ? comma + 1 : NULL;
    return name;
}

static int mark(const parot_frame *frame, const char *name, char *marks, char value)
{
    int found = 0;
    for (int64_t k = 0; marks && frame->has_names && k < frame->cols; k++)
        if (strcmp(frame->columns[k].name, name) == 0) {
            marks[k] = value;
            found = 1;
        }
    return found;
}

/* The frame, the other one, and what is kept of each. */
struct selection {
    parot_frame *frame, *other;
    char *kept, *other_kept; /* NULL: there is no other */
};

static enum outcome select_names(const struct selection *selection, char *list)
{
    for (char *name = next_name(&list); name; name = next_name(&list)) {
        if (!mark(selection->frame, name, selection->kept, 1))
            return refuse(FAILED, "--columns: %s has no column '%s'", selection->frame->label,
                          name);
        if (selection->other && !mark(selection->other, name, selection->other_kept, 1))
            return refuse(FAILED, "--columns: %s has no column '%s'", selection->other->label,
                          name);
    }
    return SOLVED;
}

static enum outcome drop_names(const struct selection *selection, char *list)
{
    for (char *name = next_name(&list); name; name = next_name(&list)) {
        int found = mark(selection->frame, name, selection->kept, 0);
        if (selection->other)
            found |= mark(selection->other, name, selection->other_kept, 0);
        if (!found)
            return refuse(FAILED, "--drop: %s has no column '%s'", selection->frame->label, name);
    }
    return SOLVED;
}

static enum outcome keep_marked(const struct selection *selection, const char *option)
{
    frame_keep(selection->frame, selection->kept);
    if (selection->other)
        frame_keep(selection->other, selection->other_kept);
    if (selection->frame->cols == 0 || (selection->other && selection->other->cols == 0))
        return refuse(FAILED, "%s: leaves no column of %s", option,
                      selection->frame->cols ? selection->other->label : selection->frame->label);
    return SOLVED;
}

static enum outcome select_marked(const struct feature_request *request,
                                  const struct selection *selection)
{
    parot_frame *frame = selection->frame, *other = selection->other;
    char initial = request->columns ? 0 : 1;
    if (!selection->kept || (other && !selection->other_kept))
        return refuse(FAILED, "%s: out of memory", frame->label);
    memset(selection->kept, initial, (size_t)frame->cols);
    if (other)
        memset(selection->other_kept, initial, (size_t)other->cols);
    TRY(request->columns ? select_names(selection, request->columns)
                         : drop_names(selection, request->drop));
    return keep_marked(selection, request->columns ? "--columns" : "--drop");
}

enum outcome features_select(const struct feature_request *request, parot_frame *frame,
                             parot_frame *other)
{
    if (!request->columns && !request->drop)
        return SOLVED;
    struct selection selection = {frame, other, malloc((size_t)frame->cols),
                                  other ? malloc((size_t)other->cols) : NULL};
    enum outcome outcome = select_marked(request, &selection);
    free(selection.kept);
    free(selection.other_kept);
    return outcome;
}

/* ---- Missing cells ------------------------------------------------------ */

static enum outcome refuse_missing(const parot_frame *frame, int64_t k)
{
    const parot_column *column = &frame->columns[k];
    char place[96];
    if (*column->name)
        snprintf(place, sizeof place, "column '%.80s'", column->name);
    else
        snprintf(place, sizeof place, "column %lld", (long long)k + 1);
    if (!*column->missing_cell)
        return refuse(FAILED, "%s row %lld, %s: the cell is empty; use --na drop or --na mean",
                      frame->label, (long long)column->missing_row, place);
    return refuse(FAILED, "%s row %lld, %s: '%.40s' is %s; use --na drop or --na mean",
                  frame->label, (long long)column->missing_row, place, column->missing_cell,
                  column->level_count ? "no value" : "not a number");
}

/* The column whose missing cell comes first in the file, or -1. */
static int64_t first_with_missing(const parot_frame *frame)
{
    int64_t first = -1;
    for (int64_t k = 0; k < frame->cols; k++) {
        const parot_column *column = &frame->columns[k];
        if (column->missing > 0 &&
            (first < 0 || column->missing_row < frame->columns[first].missing_row))
            first = k;
    }
    return first;
}

static int64_t count_missing(const parot_frame *frame, int64_t row)
{
    int64_t count = 0;
    for (int64_t k = 0; k < frame->cols; k++)
        count += isnan(frame->data[row * frame->cols + k]);
    return count;
}

enum outcome features_find_missing(struct sample *sample, enum missing missing, int64_t *left_out,
                                   int64_t *filled)
{
    const parot_frame *frame = &sample->frame;
    int64_t kept = 0, first = first_with_missing(frame);
    if (first < 0)
        return SOLVED;
    if (missing == MISSING_REFUSED)
        return refuse_missing(frame, first);
    for (int64_t r = 0; r < sample->count; r++) {
        int64_t count = count_missing(frame, sample->row[r]);
        if (count == 0 || missing == MISSING_FILLED)
            sample->row[kept++] = sample->row[r];
        else
            ++*left_out;
        if (missing == MISSING_FILLED)
            *filled += count;
    }
    sample->count = kept;
    if (kept > 0)
        return SOLVED;
    return refuse(FAILED,
                  "--na drop: every row of %s has a missing value; use --na mean, or leave "
                  "columns out with --drop",
                  frame->label);
}

/* ---- Counters ----------------------------------------------------------- */

/* pandas calls an index that it wrote without a name "Unnamed: 0". */
int features_is_name_of_rows(const char *name)
{
    static const char *const names[] = {"", "id", "index", "idx", "row", "no", "nr", "number"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcasecmp(name, names[k]) == 0)
            return 1;
    size_t length = strlen(name);
    return strncasecmp(name, "unnamed", strlen("unnamed")) == 0 ||
           (length > 3 && strcasecmp(name + length - 3, "_id") == 0);
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Whole numbers, another one in each row. */
static int names_rows(const parot_frame *frame, int64_t k)
{
    int is_name = frame->rows > 1;
    double *values = malloc((size_t)frame->rows * sizeof *values);
    for (int64_t i = 0; values && i < frame->rows; i++) {
        values[i] = frame->data[i * frame->cols + k];
        is_name &= values[i] == floor(values[i]);
    }
    if (values && is_name)
        qsort(values, (size_t)frame->rows, sizeof *values, compare_numbers);
    for (int64_t i = 1; values && is_name && i < frame->rows; i++)
        is_name &= values[i] != values[i - 1];
    is_name &= values != NULL;
    free(values);
    return is_name;
}

int64_t features_find_counter(const parot_frame *frame)
{
    for (int64_t k = 0; frame->has_names && k < frame->cols; k++)
        if (frame->columns[k].level_count == 0 &&
            features_is_name_of_rows(frame->columns[k].name) && names_rows(frame, k))
            return k;
    return -1;
}
