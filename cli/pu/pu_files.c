/* pu_files.c - the library reads both sides, or divides one file; the truth is a column set aside,
 * or a file of its own with a value for each unlabeled row; so are propensities, of the positives.
 */
#include "pu/pu_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/wording.h"

void pu_tables_free(struct pu_tables *tables)
{
    parot_features_free(&tables->positive);
    parot_features_free(&tables->unlabeled);
    free(tables->truth);
    free(tables->propensity);
}

static const char *positive_value(const struct pu_request *request)
{
    return request->features.options.positive ? request->features.options.positive : "1";
}

/* ---- Features ----------------------------------------------------------- */

/* gromov takes columns that have nothing in common. */
static enum outcome read_features(struct pu_tables *tables, const struct pu_request *request,
                                  const struct args *args)
{
    int is_gromov = request->options.method == PAROT_PU_METHOD_GROMOV;
    parot_features sides[2] = {{0}};
    parot_features_options options = features_options(&request->features);
    const char *const paths[2] = {args->operands[0],
                                  options.label_column ? NULL : args->operands[1]};
    options.is_id_of_other = 1;
    options.positive = positive_value(request);
    options.seed = args->run.seed;
    options.sharing = !is_gromov                  ? PAROT_SHARING_REQUIRED
                      : request->options.is_apart ? PAROT_SHARING_NONE
                                                  : PAROT_SHARING_IF_SAME;
    options.wants_encoding = 1;
    options.elsewhere = "--method gromov";
    options.rows_called[0] = "of the positives";
    options.rows_called[1] = "unlabeled";
    enum outcome outcome =
        features_read(&request->features, &options, paths, sides, &tables->remarks);
    tables->positive = sides[0];
    tables->unlabeled = sides[1];
    tables->is_apart = is_gromov && (request->options.is_apart || !sides[1].is_shared);
    return outcome;
}

/* ---- Truth -------------------------------------------------------------- */

/* A file of one column, for --truth or --propensity. */
static enum outcome check_column_file(const char *option, const parot_frame *file, const char *path,
                                      int64_t rows)
{
    if (file->cols != 1 || file->rows != rows)
        return refuse(FAILED,
                      "--%s %s: must be one column of %lld values, got %lld x %lld; keep only "
                      "the column with the %s",
                      option, path, (long long)rows, (long long)file->rows, (long long)file->cols,
                      option);
    if (file->columns[0].missing > 0)
        return refuse(FAILED, "--%s %s: %s %lld has no value", option, path,
                      parot_frame_place(file), (long long)file->columns[0].missing_row);
    return SOLVED;
}

/* Reads it: one value for each row of a side before --sample and --na. */
static enum outcome read_column_file(const char *option, const char *path,
                                     const struct pu_request *request, int64_t rows,
                                     parot_frame *file, parot_notes *remarks)
{
    const parot_reading reading = features_reading(&request->features);
    parot_error err = {0};
    parot_features_options usual;
    TRY(input_check(path));
    if (parot_frame_read_as(path, &reading, file, &err) != PAROT_OK)
        return refuse_status(&err);
    parot_features_options_init(&usual);
    usual.prefix = "--";
    if (parot_frame_leave_out(file, &usual, remarks, &err) != PAROT_OK)
        return refuse_status(&err);
    return check_column_file(option, file, path, rows);
}

static int8_t truth_of_cell(const parot_frame *file, int64_t row, const char *positive)
{
    char text[PAROT_NUMBER_SIZE];
    return (int8_t)parot_text_is_value(file->columns[0].level_count > 0
                                           ? parot_frame_text(file, row, 0)
                                           : parot_number_text(file->data[row], text),
                                       positive);
}

/* One value for each unlabeled row that there was before --sample and --na; both lists ascend. */
static enum outcome read_truth_file(struct pu_tables *tables, const struct pu_request *request)
{
    const parot_features *rows = &tables->unlabeled;
    parot_frame file = {0};
    enum outcome outcome = read_column_file("truth", request->features.options.aside, request,
                                            rows->before_count, &file, &tables->remarks);
    for (int64_t r = 0, at = 0; outcome == SOLVED && r < rows->count; r++) {
        while (rows->before[at] != rows->row[r])
            at++;
        tables->truth[r] = truth_of_cell(&file, at, positive_value(request));
    }
    parot_frame_free(&file);
    return outcome;
}

static enum outcome read_truth_column(struct pu_tables *tables, const struct pu_request *request)
{
    const parot_features *rows = &tables->unlabeled;
    for (int64_t r = 0; r < rows->count; r++) {
        const char *text = rows->aside[rows->row[r]];
        if (!*text)
            return refuse(FAILED, "--truth %s: row %lld of %s has no value",
                          request->features.options.aside, (long long)rows->row[r] + 1,
                          rows->frame.label);
        tables->truth[r] = (int8_t)parot_text_is_value(text, positive_value(request));
    }
    return SOLVED;
}

/* A column of UNLABELED, or a file. A value that no row has is more likely a mistake than the
 * truth. */
static enum outcome read_truth(struct pu_tables *tables, const struct pu_request *request)
{
    const parot_features *rows = &tables->unlabeled;
    parot_error err = {0};
    int64_t found = 0;
    if (!request->features.options.aside)
        return SOLVED;
    if (!rows->aside && access(request->features.options.aside, F_OK) != 0) {
        (void)!parot_frame_find(&rows->frame, request->features.options.aside, &found, &err);
        return refuse(FAILED, "--truth %s: there is no such file, and %s",
                      request->features.options.aside, err.message);
    }
    tables->truth = malloc((size_t)rows->count);
    if (!tables->truth)
        return refuse(FAILED, "--truth: out of memory");
    TRY(rows->aside ? read_truth_column(tables, request) : read_truth_file(tables, request));
    if (memchr(tables->truth, 1, (size_t)rows->count))
        return SOLVED;
    return refuse(FAILED, "--truth %s: no row has the value %s; --positive V sets another value",
                  request->features.options.aside, positive_value(request));
}

