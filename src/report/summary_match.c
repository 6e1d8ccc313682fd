/* summary_match.c - pairs of two tables in words: how many there are, what they cost and prove, who
 * has no partner and why, and how much more alike the tables have become. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "report/summary.h"

/* Differences of means below are called small, as is usual (Austin 2009). */
static const double SMALL = 0.1;

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_match *match = &summary->of.match;
    TRY(summary_need("summary.of.match.problem", match->problem, err));
    TRY(summary_need("summary.of.match.options", match->options, err));
    TRY(summary_need("summary.of.match.result", match->result, err));
    TRY(CHECK_RESERVED(match, err));
    TRY(summary_check_side("source", &summary->source, match->result->x.count, err));
    return summary_check_side("target", &summary->target, match->result->y.count, err);
}

static const char *name_of(const parot_summary_side *side, const char *otherwise)
{
    return side->name ? side->name : otherwise;
}

/* ---- Settings ------------------------------------------------------------ */

static const char *limited_name(const parot_summary_match *match, int32_t column, char text[32])
{
    snprintf(text, 32, "column %d", (int)column + 1);
    return match->limited && match->limited[column] ? match->limited[column] : text;
}

/* ---- The answer --------------------------------------------------------- */

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_match_result *result = summary->of.match.result;
    snprintf(title, TITLE, "Pairs of %.200s and %.200s", name_of(&summary->source, "x"),
             name_of(&summary->target, "y"));
    snprintf(sentence, TITLE, "%lld pair%s; %lld of %lld rows of %.150s and %lld of %lld of %.150s",
             (long long)result->pairs, plural(result->pairs), (long long)result->x.matched,
             (long long)result->x.count, name_of(&summary->source, "x"),
             (long long)result->y.matched, (long long)result->y.count,
             name_of(&summary->target, "y"));
    strncat(sentence, " have a partner.", TITLE - strlen(sentence) - 1);
}

static void tell_settings(struct telling *telling, const parot_summary_match *match)
{
    const parot_match_options *options = match->options;
    const parot_match_problem *problem = match->problem;
    char text[CAPTION] = "";
    int size = 0;
    if (options->caliper < INFINITY)
        size += snprintf(text, sizeof text, "%.6g", options->caliper);
    for (int64_t g = 0; problem->column_caliper && g < problem->x_limited.cols; g++) {
        char name[32];
        if (size < CAPTION - 120)
            size += snprintf(text + size, sizeof text - (size_t)size, "%s%.80s %.6g",
                             size > 0 ? ", " : "", limited_name(match, (int32_t)g, name),
                             problem->column_caliper[g]);
    }
    tell_fact(telling, "caliper", "%s", size > 0 ? text : "none");
    if (problem->x_stratum)
        tell_fact(telling, "strata", "%lld with rows of both tables",
                  (long long)match->result->strata);
    if (options->order == PAROT_MATCH_ORDER_PRICE)
        tell_fact(telling, "price", "%.6g: a pair is made only if it saves", options->price);
    if (problem->x_capacity || problem->y_capacity)
        tell_fact(telling, "capacities", "of the rows");
    if (!problem->x_capacity && options->ratio > 1)
        tell_fact(telling, "ratio", "1 to %d", (int)options->ratio);
    if (match->result->candidates >= 0)
        tell_fact(telling, "candidates", "%lld pair%s exist%s",
                  (long long)match->result->candidates, plural(match->result->candidates),
                  match->result->candidates == 1 ? "s" : "");
    else
        tell_fact(telling, "candidates", "all pairs exist");
}

