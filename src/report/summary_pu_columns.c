/* summary_pu_columns.c - each column by itself: how rows labelled 1 differ from the others and from
 * the known positives, beside what the forest goes by; and what a column may give away. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/summary_pu.h"

enum { SHOWN = 30, NAME = 64, LISTED = 4 };

static const parot_pu_columns_result *columns_of(const parot_summary *summary)
{
    return summary->of.pu.columns;
}

/* How far an AUC is from saying nothing; NAN says nothing. */
static double distance(double auc)
{
    return isnan(auc) ? 0 : fabs(auc - 0.5);
}

/* By importance if there is a forest, else by separation; with shifted columns alone, by shift. */
struct sorting {
    const parot_pu_columns_result *columns;
    const double *importance;
    int by_shift;
};

static double weight(const struct sorting *sorting, int64_t k)
{
    const parot_pu_column *column = &sorting->columns->column[k];
    if (sorting->by_shift)
        return parot_pu_is_shifted(sorting->columns, k) ? distance(column->shift) : -1;
    return sorting->importance ? sorting->importance[k] : distance(column->separation);
}

/* The column that comes after `last` (-1: the first); -1: there is none. */
static int64_t next_column(const struct sorting *sorting, int64_t last)
{
    int64_t best = -1;
    for (int64_t k = 0; k < sorting->columns->count; k++) {
        double own = weight(sorting, k);
        int is_later =
            last < 0 || own < weight(sorting, last) || (!(own > weight(sorting, last)) && k > last);
        if (own >= 0 && is_later && (best < 0 || own > weight(sorting, best)))
            best = k;
    }
    return best;
}

/* ---- Lines of the summary ----------------------------------------------- */

/* "duration higher (0.91), age lower (0.62)": it is so in that fraction of the pairs */
static int64_t list_columns(const parot_summary *summary, const struct sorting *sorting, char *text,
                            size_t size)
{
    char name[32];
    int64_t k = next_column(sorting, -1), count = 0;
    size_t used = 0;
    for (; k >= 0 && count < LISTED; k = next_column(sorting, k), count++) {
        const parot_pu_column *column = &sorting->columns->column[k];
        double auc = sorting->by_shift ? column->shift : column->separation;
        if (distance(auc) < 0.05)
            break;
        used += (size_t)snprintf(text + used, size - used, "%s%.40s %s (%.2f)", count ? ", " : "",
                                 summary_column(&summary->source, k, name),
                                 auc > 0.5 ? "higher" : "lower", 0.5 + distance(auc));
    }
    return count;
}

void pu_columns_facts(struct telling *telling, const parot_summary *summary)
{
    const parot_pu_columns_result *columns = columns_of(summary);
    char text[LISTED * 80] = "";
    if (!columns || !summary->of.pu.trust)
        return;
    const struct sorting separation = {columns, NULL, 0}, shift = {columns, NULL, 1};
    if (list_columns(summary, &separation, text, sizeof text))
        tell_fact(telling, "differences", "rows labelled 1 against the others, by AUC: %s", text);
    if (columns->shifts && list_columns(summary, &shift, text, sizeof text))
        tell_fact(telling, "", "rows labelled 1 against the known positives, by AUC: %s%s", text,
                  columns->shifts > LISTED ? ", ..." : "");
}

/* ---- Section of the report ---------------------------------------------- */

enum column_number { IMPORTANCE, SEPARATION, KNOWN, FOUND, REST, SHIFT, NUMBERS };

static const char *remark_on(const parot_pu_columns_result *columns, int64_t k)
{
    int32_t leaks = columns->column[k].leaks;
    if (leaks & PAROT_PU_LEAK_NUMBERED)
        return "numbers rows";
    if (leaks & PAROT_PU_LEAK_APART)
        return "may tell the tables apart";
    if (leaks & PAROT_PU_LEAK_CONSTANT)
        return "one value in all positives";
    return parot_pu_is_shifted(columns, k) ? "labelled 1 unlike known positives" : NULL;
}

