/* plot_input.c - the extension and the columns of a file decide whether it is read as labels, a
 * curve or a plan. */
#include "input/plot_input.h"

#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "shell/output_check.h"

void plot_input_free(struct plot_input *input)
{
    parot_gromov_result_free(&input->result);
    parot_curve_free(&input->curve);
    parot_frame_free(&input->table);
    free(input->label);
    free(input->score);
    free(input->row);
    free(input->match);
    free(input->match_id);
    free(input->share);
}

/* ---- Labels ------------------------------------------------------------- */

/* `id,label,score,rank` of predict, `id,label,score,share,rank,match,match_cost` of pu; .npy has no
 * names, but these numbers of columns. */
static int64_t column_of(const parot_frame *table, const char *name)
{
    static const char *const LONG[] = {"id",   "label", "score",     "share",
                                       "rank", "match", "match_cost"};
    static const char *const SHORT[] = {"id", "label", "score", "rank"};
    const char *const *names = table->cols == 7 ? LONG : table->cols == 4 ? SHORT : NULL;
    if (table->has_names)
        return parot_frame_column(table, name);
    for (int64_t k = 0; names && k < table->cols; k++)
        if (strcmp(names[k], name) == 0)
            return k;
    return -1;
}

static enum outcome check_rows(const struct plot_input *input, int64_t label, int64_t score)
{
    const parot_frame *table = &input->table;
    const int64_t both[2] = {label, score};
    for (int k = 0; k < 2; k++)
        if (table->columns[both[k]].level_count > 0)
            return refuse(FAILED, "%s row %lld, column '%s': '%.40s' is not a number", input->path,
                          (long long)table->columns[both[k]].text_row, k == 0 ? "label" : "score",
                          table->columns[both[k]].text_cell);
    for (int64_t i = 0; i < table->rows; i++) {
        const double *row = table->data + i * table->cols;
        if (row[label] != 0 && row[label] != 1)
            return refuse(FAILED, "%s: the label of row %lld must be 0 or 1, got %g", input->path,
                          (long long)i, row[label]);
        if (!(row[score] >= 0 && row[score] <= 1))
            return refuse(FAILED, "%s: the score of row %lld must be between 0 and 1, got %g",
                          input->path, (long long)i, row[score]);
    }
    return SOLVED;
}

static enum outcome take_memory(struct plot_input *input)
{
    size_t rows = (size_t)input->table.rows;
    input->label = malloc(rows * sizeof *input->label);
    input->score = malloc(rows * sizeof *input->score);
    input->row = malloc(rows * sizeof *input->row);
    input->match = malloc(rows * sizeof *input->match);
    input->match_id = malloc(rows * sizeof *input->match_id);
    input->share = malloc(rows * sizeof *input->share);
    if (!input->label || !input->score || !input->row || !input->match || !input->match_id ||
        !input->share)
        return refuse(FAILED, "%s: out of memory", input->path);
    return SOLVED;
}

/* The positive of row i as it stands in the file: its id or its number; NULL: it has none. Arrays
 * have numbers. */
static const char *match_of(const parot_frame *table, int64_t i, int64_t match)
{
    const char *text = parot_frame_text(table, i, match);
    return text && *text && strcmp(text, "-1") != 0 ? text : NULL;
}

static void take_pairs(struct plot_input *input)
{
    const parot_frame *table = &input->table;
    int64_t match = column_of(table, "match"), share = column_of(table, "share");
    int has_pairs = match >= 0 && share >= 0 && table->columns[share].level_count == 0;
    int is_text = has_pairs && table->columns[match].level_count > 0;
    for (int64_t i = 0; i < table->rows && has_pairs; i++) {
        const double *row = table->data + i * table->cols;
        const char *text = is_text ? match_of(table, i, match) : NULL;
        int is_matched = is_text ? text != NULL : row[match] >= 0 && row[match] <= INT32_MAX;
        if (!(is_matched && row[share] > 0 && row[share] <= 1.01))
            continue;
        input->row[input->pairs] = (int32_t)i;
        input->match_id[input->pairs] = text;
        input->match[input->pairs] = is_text ? -1 : (int32_t)row[match];
        input->share[input->pairs++] = row[share];
    }
    if (is_text)
        return;
    free(input->match_id);
    input->match_id = NULL;
}

static enum outcome take_labels(struct plot_input *input)
{
    const parot_frame *table = &input->table;
    int64_t label = column_of(table, "label"), score = column_of(table, "score");
    TRY(check_rows(input, label, score));
    TRY(take_memory(input));
    input->kind = INPUT_LABELS;
    input->count = table->rows;
    for (int64_t i = 0; i < table->rows; i++) {
        input->label[i] = table->data[i * table->cols + label] > 0;
        input->score[i] = table->data[i * table->cols + score];
    }
    take_pairs(input);
    return SOLVED;
}

/* ---- Any ---------------------------------------------------------------- */

static enum outcome read_table(struct plot_input *input)
{
    static const char *const verbatim[] = {"1", "match"}; /* the first column holds ids */
    parot_error err = {0};
    if (parot_frame_read(input->path, verbatim, 2, &input->table, &err) != PAROT_OK)
        return refuse_status(&err);
    if (column_of(&input->table, "label") >= 0 && column_of(&input->table, "score") >= 0)
        return take_labels(input);
    if (parot_curve_read(input->path, &input->curve, NULL) == PAROT_OK) {
        input->kind = INPUT_CURVE;
        return SOLVED;
    }
    return refuse(
        FAILED,
        "%s: is not a result: the tables that can be drawn are those of `parot pu` (with label and "
        "score) and `parot curve` (mass, objective, slope); a plan is read from .json and .npz",
        input->path);
}

enum outcome plot_input_read(struct plot_input *input, const char *path)
{
    parot_error err = {0};
    input->path = path;
    TRY(input_check(path));
    if (path_is_stream(path))
        return refuse(MISUSED,
                      "'-': a result must come from a file, because its name tells the format");
    if (!path_ends_in(path, ".json .npz"))
        return read_table(input);
    if (path_ends_in(path, ".json") && parot_curve_read(path, &input->curve, NULL) == PAROT_OK) {
        input->kind = INPUT_CURVE;
        return SOLVED;
    }
    if (parot_gromov_read(path, &input->result, &err) != PAROT_OK)
        return refuse_status(&err);
    input->kind = INPUT_RESULT;
    return SOLVED;
}
