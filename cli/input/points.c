/* points.c - both files are read as frames, columns with a role (weights, ids) are taken out, the
 * rest is matched by name, encoded and scaled. */
#include "input/points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Columns that are not coordinates ----------------------------------- */

const struct option POINTS_OPTIONS[] = {
    TEXT_OPTION("id", struct feature_request, options.id, "COL",
                "column that names rows and is not a coordinate"),
    {.more = CATEGORIES_OPTION},
    {.more = FEATURE_OPTIONS},
    {0}};

const struct option SCALE_OPTION[] = {CHOICE_OPTION("scale", struct points_request, scale, "S",
                                                    SCALES, "how to scale columns: {} (none)"),
                                      {0}};

void points_defaults(struct points_request *request)
{
    request->scale = PAROT_SCALE_NONE;
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

/* ---- Notes on columns --------------------------------------------------- */

/* Columns that call themselves so are rarely meant to be coordinates. */
static void tell_names(const parot_frame *frame)
{
    static const char *const known[][2] = {
        {"weight", "--weight-column weight makes it the weights"},
        {"label", "--drop label leaves it out"}};
    for (size_t k = 0; k < 2; k++)
        if (frame->cols > 1 && parot_frame_column(frame, known[k][0]) >= 0)
            tip("note: column '%s' of %s is used as a coordinate; %s", known[k][0], frame->label,
                known[k][1]);
}

static void tell_points(const parot_features *points)
{
    note("%s: %lld points, %lld coordinates", path_label(points->path),
         (long long)points->table.rows, (long long)points->table.cols);
}

static void tell_both(const parot_features *first, const parot_features *other)
{
    int is_reordered = 0;
    tell_points(first);
    if (!other)
        return;
    tell_points(other);
    const parot_frame *a = &first->frame, *b = &other->frame;
    for (int64_t k = 0; first->is_shared && a->has_names && b->has_names && k < a->cols; k++)
        is_reordered |= strcmp(a->columns[k].name, b->columns[k].name) != 0;
    if (is_reordered)
        note("%s: columns reordered by name to match %s", path_label(other->path),
             path_label(first->path));
}

/* ---- Reading ------------------------------------------------------------ */

enum outcome points_read(parot_features *first, parot_features *other,
                         const struct points_request *request, const struct args *args,
                         const char *elsewhere)
{
    const char *const paths[2] = {first->path, other ? other->path : NULL};
    parot_features sides[2] = {{0}};
    parot_notes notes = {0};
    parot_features_options options = features_options(&request->features);
    options.seed = args->run.seed;
    options.elsewhere = elsewhere;
    options.sharing = elsewhere ? PAROT_SHARING_REQUIRED : PAROT_SHARING_IF_SAME;
    enum outcome outcome = features_read(&request->features, &options, paths, sides, &notes);
    *first = sides[0];
    if (other)
        *other = sides[1];
    if (outcome != SOLVED)
        return outcome;
    TRY(scale_points(first, other, request->scale));
    if (args->verbose)
        tell_both(first, other);
    notes_tell(&notes);
    tell_names(&first->frame);
    return SOLVED;
}

enum outcome fold_columns(parot_features *points, int64_t blocks)
{
    parot_table *table = &points->table;
    if (blocks < 2)
        return SOLVED;
    int64_t cols = table->cols / blocks;
    if (table->cols % blocks != 0)
        return refuse(
            FAILED,
            "--fold %lld: the %lld columns of %s cannot be cut into %lld blocks of equal length",
            (long long)blocks, (long long)table->cols, path_label(points->path), (long long)blocks);
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
        int is_zero = 1, is_constant = 1;
        for (int64_t k = 0; k < table->cols; k++) {
            double value = table->data[i * table->cols + k];
            if (!isfinite(value))
                return refuse_infinite(points, i, k);
            is_zero &= value == 0;
            is_constant &= value == table->data[i * table->cols];
        }
        if (is_constant && metric == PAROT_METRIC_CORRELATION)
            return refuse(
                FAILED,
                "%s: point %lld has all coordinates equal and no correlation; remove it or "
                "use another --metric than correlation",
                path_label(points->path), (long long)i + 1);
        if (is_zero && metric == PAROT_METRIC_COSINE)
            return refuse(FAILED,
                          "%s: point %lld is zero and has no direction; remove it or use another "
                          "--metric than cosine",
                          path_label(points->path), (long long)i + 1);
    }
    return SOLVED;
}
