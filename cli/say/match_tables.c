/* match_tables.c - frames that are only written: cells of text are levels of their own, one for
 * each row. */
#include "say/match_tables.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "parot/io.h"
#include "say/named_rows.h"
#include "shell/output_check.h"

enum { MOST_COLUMNS = 9, ROW_NAME = 32 };

/* A frame under construction; one block each. */
struct draft {
    parot_frame frame;
    parot_column columns[MOST_COLUMNS];
    char **levels;           /* cols x rows: texts of columns that have them */
    char (*names)[ROW_NAME]; /* rows: numbers of rows, where there are no ids */
    char (*whys)[PAROT_MATCH_WHY];
};

static char *unconst(const char *text)
{
    return (char *)(uintptr_t)text; /* which is only read */
}

static int draft_open(struct draft *draft, int64_t rows, int64_t cols, const char *const *names)
{
    size_t cells = (size_t)(rows * cols + 1);
    *draft = (struct draft){.frame = {.rows = rows, .cols = cols, .has_names = 1}};
    draft->frame.columns = draft->columns;
    draft->frame.data = malloc(cells * sizeof *draft->frame.data);
    draft->levels = malloc(cells * sizeof *draft->levels);
    draft->names = malloc((size_t)(2 * rows + 1) * sizeof *draft->names);
    draft->whys = malloc((size_t)(rows + 1) * sizeof *draft->whys);
    for (int64_t k = 0; k < cols; k++)
        draft->columns[k].name = unconst(names[k]);
    return draft->frame.data && draft->levels && draft->names && draft->whys;
}

static void draft_free(struct draft *draft)
{
    free(draft->frame.data);
    free(draft->levels);
    free(draft->names);
    free(draft->whys);
}

static void put_number(struct draft *draft, int64_t row, int64_t column, double value)
{
    draft->frame.data[row * draft->frame.cols + column] = value;
}

static void put_text(struct draft *draft, int64_t row, int64_t column, const char *text)
{
    char **levels = draft->levels + column * draft->frame.rows;
    levels[row] = unconst(text ? text : "");
    draft->columns[column].levels = levels;
    draft->columns[column].level_count = draft->frame.rows;
    put_number(draft, row, column, text ? (double)row : NAN);
}

/* The id of a row, or its number in the file, as text; NULL: there is no row. */
static const char *row_name(const parot_features *side, int64_t i, char text[ROW_NAME])
{
    if (i < 0)
        return NULL;
    int64_t row = side->row ? side->row[i] : i;
    if (side->id)
        return side->id[row];
    snprintf(text, ROW_NAME, "%lld", (long long)row);
    return text;
}

static enum outcome finish(const char *option, const char *path, struct draft *draft, int is_open,
                           int force)
{
    parot_error err = {0};
    if (!is_open)
        return refuse(FAILED, "%s %s: out of memory", option, path);
    output_begin(path);
    return outcome_of(parot_frame_write(path, &draft->frame, force, &err), &err);
}

/* ---- Pairs -------------------------------------------------------------- */

enum outcome match_pairs_write(const char *path, const parot_match_result *result,
                               struct matched_files files, int force)
{
    static char id[] = "id", match[] = "match", cost[] = "cost";
    char *names[] = {id, match, cost};
    if (!path)
        return SOLVED;
    int64_t *rows = malloc((size_t)(result->pairs + 1) * sizeof *rows);
    double *data = malloc((size_t)(3 * result->pairs + 1) * sizeof *data);
    parot_table table = {.rows = result->pairs, .cols = 3, .names = names, .data = data};
    struct named_rows named = {.row = rows,
                               .id = files.source->id,
                               .count = result->pairs,
                               .id_name = files.source->id_name,
                               .match = 1,
                               .match_id = files.target->id,
                               .match_count = files.target->frame.rows};
    for (int64_t k = 0; rows && data && k < result->pairs; k++) {
        int64_t i = result->row[k], j = result->col[k];
        rows[k] = files.source->row ? files.source->row[i] : i;
        data[3 * k + 1] = (double)(files.target->row ? files.target->row[j] : j);
        data[3 * k + 2] = result->cost[k];
    }
    output_begin(path);
    enum outcome outcome = rows && data ? named_rows_write("-o", path, &named, &table, force)
                                        : refuse(FAILED, "-o %s: out of memory", path);
    free(rows);
    free(data);
    return outcome;
}

