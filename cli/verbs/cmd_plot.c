/* cmd_plot.c - `parot plot`: figures of saved results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/plot_request.h"
#include "say/document.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot plot",
    .operands = "RESULT... [SOURCE TARGET] -o FILE [OPTION...]",
    .purpose = "draw figures of saved results",
    .epilogue = "RESULT is what partial, curve, gromov or pu wrote with -o. FILE is .svg, .pdf\n"
                "or .png. What is drawn, unless --kind says otherwise:\n"
                "  a plan (.json, .npz)    with SOURCE and TARGET, the files it was made from:\n"
                "                          clouds and a line for each pair; else the matrix\n"
                "  a curve (.json, .csv)   cost and price of every mass, with the elbow\n"
                "  labels of pu (.csv)     with POSITIVES and UNLABELED, the files they were\n"
                "                          made from: clouds with labels; else the scores\n"
                "More than two coordinates are projected. If there are too many points to be\n"
                "seen, only some are drawn, and the figure says so. Several results, or several\n"
                "kinds, are put side by side.\n\n"
                "Kinds: clouds, plan, curve, history (objective and gap of each start of gromov,\n"
                "from .json), scores, confusion and truth (the last two need --truth).\n\n"
                "Examples:\n"
                "  parot plot plan.npz a.csv b.csv -o plan.svg\n"
                "  parot plot plan.json --kind plan,history -o search.pdf\n"
                "  parot plot labels.csv good.csv all.csv --truth kind -o labels.png\n\n"
                "Exit: 0 drawn, 1 failed, 2 usage.\n"};

/* ---- Reading ------------------------------------------------------------ */

/* As `pu --plot` draws them: one picture, whoever makes it. */
static enum outcome scale_tables(struct plot_job *job)
{
    struct pu_request request = job->request;
    struct pu_figure figure = {.tables = &job->tables};
    parot_pu_options options;
    request.method = NULL;
    TRY(pu_request_read(&request, &options));
    TRY(pu_figure_scale(&figure, &options, &job->args, &job->scaled));
    job->is_scaled = figure.scaled != NULL;
    return SOLVED;
}

/* The files that labels were made from; with different columns, which only gromov can use, they
 * are drawn side by side. */
static enum outcome read_labelled(struct plot_job *job, const char **paths)
{
    static char method[] = "gromov";
    struct args rest = {.operands = paths, .count = 2};
    job->request.method = method;
    TRY(pu_tables_check(&job->request, &rest));
    TRY(pu_tables_read(&job->tables, &job->request, &rest));
    return scale_tables(job);
}

static enum outcome read_points(struct plot_job *job)
{
    const char **paths = job->args.operands + job->result_count;
    const struct points_request request = {
        .id = job->request.id, .scale = job->request.scale, .features = job->request.features};
    const struct points_bond bond = {NULL, 1, 0, job->args.run.seed};
    if (!job->has_points)
        return SOLVED;
    if (job->results[0].kind == INPUT_LABELS)
        return read_labelled(job, paths);
    if (job->request.truth)
        return refuse(MISUSED,
                      "--truth: applies only to labels of `parot pu`; %s does not hold any",
                      job->results[0].path);
    TRY(features_check(&request.features));
    TRY(paths_check_streams(paths, 2));
    job->tables.unlabeled.path = paths[0];
    job->tables.positive.path = paths[1];
    return points_read(&job->tables.unlabeled, &job->tables.positive, &request, &bond);
}

