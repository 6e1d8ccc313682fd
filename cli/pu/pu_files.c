/* pu_files.c - columns with a role (id, truth, label) are taken out before the others are encoded
 * as features of both tables. */
#include "pu/pu_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/column_roles.h"
#include "input/fold.h"
#include "input/samples.h"
#include "input/shared_columns.h"
#include "shell/clock.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/wording.h"

void pu_tables_free(struct pu_tables *tables)
{
    points_free(&tables->positive);
    points_free(&tables->unlabeled);
    sample_free(&tables->positive_rows);
    sample_free(&tables->unlabeled_rows);
    parot_encoding_free(&tables->encoding);
    parot_encoding_free(&tables->positive_encoding);
    free(tables->id);
    free(tables->positive_id);
    free(tables->id_name);
    free(tables->known);
    free(tables->truth);
}

/* ---- Values that mean positive ------------------------------------------ */

/* The same text, or the same number. */
static int is_value(const char *text, const char *wanted)
{
    double a = 0, b = 0;
    if (strcmp(text, wanted) == 0)
        return 1;
    return number_parse(text, &a) && number_parse(wanted, &b) && a == b;
}

static const char *positive_value(const struct pu_request *request)
{
    return request->positive_value ? request->positive_value : "1";
}

/* ---- Files -------------------------------------------------------------- */

static enum outcome read_frame(parot_frame *frame, const struct pu_request *request,
                               const char *path)
{
    const char *names[3];
    int64_t count = 0;
    if (request->id)
        names[count++] = request->id;
    if (request->label_column)
        names[count++] = request->label_column;
    if (request->truth)
        names[count++] = request->truth;
    return features_read(&request->features, path, names, count, frame);
}

/* UNLABELED is the second file, or the only one. */
static int unlabeled_side(const struct pu_request *request)
{
    return request->label_column ? 0 : 1;
}

/* Ids of POSITIVES are there if the column is; those of UNLABELED have to be. */
static enum outcome take_ids(struct pu_tables *tables, struct choosing *choosing,
                             const struct pu_request *request)
{
    int side = unlabeled_side(request);
    if (!request->id)
        return SOLVED;
    if (side == 1 && choosing_has(choosing, 0, request->id))
        TRY(choosing_ids(choosing, 0, request->id, &tables->positive_id));
    TRY(choosing_ids(choosing, side, request->id, &tables->id));
    tables->id_name = frame_name_of(choosing->frames[side], request->id);
    return tables->id_name ? SOLVED : refuse(FAILED, "--id: out of memory");
}

/* A column of UNLABELED, which POSITIVES may have too; or a file. */
static enum outcome take_truth(struct pu_tables *tables, struct choosing *choosing,
                               const struct pu_request *request)
{
    int side = unlabeled_side(request);
    parot_error err = {""};
    int64_t found = 0;
    if (!request->truth)
        return SOLVED;
    if (!choosing_has(choosing, side, request->truth)) {
        if (access(request->truth, F_OK) == 0)
            return SOLVED;
        (void)!parot_frame_find(choosing->frames[side], request->truth, &found, &err);
        return refuse(FAILED, "--truth %s: there is no such file, and %s", request->truth,
                      err.message);
    }
    if (side == 1 && choosing_has(choosing, 0, request->truth))
        TRY(choosing_texts(choosing, 0, "--truth", request->truth, NULL));
    return choosing_texts(choosing, side, "--truth", request->truth, &tables->known);
}

/* Works. */
static enum outcome choose(struct pu_tables *tables, struct choosing *choosing,
                           const struct pu_request *request, const char ***label)
{
    parot_frame *first = &tables->positive_rows.frame, *other = &tables->unlabeled_rows.frame;
    TRY(choosing_open(choosing, &request->features, first, request->label_column ? NULL : other,
                      &tables->remarks));
    if (request->label_column)
        TRY(choosing_texts(choosing, 0, "--label-col", request->label_column, label));
    TRY(take_ids(tables, choosing, request));
    TRY(take_truth(tables, choosing, request));
    return choosing_finish(choosing);
}