static void tell_proof(struct telling *telling, const parot_summary_match *match)
{
    const parot_match_result *result = match->result;
    const parot_match_check *found = match->check;
    char excess[32];
    if (!found)
        return;
    if (!parot_match_is_proved(result, found, PAROT_PROOF_TOLERANCE)) {
        tell_fact(telling, "certificate", "NOT PROVED: at most %lld pairs, excess %s, %lld fault%s",
                  (long long)found->most, parot_check_number(found->excess, excess),
                  (long long)found->faults, plural(found->faults));
        return;
    }
    parot_check_number(found->excess, excess);
    if (result->order == PAROT_MATCH_ORDER_PRICE)
        tell_fact(telling, "certificate", "proved: no other choice saves more (to %s)", excess);
    else
        tell_fact(telling, "certificate",
                  "proved: no choice has more pairs, or as many for less (to %s)", excess);
}

static void tell_costs(struct telling *telling, const parot_match_result *result)
{
    double largest = -INFINITY;
    for (int64_t k = 0; k < result->pairs; k++)
        largest = fmax(largest, result->cost[k]);
    tell_fact(telling, "pairs", "%lld; the capacities alone would allow %lld",
              (long long)result->pairs, (long long)result->capacity_most);
    if (result->pairs > 0)
        tell_fact(telling, "cost", "%.9g in all, %.6g on average, %.6g at most", result->objective,
                  result->objective / (double)result->pairs, largest);
}

/* `whose`: "rows of a.csv" */
static void tell_without(struct telling *telling, const char *whose, const parot_match_side *side)
{
    static const char *const words[] = {[PAROT_MATCH_REASON_FAR] = "too far",
                                        [PAROT_MATCH_REASON_COLUMN] = "too far in a column",
                                        [PAROT_MATCH_REASON_NOBODY] = "without an equal",
                                        [PAROT_MATCH_REASON_TAKEN] = "taken",
                                        [PAROT_MATCH_REASON_PRICE] = "beyond the price",
                                        [PAROT_MATCH_REASON_CAPACITY] = "of capacity 0",
                                        [PAROT_MATCH_REASON_FORBIDDEN] = "without a cost"};
    enum { REASONS = sizeof words / sizeof *words };
    int64_t counts[REASONS] = {0};
    char text[CAPTION] = "";
    int size = 0;
    for (int64_t i = 0; i < side->count; i++)
        counts[side->reason[i]]++;
    for (int k = 1; k < REASONS; k++)
        if (counts[k] > 0)
            size += snprintf(text + size, sizeof text - (size_t)size, "%s%lld %s",
                             size > 0 ? ", " : "", (long long)counts[k], words[k]);
    tell_fact(telling, "without", "%lld of %lld %.120s%s%s",
              (long long)(side->count - side->matched), (long long)side->count, whose,
              size > 0 ? ": " : "", text);
}

static void tell_sides(struct telling *telling, const parot_summary *summary)
{
    const parot_match_result *result = summary->of.match.result;
    const parot_summary_side *const sides[] = {&summary->source, &summary->target};
    for (int side = 0; side < 2; side++) {
        char whose[160];
        if (summary->of.match.problem->x.data)
            snprintf(whose, sizeof whose, "rows of %.100s", name_of(sides[side], side ? "y" : "x"));
        else
            snprintf(whose, sizeof whose, "%s", side ? "columns" : "rows");
        tell_without(telling, whose, side ? &result->y : &result->x);
    }
}

/* ---- Balance ------------------------------------------------------------ */

static const char *covariate(const parot_summary_match *match, int64_t column, char text[32])
{
    snprintf(text, 32, "column %lld", (long long)column + 1);
    return match->covariates && match->covariates[column] ? match->covariates[column] : text;
}

/* "0.53", "-" for what is not known. */
static const char *figure(double value, char text[32])
{
    if (isnan(value))
        return "-";
    snprintf(text, 32, "%.3f", value);
    return text;
}

static double size_after(const parot_match_result *result, int64_t column)
{
    double size = fabs(result->after[column].difference);
    return isnan(size) ? -1 : size;
}