/* The place of a row of the file among those that are used, which ascend; -1: it is not. */
static int64_t place_of_row(const parot_features *sample, int64_t row)
{
    int64_t low = 0, high = sample->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (sample->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sample->count && sample->row[low] == row ? low : -1;
}

/* Matches by their ids, or by their numbers where there are none: place[k] is a row of the file of
 * positives, or -1. Both lists are names of columns to the library. */
static enum outcome find_matches(const struct plot_job *job, const struct plot_input *input,
                                 int64_t *place)
{
    const char *const *ids = job->tables.positive.id;
    int64_t count = job->tables.positive.frame.rows;
    parot_frame wanted = {.cols = input->pairs, .has_names = 1};
    parot_frame known = {.cols = ids ? count : 0, .has_names = 1};
    parot_error err = {0};
    wanted.columns = calloc((size_t)wanted.cols + 1, sizeof *wanted.columns);
    known.columns = calloc((size_t)known.cols + 1, sizeof *known.columns);
    parot_status status = wanted.columns && known.columns ? PAROT_OK : PAROT_ENOMEM;
    for (int64_t k = 0; status == PAROT_OK && k < wanted.cols; k++)
        wanted.columns[k].name = (char *)(uintptr_t)input->match_id[k]; /* only read */
    for (int64_t j = 0; status == PAROT_OK && j < known.cols; j++)
        known.columns[j].name = (char *)(uintptr_t)ids[j];
    if (status == PAROT_OK)
        status = parot_frame_match(&wanted, &known, place, &err);
    for (int64_t k = 0; status == PAROT_OK && !ids && k < wanted.cols; k++) {
        double number = -1;
        place[k] = number_parse(input->match_id[k], &number) ? (int64_t)number : -1;
    }
    free(wanted.columns);
    free(known.columns);
    return status == PAROT_OK ? SOLVED : refuse(FAILED, "%s: out of memory", input->path);
}

static enum outcome resolve_matches(const struct plot_job *job, struct plot_input *input)
{
    if (!input->match_id || input->pairs == 0)
        return SOLVED;
    int64_t *place = malloc((size_t)input->pairs * sizeof *place);
    enum outcome outcome =
        place ? find_matches(job, input, place) : refuse(FAILED, "%s: out of memory", input->path);
    for (int64_t k = 0; outcome == SOLVED && k < input->pairs; k++) {
        input->match[k] = place[k] >= 0 && place[k] <= INT32_MAX ? (int32_t)place[k] : -1;
        if (input->match[k] < 0)
            outcome =
                refuse(FAILED, "%s: %s has no row '%.40s'; give the --id that parot pu was given",
                       input->path, path_label(job->tables.positive.path), input->match_id[k]);
    }
    free(place);
    return outcome;
}

/* The pairs of a file of labels, as a plan; its rows are the unlabeled ones. */
static enum outcome match_labels(struct plot_job *job, int r)
{
    struct plot_input *input = &job->results[r];
    int64_t rows = job->tables.unlabeled.table.rows, cols = job->tables.positive.table.rows;
    if (!job->has_points)
        return SOLVED;
    if (rows != input->count)
        return refuse(FAILED,
                      "%s has %lld labels, %s %lld rows; these are not the files it was made "
                      "from (POSITIVES come first, then UNLABELED)",
                      input->path, (long long)input->count, path_label(job->tables.unlabeled.path),
                      (long long)rows);
    TRY(resolve_matches(job, input));
    for (int64_t k = 0; k < input->pairs; k++) {
        int64_t place = place_of_row(&job->tables.positive, input->match[k]);
        if (place < 0)
            return refuse(FAILED, "%s: row %d is matched with positive %d, but %s has %lld rows",
                          input->path, (int)input->row[k], (int)input->match[k],
                          path_label(job->tables.positive.path), (long long)cols);
        input->match[k] = (int32_t)place;
    }
    job->match[r] = (parot_plan){rows, cols, input->pairs, input->row, input->match, input->share};
    return SOLVED;
}

static enum outcome check_plan(const struct plot_job *job, int r)
{
    const parot_plan *plan = &job->results[r].result.transport.plan;
    int64_t n = job->tables.unlabeled.table.rows, m = job->tables.positive.table.rows;
    if (!job->has_points || (plan->rows == n && plan->cols == m))
        return SOLVED;
    return refuse(FAILED,
                  "%s is a plan for %lld x %lld, the files have %lld and %lld rows; these are not "
                  "the files it was made from",
                  job->results[r].path, (long long)plan->rows, (long long)plan->cols, (long long)n,
                  (long long)m);
}

static int usual_kind(const struct plot_job *job, int r)
{
    switch (job->results[r].kind) {
    case INPUT_CURVE:
        return PAROT_PANEL_KIND_CURVE;
    case INPUT_RESULT:
        return job->has_points ? PAROT_PANEL_KIND_CLOUDS : PAROT_PANEL_KIND_PLAN;
    case INPUT_LABELS:
        break;
    }
    return job->has_points ? PAROT_PANEL_KIND_CLOUDS : PAROT_PANEL_KIND_SCORES;
}

static int wants_plan(const struct plot_job *job)
{
    int wants = job->kind_count == 0 && usual_kind(job, 0) == PAROT_PANEL_KIND_PLAN;
    for (int k = 0; k < job->kind_count; k++)
        wants = wants || job->kinds[k] == PAROT_PANEL_KIND_PLAN;
    return wants;
}

/* --fold is about the tables of pu; --p and --q about the matrix of a plan. */
static enum outcome check_kind_options(const struct plot_job *job)
{
    const struct plot_input *input = &job->results[0];
    const char *option = job->request.fold ? "fold" : NULL;
    if (option && input->kind != INPUT_LABELS)
        return refuse(MISUSED, "--%s: applies only to labels of `parot pu`; %s does not hold any",
                      option, input->path);
    if ((job->p_text || job->q_text) && input->kind == INPUT_RESULT && !wants_plan(job))
        return refuse(
            MISUSED,
            "--%s: applies only to the matrix of a plan, --kind plan; clouds do not show it",
            job->p_text ? "p" : "q");
    return SOLVED;
}

/* The strips beside a plan show what its weights leave: these are not in its file. */
static enum outcome read_weights(struct plot_job *job)
{
    const struct plot_input *input = &job->results[0];
    const parot_plan *plan = &input->result.transport.plan;
    double total = 0;
    if (input->kind != INPUT_RESULT && (job->p_text || job->q_text))
        return refuse(MISUSED, "--%s: applies only to plans; %s is not one",
                      job->p_text ? "p" : "q", input->path);
    if (input->kind != INPUT_RESULT)
        return SOLVED;
    if (job->p_text)
        TRY(weights_read(&job->p, &job->request.features, job->p_text, plan->rows, "source"));
    if (job->q_text)
        TRY(weights_read(&job->q, &job->request.features, job->q_text, plan->cols, "target"));
    for (int64_t k = 0; k < plan->count; k++)
        total += plan->mass[k];
    if (total > 1 + 1e-9 && !(job->p_text && job->q_text) && wants_plan(job))
        return refuse(
            FAILED,
            "%s moves a mass of %.6g, more than uniform weights of total 1 have; give the "
            "weights it was made with, --p FILE and --q FILE",
            input->path, total);
    return SOLVED;
}

static enum outcome read_all(struct plot_job *job)
{
    for (int r = 0; r < job->result_count; r++) {
        TRY(plot_input_read(&job->results[r], job->args.operands[r]));
        if ((job->results[r].kind == INPUT_LABELS) != (job->results[0].kind == INPUT_LABELS))
            return refuse(FAILED, "%s holds labels, %s does not; draw them separately",
                          job->results[job->results[0].kind == INPUT_LABELS ? 0 : r].path,
                          job->results[job->results[0].kind == INPUT_LABELS ? r : 0].path);
    }
    if (job->mass_text && job->results[0].kind != INPUT_CURVE)
        return refuse(MISUSED, "--mass: applies only to curves of `parot curve`; %s is not one",
                      job->results[0].path);
    TRY(check_kind_options(job));
    TRY(read_points(job));
    TRY(read_weights(job));
    for (int r = 0; r < job->result_count; r++) {
        if (job->results[r].kind == INPUT_LABELS)
            TRY(match_labels(job, r));
        if (job->results[r].kind == INPUT_RESULT)
            TRY(check_plan(job, r));
    }
    return SOLVED;
}

/* ---- Panels ------------------------------------------------------------- */

static enum outcome refuse_kind(const struct plot_input *input, const char *wants)
{
    return refuse(FAILED, "--kind: %s has nothing to show of that kind: %s", input->path, wants);
}

static enum outcome add_of_labels(struct plot_job *job, int r, int kind, parot_panel *panel)
{
    const struct plot_input *input = &job->results[r];
    const struct pu_figure figure = {&job->tables,
                                     input->count,
                                     input->label,
                                     job->tables.truth,
                                     input->score,
                                     input->pairs > 0 ? &job->match[r] : NULL,
                                     job->is_scaled ? &job->scaled : NULL};
    if ((kind == PAROT_PANEL_KIND_CLOUDS || kind == FIGURE_TRUTH) && !job->has_points)
        return refuse_kind(input, "clouds need the files POSITIVES and UNLABELED");
    if ((kind == PAROT_PANEL_KIND_CONFUSION || kind == FIGURE_TRUTH) && !job->tables.truth)
        return refuse_kind(input, "it needs --truth");
    if (kind == PAROT_PANEL_KIND_CLOUDS)
        *panel = pu_figure_clouds(&figure);
    else if (kind == FIGURE_TRUTH)
        *panel = pu_figure_truth(&figure);
    else if (kind == PAROT_PANEL_KIND_SCORES)
        *panel = pu_figure_scores(&figure);
    else if (kind == PAROT_PANEL_KIND_CONFUSION)
        *panel = pu_figure_confusion(&figure);
    else
        return refuse_kind(input, "labels can be drawn as clouds, scores, confusion or truth");
    return SOLVED;
}

static enum outcome add_of_plan(struct plot_job *job, int r, int kind, parot_panel *panel)
{
    const struct plot_input *input = &job->results[r];
    const parot_plan *plan = &input->result.transport.plan;
    if (kind == PAROT_PANEL_KIND_CLOUDS && !job->has_points)
        return refuse_kind(input, "clouds need the files SOURCE and TARGET");
    if (kind == PAROT_PANEL_KIND_CLOUDS)
        *panel = figure_clouds(&job->tables.unlabeled, &job->tables.positive, plan);
    else if (kind == PAROT_PANEL_KIND_PLAN)
        *panel = figure_plan(plan, job->p.values, job->q.values);
    else if (kind == PAROT_PANEL_KIND_HISTORY)
        *panel = figure_history(&job->history[r], &input->result);
    else
        return refuse_kind(input, "a plan can be drawn as clouds, plan or history");
    if (kind == PAROT_PANEL_KIND_HISTORY && panel->of.history.count == 0)
        return refuse_kind(input, "the record of starts is in the .json of `parot gromov -o`");
    return SOLVED;
}

static enum outcome add_of_curve(struct plot_job *job, int r, int kind, parot_panel *panel)
{
    const parot_curve *curve = &job->results[r].curve;
    double last = curve->mass[curve->count - 1];
    if (kind != PAROT_PANEL_KIND_CURVE)
        return refuse_kind(&job->results[r], "a curve can be drawn only as a curve");
    if (job->mass > last)
        return refuse(FAILED, "--mass %s: %s ends at mass %.6g", job->mass_text,
                      job->results[r].path, last);
    panel->kind = PAROT_PANEL_KIND_CURVE;
    panel->of.curve = (parot_plot_curve){curve, job->mass};
    return SOLVED;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The truth is the same for all results, and shown once. A result among others is known by its
 * file. */
static enum outcome add_panel(struct plot_job *job, int r, int kind)
{
    parot_panel *panel = &job->panels[job->panel_count];
    enum outcome outcome = SOLVED;
    if (kind == FIGURE_TRUTH && r > 0)
        return SOLVED;
    if (job->panel_count == MOST_PANELS)
        return refuse(MISUSED, "at most %d panels on a sheet", MOST_PANELS);
    if (job->results[r].kind == INPUT_LABELS)
        outcome = add_of_labels(job, r, kind, panel);
    else if (job->results[r].kind == INPUT_RESULT)
        outcome = add_of_plan(job, r, kind, panel);
    else
        outcome = add_of_curve(job, r, kind, panel);
    if (job->result_count > 1 && kind != FIGURE_TRUTH)
        panel->title = base_name(job->results[r].path);
    job->panel_count++;
    return outcome;
}

static enum outcome add_panels(struct plot_job *job)
{
    for (int r = 0; r < job->result_count; r++) {
        for (int k = 0; k < job->kind_count; k++)
            TRY(add_panel(job, r, job->kinds[k]));
        if (job->kind_count == 0)
            TRY(add_panel(job, r, usual_kind(job, r)));
    }
    return SOLVED;
}

static enum outcome print_json(const struct plot_job *job)
{
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    parot_json_text(json, "output", job->args.output);
    parot_json_list(json, "panels");
    for (int k = 0; k < job->panel_count; k++)
        parot_json_text(json, NULL, parot_panel_kind_name(job->panels[k].kind));
    parot_json_end(json);
    if (job->is_scaled)
        parot_json_text(json, "scale", parot_scale_name(job->scaled.scale));
    return document_print(json);
}

/* Works. */
static enum outcome run(struct plot_job *job)
{
    parot_error err = {0};
    TRY(plot_request_check(job));
    TRY(read_all(job));
    TRY(add_panels(job));
    job->sheet.panels = job->panels;
    job->sheet.count = job->panel_count;
    job->sheet.columns = job->panel_count > 4 ? 3 : 0;
    job->sheet.title = job->title;
    output_begin(job->args.output);
    if (parot_sheet_write(job->args.output, &job->sheet, job->args.force, &err) != PAROT_OK)
        return refuse_status(&err);
    if (job->args.json)
        return print_json(job);
    progress_close();
    if (!job->args.quiet)
        figure_tell(stdout, job->args.output);
    return SOLVED;
}

/* Owns. */
enum outcome cmd_plot(const char **argv)
{
    static struct plot_job job; /* panels and histories are large */
    job = (struct plot_job){0};
    struct option own[] = {
        {"kind", 0, &job.kind, NULL, "LIST",
         "what to draw, one or more of {}, separated by commas"},
        {"title", 0, &job.title, NULL, "TEXT", "title above the figure"},
        {"size", 0, &job.size, NULL, "WxH",
         "size of the figure in 1/96 inch; a .png has two pixels for each"},
        {"mass", 0, &job.mass_text, NULL, "M", "mark this mass on a curve"},
        {"p", 0, &job.p_text, NULL, "FILE",
         "weights of the source of a plan (uniform, of total 1)"},
        {"q", 0, &job.q_text, NULL, "FILE", "weights of its target (uniform, of total 1)"}};
    struct option points[] = {
        {"truth", 0, &job.request.truth, NULL, "COL",
         "true labels: a column of UNLABELED, or a file"},
        {"positive", 0, &job.request.positive_value, NULL, "V", "its value for positives (1)"},
        {"scale", 0, &job.request.scale, NULL, "S",
         "how to scale columns, as for the result; auto for labels of more than two columns"},
        {"fold", 0, &job.request.fold, NULL, "K", "add up K blocks of columns, as for pu"}};
    struct option columns[1 + FEATURE_OPTIONS] = {
        {"id", 0, &job.request.id, NULL, "COL", "column that names rows and is not a coordinate"}};
    struct option_group groups[] = {{"Figure:", own, 6},
                                    {"Points of labels:", points, 4},
                                    {"Columns of points:", columns, 1 + FEATURE_OPTIONS}};
    feature_options(&job.request.features, columns + 1);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 3, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    for (int r = 0; r < MOST_RESULTS; r++)
        plot_input_free(&job.results[r]);
    pu_tables_free(&job.tables);
    parot_pu_scaled_free(&job.scaled);
    weights_free(&job.p);
    weights_free(&job.q);
    args_free(&job.args);
    return outcome;
}