/* Owns. */
static enum outcome choose_columns(struct pu_tables *tables, const struct pu_request *request,
                                   const char ***label)
{
    struct choosing choosing = {0};
    enum outcome outcome = choose(tables, &choosing, request, label);
    choosing_free(&choosing);
    return outcome;
}

/* ---- One file ----------------------------------------------------------- */

/* Both samples are rows of one frame, which the positives own. */
static enum outcome split_rows(struct pu_tables *tables, const char *const *label,
                               const char *positive)
{
    struct sample *to[2] = {&tables->unlabeled_rows, &tables->positive_rows};
    const parot_frame *frame = &tables->positive_rows.frame;
    to[0]->frame = *frame;
    to[0]->frame.owner = NULL;
    for (int side = 0; side < 2; side++) {
        to[side]->row = malloc((size_t)frame->rows * sizeof *to[side]->row);
        if (!to[side]->row)
            return refuse(FAILED, "%s: out of memory", frame->label);
    }
    for (int64_t i = 0; i < frame->rows; i++) {
        struct sample *sample = to[is_value(label[i], positive)];
        sample->row[sample->count++] = i;
    }
    if (to[0]->count > 0 && to[1]->count > 0)
        return SOLVED;
    return refuse(FAILED,
                  "--label-col: %s row of %s has the value %s, which marks positives; --positive V "
                  "sets another value",
                  to[1]->count > 0 ? "every" : "no", frame->label, positive);
}

static enum outcome read_one(struct pu_tables *tables, const struct pu_request *request,
                             const char *path)
{
    const char **label = NULL;
    TRY(read_frame(&tables->positive_rows.frame, request, path));
    enum outcome outcome = choose_columns(tables, request, &label);
    if (outcome == SOLVED)
        outcome = split_rows(tables, label, positive_value(request));
    free(label);
    return outcome;
}

static enum outcome read_two(struct pu_tables *tables, const struct pu_request *request,
                             const char *const *paths)
{
    TRY(read_frame(&tables->positive_rows.frame, request, paths[0]));
    TRY(read_frame(&tables->unlabeled_rows.frame, request, paths[1]));
    TRY(choose_columns(tables, request, NULL));
    TRY(sample_take_all(&tables->positive_rows));
    return sample_take_all(&tables->unlabeled_rows);
}

/* ---- Truth -------------------------------------------------------------- */

static int8_t truth_of_cell(const parot_frame *file, int64_t row, const char *positive)
{
    double number = 0, value = file->data[row * file->cols];
    if (file->columns[0].level_count > 0)
        return (int8_t)is_value(parot_frame_text(file, row, 0), positive);
    return number_parse(positive, &number) && value == number;
}

/* Row counters and the like. */
static enum outcome leave_out_unused(struct pu_tables *tables, parot_frame *file)
{
    static const struct feature_request usual = {0};
    struct choosing choosing = {0};
    enum outcome outcome = choosing_open(&choosing, &usual, file, NULL, &tables->remarks);
    if (outcome == SOLVED)
        outcome = choosing_finish(&choosing);
    choosing_free(&choosing);
    return outcome;
}

static enum outcome check_truth_file(const parot_frame *file, const char *path, int64_t rows)
{
    if (file->cols != 1 || file->rows != rows)
        return refuse(FAILED,
                      "--truth %s: must be one column of %lld values, got %lld x %lld; keep only "
                      "the column with the truth",
                      path, (long long)rows, (long long)file->rows, (long long)file->cols);
    if (file->columns[0].missing > 0)
        return refuse(FAILED, "--truth %s: row %lld has no value", path,
                      (long long)file->columns[0].missing_row);
    return SOLVED;
}