/* The column that differs most afterwards, of those after `last` in that order (-1: of all). */
static int64_t next_largest(const parot_match_result *result, int64_t last)
{
    int64_t found = -1;
    for (int64_t c = 0; c < result->covariates; c++) {
        double size = size_after(result, c),
               before = last < 0 ? INFINITY : size_after(result, last);
        if ((size < before || (size == before && c > last)) &&
            (found < 0 || size > size_after(result, found)))
            found = c;
    }
    return found;
}

static void tell_columns(struct telling *telling, const parot_summary_match *match)
{
    enum { LISTED = 8 };
    const parot_match_result *result = match->result;
    char line[160];
    snprintf(line, sizeof line, "\n  %-24s %10s %10s %16s\n", "difference of means", "before",
             "after", "variance ratio");
    tell_lines(telling, line);
    int64_t c = next_largest(result, -1);
    for (int k = 0; k < LISTED && c >= 0; k++, c = next_largest(result, c)) {
        char text[4][32];
        snprintf(line, sizeof line, "  %-24.24s %10s %10s %16s\n", covariate(match, c, text[0]),
                 figure(result->before[c].difference, text[1]),
                 figure(result->after[c].difference, text[2]),
                 figure(result->after[c].variance_ratio, text[3]));
        tell_lines(telling, line);
    }
    if (c >= 0)
        tell_lines(telling, "  ...\n");
}

/* How many columns differ by more than what is called small, and those that differ most. */
static void tell_balance(struct telling *telling, const parot_summary_match *match)
{
    const parot_match_result *result = match->result;
    int64_t before = 0, after = 0;
    for (int64_t c = 0; c < result->covariates; c++) {
        before += fabs(result->before[c].difference) > SMALL;
        after += fabs(result->after[c].difference) > SMALL;
    }
    if (result->covariates == 0 || result->pairs == 0)
        return;
    tell_fact(telling, "balance",
              "means over %.1f deviations apart: %lld of %lld column%s before, %lld after", SMALL,
              (long long)before, (long long)result->covariates, plural(result->covariates),
              (long long)after);
    if (!telling->page)
        tell_columns(telling, match);
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_match *match = &summary->of.match;
    const parot_match_result *result = match->result;
    const char *gap = telling->page ? "" : "\n";
    if (match->problem->x.data)
        tell_text(telling, "%lld row%s of %s and %lld row%s of %s, %lld column%s, metric %s%s",
                  (long long)result->x.count, plural(result->x.count),
                  name_of(&summary->source, "x"), (long long)result->y.count,
                  plural(result->y.count), name_of(&summary->target, "y"),
                  (long long)match->problem->x.cols, plural(match->problem->x.cols),
                  parot_match_metric_name((parot_match_metric)match->options->metric), gap);
    else
        tell_text(telling, "Costs of %lld row%s and %lld column%s%s", (long long)result->x.count,
                  plural(result->x.count), (long long)result->y.count, plural(result->y.count),
                  gap);
    tell_settings(telling, match);
    tell_costs(telling, result);
    tell_proof(telling, match);
    tell_sides(telling, summary);
    tell_balance(telling, match);
    if (!telling->page)
        tell_lines(telling, "\n");
    if (result->status != PAROT_OK)
        tell_text(telling, "Not finished (%s): these pairs may be made, but others may be better.",
                  parot_status_name(result->status));
}

/* ---- Pictures ----------------------------------------------------------- */

