/* points.c - see points.h. */
#include "points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "samples.h"

/* ---- Paths -------------------------------------------------------------- */

int path_is_stream(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

const char *path_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

enum outcome paths_check_streams(const char *const *paths, int count)
{
    int streams = 0;
    for (int k = 0; k < count; k++)
        streams += path_is_stream(paths[k]);
    if (streams < 2)
        return SOLVED;
    return refuse(MISUSED, "'-' is given twice, but standard input can be read only once");
}

/* ---- Columns that are no coordinates ------------------------------------ */

void points_options(struct points_request *request, struct option options[POINTS_OPTIONS])
{
    options[0] = (struct option){"id", 0,     &request->id,
                                 NULL, "COL", "column that names rows and is no coordinate"};
    feature_options(&request->features, options + 1);
}

void points_free(struct points *points)
{
    parot_table_free(&points->table);
    sample_free(&points->rows);
    free(points->weights);
    free(points->id);
    points->weights = NULL;
    points->id = NULL;
}

void table_remove_column(parot_table *table, int64_t column)
{
    double *to = table->data;
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t k = 0; k < table->cols; k++)
            if (k != column)
                *to++ = table->data[i * table->cols + k];
    table->cols--;
    for (int64_t k = column; k < table->cols; k++)
        table->names[k] = table->names[k + 1];
}

