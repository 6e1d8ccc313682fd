/* diagnosis.c - the library says what is wrong with which column; each kind of trouble has a
 * sentence that says whom it matters to and what helps.
 *
 * Columns with the same trouble are named in one sentence, of which the list is cut.
 */
#include "doctor/diagnosis.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/shell_list.h"
#include "shell/outcome.h"

/* ---- A list of sentences ------------------------------------------------ */

void findings_add(struct findings *findings, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;
    struct finding *grown =
        realloc(findings->list, (size_t)(findings->count + 1) * sizeof *findings->list);
    findings->list = grown ? grown : findings->list;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0 || !grown) {
        if (length >= 0)
            free(text);
        findings->is_incomplete = 1;
        return;
    }
    findings->list[findings->count++] = (struct finding){text, findings->about};
}

void findings_free(struct findings *findings)
{
    for (int64_t k = 0; k < findings->count; k++)
        free(findings->list[k].text);
    free(findings->list);
    *findings = (struct findings){0};
}

void examined_free(struct examined *table)
{
    parot_frame_facts_free(&table->facts);
    parot_frame_free(&table->frame);
}

/* ---- Lists of columns --------------------------------------------------- */

const char *column_name(const parot_frame *frame, int64_t k, char text[COLUMN_NAME])
{
    if (*frame->columns[k].name)
        snprintf(text, COLUMN_NAME, "'%.32s'", frame->columns[k].name);
    else
        snprintf(text, COLUMN_NAME, "column %lld", (long long)k + 1);
    return text;
}

/* How much of the trouble there is, or where it begins; "": there is nothing to add. */
enum { LISTED = 3, DETAIL = 64, LIST = LISTED * (COLUMN_NAME + DETAIL) + 64 };
static void describe(const struct examined *table, parot_trouble trouble, int64_t k,
                     char detail[DETAIL])
{
    const parot_column *column = &table->frame.columns[k];
    const parot_column_facts *facts = &table->facts.columns[k];
    const char *place = parot_frame_place(&table->frame);
    char name[COLUMN_NAME];
    detail[0] = '\0';
    if (trouble == PAROT_TROUBLE_MISTAKE)
        snprintf(detail, DETAIL, "%s %lld: '%.24s'", place, (long long)column->text_row,
                 column->text_cell);
    else if (trouble == PAROT_TROUBLE_WRITTEN)
        snprintf(detail, DETAIL, "%s %lld: '%.24s'", place, (long long)column->written_row,
                 column->written_cell);
    else if (trouble == PAROT_TROUBLE_ROUNDED)
        snprintf(detail, DETAIL, "%lld, the first in %s %lld", (long long)column->rounded, place,
                 (long long)column->rounded_row);
    else if (trouble == PAROT_TROUBLE_MISSING)
        snprintf(detail, DETAIL, "%lld, the first in %s %lld", (long long)column->missing, place,
                 (long long)column->missing_row);
    else if (trouble == PAROT_TROUBLE_INFINITE)
        snprintf(detail, DETAIL, "%lld", (long long)facts->infinite);
    else if (trouble == PAROT_TROUBLE_CONSTANT && column->level_count > 0)
        snprintf(detail, DETAIL, "'%.24s'", column->levels[0]);
    else if (trouble == PAROT_TROUBLE_CONSTANT)
        snprintf(detail, DETAIL, "%g", facts->low);
    else if (trouble == PAROT_TROUBLE_RANGE)
        snprintf(detail, DETAIL, "%g to %g", facts->low, facts->high);
    else if (trouble == PAROT_TROUBLE_COPY)
        snprintf(detail, DETAIL, "of %s", column_name(&table->frame, facts->copy_of, name));
    else if (trouble == PAROT_TROUBLE_MANY_LEVELS)
        snprintf(detail, DETAIL, "%lld levels", (long long)column->level_count);
}

struct columns {
    int64_t count;
    char list[LIST];            /* "'a' (line 3), 'b' and 4 more" */
    char drop[SHELL_LIST + 64]; /* "--drop a,b", as it can be typed */
    char id[SHELL_LIST + 64];   /* "--id a" if it is one column, else "--id COL" */
};