/* Both differences of all columns, and 1 for each pair. */
static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_match *match = &summary->of.match;
    const parot_match_result *result = match->result;
    struct panels_room *room = drawn->owner;
    int64_t columns = result->covariates;
    room->numbers = malloc((size_t)(2 * columns + result->pairs + 1) * sizeof *room->numbers);
    if (!room->numbers)
        return fail(err, PAROT_ENOMEM, "panels: out of memory");
    for (int64_t c = 0; c < columns; c++) {
        room->numbers[c] = result->before[c].difference;
        room->numbers[columns + c] = result->after[c].difference;
    }
    for (int64_t k = 0; k < result->pairs; k++)
        room->numbers[2 * columns + k] = 1;
    room->pairs = (parot_plan){result->x.count, result->y.count, result->pairs,
                               result->row,     result->col,     room->numbers + 2 * columns};
    if (columns > 0 && result->pairs > 0) {
        parot_panel *panel = &drawn->panel[drawn->count++];
        panel->kind = PAROT_PANEL_KIND_BALANCE;
        panel->title = "Balance before and after";
        panel->of.balance = (parot_plot_balance){.before = room->numbers,
                                                 .after = room->numbers + columns,
                                                 .names = match->covariates,
                                                 .count = columns,
                                                 .limit = SMALL};
    }
    if (summary->source.points.data && summary->target.points.data) {
        parot_panel clouds = summary_clouds(summary, &room->pairs);
        clouds.title = "Pairs";
        clouds.of.clouds.source_name = summary->source.name;
        clouds.of.clouds.target_name = summary->target.name;
        drawn->panel[drawn->count++] = clouds;
    } else {
        drawn->panel[drawn->count++] = (parot_panel){
            .kind = PAROT_PANEL_KIND_PLAN, .title = "Pairs", .of.plan = {.plan = &room->pairs}};
    }
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    (void)summary;
    for (int64_t k = 0; k < drawn->count; k++)
        tell_panel(telling, drawn->panel, drawn->count, k,
                   drawn->panel[k].kind == PAROT_PANEL_KIND_BALANCE
                       ? "How far the means of each column are apart, in standard deviations of "
                         "the tables as they were read; below the dashed line is small."
                       : plan_caption(&drawn->panel[k]));
}

/* ---- Tables of the page ------------------------------------------------- */

static void balance_table(struct telling *telling, const parot_summary_match *match)
{
    const parot_match_result *result = match->result;
    int64_t n = result->covariates;
    enum { NAME, BEFORE, AFTER, X, Y, MATCHED_X, MATCHED_Y, RATIO, MATCHED_RATIO, COLUMNS };
    double *values = malloc((size_t)(n * COLUMNS + 1) * sizeof *values);
    char(*texts)[32] = malloc((size_t)(n + 1) * sizeof *texts);
    const char **names = malloc((size_t)(n + 1) * sizeof *names);
    parot_report_column columns[COLUMNS] = {
        {.name = "column", .help = "of both tables"},
        {.name = "before", .help = "difference of the means in standard deviations", .digits = 4},
        {.name = "after", .help = "the same, of the pairs", .digits = 4},
        {.name = "mean x", .help = "of the first table", .digits = 6},
        {.name = "mean y", .help = "of the second table", .digits = 6},
        {.name = "matched x", .help = "mean of its rows with a partner", .digits = 6},
        {.name = "matched y", .help = "mean of their partners", .digits = 6},
        {.name = "ratio before", .help = "of the variances, x to y", .digits = 4},
        {.name = "ratio after", .help = "the same, of the pairs", .digits = 4}};
    for (int64_t c = 0; values && texts && names && c < n; c++) {
        const parot_match_balance *before = &result->before[c], *after = &result->after[c];
        names[c] = covariate(match, c, texts[c]);
        values[BEFORE * n + c] = before->difference;
        values[AFTER * n + c] = after->difference;
        values[X * n + c] = before->mean_x;
        values[Y * n + c] = before->mean_y;
        values[MATCHED_X * n + c] = after->mean_x;
        values[MATCHED_Y * n + c] = after->mean_y;
        values[RATIO * n + c] = before->variance_ratio;
        values[MATCHED_RATIO * n + c] = after->variance_ratio;
    }
    if (values && texts && names) {
        columns[NAME].text = names;
        for (int k = BEFORE; k < COLUMNS; k++)
            columns[k].number = values + k * n;
        tell_section(telling, "Balance");
        tell_table(telling, &(parot_report_rows){.rows = n, .cols = COLUMNS, .columns = columns});
    } else {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
    }
    free(values);
    free(texts);
    free(names);
}

