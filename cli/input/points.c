/* points.c - both files are read as frames, columns with a role (weights, ids) are taken out, the
 * rest is matched by name, encoded and scaled. */
#include "input/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/column_roles.h"
#include "input/samples.h"
#include "input/shared_columns.h"
#include "shell/choice.h"

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

static const struct choice SCALES[] = {
    {"auto", PAROT_AUTO},           {"none", PAROT_SCALE_NONE},     {"minmax", PAROT_SCALE_MINMAX},
    {"zscore", PAROT_SCALE_ZSCORE}, {"robust", PAROT_SCALE_ROBUST}, {"rank", PAROT_SCALE_RANK},
    {"log", PAROT_SCALE_LOG}};

void points_options(struct points_request *request, struct option options[POINTS_OPTIONS])
{
    options[0] = (struct option){"id", 0,     &request->id,
                                 NULL, "COL", "column that names rows and is not a coordinate"};
    feature_options(&request->features, options + 1);
}

struct option points_scale_option(struct points_request *request)
{
    return (struct option){
        "scale",
        0,
        &request->scale,
        NULL,
        "S",
        "how to scale columns: none (the default), minmax, zscore, robust, rank, log or auto"};
}

static enum outcome read_scale(const struct points_request *request, int *scale)
{
    *scale = PAROT_SCALE_NONE;
    return choice_read("--scale", request->scale, SCALES, 7, scale);
}

enum outcome points_check_request(const struct points_request *request)
{
    enum missing missing;
    int scale = PAROT_SCALE_NONE;
    TRY(read_scale(request, &scale));
    return features_check(&request->features, &missing);
}

const char *points_option_given(const struct points_request *request)
{
    return request->weight_column ? "weight-column"
           : request->id          ? "id"
           : request->scale       ? "scale"
                                  : feature_option_given(&request->features);
}

struct points_bond points_bond_of(const struct args *args, const char *elsewhere)
{
    return (struct points_bond){elsewhere, args->quiet, args->verbose, args->run.seed};
}

