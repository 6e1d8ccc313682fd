/* diagnosis.c - a table of possible troubles is checked against every column.
 *
 * Columns with the same trouble are named in one sentence, of which the list is cut.
 */
#include "doctor/diagnosis.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "doctor/shell_list.h"

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

/* ---- Lists of columns --------------------------------------------------- */

const char *column_name(const parot_frame *frame, int64_t k, char text[COLUMN_NAME])
{
    if (*frame->columns[k].name)
        snprintf(text, COLUMN_NAME, "'%.32s'", frame->columns[k].name);
    else
        snprintf(text, COLUMN_NAME, "column %lld", (long long)k + 1);
    return text;
}

enum { LISTED = 3, DETAIL = 64, LIST = LISTED * (COLUMN_NAME + DETAIL) + 64 };

/* Whether the column has that trouble; *detail, which may stay "", says how much of it. */
typedef int trouble(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                    char detail[DETAIL]);

struct columns {
    int64_t count;
    char list[LIST];            /* "'a' (row 3), 'b' and 4 more" */
    char drop[SHELL_LIST + 64]; /* "--drop a,b", as it can be typed */
    char id[SHELL_LIST + 64];   /* "--id a, or " if it is one column */
};

/* Works. */
static void gather_marked(const parot_frame *frame, const struct frame_facts *facts,
                          trouble *has_it, char *marks, struct columns *columns)
{
    size_t listed = 0;
    char text[SHELL_LIST];
    for (int64_t k = 0; k < frame->cols; k++) {
        char name[COLUMN_NAME], detail[DETAIL] = "";
        marks[k] = (char)has_it(frame, &facts->columns[k], k, detail);
        if (!marks[k] || columns->count++ >= LISTED)
            continue;
        listed += (size_t)snprintf(columns->list + listed, LIST - listed, "%s%s%s%s%s",
                                   listed ? ", " : "", column_name(frame, k, name),
                                   *detail ? " (" : "", detail, *detail ? ")" : "");
    }
    if (columns->count > LISTED)
        snprintf(columns->list + listed, LIST - listed, " and %lld more",
                 (long long)columns->count - LISTED);
    if (!shell_list(frame, marks, text))
        snprintf(columns->drop, sizeof columns->drop, "leave them out of the file");
    else
        snprintf(columns->drop, sizeof columns->drop, "--drop %s", text);
    if (columns->count == 1)
        snprintf(columns->id, sizeof columns->id, "--id %s, or ", text);
}

/* Owns. Without memory there is nothing to tell but that. */
static struct columns gather(const parot_frame *frame, const struct frame_facts *facts,
                             trouble *has_it)
{
    struct columns columns = {.list = "", .drop = "", .id = ""};
    char *marks = malloc((size_t)frame->cols);
    if (marks)
        gather_marked(frame, facts, has_it, marks, &columns);
    free(marks);
    return columns;
}

/* ---- Troubles of columns ------------------------------------------------ */

static int has_typo(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                    char detail[DETAIL])
{
    const parot_column *column = &frame->columns[k];
    (void)facts;
    if (!parot_column_has_mistakes(frame, k) || column->written)
        return 0;
    snprintf(detail, DETAIL, "row %lld: '%.24s'", (long long)column->text_row, column->text_cell);
    return 1;
}

static int has_gaps(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                    char detail[DETAIL])
{
    const parot_column *column = &frame->columns[k];
    snprintf(detail, DETAIL, "%lld, the first in row %lld", (long long)column->missing,
             (long long)column->missing_row);
    return column->missing > 0 && facts->use != PAROT_COLUMN_USE_EMPTY;
}

static int is_empty(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                    char detail[DETAIL])
{
    (void)frame;
    (void)k;
    (void)detail;
    return facts->use == PAROT_COLUMN_USE_EMPTY;
}

static int names_rows(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                      char detail[DETAIL])
{
    (void)frame;
    (void)k;
    (void)detail;
    return facts->is_name && facts->use == PAROT_COLUMN_USE_VALUES;
}

static int is_nameless(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                       char detail[DETAIL])
{
    (void)k;
    (void)detail;
    return facts->use == PAROT_COLUMN_USE_NAMELESS && frame->cols > 1;
}

static int is_counter(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                      char detail[DETAIL])
{
    (void)k;
    (void)detail;
    return facts->use == PAROT_COLUMN_USE_COUNTER && frame->cols > 1;
}