/* Rows without a partner of one table. */
static void without_table(struct telling *telling, const parot_summary *summary, int is_target)
{
    const parot_summary_match *match = &summary->of.match;
    const parot_match_side *side = is_target ? &match->result->y : &match->result->x;
    const parot_summary_side *own = is_target ? &summary->target : &summary->source;
    int64_t n = side->count - side->matched, at = 0;
    char heading[TITLE];
    if (n == 0)
        return;
    double *values = malloc((size_t)(3 * n) * sizeof *values);
    char(*whys)[PAROT_MATCH_WHY] = malloc((size_t)n * sizeof *whys);
    const char **texts = malloc((size_t)(2 * n) * sizeof *texts);
    for (int64_t i = 0; values && whys && texts && i < side->count; i++) {
        if (side->partners[i] > 0)
            continue;
        texts[at] = side_id(own, i);
        texts[n + at] = parot_match_why(match->result, is_target, i, match->limited, whys[at]);
        values[at] = side_row(own, i);
        values[n + at] = side->candidates[i];
        values[2 * n + at] = side->nearest[i] < 0 ? NAN : side->nearest_cost[i];
        at++;
    }
    if (values && whys && texts) {
        parot_report_column columns[] = {
            {.name = "row", .help = "its number in the file, from 0, or its id", .digits = 15},
            {.name = "why", .help = "it has no partner", .text = texts + n},
            {.name = "candidates", .help = "pairs that exist", .number = values + n, .digits = 15},
            {.name = "nearest", .help = "what the nearest row costs", .number = values + 2 * n}};
        if (own->id)
            columns[0].text = texts;
        else
            columns[0].number = values;
        snprintf(heading, sizeof heading, "Without a partner: %.400s",
                 name_of(own, is_target ? "y" : "x"));
        tell_section(telling, heading);
        tell_table(telling, &(parot_report_rows){.rows = n, .cols = 4, .columns = columns});
    } else {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
    }
    free(values);
    free(whys);
    free(texts);
}

static void pair_table(struct telling *telling, const parot_summary *summary)
{
    const parot_match_result *result = summary->of.match.result;
    int64_t n = result->pairs;
    double *values = malloc((size_t)(2 * n + 1) * sizeof *values);
    const char **ids = malloc((size_t)(2 * n + 1) * sizeof *ids);
    for (int64_t k = 0; values && ids && k < n; k++) {
        ids[k] = side_id(&summary->source, result->row[k]);
        ids[n + k] = side_id(&summary->target, result->col[k]);
        values[k] = side_row(&summary->source, result->row[k]);
        values[n + k] = side_row(&summary->target, result->col[k]);
    }
    if (values && ids) {
        parot_report_column columns[] = {
            {.name = "row", .help = "of the first table, from 0, or its id", .digits = 15},
            {.name = "match", .help = "of the second table, from 0, or its id", .digits = 15},
            {.name = "cost", .help = "how far they are apart", .number = result->cost}};
        for (int k = 0; k < 2; k++) {
            int has_id = k == 0 ? summary->source.id != NULL : summary->target.id != NULL;
            columns[k].text = has_id ? ids + k * n : NULL;
            columns[k].number = has_id ? NULL : values + k * n;
        }
        tell_section(telling, "Pairs");
        tell_table(telling, &(parot_report_rows){.rows = n, .cols = 3, .columns = columns});
    } else {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
    }
    free(values);
    free(ids);
}

static void rows(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_match *match = &summary->of.match;
    if (match->result->covariates > 0)
        balance_table(telling, match);
    pair_table(telling, summary);
    without_table(telling, summary, 0);
    without_table(telling, summary, 1);
}

const struct summary_kind summary_match = {.check = check,
                                           .head = head,
                                           .answer = answer,
                                           .panels = panels,
                                           .pictures = pictures,
                                           .rows = rows};