/* One value for each unlabeled row. */
static enum outcome read_truth_file(struct pu_tables *tables, const char *path,
                                    const char *positive)
{
    parot_frame file = {0};
    parot_error err = {""};
    int64_t rows = tables->unlabeled_rows.count;
    TRY(input_check(path));
    if (parot_frame_read(path, NULL, 0, &file, &err) != PAROT_OK)
        return refuse_status(&err);
    enum outcome outcome = leave_out_unused(tables, &file);
    if (outcome == SOLVED)
        outcome = check_truth_file(&file, path, rows);
    for (int64_t r = 0; outcome == SOLVED && r < rows; r++)
        tables->truth[r] = truth_of_cell(&file, r, positive);
    parot_frame_free(&file);
    return outcome;
}

/* A value that no row has is more likely a mistake than the truth. */
static enum outcome check_truth(const struct pu_tables *tables, const struct pu_request *request)
{
    for (int64_t r = 0; r < tables->unlabeled_rows.count; r++)
        if (tables->truth[r])
            return SOLVED;
    return refuse(FAILED, "--truth %s: no row has the value %s; --positive V sets another value",
                  request->truth, positive_value(request));
}

static enum outcome read_truth(struct pu_tables *tables, const struct pu_request *request)
{
    const struct sample *rows = &tables->unlabeled_rows;
    const char *positive = positive_value(request);
    if (!request->truth)
        return SOLVED;
    tables->truth = malloc((size_t)rows->count);
    if (!tables->truth)
        return refuse(FAILED, "--truth: out of memory");
    if (!tables->known)
        TRY(read_truth_file(tables, request->truth, positive));
    for (int64_t r = 0; tables->known && r < rows->count; r++) {
        const char *text = tables->known[rows->row[r]];
        if (!*text)
            return refuse(FAILED, "--truth %s: row %lld of %s has no value", request->truth,
                          (long long)rows->row[r] + 1, rows->frame.label);
        tables->truth[r] = (int8_t)is_value(text, positive);
    }
    return check_truth(tables, request);
}

/* The truth of rows that stay; `before` are the rows that there were. */
static void follow(struct pu_tables *tables, const int64_t *before, int64_t count)
{
    const struct sample *rows = &tables->unlabeled_rows;
    int64_t kept = 0;
    for (int64_t r = 0; tables->truth && r < count && kept < rows->count; r++)
        if (before[r] == rows->row[kept])
            tables->truth[kept++] = tables->truth[r];
}

/* ---- Which rows --------------------------------------------------------- */

/* --sample and --na; the truth follows. */
static enum outcome choose_rows(struct pu_tables *tables, const struct pu_request *request,
                                uint64_t seed)
{
    struct sample *rows = &tables->unlabeled_rows;
    const struct samples both = {&tables->positive_rows, rows, "of the positives", "unlabeled"};
    enum missing missing = MISSING_REFUSED;
    int64_t count = rows->count;
    TRY(features_check(&request->features, &missing));
    int64_t *before = malloc((size_t)count * sizeof *before);
    if (!before)
        return refuse(FAILED, "%s: out of memory", rows->frame.label);
    memcpy(before, rows->row, (size_t)count * sizeof *before);
    enum outcome outcome =
        sample_draw(&tables->positive_rows, &request->features, seed, &tables->remarks);
    if (outcome == SOLVED)
        outcome = sample_draw(rows, &request->features, seed, &tables->remarks);
    if (outcome == SOLVED)
        outcome = samples_settle_missing(&both, missing, &tables->remarks);
    if (outcome == SOLVED)
        follow(tables, before, count);
    free(before);
    return outcome;
}

/* ---- Numbers ------------------------------------------------------------ */

static enum outcome encode(const parot_encoding *encoding, struct sample *sample,
                           struct points *points)
{
    TRY(sample_encode(sample, encoding, &points->table));
    return points_check(points, PAROT_METRIC_EUCLIDEAN);
}

/* gromov takes columns that have nothing in common. */
static enum outcome match_columns(struct pu_tables *tables, const struct pu_request *request)
{
    parot_frame *positive = &tables->positive_rows.frame;
    parot_frame *unlabeled = &tables->unlabeled_rows.frame;
    int is_gromov = request->method && strcmp(request->method, "gromov") == 0;
    tables->is_apart = is_gromov && (request->is_apart || !columns_agree(positive, unlabeled));
    if (tables->is_apart || request->label_column) /* one file has the same columns twice */
        return SOLVED;
    return columns_share(positive, unlabeled, request->features.is_strict, "--method gromov",
                         &tables->remarks);
}

