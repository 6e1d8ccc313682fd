/* labels_file.c - parot_labels_read, parot_labels_match: a table of labels, and its pairs.
 *
 * `id,label,score,rank` is what predict writes, `id,label,score,share,rank,match,match_cost` what
 * pu does, with probability behind these if asked; .npy has no names, but these numbers of columns.
 * Matches are numbers of rows, or ids, which a hash table finds again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "io/bytes/number.h"
#include "io/tables/frame.h"
#include "io/tables/levels.h"

void parot_labels_free(parot_labels *labels)
{
    if (!labels)
        return;
    free(labels->label);
    free(labels->score);
    free(labels->row);
    free(labels->share);
    free(labels->col);
    free(labels->match_id);
    parot_frame_free(&labels->table);
    *labels = (parot_labels){0};
}

/* ---- Reading ------------------------------------------------------------ */

int64_t parot_labels_column(const parot_frame *table, const char *name)
{
    static const char *const LONG[] = {"id",   "label", "score",      "share",
                                       "rank", "match", "match_cost", "probability"};
    static const char *const SHORT[] = {"id", "label", "score", "rank"};
    const char *const *names = table->cols == 7 || table->cols == 8 ? LONG
                               : table->cols == 4                   ? SHORT
                                                                    : NULL;
    char appended[32];
    if (table->has_names) {
        snprintf(appended, sizeof appended, "parot_%s", name);
        int64_t place = parot_frame_column(table, appended);
        return place >= 0 ? place : parot_frame_column(table, name);
    }
    for (int64_t k = 0; names && k < table->cols; k++)
        if (strcmp(names[k], name) == 0)
            return k;
    return -1;
}

static parot_status check_cells(const parot_frame *table, const char *path, int64_t label,
                                int64_t score, parot_error *err)
{
    const int64_t both[2] = {label, score};
    for (int k = 0; k < 2; k++)
        if (table->columns[both[k]].level_count > 0)
            return fail(err, PAROT_EFORMAT, "%s %s %lld, column '%s': '%.40s' is not a number",
                        path, parot_frame_place(table), (long long)table->columns[both[k]].text_row,
                        k == 0 ? "label" : "score", table->columns[both[k]].text_cell);
    for (int64_t i = 0; i < table->rows; i++) {
        const double *row = table->data + i * table->cols;
        if (row[label] != 0 && row[label] != 1)
            return fail(err, PAROT_EFORMAT, "%s: the label of row %lld must be 0 or 1, got %g",
                        path, (long long)i + 1, row[label]);
        if (!(row[score] >= 0 && row[score] <= 1))
            return fail(err, PAROT_EFORMAT,
                        "%s: the score of row %lld must be between 0 and 1, got %g", path,
                        (long long)i + 1, row[score]);
    }
    return PAROT_OK;
}

/* A match is an id, or a number; "" and -1: there is none. */
static void take_pairs(parot_labels *labels)
{
    const parot_frame *table = &labels->table;
    int64_t match = parot_labels_column(table, "match"),
            share = parot_labels_column(table, "share");
    int has_pairs = match >= 0 && share >= 0 && table->columns[share].level_count == 0;
    int is_text = has_pairs && table->columns[match].level_count > 0;
    for (int64_t i = 0; i < table->rows && has_pairs; i++) {
        const double *row = table->data + i * table->cols;
        const char *text = is_text ? parot_frame_text(table, i, match) : NULL;
        int is_matched = is_text ? text && *text && strcmp(text, "-1") != 0
                                 : row[match] >= 0 && row[match] <= INT32_MAX;
        if (!(is_matched && row[share] > 0 && row[share] <= 1.01)) /* a sum of rounded parts */
            continue;
        labels->row[labels->pairs] = (int32_t)i;
        labels->match_id[labels->pairs] = text;
        labels->col[labels->pairs] = is_text ? -1 : (int32_t)row[match];
        labels->share[labels->pairs++] = row[share];
    }
    if (is_text)
        return;
    free(labels->match_id);
    labels->match_id = NULL;
}