struct column_table {
    char names[SHOWN][NAME];
    const char *name[SHOWN], *remark[SHOWN];
    double number[NUMBERS][SHOWN];
    int64_t count;
};

static void fill_table(const parot_summary *summary, struct column_table *table)
{
    const parot_pu_result *result = summary->of.pu.result;
    const parot_pu_columns_result *columns = columns_of(summary);
    int has_forest = result->importances == columns->count;
    const struct sorting sorting = {columns, has_forest ? result->importance : NULL, 0};
    char text[32];
    for (int64_t k = next_column(&sorting, -1); k >= 0 && table->count < SHOWN;
         k = next_column(&sorting, k)) {
        const parot_pu_column *column = &columns->column[k];
        int64_t at = table->count++;
        snprintf(table->names[at], NAME, "%s", summary_column(&summary->source, k, text));
        table->name[at] = table->names[at];
        table->remark[at] = remark_on(columns, k);
        table->number[IMPORTANCE][at] = has_forest ? result->importance[k] : NAN;
        table->number[SEPARATION][at] = column->separation;
        table->number[KNOWN][at] = column->known;
        table->number[FOUND][at] = column->found;
        table->number[REST][at] = column->rest;
        table->number[SHIFT][at] = column->shift;
    }
}

static void show_table(struct telling *telling, const struct column_table *table, int has_forest)
{
    const parot_report_column columns[] = {
        {.name = "column", .text = table->name},
        {.name = "importance",
         .help = "in the forest; the sum over all columns is 1",
         .number = table->number[IMPORTANCE],
         .digits = 3},
        {.name = "separation",
         .help = "AUC of rows labelled 1 against the others: 0.5 says nothing, 1 larger, 0 smaller",
         .number = table->number[SEPARATION],
         .digits = 3},
        {.name = "known positives", .help = "median", .number = table->number[KNOWN], .digits = 4},
        {.name = "labelled 1", .help = "median", .number = table->number[FOUND], .digits = 4},
        {.name = "others", .help = "median", .number = table->number[REST], .digits = 4},
        {.name = "shift",
         .help = "AUC of rows labelled 1 against known positives: 0.5 is none",
         .number = table->number[SHIFT],
         .digits = 3},
        {.name = "remark", .text = table->remark}};
    parot_report_column shown[sizeof columns / sizeof *columns];
    int32_t count = 0;
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
        if (has_forest || columns[k].number != table->number[IMPORTANCE])
            shown[count++] = columns[k];
    tell_table(telling,
               &(parot_report_rows){.rows = table->count, .cols = count, .columns = shown});
}

static void tell_shifts(struct telling *telling, const parot_summary *summary)
{
    const parot_pu_columns_result *columns = columns_of(summary);
    char text[LISTED * 80] = "";
    const struct sorting shift = {columns, NULL, 1};
    if (columns->shifts == 0)
        tell_text(telling, "Rows labelled 1 differ from the known positives in no column by more "
                           "than chance in so many columns explains.");
    else if (list_columns(summary, &shift, text, sizeof text))
        tell_text(telling,
                  "Rows labelled 1 differ from the known positives in %lld column%s by more than "
                  "chance explains: %s%s, in that fraction of the pairs. Some of that is what "
                  "choosing the most likely rows does, and false positives do the rest; a column "
                  "that was measured in another way, or that changes with time, would show here "
                  "as well.",
                  (long long)columns->shifts, plural(columns->shifts), text,
                  columns->shifts > LISTED ? ", and others" : "");
}