/* The columns with that trouble; `marks` has room for each column. */
static struct columns gather(const struct examined *table, parot_trouble trouble, char *marks)
{
    const parot_frame *frame = &table->frame;
    struct columns found = {.list = "", .drop = "", .id = "--id COL"};
    size_t used = 0;
    char text[SHELL_LIST];
    for (int64_t k = 0; k < frame->cols; k++) {
        char name[COLUMN_NAME], detail[DETAIL];
        marks[k] = (table->facts.columns[k].troubles >> trouble & 1) != 0;
        if (!marks[k] || found.count++ >= LISTED)
            continue;
        describe(table, trouble, k, detail);
        used += (size_t)snprintf(found.list + used, LIST - used, "%s%s%s%s%s", used ? ", " : "",
                                 column_name(frame, k, name), *detail ? " (" : "", detail,
                                 *detail ? ")" : "");
    }
    if (found.count > LISTED)
        snprintf(found.list + used, LIST - used, " and %lld more", (long long)found.count - LISTED);
    if (shell_list(frame, marks, text))
        snprintf(found.drop, sizeof found.drop, "--drop %s", text);
    else
        snprintf(found.drop, sizeof found.drop, "leave them out of the file");
    if (found.count == 1)
        snprintf(found.id, sizeof found.id, "--id %s", text);
    return found;
}

/* ---- Columns ------------------------------------------------------------ */

/* What stands behind the list of columns. {drop} and {id} are options that can be typed; {id or} is
 * "--id a, or " if the trouble is that of one column; {rows} is how many have a missing cell. */
static const char *const SENTENCES[] = {
    [PAROT_TROUBLE_MISTAKE] =
        "text in a column of numbers, which every verb refuses; correct the cell, or {drop}",
    [PAROT_TROUBLE_WRITTEN] =
        "numbers with a decimal comma, thousands separators, % or a currency, which every verb "
        "refuses; write them plainly, try --decimal , or {drop}",
    [PAROT_TROUBLE_ROUNDED] = "whole numbers above 2^53 that are rounded to doubles; if they name "
                              "rows, {id or}{drop}",
    [PAROT_TROUBLE_MISSING] = "missing cells, which every verb refuses; --na drop leaves {rows} "
                              "out, --na mean fills them in",
    [PAROT_TROUBLE_EMPTY] = "empty in every row; every verb leaves it out",
    [PAROT_TROUBLE_NAMES] = "its texts hardly ever repeat, so they are names rather than "
                            "categories; {id or}{drop}",
    [PAROT_TROUBLE_INFINITE] = "infinite numbers, which --cost allows (+inf forbids a pair) and "
                               "coordinates do not; remove these rows, or {drop}",
    [PAROT_TROUBLE_COUNTS] = "counts the rows, but is used as a coordinate; {id or}{drop}",
    [PAROT_TROUBLE_COUNTER] =
        "counts or names the rows; every verb leaves it out, and {id} keeps it in the output",
    [PAROT_TROUBLE_NAMELESS] =
        "has no name; every verb leaves it out, and {id} keeps it in the output",
    [PAROT_TROUBLE_WEIGHT] = "is used as a coordinate; use --weight-column weight with partial, "
                             "curve, gromov and cost; with the others {drop}",
    [PAROT_TROUBLE_LABEL] =
        "is used as a coordinate; use --label-column or --truth with pu; with the others {drop}",
    [PAROT_TROUBLE_CONSTANT] = "the same in every row, so it distinguishes nothing; pu and drift "
                               "leave it out; with the others {drop}",
    [PAROT_TROUBLE_COPY] = "a copy, so it counts twice in the distances of every verb; {drop}",
    [PAROT_TROUBLE_MANY_LEVELS] =
        "every verb turns each level into a column of 0 and 1; if that is too many, {drop}",
    [PAROT_TROUBLE_RANGE] = "squared distances of such numbers leave the range of double, and "
                            "partial refuses them; --metric euclidean, --scale rank, or {drop}"};
enum {
    TROUBLES = sizeof SENTENCES / sizeof *SENTENCES,
    REFUSED = 1 << PAROT_TROUBLE_MISTAKE | 1 << PAROT_TROUBLE_WRITTEN | 1 << PAROT_TROUBLE_MISSING |
              1 << PAROT_TROUBLE_RANGE
};

