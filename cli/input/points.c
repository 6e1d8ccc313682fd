/* points.c - both files are read as frames, columns with a role (weights, ids) are taken out, the
 * rest is matched by name, encoded and scaled. */
#include "input/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/choice.h"
#include "shell/option_number.h"

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
                                 NULL, "COL", "column that names rows and is not a coordinate"};
    feature_options(&request->features, options + 1);
}

struct option points_scale_option(struct points_request *request)
{
    return (struct option){"scale", 0,   &request->scale,
                           NULL,    "S", "how to scale columns: {} (none)"};
}

static enum outcome read_scale(const struct points_request *request, int *scale)
{
    *scale = PAROT_SCALE_NONE;
    return choice_read("--scale", request->scale, &SCALES, scale);
}

enum outcome points_check_request(const struct points_request *request)
{
    int scale = PAROT_SCALE_NONE;
    TRY(read_scale(request, &scale));
    return features_check(&request->features);
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

/* ---- Scaling ------------------------------------------------------------ */

static enum outcome scale_tables(int scale, parot_table *first, parot_table *other)
{
    parot_error err = {0};
    parot_matrix none = {NULL, 0, first->cols, first->cols};
    if (parot_scale_tables(scale, parot_table_matrix(first),
                           other ? parot_table_matrix(other) : none, first->data,
                           other ? other->data : NULL, &err) != PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}

/* In place. Columns that mean the same are scaled together, others by themselves. */
static enum outcome scale_points(parot_features *first, parot_features *other, int scale)
{
    if (scale == PAROT_SCALE_NONE)
        return SOLVED;
    TRY(points_check(first, PAROT_METRIC_EUCLIDEAN));
    if (other)
        TRY(points_check(other, PAROT_METRIC_EUCLIDEAN));
    if (!other || first->is_shared)
        return scale_tables(scale, &first->table, other ? &other->table : NULL);
    TRY(scale_tables(scale, &first->table, NULL));
    return scale_tables(scale, &other->table, NULL);
}

/* ---- What is worth a word ----------------------------------------------- */

/* Columns that call themselves so are rarely meant to be coordinates. */
static void tell_names(const parot_frame *frame)
{
    static const char *const known[][2] = {
        {"weight", "--weight-column weight makes it the weights"},
        {"label", "--drop label leaves it out"}};
    for (size_t k = 0; k < 2; k++)
        if (frame->cols > 1 && parot_frame_column(frame, known[k][0]) >= 0)
            note("note: column '%s' of %s is used as a coordinate; %s", known[k][0], frame->label,
                 known[k][1]);
}

static void tell_points(const parot_features *points)
{
    note("%s: %lld points, %lld coordinates", path_label(points->path),
         (long long)points->table.rows, (long long)points->table.cols);
}

static int is_reordered(const parot_features *first, const parot_features *other)
{
    const parot_frame *a = &first->frame, *b = &other->frame;
    for (int64_t k = 0; first->is_shared && a->has_names && b->has_names && k < a->cols; k++)
        if (strcmp(a->columns[k].name, b->columns[k].name) != 0)
            return 1;
    return 0;
}

static void tell_both(const parot_features *first, const parot_features *other)
{
    tell_points(first);
    if (!other)
        return;
    tell_points(other);
    if (is_reordered(first, other))
        note("%s: columns reordered by name to match %s", path_label(other->path),
             path_label(first->path));
}

/* ---- Reading ------------------------------------------------------------ */

enum outcome points_read(parot_features *first, parot_features *other,
                         const struct points_request *request, const struct points_bond *bond)
{
    const char *const paths[2] = {first->path, other ? other->path : NULL};
    parot_features sides[2] = {{0}};
    parot_notes notes = {0};
    parot_features_options options;
    int scale = PAROT_SCALE_NONE;
    TRY(read_scale(request, &scale));
    parot_features_options_init(&options);
    options.id = request->id;
    options.weight_column = request->weight_column;
    options.seed = bond->seed;
    options.elsewhere = bond->elsewhere;
    options.sharing = bond->elsewhere ? PAROT_SHARING_REQUIRED : PAROT_SHARING_IF_SAME;
    enum outcome outcome = features_read(&request->features, &options, paths, sides, &notes);
    *first = sides[0];
    if (other)
        *other = sides[1];
    if (outcome != SOLVED)
        return outcome;
    TRY(scale_points(first, other, scale));
    if (bond->is_verbose)
        tell_both(first, other);
    if (!bond->is_quiet) {
        notes_tell(&notes);
        tell_names(&first->frame);
    }
    return SOLVED;
}

enum outcome fold_columns(parot_features *points, const char *text)
{
    parot_table *table = &points->table;
    int64_t blocks = 1;
    if (!text)
        return SOLVED;
    TRY(number_read_count("--fold", text, 1, INT32_MAX, &blocks));
    int64_t cols = table->cols / blocks;
    if (table->cols % blocks != 0)
        return refuse(
            FAILED,
            "--fold %s: the %lld columns of %s cannot be cut into %s blocks of equal length", text,
            (long long)table->cols, path_label(points->path), text);
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t k = 0; k < cols; k++) {
            double sum = 0;
            for (int64_t block = 0; block < blocks; block++)
                sum += table->data[i * table->cols + block * cols + k];
            table->data[i * cols + k] = sum;
        }
    table->cols = cols;
    return SOLVED;
}

/* ---- Checking ----------------------------------------------------------- */

static enum outcome refuse_infinite(const parot_features *points, int64_t row, int64_t column)
{
    const parot_table *table = &points->table;
    double value = table->data[row * table->cols + column];
    if (table->names)
        return refuse(FAILED, "%s: point %lld has coordinate %g in column '%s'; it must be finite",
                      path_label(points->path), (long long)row + 1, value, table->names[column]);
    return refuse(FAILED, "%s: point %lld has coordinate %g in column %lld; it must be finite",
                  path_label(points->path), (long long)row + 1, value, (long long)column + 1);
}

enum outcome points_check(const parot_features *points, parot_metric metric)
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