static enum outcome encode_both(struct pu_tables *tables)
{
    struct sample *positive = &tables->positive_rows, *unlabeled = &tables->unlabeled_rows;
    struct remarks *remarks = &tables->remarks;
    if (!tables->is_apart) {
        TRY(samples_fit(positive, unlabeled, &tables->encoding, remarks));
        TRY(encode(&tables->encoding, positive, &tables->positive));
    } else {
        TRY(samples_fit(positive, NULL, &tables->positive_encoding, remarks));
        TRY(samples_fit(unlabeled, NULL, &tables->encoding, remarks));
        TRY(encode(&tables->positive_encoding, positive, &tables->positive));
    }
    return encode(&tables->encoding, unlabeled, &tables->unlabeled);
}

/* ---- Reading ------------------------------------------------------------ */

enum outcome pu_tables_check(const struct pu_request *request, const struct args *args)
{
    int wanted = request->label_column ? 1 : 2;
    enum missing missing;
    if (args->count != wanted)
        return refuse(MISUSED, "%s; got %d file%s",
                      wanted == 1 ? "needs one file with --label-col"
                                  : "needs two files, POSITIVES and UNLABELED, or one file and "
                                    "--label-col COL",
                      args->count, args->count == 1 ? "" : "s");
    TRY(paths_check_streams(args->operands, args->count));
    return features_check(&request->features, &missing);
}

enum outcome pu_tables_read(struct pu_tables *tables, const struct pu_request *request,
                            const struct args *args)
{
    double begin = clock_now();
    tables->positive.path = args->operands[0];
    tables->unlabeled.path = args->operands[request->label_column ? 0 : 1];
    TRY(request->label_column ? read_one(tables, request, args->operands[0])
                              : read_two(tables, request, args->operands));
    TRY(match_columns(tables, request));
    TRY(read_truth(tables, request));
    TRY(choose_rows(tables, request, args->run.seed));
    TRY(encode_both(tables));
    TRY(fold_columns(&tables->positive, request->fold));
    TRY(fold_columns(&tables->unlabeled, request->fold));
    tables->read_seconds = clock_now() - begin;
    return SOLVED;
}

enum outcome pu_tables_refuse(const struct pu_tables *tables, parot_status status,
                              const parot_error *err, double time_limit)
{
    const struct wording words[] = {{"unlabeled", path_label(tables->unlabeled.path)},
                                    {"positive", path_label(tables->positive.path)},
                                    {"prior", "--prior"}};
    return refuse_call(status, err, time_limit, words, 3);
}

/* ---- What is worth a note ----------------------------------------------- */

/* sum over the rows of (x - centre)^power */
static double moment(const parot_table *table, int64_t column, double centre, int power)
{
    double sum = 0;
    for (int64_t i = 0; i < table->rows; i++) {
        double x = table->data[i * table->cols + column] - centre;
        sum += power == 1 ? x : x * x;
    }
    return sum;
}

static double variance(const struct pu_tables *tables, int64_t column)
{
    const parot_table *a = &tables->positive.table, *b = &tables->unlabeled.table;
    double count = (double)(a->rows + b->rows);
    double mean = (moment(a, column, 0, 1) + moment(b, column, 0, 1)) / count;
    return (moment(a, column, mean, 2) + moment(b, column, mean, 2)) / count;
}

int64_t pu_tables_widest(const struct pu_tables *tables, double *part)
{
    int64_t widest = 0;
    double most = 0, total = 0;
    for (int64_t k = 0; k < tables->positive.table.cols; k++) {
        double own = variance(tables, k);
        total += own;
        if (own > most) {
            most = own;
            widest = k;
        }
    }
    *part = total > 0 ? most / total : 0;
    return widest;
}