void points_free(struct points *points)
{
    parot_table_free(&points->table);
    sample_free(&points->rows);
    free(points->weights);
    free(points->id);
    free(points->id_name);
    points->weights = NULL;
    points->id = NULL;
    points->id_name = NULL;
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

/* ---- Reading ------------------------------------------------------------ */

static enum outcome take_ids(struct choosing *choosing, int side, const char *name,
                             struct points *points)
{
    TRY(choosing_ids(choosing, side, name, &points->id));
    points->id_name = frame_name_of(choosing->frames[side], name);
    return points->id_name ? SOLVED : refuse(FAILED, "--id %s: out of memory", name);
}

/* Ids may be in one of the files alone; weights are in both. */
static enum outcome take_roles(struct choosing *choosing, struct points *first,
                               struct points *other, const struct points_request *request)
{
    if (request->id) {
        int is_first = choosing_has(choosing, 0, request->id);
        if (is_first || !other)
            TRY(take_ids(choosing, 0, request->id, first));
        if (other && (!is_first || choosing_has(choosing, 1, request->id)))
            TRY(take_ids(choosing, 1, request->id, other));
    }
    const char *weights = request->weight_column;
    if (weights)
        TRY(choosing_numbers(choosing, 0, "--weight-column", weights, &first->weights));
    return weights && other
               ? choosing_numbers(choosing, 1, "--weight-column", weights, &other->weights)
               : SOLVED;
}

/* Works. */
static enum outcome choose(struct choosing *choosing, struct points *first, struct points *other,
                           const struct points_request *request, struct remarks *remarks)
{
    TRY(choosing_open(choosing, &request->features, &first->rows.frame,
                      other ? &other->rows.frame : NULL, remarks));
    TRY(take_roles(choosing, first, other, request));
    return choosing_finish(choosing);
}

static enum outcome read_frames(struct points *first, struct points *other,
                                const struct points_request *request,
                                const struct points_bond *bond, struct remarks *remarks)
{
    const struct feature_request *features = &request->features;
    const char *const ids[] = {request->id};
    struct choosing choosing = {0};
    TRY(features_read(features, first->path, ids, request->id != NULL, &first->rows.frame));
    if (other)
        TRY(features_read(features, other->path, ids, request->id != NULL, &other->rows.frame));
    enum outcome outcome = choose(&choosing, first, other, request, remarks);
    choosing_free(&choosing);
    if (outcome != SOLVED)
        return outcome;
    TRY(sample_take_all(&first->rows));
    TRY(sample_draw(&first->rows, features, bond->seed, remarks));
    if (!other)
        return SOLVED;
    TRY(sample_take_all(&other->rows));
    return sample_draw(&other->rows, features, bond->seed, remarks);
}

/* The weights of rows that stay. */
static void follow_rows(struct points *points)
{
    for (int64_t r = 0; points->weights && r < points->rows.count; r++)
        points->weights[r] = points->weights[points->rows.row[r]];
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

/* *is_shared: columns of both mean the same. */
static enum outcome encode(struct points *first, struct points *other, int *is_shared,
                           struct remarks *remarks)
{
    *is_shared = 0;
    if (other && columns_agree(&first->rows.frame, &other->rows.frame) &&
        !columns_twin(&first->rows.frame) && !columns_twin(&other->rows.frame)) {
        *is_shared = 1;
        return encode_two(first, other, remarks);
    }
    TRY(encode_one(first, remarks));
    return other ? encode_one(other, remarks) : SOLVED;
}

/* ---- Scaling ------------------------------------------------------------ */

static enum outcome scale_tables(int scale, parot_table *first, parot_table *other)
{
    parot_error err = {""};
    parot_matrix none = {NULL, 0, first->cols, first->cols};
    if (parot_scale_tables(scale, parot_table_matrix(first),
                           other ? parot_table_matrix(other) : none, first->data,
                           other ? other->data : NULL, &err) != PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}

/* In place. Columns that mean the same are scaled together, others by themselves. */
static enum outcome scale_points(struct points *first, struct points *other, int scale,
                                 int is_shared)
{
    if (scale == PAROT_SCALE_NONE)
        return SOLVED;
    TRY(points_check(first, PAROT_METRIC_EUCLIDEAN));
    if (other)
        TRY(points_check(other, PAROT_METRIC_EUCLIDEAN));
    if (!other || is_shared)
        return scale_tables(scale, &first->table, other ? &other->table : NULL);
    TRY(scale_tables(scale, &first->table, NULL));
    return scale_tables(scale, &other->table, NULL);
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
            remark(remarks, "column '%s' of %s is used as a coordinate; %s", known[k][0],
                   frame->label, known[k][1]);
}

/* Names on one side only cannot be compared with anything. */
static void remark_position(const parot_frame *first, const parot_frame *other,
                            struct remarks *remarks)
{
    const parot_frame *named = first->has_names ? first : other;
    if (first->has_names != other->has_names)
        remark(remarks, "only %s has column names; columns are matched by position", named->label);
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
        note("%s: columns reordered by name to match %s", path_label(other->path),
             path_label(first->path));
}

enum outcome points_read(struct points *first, struct points *other,
                         const struct points_request *request, const struct points_bond *bond)
{
    struct remarks remarks = {0};
    int scale = PAROT_SCALE_NONE, is_shared = 0;
    TRY(read_scale(request, &scale));
    TRY(read_frames(first, other, request, bond, &remarks));
    if (other && bond->elsewhere) {
        remark_position(&first->rows.frame, &other->rows.frame, &remarks);
        TRY(columns_share(&first->rows.frame, &other->rows.frame, request->features.is_strict,
                          bond->elsewhere, &remarks));
    }
    remark_names(&first->rows.frame, &remarks);
    TRY(settle_missing(first, other, request, &remarks));
    TRY(encode(first, other, &is_shared, &remarks));
    TRY(scale_points(first, other, scale, is_shared));
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
        if (is_zero && metric == PAROT_METRIC_COSINE)
            return refuse(FAILED,
                          "%s: point %lld is zero and has no direction; remove it or use another "
                          "--metric than cosine",
                          path_label(points->path), (long long)i + 1);
    }
    return SOLVED;
}
