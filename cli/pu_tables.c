/* pu_tables.c - see pu_tables.h. */
#include "pu_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "fold.h"
#include "number.h"
#include "wording.h"

void pu_tables_free(struct pu_tables *tables)
{
    points_free(&tables->positive);
    points_free(&tables->unlabeled);
    free(tables->id);
    free(tables->truth);
    free(tables->names);
}

/* ---- Columns that are no features --------------------------------------- */

/* Moves the column called `name` to *values, which the caller frees. */
static enum outcome take_column(struct points *points, const char *option, const char *name,
                                double **values)
{
    parot_table *table = &points->table;
    const char *label = path_label(points->path);
    int64_t column = table->names ? parot_table_column(table, name) : -1;
    if (column < 0)
        return refuse(FAILED, "%s %s: %s has %s", option, name, label,
                      table->names ? "no such column" : "no names of columns");
    if (table->cols == 1)
        return refuse(FAILED, "%s %s: %s has no other column, hence no features", option, name,
                      label);
    *values = malloc((size_t)table->rows * sizeof **values);
    if (!*values)
        return refuse(FAILED, "%s: out of memory", label);
    for (int64_t i = 0; i < table->rows; i++)
        (*values)[i] = table->data[i * table->cols + column];
    table_remove_column(table, column);
    return SOLVED;
}

/* Names of rows are for the unlabeled ones; those of positives are left out if they are there. */
static enum outcome take_ids(struct pu_tables *tables, const char *name)
{
    double *unused = NULL;
    if (!name)
        return SOLVED;
    if (tables->positive.table.names && parot_table_column(&tables->positive.table, name) >= 0)
        TRY(take_column(&tables->positive, "--id", name, &unused));
    free(unused);
    return take_column(&tables->unlabeled, "--id", name, &tables->id);
}

/* ---- Truth -------------------------------------------------------------- */

static enum outcome fill_truth(struct pu_tables *tables, const double *values, double positive)
{
    int64_t rows = tables->unlabeled.table.rows;
    tables->truth = malloc((size_t)rows);
    if (!tables->truth)
        return refuse(FAILED, "--truth: out of memory");
    for (int64_t i = 0; i < rows; i++)
        tables->truth[i] = values[i] == positive;
    return SOLVED;
}

static enum outcome read_truth_file(struct pu_tables *tables, const char *path, double positive)
{
    struct points file = {0};
    enum outcome outcome = points_read(&file, path, NULL);
    int64_t rows = tables->unlabeled.table.rows;
    if (outcome == SOLVED && (file.table.cols != 1 || file.table.rows != rows))
        outcome =
            refuse(FAILED, "--truth %s: must be one column of %lld numbers, got %lld x %lld", path,
                   (long long)rows, (long long)file.table.rows, (long long)file.table.cols);
    if (outcome == SOLVED)
        outcome = fill_truth(tables, file.table.data, positive);
    points_free(&file);
    return outcome;
}

static enum outcome read_truth(struct pu_tables *tables, const char *name, double positive)
{
    double *values = NULL, *unused = NULL;
    if (!name)
        return SOLVED;
    if (!tables->unlabeled.table.names || parot_table_column(&tables->unlabeled.table, name) < 0) {
        if (access(name, F_OK) == 0)
            return read_truth_file(tables, name, positive);
        return refuse(FAILED, "--truth %s: is neither a column of %s nor a file", name,
                      path_label(tables->unlabeled.path));
    }
    if (tables->positive.table.names && parot_table_column(&tables->positive.table, name) >= 0)
        TRY(take_column(&tables->positive, "--truth", name, &unused));
    free(unused);
    enum outcome outcome = take_column(&tables->unlabeled, "--truth", name, &values);
    if (outcome == SOLVED)
        outcome = fill_truth(tables, values, positive);
    free(values);
    return outcome;
}

/* ---- One file ----------------------------------------------------------- */

/* Rows whose label is `positive` stay; all others move to the unlabeled, which keep the number
 * they have in the file. */
static void split_rows(struct pu_tables *tables, const double *label, double positive)
{
    parot_table *from = &tables->positive.table, *to = &tables->unlabeled.table;
    int64_t kept = 0, cols = from->cols;
    size_t row = (size_t)cols * sizeof(double);
    for (int64_t i = 0; i < from->rows; i++)
        if (label[i] == positive) {
            memmove(from->data + kept++ * cols, from->data + i * cols, row);
        } else {
            tables->id[to->rows] = (double)i;
            memcpy(to->data + to->rows++ * cols, from->data + i * cols, row);
        }
    from->rows = kept;
}

/* The unlabeled table has memory of its own for its rows, which its `weights` release, and a list
 * of its own of the names. */
