/* summary_pu_rows.c - labels as pictures and as a table of rows, the most positive first; a caption
 * says how rows of many columns were projected. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/summary_pu.h"

/* ---- Pictures ----------------------------------------------------------- */

static parot_panel confusion(const parot_summary_pu *pu)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CONFUSION, .title = "Labels against the truth"};
    for (int64_t i = 0; i < pu->result->count; i++)
        panel.of.confusion.counts[pu->truth[i] > 0][pu->result->label[i] > 0]++;
    return panel;
}

/* At recalls 0, 0.005, ..., 1; before the first hidden positive nothing is known. */
static parot_status add_precision(const parot_summary_pu *pu, parot_panels *drawn, parot_error *err)
{
    struct panels_room *room = drawn->owner;
    const parot_pu_calibration *it = pu->calibration;
    parot_pu_criteria_result criteria;
    TRY(parot_pu_criteria(it, pu->result->positives, &criteria, err));
    for (int k = 0; k < RECALLS; k++) {
        int64_t rows = parot_pu_recall_rows(it, (double)k / (RECALLS - 1));
        room->recall[k] = (double)k / (RECALLS - 1);
        room->precision[k] = it->precision[rows - 1];
        room->low[k] = it->precision_low[rows - 1];
        room->high[k] = it->precision_high[rows - 1];
    }
    parot_panel *panel = &drawn->panel[drawn->count++];
    *panel = (parot_panel){.kind = PAROT_PANEL_KIND_PRECISION, .title = "Precision at each recall"};
    panel->of.precision =
        (parot_plot_precision){.recall = room->recall,
                               .precision = room->precision,
                               .low = room->low,
                               .high = room->high,
                               .count = RECALLS,
                               .chosen_recall = criteria.rows > 0 ? criteria.recall : NAN,
                               .chosen_precision = criteria.precision};
    return PAROT_OK;
}

/* A line for each row, to the positive that got most of it, as wide as what was moved of it: what a
 * file of labels holds, so that they look the same when they are drawn later. A result that comes
 * from such a file has them as its plan. */
static parot_status take_pairs(const parot_summary *summary, parot_panels *drawn,
                               const parot_plan **plan, parot_error *err)
{
    const parot_pu_result *result = summary->of.pu.result;
    struct panels_room *room = drawn->owner;
    int64_t n = result->count, pairs = 0;
    *plan = &result->transport.plan;
    if (!result->match || !result->share)
        return PAROT_OK;
    room->numbers = malloc((size_t)n * sizeof *room->numbers);
    room->ends = malloc(2 * (size_t)n * sizeof *room->ends);
    if (!room->numbers || !room->ends)
        return fail(err, PAROT_ENOMEM, "panels: out of memory");
    for (int64_t i = 0; i < n; i++) {
        if (result->match[i] < 0 || !(result->share[i] > 0))
            continue;
        room->ends[pairs] = (int32_t)i;
        room->ends[n + pairs] = result->match[i];
        room->numbers[pairs++] = result->share[i];
    }
    room->pairs = (parot_plan){
        n, summary->target.points.rows, pairs, room->ends, room->ends + n, room->numbers};
    *plan = &room->pairs;
    return PAROT_OK;
}

parot_status pu_panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_pu *pu = &summary->of.pu;
    const parot_plan *plan = NULL;
    TRY(take_pairs(summary, drawn, &plan, err));
    if (summary->source.points.data && summary->target.points.data) {
        parot_panel clouds = summary_clouds(summary, plan->count > 0 ? plan : NULL);
        clouds.title = "Labels";
        clouds.of.clouds.is_apart |= pu->options->is_apart;
        clouds.of.clouds.label = pu->result->label;
        clouds.of.clouds.truth = pu->truth;
        clouds.of.clouds.source_name = "unlabeled";
        clouds.of.clouds.target_name = "known positives";
        TRY(summary_scale_clouds(summary, pu->options, drawn, &clouds, err));
        drawn->panel[drawn->count++] = clouds;
    }
    parot_panel *scores = &drawn->panel[drawn->count++];
    *scores = (parot_panel){.kind = PAROT_PANEL_KIND_SCORES, .title = "Scores"};
    scores->of.scores = (parot_plot_scores){.score = pu->result->score,
                                            .count = pu->result->count,
                                            .truth = pu->truth,
                                            .border = 0.5,
                                            .label = pu->result->label};
    if (pu->truth)
        drawn->panel[drawn->count++] = confusion(pu);
    if (pu->calibration)
        TRY(add_precision(pu, drawn, err));
    return PAROT_OK;
}

static const char *caption_of(const parot_panels *drawn, char text[CAPTION])
{
    const parot_plot_clouds *clouds = &drawn->panel[0].of.clouds;
    const char *scale = drawn->scale;
    int64_t cols = clouds->source.cols;
    char view[128] = "by their two columns";
    if (clouds->is_apart)
        snprintf(view, sizeof view, "side by side, since their columns have nothing in common");
    else if (cols == 1)
        snprintf(view, sizeof view, "along their only column");
    else if (cols == 3)
        snprintf(view, sizeof view, "in the space of their three columns");
    else if (cols > 3)
        snprintf(view, sizeof view, "along the two principal axes of their %lld columns",
                 (long long)cols);
    snprintf(text, CAPTION, "Rows and positives %s%s%s%s.%s", view,
             scale ? ", which are scaled as the method saw them (" : "", scale ? scale : "",
             scale ? ")" : "",
             clouds->plan ? " A line leads to the positive that a row was moved to: point at one "
                            "to see the pair."
                          : "");
    return text;
}

