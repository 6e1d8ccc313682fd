/* summary_move.c - why a row moves or stays, and why it has its label, in words: the library has
 * explained both; here rows and columns get their names. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary.h"

/* What the rows of both sides are called. */
struct words {
    const char *source, *target;
};

/* ---- A row of a transport ------------------------------------------------ */

static void tell_matches(struct telling *telling, const parot_summary *summary,
                         const parot_move *move, struct words words)
{
    char text[32];
    for (int64_t k = 0; k < move->matches; k++)
        tell_fact(telling, "match", "%s %s: mass %.6g at cost %.6g", words.target,
                  side_name(&summary->target, move->match[k], text), move->match_mass[k],
                  move->match_cost[k]);
    if (move->is_none && move->nearest >= 0)
        tell_fact(telling, "nearest", "%s %s at cost %.6g", words.target,
                  side_name(&summary->target, move->nearest, text), move->nearest_cost);
}

static void tell_border(struct telling *telling, const parot_summary *summary,
                        const parot_move *move, struct words words)
{
    char text[32];
    double margin = fabs(move->lambda - move->price);
    if (move->price_at < 0) {
        tell_fact(telling, "price", "none: every pair of this row is forbidden");
        return;
    }
    tell_fact(telling, "price", "%.6g, the least cost + v, at %s %s; lambda is %.6g", move->price,
              words.target, side_name(&summary->target, move->price_at, text), move->lambda);
    if (move->is_none)
        tell_fact(telling, "border", "its costs would have to fall by %.6g for it to move", margin);
    else if (move->is_whole)
        tell_fact(telling, "border", "its costs could rise by %.6g before it stays", margin);
    else
        tell_fact(telling, "border", "it is at the border: rows that cost more stay");
}

static void tell_entry(struct telling *telling, const parot_move *move, double enters)
{
    if (isinf(enters))
        tell_fact(telling, "enters",
                  "at no mass: it stays even when everything that can move does");
    else if (!isnan(enters))
        tell_fact(telling, "enters", "from mass %.6g on; the plan has %.6g, at most %.6g can move",
                  enters, move->mass, move->most);
}

static void tell_others(struct telling *telling, const parot_summary *summary,
                        const parot_move *move, const char *source)
{
    char list[PAROT_MOVE_OTHERS * 128], text[32];
    int size = snprintf(list, sizeof list, "%s", move->others ? "" : "no other row would change");
    if (move->is_needed)
        tell_fact(telling, "without it",
                  "this much mass could not move: all other rows move already");
    if (!move->has_answer)
        return;
    for (int64_t k = 0; k < move->others; k++)
        size += snprintf(list + size, sizeof list - (size_t)size, "%s%s %.60s (%.6g)",
                         k == 0 ? "" : ", ", source,
                         side_name(&summary->source, move->other[k], text), move->other_mass[k]);
    tell_fact(telling, move->is_removed ? "without it" : "if it had to",
              "%s%s; the cost would rise by %.6g", list,
              move->others == 0  ? ""
              : move->is_removed ? " would move instead"
                                 : " would stay instead",
              move->others_cost);
}

static void tell_move(struct telling *telling, const parot_summary *summary, const parot_move *move,
                      double enters, struct words words)
{
    tell_matches(telling, summary, move, words);
    tell_border(telling, summary, move, words);
    tell_entry(telling, move, enters);
    tell_others(telling, summary, move, words.source);
}

/* Names are looked up in the sides; where their rows are known, these must be among them. */
static parot_status check_places(const parot_summary *summary, const parot_move *move,
                                 parot_error *err)
{
    const parot_matrix *source = &summary->source.points, *target = &summary->target.points;
    int64_t first = move->row,
            last = move->nearest > move->price_at ? move->nearest : move->price_at;
    for (int64_t k = 0; k < move->others; k++)
        first = move->other[k] > first ? move->other[k] : first;
    for (int64_t k = 0; k < move->matches; k++)
        last = move->match[k] > last ? move->match[k] : last;
    if (source->data && first >= source->rows)
        return fail_argument(err, PAROT_EINVAL, "source",
                             "has %lld rows, the move concerns row %lld", (long long)source->rows,
                             (long long)first);
    if (target->data && last >= target->rows)
        return fail_argument(err, PAROT_EINVAL, "target", "has %lld rows, the move is to row %lld",
                             (long long)target->rows, (long long)last);
    return PAROT_OK;
}