/* ---- Propensities ------------------------------------------------------- */

static enum outcome read_propensity_column(struct pu_tables *tables, const char *column)
{
    const parot_features *rows = &tables->positive;
    for (int64_t r = 0; r < rows->count; r++) {
        const char *text = rows->propensity[rows->row[r]];
        if (!number_parse(text, &tables->propensity[r]))
            return refuse(FAILED, "--propensity %s: row %lld of %s has %s%s, not a number in (0,1]",
                          column, (long long)rows->row[r] + 1, rows->frame.label,
                          *text ? "the value " : "no value", text);
    }
    return SOLVED;
}

/* Both lists ascend. */
static enum outcome read_propensity_file(struct pu_tables *tables, const struct pu_request *request)
{
    const parot_features *rows = &tables->positive;
    const char *path = request->features.options.propensity;
    parot_frame file = {0};
    enum outcome outcome =
        read_column_file("propensity", path, request, rows->before_count, &file, &tables->remarks);
    if (outcome == SOLVED && file.columns[0].level_count > 0)
        outcome = refuse(FAILED, "--propensity %s: must be numbers in (0,1]", path);
    for (int64_t r = 0, at = 0; outcome == SOLVED && r < rows->count; r++) {
        while (rows->before[at] != rows->row[r])
            at++;
        tables->propensity[r] = file.data[at];
    }
    parot_frame_free(&file);
    return outcome;
}

/* The library would count the rows that are used, from 0. */
static enum outcome check_propensities(const struct pu_tables *tables, const char *given)
{
    const parot_features *rows = &tables->positive;
    for (int64_t r = 0; r < rows->count; r++)
        if (!(tables->propensity[r] > 0 && tables->propensity[r] <= 1))
            return refuse(FAILED,
                          "--propensity %s: must be in (0,1], the probability with which the "
                          "positive was chosen, got %g for row %lld of %s",
                          given, tables->propensity[r], (long long)rows->row[r] + 1,
                          rows->frame.label);
    return SOLVED;
}

/* A column of POSITIVES, or a file. */
static enum outcome read_propensity(struct pu_tables *tables, const struct pu_request *request)
{
    const parot_features *rows = &tables->positive;
    const char *given = request->features.options.propensity;
    parot_error err = {0};
    int64_t found = 0;
    if (!given)
        return SOLVED;
    if (!rows->propensity && access(given, F_OK) != 0) {
        (void)!parot_frame_find(&rows->frame, given, &found, &err);
        return refuse(FAILED, "--propensity %s: there is no such file, and %s", given, err.message);
    }
    tables->propensity = malloc((size_t)rows->count * sizeof *tables->propensity);
    if (!tables->propensity)
        return refuse(FAILED, "--propensity: out of memory");
    TRY(rows->propensity ? read_propensity_column(tables, given)
                         : read_propensity_file(tables, request));
    return check_propensities(tables, given);
}

/* ---- Reading ------------------------------------------------------------ */

enum outcome pu_tables_check(const struct pu_request *request, const struct args *args)
{
    int wanted = request->features.options.label_column ? 1 : 2;
    if (args->count != wanted)
        return refuse(MISUSED, "%s; got %d file%s",
                      wanted == 1 ? "needs one file with --label-column"
                                  : "needs two files, POSITIVES and UNLABELED, or one file and "
                                    "--label-column COL",
                      args->count, plural(args->count));
    TRY(paths_check_streams(args->operands, args->count));
    return features_check(&request->features);
}

enum outcome pu_tables_read(struct pu_tables *tables, const struct pu_request *request,
                            const struct args *args)
{
    double begin = clock_now();
    TRY(read_features(tables, request, args));
    TRY(read_truth(tables, request));
    TRY(read_propensity(tables, request));
    TRY(points_check(&tables->positive, PAROT_METRIC_EUCLIDEAN));
    TRY(points_check(&tables->unlabeled, PAROT_METRIC_EUCLIDEAN));
    TRY(fold_columns(&tables->positive, request->fold));
    TRY(fold_columns(&tables->unlabeled, request->fold));
    tables->read_seconds = clock_now() - begin;
    return SOLVED;
}

void pu_tables_remark(struct pu_tables *tables, const char *text)
{
    parot_notes *remarks = &tables->remarks;
    if (remarks->count < PAROT_NOTES)
        snprintf(remarks->text[remarks->count++], PAROT_NOTE_SIZE, "%s", text);
}

void pu_tables_tell_weights(struct pu_tables *tables, double effective)
{
    char text[PAROT_NOTE_SIZE];
    if (!tables->propensity)
        return;
    snprintf(text, sizeof text,
             "each positive counts 1/propensity; the %lld of them tell as much as %.1f of equal "
             "weight",
             (long long)tables->positive.count, effective);
    pu_tables_remark(tables, text);
}

enum outcome pu_tables_refuse(const struct pu_tables *tables, parot_status status,
                              const parot_error *err, double time_limit)
{
    const struct wording words[] = {{"unlabeled", path_label(tables->unlabeled.path)},
                                    {"positive", path_label(tables->positive.path)},
                                    {"prior", "--prior"},
                                    {"propensity", "--propensity"}};
    return refuse_call(status, err, time_limit, words, 4);
}