static enum outcome split_file(struct pu_tables *tables, const double *label, double positive)
{
    struct points *unlabeled = &tables->unlabeled;
    const parot_table *all = &tables->positive.table;
    const char *path = path_label(tables->positive.path);
    size_t rows = (size_t)all->rows;
    unlabeled->path = tables->positive.path;
    unlabeled->weights = malloc(rows * (size_t)all->cols * sizeof *unlabeled->weights);
    tables->id = malloc(rows * sizeof *tables->id);
    tables->names = malloc((size_t)all->cols * sizeof *tables->names);
    if (!unlabeled->weights || !tables->id || !tables->names)
        return refuse(FAILED, "%s: out of memory", path);
    memcpy(tables->names, all->names, (size_t)all->cols * sizeof *tables->names);
    unlabeled->table =
        (parot_table){.cols = all->cols, .data = unlabeled->weights, .names = tables->names};
    split_rows(tables, label, positive);
    if (all->rows > 0 && unlabeled->table.rows > 0)
        return SOLVED;
    return refuse(FAILED,
                  "--label-col: %s row of %s has the value %g of positives; --positive V names "
                  "another",
                  all->rows > 0 ? "every" : "no", path, positive);
}

static enum outcome read_one(struct pu_tables *tables, const struct pu_request *request,
                             const char *path, double positive)
{
    double *label = NULL;
    TRY(points_read(&tables->positive, path, NULL));
    enum outcome outcome =
        take_column(&tables->positive, "--label-col", request->label_column, &label);
    if (outcome == SOLVED)
        outcome = split_file(tables, label, positive);
    free(label);
    return outcome;
}

/* ---- Reading ------------------------------------------------------------ */

enum outcome pu_tables_check(const struct pu_request *request, const struct args *args)
{
    int wanted = request->label_column ? 1 : 2;
    if (args->count != wanted)
        return refuse(MISUSED, "%s; got %d file%s",
                      wanted == 1 ? "needs one file with --label-col"
                                  : "needs two files, POSITIVES and UNLABELED, or one file and "
                                    "--label-col COL",
                      args->count, args->count == 1 ? "" : "s");
    if (request->label_column && request->id)
        return refuse(MISUSED, "--id and --label-col: rows of one file are known by their number; "
                               "drop --id");
    if (wanted == 2 && strcmp(args->operands[0], "-") == 0 && strcmp(args->operands[1], "-") == 0)
        return refuse(MISUSED, "'-' is given twice, but standard input can be read only once");
    return SOLVED;
}

/* gromov can do with columns that have nothing in common. */
static enum outcome match_columns(struct pu_tables *tables, const struct pu_request *request)
{
    int is_reordered = 0, is_gromov = request->method && strcmp(request->method, "gromov") == 0;
    int are_same = points_have_same_columns(&tables->positive, &tables->unlabeled);
    tables->is_apart = is_gromov && (request->is_apart || !are_same);
    if (tables->is_apart)
        return SOLVED;
    enum outcome outcome = points_match(&tables->positive, &tables->unlabeled, &is_reordered);
    if (!are_same)
        note("--id COL leaves a column out; --method gromov can do with different columns");
    return outcome;
}

enum outcome pu_tables_read(struct pu_tables *tables, const struct pu_request *request,
                            const struct args *args)
{
    double begin = clock_now(), positive = 1;
    if (request->positive_value)
        TRY(number_read("--positive", request->positive_value, &positive));
    if (request->label_column) {
        TRY(read_one(tables, request, args->operands[0], positive));
    } else {
        TRY(points_read(&tables->positive, args->operands[0], NULL));
        TRY(points_read(&tables->unlabeled, args->operands[1], NULL));
    }
    TRY(take_ids(tables, request->id));
    TRY(read_truth(tables, request->truth, positive));
    TRY(match_columns(tables, request));
    TRY(fold_columns(&tables->positive, request->fold));
    TRY(fold_columns(&tables->unlabeled, request->fold));
    TRY(points_check(&tables->positive, PAROT_EUCLIDEAN));
    TRY(points_check(&tables->unlabeled, PAROT_EUCLIDEAN));
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

int64_t pu_tables_copies(const struct pu_tables *tables)
{
    const parot_table *a = &tables->unlabeled.table, *b = &tables->positive.table;
    size_t row = (size_t)a->cols * sizeof(double);
    int64_t copies = 0;
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t j = 0; j < b->rows; j++)
            if (memcmp(a->data + i * a->cols, b->data + j * b->cols, row) == 0) {
                copies++;
                break;
            }
    return copies;
}

static double variance(const struct pu_tables *tables, int64_t column)
{
    const parot_table *both[2] = {&tables->positive.table, &tables->unlabeled.table};
    double sum = 0, squares = 0, count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int t = 0; t < 2; t++)
            for (int64_t i = 0; i < both[t]->rows; i++) {
                double x = both[t]->data[i * both[t]->cols + column];
                if (pass == 0) {
                    sum += x;
                    count++;
                } else {
                    squares += (x - sum / count) * (x - sum / count);
                }
            }
    return squares / count;
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