/* Appends the sentence to `text`, which is large enough, with the words for what is in braces. */
static void fill_in(char *text, const char *sentence, const struct columns *found, int64_t gaps)
{
    char rows[32];
    snprintf(rows, sizeof rows, "%lld row%s", (long long)gaps, plural(gaps));
    const char *const words[][2] = {{"{drop}", found->drop},
                                    {"{id or}", found->count == 1 ? found->id : ""},
                                    {"{id}", found->id},
                                    {"{rows}", rows}};
    for (text += strlen(text); *sentence; sentence++) {
        size_t k = 0;
        while (k < 4 && strncmp(sentence, words[k][0], strlen(words[k][0])) != 0)
            k++;
        if (k == 4) {
            *text++ = *sentence;
            continue;
        }
        text += sprintf(text, "%s%s", words[k][1], k == 1 && found->count == 1 ? ", or " : "");
        sentence += strlen(words[k][0]) - 1;
    }
    *text = '\0';
}

/* In a table of distances, constants and copies are expected, and numbers may be large. */
static void diagnose_columns(const struct examined *table, struct findings *findings)
{
    char *marks = malloc((size_t)table->frame.cols);
    char text[LIST + 3 * SHELL_LIST];
    for (int t = 0; t < TROUBLES && marks; t++) {
        struct columns found = gather(table, (parot_trouble)t, marks);
        int is_usual =
            table->facts.is_symmetric &&
            (t == PAROT_TROUBLE_CONSTANT || t == PAROT_TROUBLE_COPY || t == PAROT_TROUBLE_RANGE);
        if (found.count == 0 || is_usual)
            continue;
        snprintf(text, sizeof text, "%s: ", found.list);
        fill_in(text, SENTENCES[t], &found, table->facts.gaps);
        findings_add(findings, "%s", text);
        findings->is_refused |= REFUSED >> t & 1;
    }
    findings->is_incomplete |= !marks;
    free(marks);
}

/* ---- Rows --------------------------------------------------------------- */

static void diagnose_rows(const struct examined *table, struct findings *findings)
{
    char name[COLUMN_NAME];
    const parot_frame *frame = &table->frame;
    const parot_frame_facts *facts = &table->facts;
    const parot_column_facts *widest = &facts->columns[facts->widest];
    int64_t varied = 0;
    for (int64_t k = 0; k < frame->cols; k++)
        varied += facts->columns[k].share > 0;
    if (facts->copies > 0)
        findings_add(findings,
                     "%lld row%s cop%s of others: plans between equal rows are not unique",
                     (long long)facts->copies, facts->copies == 1 ? " is a" : "s are",
                     facts->copies == 1 ? "y" : "ies");
    if (facts->zeros > 0 && frame->cols > 1)
        findings_add(findings, "%lld row%s only zeros: --metric cosine and correlation refuse %s",
                     (long long)facts->zeros, facts->zeros == 1 ? " has" : "s have",
                     facts->zeros == 1 ? "it" : "them");
    if (varied > 1 && widest->share > 0.95 && !facts->is_symmetric)
        findings_add(findings,
                     "%s carries %.1f %% of the squared distance; pu, prior and drift scale the "
                     "columns; with the others, use --scale rank",
                     column_name(frame, facts->widest, name), 100 * widest->share);
    if (facts->is_symmetric)
        findings_add(findings, "it is square and symmetric: if these are distances, gromov needs "
                               "--distances, and partial and curve --cost");
    if (frame->rows == 1 && !facts->is_symmetric)
        findings_add(
            findings,
            "there is a single row: prior needs at least two, and transport has no choice to make");
}

void diagnose(const struct examined *table, struct findings *findings)
{
    const char *twin = NULL;
    if (parot_frame_twin(&table->frame, &twin, NULL) != PAROT_OK)
        findings->is_incomplete = 1;
    if (twin)
        findings_add(findings,
                     "two columns are called '%.32s': verbs that match by name refuse that; rename "
                     "one",
                     twin);
    diagnose_columns(table, findings);
    diagnose_rows(table, findings);
}