static const char *score_caption(const parot_summary_pu *pu)
{
    return pu->truth ? "How many rows have each score, by true class."
                     : "How many rows have each score.";
}

void pu_pictures(struct telling *telling, const parot_summary *summary, const parot_panels *drawn)
{
    char caption[CAPTION];
    for (int64_t k = 0; k < drawn->count; k++) {
        parot_panel_kind kind = drawn->panel[k].kind;
        const char *words =
            kind == PAROT_PANEL_KIND_CLOUDS   ? caption_of(drawn, caption)
            : kind == PAROT_PANEL_KIND_SCORES ? score_caption(&summary->of.pu)
            : kind == PAROT_PANEL_KIND_CONFUSION
                ? "How many rows of each class got each label."
                : "What fraction of the rows labelled 1 is right, if as many rows are labelled as "
                  "it takes to find a fraction of the positives; the range holds 90 % of the "
                  "chance, for all priors that the data allow.";
        tell_panel(telling, drawn->panel, drawn->count, k, words);
    }
}

/* ---- Rows --------------------------------------------------------------- */

enum pu_column { ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST, PROBABILITY, FIRM, COLUMNS };

/* By rank. Returns 0 if ranks or matches are not those of these rows. */
static int fill_rows(const parot_summary *summary, int64_t *order, double *values)
{
    const parot_pu_result *result = summary->of.pu.result;
    const parot_pu_calibration *calibration = summary->of.pu.calibration;
    const parot_pu_sensitivity_result *sensitivity = summary->of.pu.sensitivity;
    int64_t n = result->count;
    for (int64_t i = 0; i < n; i++)
        order[i] = -1;
    for (int64_t i = 0; i < n; i++) {
        int64_t at = result->rank[i] - 1;
        int32_t match = result->match[i];
        if (at < 0 || at >= n || order[at] >= 0 ||
            (summary->target.points.data && match >= summary->target.points.rows))
            return 0;
        order[at] = i;
        values[ID * n + at] = side_row(&summary->source, i);
        values[LABEL * n + at] = result->label[i] > 0;
        values[SCORE * n + at] = result->score[i];
        values[SHARE * n + at] = result->share[i];
        values[RANK * n + at] = result->rank[i];
        values[MATCH * n + at] = match < 0 ? NAN : side_row(&summary->target, match);
        values[MATCH_COST * n + at] = result->match_cost[i];
        values[FIRM * n + at] = sensitivity ? sensitivity->is_firm[i] : NAN;
        values[PROBABILITY * n + at] = calibration ? calibration->probability[i] : NAN;
    }
    return 1;
}

/* What positives are called, by rank; NULL for rows without a match. */
static void name_matches(const parot_summary *summary, const int64_t *order, const char **matches)
{
    const parot_pu_result *result = summary->of.pu.result;
    for (int64_t at = 0; at < result->count; at++) {
        int32_t match = result->match[order[at]];
        matches[at] = match < 0 ? NULL : side_id(&summary->target, match);
    }
}

static void show_rows(struct telling *telling, const parot_summary *summary, const int64_t *order,
                      parot_report_column columns[COLUMNS])
{
    int64_t n = summary->of.pu.result->count;
    const char **matches = malloc((size_t)(n > 0 ? n : 1) * sizeof *matches);
    if (!matches) {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
        return;
    }
    if (summary->target.id) {
        name_matches(summary, order, matches);
        columns[MATCH].number = NULL;
        columns[MATCH].text = matches;
    }
    int count = PROBABILITY;
    if (summary->of.pu.calibration)
        count++;
    if (summary->of.pu.sensitivity)
        columns[count++] = columns[FIRM];
    tell_rows(telling, &summary->source, n, order, columns, count);
    free(matches);
}

void pu_rows(struct telling *telling, const parot_summary *summary)
{
    int64_t n = summary->of.pu.result->count;
    double *values = malloc((size_t)(n > 0 ? n : 1) * COLUMNS * sizeof *values);
    int64_t *order = malloc((size_t)(n > 0 ? n : 1) * sizeof *order);
    parot_report_column columns[COLUMNS] = {
        {.name = "id", .help = "of the unlabeled row", .digits = 15},
        {.name = "label", .help = "1: positive"},
        {.name = "score", .help = "0 to 1, larger is more positive", .digits = 4},
        {.name = "share", .help = "fraction of the row that transport moved", .digits = 4},
        {.name = "rank", .help = "1: the most positive row", .digits = 15},
        {.name = "match", .help = "the positive that got most of the row", .digits = 15},
        {.name = "match_cost", .help = "its distance", .digits = 5},
        {.name = "probability", .help = "of being positive, by hidden positives", .digits = 3},
        {.name = "firm", .help = "1: the label is the same for all priors that the data allow"}};
    for (int k = 0; k < COLUMNS; k++)
        columns[k].number = values + k * n;
    if (!values || !order)
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
    else if (!fill_rows(summary, order, values))
        tell_failure(telling, PAROT_EINVAL,
                     "result: each row needs a rank of its own, and a match among the positives");
    else
        show_rows(telling, summary, order, columns);
    free(values);
    free(order);
}
