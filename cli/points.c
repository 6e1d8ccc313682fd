/* points.c - see points.h. Columns are moved within the table's own memory. */
#include "points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 3 }; /* names of columns in one message */

int path_is_stream(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

const char *path_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

void points_free(struct points *points)
{
    parot_table_free(&points->table);
    free(points->weights);
    points->weights = NULL;
}

/* ---- Reading ------------------------------------------------------------ */

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

static enum outcome split_weights(struct points *points, const char *weight_column)
{
    parot_table *table = &points->table;
    const char *label = path_label(points->path);
    if (!table->names)
        return refuse(FAILED, "--weight-column %s: %s has no names of columns", weight_column,
                      label);
    int64_t column = parot_table_column(table, weight_column);
    if (column < 0)
        return refuse(FAILED, "--weight-column %s: %s has no such column", weight_column, label);
    if (table->cols == 1)
        return refuse(FAILED, "--weight-column %s: %s has no other column, hence no coordinates",
                      weight_column, label);
    points->weights = malloc((size_t)table->rows * sizeof *points->weights);
    if (!points->weights)
        return refuse(FAILED, "%s: out of memory", label);
    for (int64_t i = 0; i < table->rows; i++)
        points->weights[i] = table->data[i * table->cols + column];
    table_remove_column(table, column);
    return SOLVED;
}

enum outcome points_read(struct points *points, const char *path, const char *weight_column)
{
    parot_error err = {""};
    points->path = path;
    if (parot_table_read(path, &points->table, &err) != PAROT_OK)
        return refuse_status(&err);
    return weight_column ? split_weights(points, weight_column) : SOLVED;
}

/* ---- Matching ----------------------------------------------------------- */

/* place[k]: which column of `other` is called like column k of `first`, or -1. Each is taken once,
 * so that names that occur twice find both. Returns how many were found. */
static int64_t find_places(const parot_table *first, const parot_table *other, int64_t *place,
                           char *is_taken)
{
    int64_t found = 0;
    memset(is_taken, 0, (size_t)other->cols);
    for (int64_t k = 0; k < first->cols; k++) {
        place[k] = -1;
        for (int64_t j = 0; j < other->cols && place[k] < 0; j++)
            if (!is_taken[j] && strcmp(first->names[k], other->names[j]) == 0)
                place[k] = j;
        if (place[k] >= 0) {
            is_taken[place[k]] = 1;
            found++;
        }
    }
    return found;
}

/* "'id', 'age' and 4 more", of the columns that are left over */
static void list_left(const parot_table *table, const int64_t *place, const char *is_taken,
                      char *text, size_t size)
{
    int64_t listed = 0, more = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int64_t k = 0; k < table->cols; k++) {
        if (place ? place[k] >= 0 : is_taken[k])
            continue;
        if (listed == LISTED)
            more++;
        else
            used += (size_t)snprintf(text + used, size - used, "%s'%.40s'", listed++ ? ", " : "",
                                     table->names[k]);
    }
    if (more)
        snprintf(text + used, size - used, " and %lld more", (long long)more);
}

static enum outcome refuse_columns(const struct points *first, const struct points *other,
                                   const int64_t *place, const char *is_taken)
{
    char only_first[192], only_other[192];
    const char *a = path_label(first->path), *b = path_label(other->path);
    list_left(&first->table, place, NULL, only_first, sizeof only_first);
    list_left(&other->table, NULL, is_taken, only_other, sizeof only_other);
    if (*only_first && *only_other)
        return refuse(FAILED,
                      "%s and %s have different columns (only in %s: %s; only in %s: %s); rename "
                      "or remove them",
                      a, b, a, only_first, b, only_other);
    return refuse(FAILED, "%s has %lld columns, %s %lld (extra: %s); both need the same columns", a,
                  (long long)first->table.cols, b, (long long)other->table.cols,
                  *only_first ? only_first : only_other);
}

static void reorder(parot_table *table, const int64_t *place, double *row, char **names)
{
    for (int64_t i = 0; i < table->rows; i++) {
        double *data = table->data + i * table->cols;
        for (int64_t k = 0; k < table->cols; k++)
            row[k] = data[place[k]];
        memcpy(data, row, (size_t)table->cols * sizeof *row);
    }
    for (int64_t k = 0; k < table->cols; k++)
        names[k] = table->names[place[k]];
    memcpy(table->names, names, (size_t)table->cols * sizeof *names);
}

struct scratch {
    int64_t *place; /* first->cols numbers */
    char *is_taken; /* other->cols */
    double *row;    /* other->cols */
    char **names;   /* other->cols */
};

static enum outcome match_names(const struct points *first, struct points *other,
                                struct scratch *scratch, int *is_reordered)
{
    parot_table *table = &other->table;
    if (!scratch->place || !scratch->is_taken || !scratch->row || !scratch->names)
        return refuse(FAILED, "%s: out of memory", path_label(other->path));
    int64_t found = find_places(&first->table, table, scratch->place, scratch->is_taken);
    if (found < first->table.cols || found < table->cols)
        return refuse_columns(first, other, scratch->place, scratch->is_taken);
    for (int64_t k = 0; k < table->cols; k++)
        *is_reordered |= scratch->place[k] != k;
    if (*is_reordered)
        reorder(table, scratch->place, scratch->row, scratch->names);
    return SOLVED;
}

enum outcome points_match(const struct points *first, struct points *other, int *is_reordered)
{
    const parot_table *a = &first->table, *b = &other->table;
    *is_reordered = 0;
    if (!a->names || !b->names) {
        if (a->cols == b->cols)
            return SOLVED;
        return refuse(FAILED, "%s has %lld columns, %s %lld; both need the same columns",
                      path_label(first->path), (long long)a->cols, path_label(other->path),
                      (long long)b->cols);
    }
    size_t cols = (size_t)b->cols;
    struct scratch scratch = {malloc((size_t)a->cols * sizeof(int64_t)), malloc(cols),
                              malloc(cols * sizeof(double)), malloc(cols * sizeof(char *))};
    enum outcome outcome = match_names(first, other, &scratch, is_reordered);
    free(scratch.place);
    free(scratch.is_taken);
    free(scratch.row);
    free(scratch.names);
    return outcome;
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