/* Works: the caller frees what there is on failure. */
static parot_status read_labels(parot_labels *labels, const char *path, parot_error *err)
{
    static const char *const verbatim[] = {"1", "match"}; /* the first column holds ids */
    parot_frame *table = &labels->table;
    TRY(parot_frame_read(path, verbatim, 2, table, err));
    int64_t label = parot_labels_column(table, "label"),
            score = parot_labels_column(table, "score");
    size_t rows = (size_t)table->rows;
    labels->count = table->rows;
    if (label < 0 || score < 0)
        return PAROT_OK;
    TRY(check_cells(table, path, label, score, err));
    labels->label = malloc(rows * sizeof *labels->label);
    labels->score = malloc(rows * sizeof *labels->score);
    labels->row = malloc(rows * sizeof *labels->row);
    labels->share = malloc(rows * sizeof *labels->share);
    labels->col = malloc(rows * sizeof *labels->col);
    labels->match_id = malloc(rows * sizeof *labels->match_id);
    if (!labels->label || !labels->score || !labels->row || !labels->share || !labels->col ||
        !labels->match_id)
        return fail_memory(err, rows * sizeof *labels->score);
    for (int64_t i = 0; i < table->rows; i++) {
        labels->label[i] = table->data[i * table->cols + label] > 0;
        labels->score[i] = table->data[i * table->cols + score];
    }
    take_pairs(labels);
    return PAROT_OK;
}

parot_status parot_labels_read(const char *path, parot_labels *labels, parot_error *err)
{
    parot_labels read = {0};
    if (!path || !labels)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", path ? "labels" : "path");
    parot_status status = read_labels(&read, path, err);
    if (status == PAROT_OK)
        *labels = read;
    else
        parot_labels_free(&read);
    return status;
}

/* ---- Pairs -------------------------------------------------------------- */

/* The place of a row of the file among those that are used, which ascend; -1: it is not. */
static int64_t place_of(const parot_features *side, int64_t row)
{
    int64_t low = 0, high = side->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (side->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low < side->count && side->row[low] == row ? low : -1;
}

/* The ids of the pairs become rows of the file; without ids there, they are its numbers. `known`
 * is the caller's. */
static parot_status find_ids(parot_labels *labels, const char *path, const parot_features *positive,
                             struct name_index *known, parot_error *err)
{
    for (int64_t i = 0; positive->id && i < positive->frame.rows; i++)
        TRY(name_index_add(known, positive->id[i], i, err));
    for (int64_t k = 0; k < labels->pairs; k++) {
        const char *id = labels->match_id[k];
        double row = -1;
        if (positive->id)
            row = (double)name_index_find(known, id);
        else if (number_parse(id, &row) != NUMBER_FINE)
            row = -1;
        if (!(row >= 0 && row <= INT32_MAX))
            return fail(err, PAROT_EINVAL,
                        "%s: %s has no row '%.40s'; give the id column that `parot pu --id` was "
                        "given",
                        path, positive->path, id);
        labels->col[k] = (int32_t)row;
    }
    return PAROT_OK;
}

parot_status parot_labels_match(parot_labels *labels, const char *path,
                                const parot_features *unlabeled, const parot_features *positive,
                                parot_error *err)
{
    struct name_index known = {0};
    parot_status status = PAROT_OK;
    if (!labels || !path || !unlabeled || !positive)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL",
                    !labels      ? "labels"
                    : !path      ? "path"
                    : !unlabeled ? "unlabeled"
                                 : "positive");
    if (unlabeled->table.rows != labels->count)
        return fail(err, PAROT_EINVAL,
                    "%s has %lld labels, %s %lld rows; these are not the files it was made from "
                    "(POSITIVES come first, then UNLABELED)",
                    path, (long long)labels->count, unlabeled->path,
                    (long long)unlabeled->table.rows);
    if (labels->match_id)
        status = find_ids(labels, path, positive, &known, err);
    name_index_free(&known);
    for (int64_t k = 0; status == PAROT_OK && k < labels->pairs; k++) {
        int64_t place = place_of(positive, labels->col[k]);
        if (place < 0)
            status = fail(err, PAROT_EINVAL,
                          "%s: row %d is matched with positive %d, but %s has %lld rows", path,
                          (int)labels->row[k], (int)labels->col[k], positive->path,
                          (long long)positive->table.rows);
        labels->col[k] = (int32_t)place;
    }
    return status;
}