static int is_written(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                      char detail[DETAIL])
{
    const parot_column *column = &frame->columns[k];
    (void)facts;
    if (!column->written)
        return 0;
    snprintf(detail, DETAIL, "row %lld: '%.24s'", (long long)column->written_row,
             column->written_cell);
    return 1;
}

static int is_rounded(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                      char detail[DETAIL])
{
    (void)facts;
    snprintf(detail, DETAIL, "%lld, the first in row %lld", (long long)frame->columns[k].rounded,
             (long long)frame->columns[k].rounded_row);
    return frame->columns[k].rounded > 0;
}

enum { MANY_LEVELS = 20 };

static int has_many_levels(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                           char detail[DETAIL])
{
    int64_t levels = frame->columns[k].level_count;
    if (levels <= MANY_LEVELS || facts->is_name || parot_column_has_mistakes(frame, k))
        return 0;
    snprintf(detail, DETAIL, "%lld levels", (long long)levels);
    return 1;
}

static int has_infinite(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                        char detail[DETAIL])
{
    (void)frame;
    (void)k;
    snprintf(detail, DETAIL, "%lld", (long long)facts->infinite);
    return facts->infinite > 0;
}

static int is_constant(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                       char detail[DETAIL])
{
    const parot_column *column = &frame->columns[k];
    if (!facts->is_constant || frame->rows < 2 || frame->cols < 2)
        return 0;
    if (column->level_count > 0)
        snprintf(detail, DETAIL, "'%.24s'", column->levels[0]);
    else
        snprintf(detail, DETAIL, "%g", facts->low);
    return 1;
}

static int is_count(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                    char detail[DETAIL])
{
    (void)k;
    (void)detail;
    return facts->is_count && facts->use == PAROT_COLUMN_USE_VALUES && frame->cols > 1;
}

static int is_copy(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                   char detail[DETAIL])
{
    char name[COLUMN_NAME];
    (void)k;
    if (facts->copy_of < 0)
        return 0;
    snprintf(detail, DETAIL, "of %s", column_name(frame, facts->copy_of, name));
    return 1;
}

static int is_label(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                    char detail[DETAIL])
{
    static const char *const known[] = {"label", "class", "target", "truth"};
    int found = 0;
    (void)facts;
    (void)detail;
    for (size_t n = 0; n < sizeof known / sizeof *known && frame->cols > 2; n++)
        found |= strcasecmp(frame->columns[k].name, known[n]) == 0;
    return found;
}

static int is_weight(const parot_frame *frame, const struct column_facts *facts, int64_t k,
                     char detail[DETAIL])
{
    (void)facts;
    (void)detail;
    return frame->cols > 1 && strcasecmp(frame->columns[k].name, "weight") == 0;
}

/* ---- A file ------------------------------------------------------------- */

/* What keeps a file from being read as points at all. */
static void diagnose_cells(const parot_frame *frame, const struct frame_facts *facts,
                           struct findings *findings)
{
    struct columns found = gather(frame, facts, has_typo);
    if (found.count > 0)
        findings_add(
            findings,
            "%s: text in a column of numbers, which every verb refuses; correct the cell, or %s",
            found.list, found.drop);
    found = gather(frame, facts, is_written);
    if (found.count > 0)
        findings_add(findings,
                     "%s: numbers with a decimal comma, thousands separators, %% or a currency, "
                     "which every verb refuses; write them plainly, try --decimal , or %s",
                     found.list, found.drop);
    found = gather(frame, facts, is_rounded);
    if (found.count > 0)
        findings_add(findings,
                     "%s: whole numbers above 2^53 that are rounded to doubles; if they name rows, "
                     "%s%s",
                     found.list, found.id, found.drop);
    found = gather(frame, facts, has_gaps);
    if (found.count > 0)
        findings_add(
            findings,
            "%s: missing cells, which every verb refuses; --na drop leaves %lld row%s out, "
            "--na mean fills them in",
            found.list, (long long)facts->gaps, facts->gaps == 1 ? "" : "s");
    found = gather(frame, facts, is_empty);
    if (found.count > 0)
        findings_add(findings, "%s: empty in every row; every verb leaves it out", found.list);
    found = gather(frame, facts, names_rows);
    if (found.count > 0)
        findings_add(
            findings,
            "%s: its texts hardly ever repeat, so they are names rather than categories; %s%s",
            found.list, found.id, found.drop);
    found = gather(frame, facts, has_infinite);
    if (found.count > 0)
        findings_add(findings,
                     "%s: infinite numbers, which --cost allows (+inf forbids a pair) and "
                     "coordinates do not; remove these rows, or %s",
                     found.list, found.drop);
}

