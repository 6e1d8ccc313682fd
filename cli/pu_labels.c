/* pu_labels.c - see pu_labels.h. */
#include "pu_labels.h"

#include <math.h>
#include <stdlib.h>

#include "parot/io.h"

enum { MOST_COLUMNS = 7 };
enum column { ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST };

static const enum column SHORT[] = {ID, LABEL, SCORE, RANK};
static const enum column LONG[] = {ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST};

static double value(const parot_pu_result *result, const double *id, int64_t i, enum column column)
{
    switch (column) {
    case ID:
        return id ? id[i] : (double)i;
    case LABEL:
        return result->label[i] > 0;
    case SCORE:
        return result->score[i];
    case SHARE:
        return result->share[i];
    case RANK:
        return result->rank[i];
    case MATCH:
        return result->match[i];
    case MATCH_COST:
        break;
    }
    return result->match[i] < 0 ? INFINITY : result->match_cost[i];
}

enum outcome pu_labels_write(const char *path, const parot_pu_result *result, const double *id,
                             enum pu_labels_form form, int force)
{
    static char words[][12] = {"id", "label", "score", "share", "rank", "match", "match_cost"};
    const enum column *columns = form == PU_LABELS_SHORT ? SHORT : LONG;
    char *names[MOST_COLUMNS];
    parot_error err = {""};
    parot_table table = {
        .rows = result->count, .cols = form == PU_LABELS_SHORT ? 4 : MOST_COLUMNS, .names = names};
    table.data = malloc((size_t)(table.rows * table.cols) * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "-o %s: out of memory", path);
    for (int64_t k = 0; k < table.cols; k++)
        names[k] = words[columns[k]];
    for (int64_t i = 0; i < table.rows; i++)
        for (int64_t k = 0; k < table.cols; k++)
            table.data[i * table.cols + k] = value(result, id, i, columns[k]);
    parot_status status = parot_table_write(path, &table, force, &err);
    free(table.data);
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}
