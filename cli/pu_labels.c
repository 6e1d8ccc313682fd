/* pu_labels.c - see pu_labels.h. */
#include "pu_labels.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "number.h"
#include "output.h"
#include "parot/io.h"

enum { MOST_COLUMNS = 7 };
enum column { ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST };

static const enum column SHORT[] = {ID, LABEL, SCORE, RANK};
static const enum column LONG[] = {ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST};

static double value(const parot_pu_result *result, const struct pu_labels_rows *rows, int64_t i,
                    enum column column)
{
    switch (column) {
    case ID:
        return (double)(rows->id ? i : rows->row[i]);
    case LABEL:
        return result->label[i] > 0;
    case SCORE:
        return result->score[i];
    case SHARE:
        return result->share[i];
    case RANK:
        return result->rank[i];
    case MATCH:
        return result->match[i] < 0 ? -1 : (double)rows->positive[result->match[i]];
    case MATCH_COST:
        break;
    }
    return result->match[i] < 0 ? INFINITY : result->match_cost[i];
}

/* ---- Ids ---------------------------------------------------------------- */

static int is_array(const char *path)
{
    return path && path_ends_in(path, ".npy");
}

enum outcome pu_labels_check(const char *path, const struct pu_labels_rows *rows, int64_t count)
{
    double number = 0;
    if (!is_array(path) || !rows->id)
        return SOLVED;
    for (int64_t i = 0; i < count; i++)
        if (!number_parse(rows->id[rows->row[i]], &number))
            return refuse(FAILED,
                          "-o %s: holds numbers only, and the id of row %lld is '%.40s'; "
                          "use .csv or .tsv",
                          path, (long long)rows->row[i] + 1, rows->id[rows->row[i]]);
    return SOLVED;
}

/* ---- Writing ------------------------------------------------------------ */

/* The table, and the texts of its first column. */
struct labels {
    parot_column columns[MOST_COLUMNS];
    parot_frame frame;
    char **ids;
};

static enum outcome open_labels(struct labels *labels, const char *path, int64_t rows, int64_t cols)
{
    labels->frame = (parot_frame){.rows = rows, .cols = cols, .has_names = 1};
    labels->frame.columns = labels->columns;
    labels->frame.data = malloc((size_t)(rows * cols) * sizeof *labels->frame.data);
    labels->ids = malloc((size_t)rows * sizeof *labels->ids);
    if (!labels->frame.data || !labels->ids)
        return refuse(FAILED, "-o %s: out of memory", path);
    return SOLVED;
}

/* An array holds the numbers that the ids are. */
static void fill_ids(struct labels *labels, const struct pu_labels_rows *rows, int is_number)
{
    parot_frame *frame = &labels->frame;
    for (int64_t i = 0; rows->id && i < frame->rows; i++) {
        labels->ids[i] = (char *)(uintptr_t)rows->id[rows->row[i]]; /* which is only read */
        if (is_number)
            number_parse(labels->ids[i], &frame->data[i * frame->cols]);
    }
    if (rows->id && !is_number) {
        labels->columns[0].level_count = frame->rows;
        labels->columns[0].levels = labels->ids;
    }
}

static enum outcome write_labels(struct labels *labels, const char *path,
                                 const parot_pu_result *result, const struct pu_labels_rows *rows,
                                 enum pu_labels_form form, int force)
{
    static char words[][12] = {"id", "label", "score", "share", "rank", "match", "match_cost"};
    const enum column *columns = form == PU_LABELS_SHORT ? SHORT : LONG;
    parot_frame *frame = &labels->frame;
    parot_error err = {""};
    TRY(open_labels(labels, path, result->count, form == PU_LABELS_SHORT ? 4 : MOST_COLUMNS));
    for (int64_t k = 0; k < frame->cols; k++)
        labels->columns[k].name = words[columns[k]];
    for (int64_t i = 0; i < frame->rows; i++)
        for (int64_t k = 0; k < frame->cols; k++)
            frame->data[i * frame->cols + k] = value(result, rows, i, columns[k]);
    fill_ids(labels, rows, is_array(path));
    return parot_frame_write(path, frame, force, &err) == PAROT_OK ? SOLVED : refuse_status(&err);
}

enum outcome pu_labels_write(const char *path, const parot_pu_result *result,
                             const struct pu_labels_rows *rows, enum pu_labels_form form, int force)
{
    struct labels labels = {0};
    enum outcome outcome = write_labels(&labels, path, result, rows, form, force);
    free(labels.frame.data);
    free(labels.ids);
    return outcome;
}