/* "--id a, or " without its end. */
static const char *strip(char *id)
{
    char *end = strstr(id, ", or ");
    if (end)
        *end = '\0';
    return id;
}

/* What can be read and had better not be. */
static void diagnose_meaning(const parot_frame *frame, const struct frame_facts *facts,
                             struct findings *findings)
{
    struct columns found = gather(frame, facts, is_count);
    if (found.count > 0)
        findings_add(findings, "%s: counts the rows, but is used as a coordinate; %s%s", found.list,
                     found.id, found.drop);
    found = gather(frame, facts, is_counter);
    if (found.count > 0)
        findings_add(
            findings,
            "%s: counts or names the rows; every verb leaves it out, and %s keeps it in the output",
            found.list, found.count == 1 ? strip(found.id) : "--id COL");
    found = gather(frame, facts, is_nameless);
    if (found.count > 0)
        findings_add(findings,
                     "%s: has no name; every verb leaves it out, and %s keeps it in the output",
                     found.list, found.count == 1 ? strip(found.id) : "--id N");
    found = gather(frame, facts, is_weight);
    if (found.count > 0)
        findings_add(findings,
                     "%s: is used as a coordinate; use --weight-column weight with partial, curve, "
                     "gromov and cost; with the others %s",
                     found.list, found.drop);
    found = gather(frame, facts, is_label);
    if (found.count > 0)
        findings_add(
            findings,
            "%s: is used as a coordinate; use --label-col or --truth with pu; with the others %s",
            found.list, found.drop);
    found = gather(frame, facts, is_constant);
    if (found.count > 0 && !facts->is_symmetric)
        findings_add(findings,
                     "%s: the same in every row, so it distinguishes nothing; pu and drift leave "
                     "it out; with the others %s",
                     found.list, found.drop);
    found = gather(frame, facts, is_copy);
    if (found.count > 0 && !facts->is_symmetric)
        findings_add(findings, "%s: a copy, so it counts twice in the distances of every verb; %s",
                     found.list, found.drop);
    found = gather(frame, facts, has_many_levels);
    if (found.count > 0)
        findings_add(
            findings,
            "%s: every verb turns each level into a column of 0 and 1; if that is too many, %s",
            found.list, found.drop);
}

static void diagnose_rows(const parot_frame *frame, const struct frame_facts *facts,
                          struct findings *findings)
{
    char name[COLUMN_NAME];
    const struct column_facts *widest = &facts->columns[facts->widest];
    int64_t varied = 0;
    for (int64_t k = 0; k < frame->cols; k++)
        varied += facts->columns[k].part > 0;
    if (facts->copies > 0)
        findings_add(findings,
                     "%lld row%s cop%s of others: plans between equal rows are not unique",
                     (long long)facts->copies, facts->copies == 1 ? " is a" : "s are",
                     facts->copies == 1 ? "y" : "ies");
    if (facts->zeros > 0 && frame->cols > 1)
        findings_add(findings, "%lld row%s only zeros: --metric cosine refuses %s",
                     (long long)facts->zeros, facts->zeros == 1 ? " has" : "s have",
                     facts->zeros == 1 ? "it" : "them");
    if (varied > 1 && widest->part > 0.95 && !facts->is_symmetric)
        findings_add(findings,
                     "%s carries %.1f %% of the squared distance; pu, prior and drift scale the "
                     "columns; with the others, use --scale rank",
                     column_name(frame, facts->widest, name), 100 * widest->part);
    if (facts->is_symmetric)
        findings_add(findings, "it is square and symmetric: if these are distances, gromov needs "
                               "--distances, and partial and curve --cost");
    if (frame->rows == 1 && !facts->is_symmetric)
        findings_add(
            findings,
            "there is a single row: prior needs at least two, and transport has no choice to make");
}

void diagnose(const parot_frame *frame, const struct frame_facts *facts, struct findings *findings)
{
    const char *twin = NULL;
    if (parot_frame_twin(frame, &twin, NULL) != PAROT_OK)
        findings->is_incomplete = 1;
    diagnose_cells(frame, facts, findings);
    if (twin)
        findings_add(findings,
                     "two columns are called '%.32s': verbs that match by name refuse that; rename "
                     "one",
                     twin);
    diagnose_meaning(frame, facts, findings);
    diagnose_rows(frame, facts, findings);
}