/* ---- Without a partner -------------------------------------------------- */

enum { TABLE, ID, REASON, CANDIDATES, NEAREST, NEAREST_COST, WHY, UNMATCHED_COLUMNS };

static int64_t put_side(struct draft *draft, int64_t at, const parot_summary_match *match,
                        struct matched_files files, int is_target)
{
    const parot_match_side *side = is_target ? &match->result->y : &match->result->x;
    const parot_features *own = is_target ? files.target : files.source;
    const parot_features *other = is_target ? files.source : files.target;
    for (int64_t i = 0; i < side->count; i++) {
        if (side->partners[i] > 0)
            continue;
        put_text(draft, at, TABLE, files.names[is_target]);
        put_text(draft, at, ID, row_name(own, i, draft->names[2 * at]));
        put_text(draft, at, REASON, parot_match_reason_name((parot_match_reason)side->reason[i]));
        put_number(draft, at, CANDIDATES, side->candidates[i]);
        put_text(draft, at, NEAREST, row_name(other, side->nearest[i], draft->names[2 * at + 1]));
        put_number(draft, at, NEAREST_COST, side->nearest[i] < 0 ? NAN : side->nearest_cost[i]);
        put_text(draft, at, WHY,
                 parot_match_why(match->result, is_target, i, match->limited, draft->whys[at]));
        at++;
    }
    return at;
}

enum outcome match_unmatched_write(const char *path, const parot_summary_match *match,
                                   struct matched_files files, int force)
{
    static const char *const names[] = {"table",   "id",           "reason", "candidates",
                                        "nearest", "nearest_cost", "why"};
    const parot_match_result *result = match->result;
    struct draft draft;
    int64_t rows = result->x.count - result->x.matched + result->y.count - result->y.matched;
    if (!path)
        return SOLVED;
    int is_open = draft_open(&draft, rows, UNMATCHED_COLUMNS, names);
    if (is_open)
        put_side(&draft, put_side(&draft, 0, match, files, 0), match, files, 1);
    enum outcome outcome = finish("--unmatched", path, &draft, is_open, force);
    draft_free(&draft);
    return outcome;
}

/* ---- Balance ------------------------------------------------------------ */

enum outcome match_balance_write(const char *path, const parot_summary_match *match, int force)
{
    static const char *const names[] = {"column",        "before",        "after",
                                        "mean_x_before", "mean_y_before", "mean_x_after",
                                        "mean_y_after",  "ratio_before",  "ratio_after"};
    const parot_match_result *result = match->result;
    struct draft draft;
    if (!path)
        return SOLVED;
    int is_open = draft_open(&draft, result->covariates, MOST_COLUMNS, names);
    for (int64_t c = 0; is_open && c < result->covariates; c++) {
        const parot_match_balance *before = &result->before[c], *after = &result->after[c];
        const double values[] = {before->difference,     after->difference,    before->mean_x,
                                 before->mean_y,         after->mean_x,        after->mean_y,
                                 before->variance_ratio, after->variance_ratio};
        snprintf(draft.names[c], ROW_NAME, "%lld", (long long)c + 1);
        put_text(&draft, c, 0, match->covariates ? match->covariates[c] : draft.names[c]);
        for (int k = 0; k < 8; k++)
            put_number(&draft, c, k + 1, values[k]);
    }
    enum outcome outcome = finish("--balance", path, &draft, is_open, force);
    draft_free(&draft);
    return outcome;
}
