/* pu_labels.c - labels become a table of named rows, with four columns for predict and seven or
 * eight for pu. */
#include "pu/pu_labels.h"

#include <math.h>
#include <stdlib.h>

#include "say/append.h"
#include "say/named_rows.h"
#include "shell/output_check.h"

enum { MOST_COLUMNS = 8 };
enum column { ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST, PROBABILITY };

static const enum column SHORT[] = {ID, LABEL, SCORE, RANK};
static const enum column LONG[] = {ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST, PROBABILITY};

static double value(const parot_pu_result *result, const struct pu_labels_rows *rows, int64_t i,
                    enum column column)
{
    switch (column) {
    case ID:
        return (double)rows->row[i];
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
    case PROBABILITY:
        return rows->probability[i];
    case MATCH_COST:
        break;
    }
    return result->match[i] < 0 ? INFINITY : result->match_cost[i];
}

static struct named_rows named(const struct pu_labels_rows *rows, int64_t count)
{
    return (struct named_rows){.row = rows->row,
                               .id = rows->id,
                               .count = count,
                               .id_name = rows->id_name,
                               .match_id = rows->positive_id,
                               .match_count = rows->positive_count};
}

enum outcome pu_labels_check(const char *path, const struct pu_labels_rows *rows, int64_t count)
{
    const struct named_rows ids = named(rows, count);
    return named_rows_check("-o", path, &ids);
}

enum outcome pu_labels_write(const char *path, const parot_pu_result *result,
                             const struct pu_labels_rows *rows, enum pu_labels_form form, int force)
{
    static char words[][12] = {"id",   "label", "score",      "share",
                               "rank", "match", "match_cost", "probability"};
    const enum column *columns = form == PU_LABELS_SHORT ? SHORT : LONG;
    struct named_rows ids = named(rows, result->count);
    char *names[MOST_COLUMNS];
    int64_t all = rows->probability ? MOST_COLUMNS : MOST_COLUMNS - 1;
    parot_table table = {
        .rows = result->count, .cols = form == PU_LABELS_SHORT ? 4 : all, .names = names};
    ids.match = form == PU_LABELS_SHORT ? 0 : MATCH;
    output_begin(path);
    table.data = malloc((size_t)(table.rows * table.cols) * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "-o %s: out of memory", path);
    for (int64_t k = 0; k < table.cols; k++)
        names[k] = words[columns[k]];
    for (int64_t i = 0; i < table.rows; i++)
        for (int64_t k = 1; k < table.cols; k++)
            table.data[i * table.cols + k] = value(result, rows, i, columns[k]);
    enum outcome outcome = named_rows_write("-o", path, &ids, &table, force);
    free(table.data);
    return outcome;
}

enum outcome pu_labels_append(const char *in, const char *path, const parot_pu_result *result,
                              const struct pu_labels_rows *rows,
                              const struct feature_request *request, int force)
{
    static const enum column columns[] = {LABEL, SCORE, RANK, PROBABILITY};
    static const char *const names[] = {"label", "score", "rank", "probability"};
    int cols = rows->probability ? 4 : 3;
    double *values = malloc((size_t)(cols * result->count) * sizeof *values);
    const struct added added = {result->count, rows->row, cols, names, values};
    if (!values)
        return refuse(FAILED, "--append: out of memory");
    output_begin(path);
    for (int64_t i = 0; i < result->count; i++)
        for (int k = 0; k < cols; k++)
            values[cols * i + k] = value(result, rows, i, columns[k]);
    enum outcome outcome = append_write(in, path, request, &added, force);
    free(values);
    return outcome;
}