static parot_status check_move(const parot_summary *summary, parot_error *err)
{
    TRY(summary_need("summary.of.move.move", summary->of.move.move, err));
    TRY(check_places(summary, summary->of.move.move, err));
    return CHECK_RESERVED(&summary->of.move, err);
}

static void move_head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_move *move = summary->of.move.move;
    char text[32];
    const char *row = side_name(&summary->source, move->row, text);
    snprintf(title, TITLE, "Why row %.60s %s", row, move->is_none ? "stays" : "moves");
    if (move->is_whole)
        snprintf(sentence, TITLE, "Row %.60s moves: all of its weight %.6g.", row, move->weight);
    else if (move->is_none)
        snprintf(sentence, TITLE, "Row %.60s stays: none of its weight %.6g moves.", row,
                 move->weight);
    else
        snprintf(sentence, TITLE, "Row %.60s moves in part: %.6g of its weight %.6g.", row,
                 move->moved, move->weight);
}

static void move_answer(struct telling *telling, const parot_summary *summary)
{
    char title[TITLE], sentence[TITLE];
    const struct words words = summary->source.points.data
                                   ? (struct words){"source row", "target row"}
                                   : (struct words){"row", "column"};
    move_head(summary, title, sentence);
    if (!telling->page)
        tell_text(telling, "%s\n", sentence);
    tell_move(telling, summary, summary->of.move.move, summary->of.move.enters, words);
}

const struct summary_kind summary_move = {
    .check = check_move, .head = move_head, .answer = move_answer};

/* ---- A label ------------------------------------------------------------- */

static parot_status check_label(const parot_summary *summary, parot_error *err)
{
    const parot_summary_label *of = &summary->of.label;
    TRY(summary_need("summary.of.label.reasons", of->reasons, err));
    TRY(summary_need("summary.of.label.id", of->id, err));
    TRY(summary_need("summary.of.label.neighbour", of->neighbour, err));
    if (of->row < 0 || of->row >= of->count)
        return fail_argument(err, PAROT_EINVAL, "summary.of.label.row",
                             "must be one of the %lld rows, got %lld", (long long)of->count,
                             (long long)of->row);
    TRY(CHECK_RESERVED(of, err));
    TRY(summary_check_side("source", &summary->source, of->count, err));
    return of->reasons->has_transport ? check_places(summary, &of->reasons->move, err) : PAROT_OK;
}

static void label_head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_summary_label *of = &summary->of.label;
    snprintf(title, TITLE, "Why row %.60s is labelled %d", of->id, of->is_positive);
    snprintf(sentence, TITLE, "Row %.60s%s%.200s is labelled %d: rank %.0f of %lld, score %.4g.",
             of->id, of->name ? " of " : "", of->name ? of->name : "", of->is_positive, of->rank,
             (long long)of->count, of->score);
}

/* The first rows of the ranking are labelled 1: what would put the border elsewhere. */
static void tell_ranking(struct telling *telling, const parot_summary_label *of)
{
    double n = (double)of->count;
    tell_fact(telling, "labels", "the first %lld row%s labelled 1, a prior of %.4g",
              (long long)of->reasons->positives, of->reasons->positives == 1 ? " is" : "s are",
              (double)of->reasons->positives / n);
    if (of->is_positive)
        tell_fact(telling, "changes",
                  "label 0 with a prior below %.4g, if the ranking stays; row %s comes next",
                  (of->rank - 0.5) / n, of->neighbour);
    else
        tell_fact(telling, "changes",
                  "label 1 with a prior of %.4g, if the ranking stays; row %s is the last with 1",
                  of->rank / n, of->neighbour);
}