static enum outcome read_frame(struct points *points, const struct points_request *request)
{
    parot_error err = {""};
    const char *const names[] = {request->id};
    if (parot_frame_read(points->path, names, request->id ? 1 : 0, &points->rows.frame, &err) !=
        PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}

/* It may be in one of the files alone. */
static enum outcome take_ids(struct points *first, struct points *other, const char *name)
{
    int is_first = parot_frame_column(&first->rows.frame, name) >= 0;
    if (is_first || !other)
        TRY(frame_take_texts(&first->rows.frame, "--id", name, &first->id));
    if (other && (!is_first || parot_frame_column(&other->rows.frame, name) >= 0))
        TRY(frame_take_texts(&other->rows.frame, "--id", name, &other->id));
    return SOLVED;
}

static enum outcome check_weights(const parot_frame *frame, const char *name)
{
    int64_t k = parot_frame_column(frame, name);
    if (k < 0)
        return refuse(FAILED, "--weight-column %s: %s has %s", name, frame->label,
                      frame->has_names ? "no such column" : "no names of columns");
    if (frame->cols == 1)
        return refuse(FAILED, "--weight-column %s: %s has no other column, hence no coordinates",
                      name, frame->label);
    const parot_column *column = &frame->columns[k];
    if (column->level_count > 0)
        return refuse(FAILED, "%s row %lld, column '%.80s': '%.40s' is not a number, and no weight",
                      frame->label, (long long)column->text_row, name, column->text_cell);
    if (column->missing > 0)
        return refuse(FAILED, "%s row %lld, column '%.80s': a weight is missing", frame->label,
                      (long long)column->missing_row, name);
    return SOLVED;
}

/* One for each row of the file; see follow_rows. */
static enum outcome take_weights(struct points *points, const char *name)
{
    parot_frame *frame = &points->rows.frame;
    TRY(check_weights(frame, name));
    int64_t column = parot_frame_column(frame, name);
    points->weights = malloc((size_t)frame->rows * sizeof *points->weights);
    if (!points->weights)
        return refuse(FAILED, "%s: out of memory", frame->label);
    for (int64_t i = 0; i < frame->rows; i++)
        points->weights[i] = frame->data[i * frame->cols + column];
    return frame_remove(frame, column);
}

/* The weights of rows that stay. */
static void follow_rows(struct points *points)
{
    for (int64_t r = 0; points->weights && r < points->rows.count; r++)
        points->weights[r] = points->weights[points->rows.row[r]];
}

/* ---- Reading ------------------------------------------------------------ */

static enum outcome read_frames(struct points *first, struct points *other,
                                const struct points_request *request)
{
    TRY(read_frame(first, request));
    if (other)
        TRY(read_frame(other, request));
    if (request->id)
        TRY(take_ids(first, other, request->id));
    if (request->weight_column)
        TRY(take_weights(first, request->weight_column));
    if (request->weight_column && other)
        TRY(take_weights(other, request->weight_column));
    TRY(features_select(&request->features, &first->rows.frame, other ? &other->rows.frame : NULL));
    TRY(sample_take_all(&first->rows));
    return other ? sample_take_all(&other->rows) : SOLVED;
}

static enum outcome settle_missing(struct points *first, struct points *other,
                                   const struct points_request *request, struct remarks *remarks)
{
    enum missing missing = MISSING_REFUSED;
    char rows[2][96] = {"", ""};
    snprintf(rows[0], sizeof rows[0], "of %.80s", first->rows.frame.label);
    if (other)
        snprintf(rows[1], sizeof rows[1], "of %.80s", other->rows.frame.label);
    const struct samples both = {&first->rows, other ? &other->rows : NULL, rows[0], rows[1]};
    TRY(features_check(&request->features, &missing));
    TRY(samples_settle_missing(&both, missing, remarks));
    follow_rows(first);
    if (other)
        follow_rows(other);
    return SOLVED;
}

static enum outcome encode_one(struct points *points, struct remarks *remarks)
{
    parot_encoding encoding = {0};
    if (samples_are_plain(&points->rows, &points->rows))
        return sample_borrow(&points->rows, &points->table);
    enum outcome outcome = samples_fit(&points->rows, NULL, &encoding, remarks);
    if (outcome == SOLVED)
        outcome = sample_encode(&points->rows, &encoding, &points->table);
    parot_encoding_free(&encoding);
    return outcome;
}

static enum outcome encode_two(struct points *first, struct points *other, struct remarks *remarks)
{
    parot_encoding encoding = {0};
    if (samples_are_plain(&first->rows, &other->rows)) {
        TRY(sample_borrow(&first->rows, &first->table));
        return sample_borrow(&other->rows, &other->table);
    }
    enum outcome outcome = samples_fit(&first->rows, &other->rows, &encoding, remarks);
    if (outcome == SOLVED)
        outcome = sample_encode(&first->rows, &encoding, &first->table);
    if (outcome == SOLVED)
        outcome = sample_encode(&other->rows, &encoding, &other->table);
    parot_encoding_free(&encoding);
    return outcome;
}

static enum outcome encode(struct points *first, struct points *other, const char *elsewhere,
                           struct remarks *remarks)
{
    if (other && elsewhere)
        TRY(columns_check(&first->rows.frame, &other->rows.frame, elsewhere));
    if (other && columns_agree(&first->rows.frame, &other->rows.frame) &&
        !columns_twin(&first->rows.frame) && !columns_twin(&other->rows.frame))
        return encode_two(first, other, remarks);
    TRY(encode_one(first, remarks));
    return other ? encode_one(other, remarks) : SOLVED;
}

/* ---- What is worth a word ----------------------------------------------- */

/* Columns that call themselves so are rarely meant to be coordinates. */
static void remark_names(const parot_frame *frame, struct remarks *remarks)
{
    static const char *const known[][2] = {
        {"weight", "--weight-column weight makes it the weights"},
        {"label", "--drop label leaves it out"}};
    for (size_t k = 0; k < 2; k++)
        if (frame->cols > 1 && parot_frame_column(frame, known[k][0]) >= 0)
            remark(remarks, "column '%s' of %s is taken for a coordinate; %s", known[k][0],
                   frame->label, known[k][1]);
}

/* Names on one side only cannot be compared with anything. */
static void remark_position(const parot_frame *first, const parot_frame *other,
                            struct remarks *remarks)
{
    const parot_frame *named = first->has_names ? first : other;
    if (first->has_names != other->has_names)
        remark(remarks, "only %s has names of columns; they are matched by their place",
               named->label);
}

static void tell_points(const struct points *points)
{
    note("%s: %lld points, %lld coordinates", path_label(points->path),
         (long long)points->table.rows, (long long)points->table.cols);
}

static int is_reordered(const parot_frame *first, const parot_frame *other)
{
    if (!first->has_names || !other->has_names || !columns_agree(first, other))
        return 0;
    for (int64_t k = 0; k < first->cols; k++)
        if (strcmp(first->columns[k].name, other->columns[k].name) != 0)
            return 1;
    return 0;
}

static void tell_both(const struct points *first, const struct points *other)
{
    tell_points(first);
    if (!other)
        return;
    tell_points(other);
    if (is_reordered(&first->rows.frame, &other->rows.frame))
        note("%s: columns reordered by name, like %s", path_label(other->path),
             path_label(first->path));
}

enum outcome points_read(struct points *first, struct points *other,
                         const struct points_request *request, const struct points_bond *bond)
{
    struct remarks remarks = {0};
    TRY(read_frames(first, other, request));
    remark_names(&first->rows.frame, &remarks);
    samples_remark_counter(&first->rows.frame, &remarks);
    if (other) {
        samples_remark_counter(&other->rows.frame, &remarks);
        if (bond->elsewhere)
            remark_position(&first->rows.frame, &other->rows.frame, &remarks);
    }
    TRY(settle_missing(first, other, request, &remarks));
    TRY(encode(first, other, bond->elsewhere, &remarks));
    if (bond->is_verbose)
        tell_both(first, other);
    if (!bond->is_quiet)
        remarks_tell(&remarks);
    return SOLVED;
}

/* ---- Checking ----------------------------------------------------------- */

static enum outcome refuse_infinite(const struct points *points, int64_t row, int64_t column)
{
    const parot_table *table = &points->table;
    double value = table->data[row * table->cols + column];
    if (table->names)
        return refuse(FAILED, "%s: point %lld has coordinate %g in column '%s'; it must be finite",
                      path_label(points->path), (long long)row + 1, value, table->names[column]);
    return refuse(FAILED, "%s: point %lld has coordinate %g in column %lld; it must be finite",
                  path_label(points->path), (long long)row + 1, value, (long long)column + 1);
}

enum outcome points_check(const struct points *points, parot_metric metric)
{
    const parot_table *table = &points->table;
    for (int64_t i = 0; i < table->rows; i++) {
        int is_zero = 1;
        for (int64_t k = 0; k < table->cols; k++) {
            double value = table->data[i * table->cols + k];
            if (!isfinite(value))
                return refuse_infinite(points, i, k);
            is_zero &= value == 0;
        }
        if (is_zero && metric == PAROT_COSINE)
            return refuse(FAILED,
                          "%s: point %lld is zero and has no direction; remove it or use another "
                          "--metric than cosine",
                          path_label(points->path), (long long)i + 1);
    }
    return SOLVED;
}
