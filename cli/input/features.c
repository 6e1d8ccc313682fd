/* features.c - options of tables become arguments of the reader; rows and columns that are not
 * used are removed from the frame. Columns are moved within the frame's own memory. */
#include "input/features.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/choice.h"
#include "shell/option_number.h"
#include "shell/output_check.h"

void feature_options(struct feature_request *request, struct option options[FEATURE_OPTIONS])
{
    const struct option listed[FEATURE_OPTIONS] = {
        {"columns", 0, &request->columns, NULL, "LIST",
         "use only these columns: names, numbers, 5-7"},
        {"drop", 0, &request->drop, NULL, "LIST", "do not use these columns"},
        {"na", 0, &request->na, NULL, "WHAT",
         "missing values: error, drop (their rows) or mean (fill in)"},
        {"na-values", 0, &request->na_values, NULL, "LIST",
         "more cells to count as missing, besides empty ones and NA"},
        {"decimal", 0, &request->decimal, NULL, "C", "decimals take a point (.) or a comma (,)"},
        {"no-header", 0, NULL, &request->has_no_header, NULL,
         "the first row of the files is data, not names"},
        {"sample", 0, &request->sample, NULL, "N",
         "use N rows of each file, chosen at random by the seed"},
        {"strict", 0, NULL, &request->is_strict, NULL,
         "refuse what would otherwise be left out or rounded with a note"}};
    memcpy(options, listed, sizeof listed);
}

const char *feature_option_given(const struct feature_request *request)
{
    return request->columns         ? "columns"
           : request->drop          ? "drop"
           : request->na            ? "na"
           : request->na_values     ? "na-values"
           : request->decimal       ? "decimal"
           : request->has_no_header ? "no-header"
           : request->sample        ? "sample"
           : request->is_strict     ? "strict"
                                    : NULL;
}

enum outcome features_check(const struct feature_request *request, enum missing *missing)
{
    static const struct choice choices[] = {
        {"error", MISSING_REFUSED}, {"drop", MISSING_DROPPED}, {"mean", MISSING_FILLED}};
    static const struct choice decimals[] = {{".", 0}, {",", 1}};
    int chosen = MISSING_REFUSED, decimal = 0;
    int64_t sample = 0;
    if (request->columns && request->drop)
        return refuse(MISUSED, "--columns and --drop: give only one of them");
    TRY(choice_read("--na", request->na, choices, 3, &chosen));
    TRY(choice_read("--decimal", request->decimal, decimals, 2, &decimal));
    if (request->sample)
        TRY(number_read_count("--sample", request->sample, 1, INT64_MAX, &sample));
    *missing = (enum missing)chosen;
    return SOLVED;
}

/* ---- Reading ------------------------------------------------------------ */

/* Cuts "a,b" at its commas, in place; returns how many texts there are. */
static int64_t split(char *list, const char **texts)
{
    int64_t count = 0;
    for (char *text = list; text;) {
        texts[count++] = text;
        text = strchr(text, ',');
        if (text)
            *text++ = '\0';
    }
    return count;
}

enum outcome features_refuse(const parot_error *err)
{
    if (strstr(err->message, "read as one without"))
        return refuse(FAILED, "%s (--no-header)", err->message);
    return refuse_status(err);
}

parot_reading features_reading(const struct feature_request *request)
{
    return (parot_reading){.has_no_header = request->has_no_header,
                           .decimal = request->decimal ? request->decimal[0] : '.'};
}

static enum outcome read_frame(const char *path, const parot_reading *reading, parot_frame *frame)
{
    parot_error err = {""};
    TRY(input_check(path));
    return parot_frame_read_as(path, reading, frame, &err) == PAROT_OK ? SOLVED
                                                                       : features_refuse(&err);
}

enum outcome features_read(const struct feature_request *request, const char *path,
                           const char *const *verbatim, int64_t verbatim_count, parot_frame *frame)
{
    parot_reading reading = features_reading(request);
    reading.verbatim = verbatim;
    reading.verbatim_count = verbatim_count;
    if (!request->na_values)
        return read_frame(path, &reading, frame);
    char *list = strdup(request->na_values);
    const char **texts = malloc((strlen(request->na_values) + 1) * sizeof *texts);
    enum outcome outcome = SOLVED;
    if (list && texts) {
        reading.missing_count = split(list, texts);
        reading.missing = texts;
        outcome = read_frame(path, &reading, frame);
    } else {
        outcome = refuse(FAILED, "--na-values: out of memory");
    }
    free(list);
    free(texts);
    return outcome;
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

enum outcome sample_draw(struct sample *sample, const struct feature_request *request,
                         uint64_t seed, struct remarks *remarks)
{
    int64_t wanted = 0;
    if (!request->sample)
        return SOLVED;
    TRY(number_read_count("--sample", request->sample, 1, INT64_MAX, &wanted));
    if (wanted >= sample->count)
        return SOLVED;
    int64_t *drawn = malloc((size_t)wanted * sizeof *drawn);
    if (!drawn)
        return refuse(FAILED, "--sample: out of memory");
    parot_sample_rows(sample->count, wanted, seed, drawn);
    for (int64_t r = 0; r < wanted; r++)
        sample->row[r] = sample->row[drawn[r]];
    free(drawn);
    remark(remarks, "%lld of %lld rows of %s are used, chosen at random by --seed %llu",
           (long long)wanted, (long long)sample->count, sample->frame.label,
           (unsigned long long)seed);
    sample->count = wanted;
    return SOLVED;
}

/* ---- Columns ------------------------------------------------------------ */

const char *column_words(const parot_column *column, char text[COLUMN_WORDS])
{
    if (*column->name)
        snprintf(text, COLUMN_WORDS, "column '%.80s'", column->name);
    else
        snprintf(text, COLUMN_WORDS, "column %lld", (long long)column->number);
    return text;
}

char *frame_name_of(const parot_frame *frame, const char *column)
{
    int64_t found = 0;
    if (parot_frame_find(frame, column, &found, NULL) != PAROT_OK || !*frame->columns[found].name)
        return strdup("id");
    return strdup(frame->columns[found].name);
}

void frame_keep(parot_frame *frame, const char *is_kept)
{
    double *to = frame->data;
    int64_t kept = 0;
    for (int64_t k = 0; k < frame->cols; k++)
        kept += is_kept[k] != 0;
    if (kept == frame->cols)
        return;
    for (int64_t i = 0; i < frame->rows; i++)
        for (int64_t k = 0; k < frame->cols; k++)
            if (is_kept[k])
                *to++ = frame->data[i * frame->cols + k];
    kept = 0;
    for (int64_t k = 0; k < frame->cols; k++)
        if (is_kept[k])
            frame->columns[kept++] = frame->columns[k];
    frame->cols = kept;
}

/* ---- Missing cells ------------------------------------------------------ */

static enum outcome refuse_missing(const parot_frame *frame, int64_t k)
{
    const parot_column *column = &frame->columns[k];
    char place[COLUMN_WORDS];
    column_words(column, place);
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