/* Of the parts that speak against the row (sign -1), or for it. */
static void tell_parts(struct telling *telling, const parot_summary *summary, int sign)
{
    enum { SHOWN = 5, LINE = 160 };
    const parot_summary_label *of = &summary->of.label;
    const parot_explain_result *parts = &of->reasons->columns;
    const parot_matrix *points = &summary->source.points;
    const double *values = points->data ? points->data + of->row * points->stride : NULL;
    char lines[SHOWN * LINE + 1] = "    none\n", text[32];
    int64_t d = parts->columns;
    int size = 0;
    for (int64_t k = 0; k < d && k < SHOWN; k++) {
        int32_t column = parts->order[sign < 0 ? k : d - 1 - k];
        double part = parts->part[column];
        if (!(sign * part > 0 && fabs(part) >= 0.0005)) /* three digits are printed */
            break;
        size += snprintf(lines + size, LINE,
                         "    %-20.20s %+.3f +- %.3f   %.5g; positives have "
                         "%.5g\n",
                         summary_column(&summary->source, column, text), part, parts->error[column],
                         values ? values[column] : NAN, parts->median[column]);
    }
    tell_lines(telling, lines);
}

/* Over all rows. */
static void tell_rest(struct telling *telling, const parot_summary *summary)
{
    const parot_label_reasons *reasons = summary->of.label.reasons;
    char words[IMPORTANT];
    if (reasons->importances)
        tell_text(
            telling, "Over all rows, the forest relies most on: %s.",
            summary_important(&summary->source, reasons->importance, reasons->importances, words));
    if (reasons->other_labels)
        tell_text(telling,
                  "With these options the method labels %lld row%s differently from the file: give "
                  "the options\nand the %sseed that pu was given.",
                  (long long)reasons->other_labels, plural(reasons->other_labels),
                  summary_prefix(summary));
}

static void tell_columns(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_label *of = &summary->of.label;
    const parot_explain_result *parts = &of->reasons->columns;
    const char *method = parot_pu_method_name(of->method);
    if (!telling->page)
        tell_lines(telling, "\n");
    if (!of->reasons->has_columns) {
        tell_text(telling,
                  "The method %s labels all rows together, so no single column explains this "
                  "label.",
                  method);
        tell_rest(telling, summary);
        return;
    }
    tell_text(telling,
              "The method %s scores this row %.3f, and positives %.3f on average; 0.5 is the "
              "border.\nColumns that make it less like the positives, and by how much of the "
              "score:",
              method, parts->score, parts->usual);
    tell_parts(telling, summary, -1);
    tell_text(telling, "Columns that make it more like them:");
    tell_parts(telling, summary, 1);
    if (fabs(parts->rest) >= 0.0005)
        tell_text(telling, "The other columns together: %+.3f", parts->rest);
    tell_rest(telling, summary);
}

static void tell_transport(struct telling *telling, const parot_summary *summary)
{
    const parot_label_reasons *reasons = summary->of.label.reasons;
    const char *gap = telling->page ? "" : "\n";
    tell_text(telling,
              "%sTransport of %lld rows' weight to the positives (scale %s, metric %s, noise "
              "%.4g)\nmoves %s of this row; of the rows that it moves, %lld are labelled 1.%s",
              gap, (long long)reasons->positives, parot_scale_name(reasons->scale),
              parot_metric_name(reasons->metric), reasons->noise,
              reasons->move.is_whole  ? "all"
              : reasons->move.is_none ? "none"
                                      : "some",
              (long long)reasons->agreeing, gap);
    tell_move(telling, summary, &reasons->move, NAN, (struct words){"unlabeled row", "positive"});
    if (summary->of.label.method == PAROT_PU_METHOD_LEARNED) {
        tell_fact(telling, "toll",
                  "%.6g of each of its costs: what this row pays beside the distance",
                  reasons->toll);
        tell_text(telling,
                  "%sThe toll is larger the more negative the classifier of the method learned "
                  "calls a row;\nthis is the last transport, and its rows are labelled 1.",
                  gap);
    }
    if (summary->of.label.method == PAROT_PU_METHOD_MINED)
        tell_text(telling,
                  "%sThe method mined starts from this transport; its classifier then decides "
                  "the label.",
                  gap);
}

static void label_answer(struct telling *telling, const parot_summary *summary)
{
    char title[TITLE], sentence[TITLE];
    label_head(summary, title, sentence);
    if (!telling->page)
        tell_text(telling, "%s\n", sentence);
    tell_ranking(telling, &summary->of.label);
    tell_columns(telling, summary);
    if (summary->of.label.reasons->has_transport)
        tell_transport(telling, summary);
}

const struct summary_kind summary_label = {
    .check = check_label, .head = label_head, .answer = label_answer};