int pu_columns_section(struct telling *telling, const parot_summary *summary)
{
    const parot_pu_result *result = summary->of.pu.result;
    const parot_pu_columns_result *columns = columns_of(summary);
    if (!columns)
        return 0;
    struct column_table *table = calloc(1, sizeof *table);
    if (!table) {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
        return 1;
    }
    int has_forest = result->importances == columns->count;
    fill_table(summary, table);
    tell_section(telling, "Which columns count");
    if (has_forest)
        tell_text(telling,
                  "Importance is what each column contributes to telling positives from negatives, "
                  "in rows that a tree of the forest has not learned from. Columns that say "
                  "nothing have about 0; columns that say the same share it.");
    tell_text(telling,
              "Separation looks at each column by itself: in that fraction of the pairs of a row "
              "labelled 1 and another one the first has the larger value. A column may separate "
              "well and count little where another says the same. The numbers beside it are "
              "medians; of columns with two values, means.%s",
              columns->count > SHOWN ? " The first 30 are shown." : "");
    show_table(telling, table, has_forest);
    tell_shifts(telling, summary);
    free(table);
    return 1;
}

/* ---- Warnings ----------------------------------------------------------- */

/* What to do about it: a column of text became columns of 0 and 1, called "job=clerk". */
static const char *way_out(const parot_summary *summary, const char *name, char text[96])
{
    int length = (int)strcspn(name, "=");
    if (summary->command)
        snprintf(text, 96, "--drop %.*s", length < 60 ? length : 60, name);
    else
        snprintf(text, 96, "drop it");
    return text;
}

static void warn_of_values(const parot_summary *summary, const parot_pu_column *column,
                           const char *name, parot_notes *warnings)
{
    char values[80], out[96];
    if (column->low < column->high)
        snprintf(values, sizeof values, "values from %.4g to %.4g", column->low, column->high);
    else
        snprintf(values, sizeof values, "the value %.4g", column->low);
    summary_warn(warnings,
                 "'%.60s' may give away which table a row is from: %.3g %% of the positives have "
                 "%s, but %.2g %% of the unlabeled rows, where a prior of %.3g makes it %.2g %% or "
                 "more. Unless the prior is far too large, leave it out if it is not a property of "
                 "the rows (%s)",
                 name, 100 * column->known_inside, values, 100 * column->unlabeled_inside,
                 summary->of.pu.result->prior,
                 100 * summary->of.pu.result->prior * column->known_inside,
                 way_out(summary, name, out));
}

static void warn_of_column(const parot_summary *summary, int64_t k, parot_notes *warnings)
{
    const parot_pu_column *column = &columns_of(summary)->column[k];
    char text[32], out[96];
    const char *name = summary_column(&summary->source, k, text);
    if (column->leaks & PAROT_PU_LEAK_NUMBERED)
        summary_warn(warnings,
                     "'%.60s' seems to number the rows, and is used as if it said something about "
                     "them: %s%s",
                     name, summary->command ? "use --id or " : "", way_out(summary, name, out));
    else if (column->leaks & PAROT_PU_LEAK_APART)
        warn_of_values(summary, column, name, warnings);
    else if (column->leaks & PAROT_PU_LEAK_CONSTANT)
        summary_warn(warnings,
                     "all positives have the value %.4g in '%.60s', and most unlabeled rows have "
                     "another: if the positives were chosen by it, no rows with other values can "
                     "be found (%s)",
                     column->known, name, way_out(summary, name, out));
}

void pu_columns_warnings(const parot_summary *summary, parot_notes *warnings)
{
    enum { MOST = 3 };
    const parot_pu_columns_result *columns = columns_of(summary);
    int64_t told = 0;
    if (!columns || summary->of.pu.result->kind == PAROT_PU_KIND_DOMAINS)
        return; /* tables of two domains differ: that is what they are */
    for (int64_t k = 0; k < columns->count && told < MOST; k++)
        if (columns->column[k].leaks) {
            warn_of_column(summary, k, warnings);
            told++;
        }
    if (columns->leaks > told)
        summary_warn(warnings, "%lld more column%s may give away which table a row is from",
                     (long long)(columns->leaks - told), plural(columns->leaks - told));
}
