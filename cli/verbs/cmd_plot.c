/* cmd_plot.c - `parot plot`: figures of saved results. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/plot_input.h"
#include "input/stated_problem.h"
#include "pu/pu_files.h"
#include "say/document.h"
#include "say/told.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "verbs/verbs.h"

enum { MOST_RESULTS = 8, MOST_PANELS = 32, MOST_KINDS = 8 };

struct job {
    struct args args;
    struct pu_request request; /* what columns of the points mean */
    const char *kind, *title;
    double size[2];
    const char *p_text, *q_text;
    struct weights p, q; /* of plans */
    double mass;         /* to mark on a curve; NAN: none */
    int kinds[MOST_KINDS], kind_count;
    parot_sheet sheet;
    struct plot_input results[MOST_RESULTS];
    int result_count;
    int has_points;
    struct pu_tables tables;              /* positives are the target, unlabeled rows the source */
    parot_pu_result labels[MOST_RESULTS]; /* that files of labels hold; their pairs as a plan */
    parot_panels drawn[MOST_RESULTS][2];  /* as the verbs draw them; without points, with points */
    parot_panel panels[MOST_PANELS];
    int panel_count;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("kind", struct job, kind, "LIST", FIGURES,
                 "what to draw, one or more of {}, separated by commas"),
    TEXT_OPTION("title", struct job, title, "TEXT", "title above the figure"),
    CHOICE_OPTION("theme", struct job, sheet.theme, "T", THEMES,
                  "paper, {}; auto: a .svg follows its reader"),
    {.name = "size",
     .type = OPTION_EXTENT,
     .to = offsetof(struct job, size),
     .unit = "WxH",
     .least = LEAST_FIGURE,
     .most = MOST_FIGURE,
     .help = "size of the figure in 1/96 inch, or its width alone; a .png has two pixels for each"},
    SIZE_OPTION("mass", struct job, mass, "M", "mark this mass on a curve"),
    TEXT_OPTION("p", struct job, p_text, "FILE",
                "weights of the source of a plan (uniform, of total 1)"),
    TEXT_OPTION("q", struct job, q_text, "FILE", "weights of its target (uniform, of total 1)"),
    {0}};

static const struct option LABEL_OPTIONS[] = {
    TEXT_OPTION("truth", struct job, request.features.options.aside, "COL",
                "true labels: a column of UNLABELED, or a file"),
    TEXT_OPTION("positive", struct job, request.features.options.positive, "V",
                "its value for positives (1)"),
    CHOICE_OPTION("scale", struct job, request.options.scale, "S", SCALES,
                  "how to scale columns, as for the result; auto for labels of more than two "
                  "columns"),
    COUNT_OPTION("fold", struct job, request.fold, "K", 1, INT32_MAX,
                 "add up K blocks of columns, as for pu"),
    COUNT_OPTION("pca", struct job, request.options.pca, "K", 1, INT32_MAX,
                 "keep K principal axes of the columns, as for pu"),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    parot_pu_options_init(&job->request.options);
    job->mass = NAN;
}

/* ---- Before reading ----------------------------------------------------- */

static enum outcome read_kinds(struct job *job)
{
    for (const char *text = job->kind; text;) {
        char word[32];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (job->kind_count == MOST_KINDS)
            return refuse(MISUSED, "--kind: at most %d kinds", MOST_KINDS);
        TRY(choice_read("--kind", word, &FIGURES, &job->kinds[job->kind_count++]));
        text = text[length] ? text + length + 1 : NULL;
    }
    return SOLVED;
}

/* Options about points say nothing where there are none. */
static enum outcome check_points_options(const struct job *job)
{
    const struct args *args = &job->args;
    const char *option = args_text(args, "scale")  ? "scale"
                         : args_text(args, "fold") ? "fold"
                         : args_text(args, "pca")  ? "pca"
                                                   : args_given(args, POINTS_OPTIONS);
    if (args_text(args, "truth") && !job->has_points)
        return refuse(MISUSED, "--truth: needs the files POSITIVES and UNLABELED after the labels");
    if (option && !job->has_points)
        return refuse(MISUSED,
                      "--%s: applies only to points; give the two files of points after RESULT",
                      option);
    if (args_text(args, "positive") && !args_text(args, "truth"))
        return refuse(MISUSED, "--positive %s: is a value in the column of --truth; give that too",
                      args_text(args, "positive"));
    return SOLVED;
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    if (args->count < 1)
        return refuse(MISUSED,
                      "which result? Give the file that partial, curve, gromov or pu wrote "
                      "with -o");
    if (args->count == 2)
        return refuse(MISUSED, "after RESULT come both files of points, or none; got one");
    if (!args->output)
        return refuse(MISUSED, "where to? Give -o FILE.svg, .pdf or .png; -o - is SVG on standard "
                               "output");
    job->has_points = args->count >= 3;
    job->result_count = job->has_points ? args->count - 2 : 1;
    if (job->result_count > MOST_RESULTS)
        return refuse(MISUSED, "at most %d results side by side; got %d", MOST_RESULTS,
                      job->result_count);
    TRY(check_points_options(job));
    TRY(read_kinds(job));
    return args_check_outputs(args, ".svg .pdf .png");
}

/* ---- Reading ------------------------------------------------------------ */

/* What there is to note about the columns was noted when the result was made. Files that labels
 * were made from may have different columns, which only gromov can use: they are drawn side by
 * side. */
static enum outcome read_points(struct job *job)
{
    const char **paths = job->args.operands + job->result_count;
    const struct points_request request = {
        .features = job->request.features,
        .scale = args_text(&job->args, "scale") ? job->request.options.scale : PAROT_SCALE_NONE};
    if (!job->has_points)
        return SOLVED;
    speak_quietly(1);
    if (job->results[0].kind == INPUT_LABELS) {
        struct args rest = {.operands = paths, .count = 2};
        struct pu_request apart = job->request;
        apart.options.method = PAROT_PU_METHOD_GROMOV;
        TRY(pu_tables_check(&apart, &rest));
        return pu_tables_read(&job->tables, &apart, &rest);
    }
    if (args_text(&job->args, "truth"))
        return refuse(MISUSED,
                      "--truth: applies only to labels of `parot pu`; %s does not hold any",
                      job->results[0].path);
    TRY(paths_check_streams(paths, 2));
    job->tables.unlabeled.path = paths[0];
    job->tables.positive.path = paths[1];
    return points_read(&job->tables.unlabeled, &job->tables.positive, &request, &job->args, NULL);
}

static enum outcome check_plan(const struct job *job, int r)
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

static int usual_kind(const struct job *job, int r)
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

static int wants_plan(const struct job *job)
{
    int wants = job->kind_count == 0 && usual_kind(job, 0) == PAROT_PANEL_KIND_PLAN;
    for (int k = 0; k < job->kind_count; k++)
        wants = wants || job->kinds[k] == PAROT_PANEL_KIND_PLAN;
    return wants;
}

/* --fold and --pca are about the tables of pu; --p and --q about the matrix of a plan. */
static enum outcome check_kind_options(const struct job *job)
{
    const struct plot_input *input = &job->results[0];
    if ((job->request.fold || job->request.options.pca) && input->kind != INPUT_LABELS)
        return refuse(MISUSED, "--%s: applies only to labels of `parot pu`; %s does not hold any",
                      job->request.fold ? "fold" : "pca", input->path);
    if ((job->p_text || job->q_text) && input->kind == INPUT_RESULT && !wants_plan(job))
        return refuse(
            MISUSED,
            "--%s: applies only to the matrix of a plan, --kind plan; clouds do not show it",
            job->p_text ? "p" : "q");
    return SOLVED;
}

/* The strips beside a plan show what its weights leave: these are not in its file. */
static enum outcome read_weights(struct job *job)
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

static enum outcome read_all(struct job *job)
{
    parot_error err = {0};
    for (int r = 0; r < job->result_count; r++) {
        TRY(plot_input_read(&job->results[r], job->args.operands[r]));
        if ((job->results[r].kind == INPUT_LABELS) != (job->results[0].kind == INPUT_LABELS))
            return refuse(FAILED, "%s holds labels, %s does not; draw them separately",
                          job->results[job->results[0].kind == INPUT_LABELS ? 0 : r].path,
                          job->results[job->results[0].kind == INPUT_LABELS ? r : 0].path);
    }
    if (!isnan(job->mass) && job->results[0].kind != INPUT_CURVE)
        return refuse(MISUSED, "--mass: applies only to curves of `parot curve`; %s is not one",
                      job->results[0].path);
    TRY(check_kind_options(job));
    TRY(read_points(job));
    TRY(read_weights(job));
    for (int r = 0; r < job->result_count; r++) {
        if (job->results[r].kind == INPUT_LABELS && job->has_points)
            TRY(outcome_of(parot_labels_match(&job->results[r].labels, job->results[r].path,
                                              &job->tables.unlabeled, &job->tables.positive, &err),
                           &err));
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

/* What the verb that made a result would draw, with the points or without them: one picture,
 * whoever makes it. NULL: it has none of that kind. */
static enum outcome find_panel(struct job *job, int r, parot_panel_kind kind, int with_points,
                               const parot_panel **panel)
{
    const struct plot_input *input = &job->results[r];
    const parot_gromov_problem weights = {.p = job->p.values, .q = job->q.values};
    parot_pu_result *labels = &job->labels[r];
    parot_summary summary = {.kind = PAROT_SUMMARY_KIND_GROMOV, .run = &job->args.run};
    parot_panels *drawn = &job->drawn[r][with_points];
    parot_error err = {0};
    if (with_points) {
        summary.source = told_side(&job->tables.unlabeled);
        summary.target = told_side(&job->tables.positive);
    }
    summary.of.gromov = (parot_summary_gromov){.problem = &weights, .result = &input->result};
    if (input->kind == INPUT_LABELS) {
        summary.kind = PAROT_SUMMARY_KIND_PU;
        labels->count = input->labels.count;
        labels->label = input->labels.label;
        labels->score = input->labels.score;
        if (with_points)
            labels->transport.plan = (parot_plan){
                summary.source.points.rows, summary.target.points.rows, input->labels.pairs,
                input->labels.row,          input->labels.col,          input->labels.share};
        job->request.options.is_apart = job->tables.is_apart;
        summary.of.pu = (parot_summary_pu){
            .options = &job->request.options, .result = labels, .truth = job->tables.truth};
    }
    if (!drawn->owner)
        TRY(outcome_of(parot_summary_panels(&summary, drawn, &err), &err));
    *panel = NULL;
    for (int64_t k = 0; k < drawn->count; k++)
        if (drawn->panel[k].kind == kind)
            *panel = &drawn->panel[k];
    return SOLVED;
}

static enum outcome add_of_labels(struct job *job, int r, int kind, parot_panel *panel)
{
    const struct plot_input *input = &job->results[r];
    int is_cloud = kind == PAROT_PANEL_KIND_CLOUDS || kind == FIGURE_TRUTH;
    const parot_panel *found = NULL;
    if (is_cloud && !job->has_points)
        return refuse_kind(input, "clouds need the files POSITIVES and UNLABELED");
    if ((kind == PAROT_PANEL_KIND_CONFUSION || kind == FIGURE_TRUTH) && !job->tables.truth)
        return refuse_kind(input, "it needs --truth");
    TRY(find_panel(job, r, is_cloud ? PAROT_PANEL_KIND_CLOUDS : (parot_panel_kind)kind,
                   job->has_points, &found));
    if (!found)
        return refuse_kind(input, "labels can be drawn as clouds, scores, confusion or truth");
    *panel = *found;
    if (kind == FIGURE_TRUTH) {
        panel->title = "The truth";
        panel->of.clouds.label = NULL;
        panel->of.clouds.plan = NULL;
    }
    return SOLVED;
}

static enum outcome add_of_plan(struct job *job, int r, int kind, parot_panel *panel)
{
    const struct plot_input *input = &job->results[r];
    const parot_panel *found = NULL;
    if (kind == PAROT_PANEL_KIND_CLOUDS && !job->has_points)
        return refuse_kind(input, "clouds need the files SOURCE and TARGET");
    if (kind != PAROT_PANEL_KIND_CLOUDS && kind != PAROT_PANEL_KIND_PLAN &&
        kind != PAROT_PANEL_KIND_HISTORY)
        return refuse_kind(input, "a plan can be drawn as clouds, plan or history");
    TRY(find_panel(job, r, (parot_panel_kind)kind, kind == PAROT_PANEL_KIND_CLOUDS, &found));
    if (!found)
        return refuse_kind(input, "the record of starts is in the .json of `parot gromov -o`");
    *panel = *found;
    return SOLVED;
}

static enum outcome add_of_curve(struct job *job, int r, int kind, parot_panel *panel)
{
    const parot_curve *curve = &job->results[r].curve;
    double last = curve->mass[curve->count - 1];
    if (kind != PAROT_PANEL_KIND_CURVE)
        return refuse_kind(&job->results[r], "a curve can be drawn only as a curve");
    if (job->mass > last)
        return refuse(FAILED, "--mass %s: %s ends at mass %.6g", args_text(&job->args, "mass"),
                      job->results[r].path, last);
    panel->kind = PAROT_PANEL_KIND_CURVE;
    panel->of.curve = (parot_plot_curve){curve, job->mass};
    return SOLVED;
}

/* The truth is the same for all results, and shown once. A result among others is known by its
 * file. */
static enum outcome add_panel(struct job *job, int r, int kind)
{
    parot_panel *panel = &job->panels[job->panel_count];
    const char *slash = strrchr(job->results[r].path, '/');
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
        panel->title = slash ? slash + 1 : job->results[r].path;
    job->panel_count++;
    return outcome;
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    parot_json_text(json, "output", job->args.output);
    parot_json_list(json, "panels");
    for (int k = 0; k < job->panel_count; k++)
        parot_json_text(json, NULL, parot_panel_kind_name(job->panels[k].kind));
    parot_json_end(json);
    if (job->drawn[0][1].scale)
        parot_json_text(json, "scale", job->drawn[0][1].scale);
    return document_print(json);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    const struct args *args = &job->args;
    parot_error err = {0};
    TRY(check_request(job));
    TRY(read_all(job));
    for (int r = 0; r < job->result_count; r++) {
        for (int k = 0; k < job->kind_count; k++)
            TRY(add_panel(job, r, job->kinds[k]));
        if (job->kind_count == 0)
            TRY(add_panel(job, r, usual_kind(job, r)));
    }
    job->sheet.panels = job->panels;
    job->sheet.count = job->panel_count;
    job->sheet.columns = job->panel_count > 4 && !(job->size[0] > 0) ? 3 : 0;
    job->sheet.width = job->size[0];
    job->sheet.height = job->size[1];
    job->sheet.title = job->title;
    output_begin(args->output);
    TRY(outcome_of(parot_sheet_write(args->output, &job->sheet, args->force, &err), &err));
    if (args->json)
        return print_json(job);
    if (!args->quiet && !output_is_stdout(args->output))
        printf("Figure written to %s.\n", args->output);
    return SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    for (int r = 0; r < MOST_RESULTS; r++) {
        plot_input_free(&job->results[r]);
        parot_panels_free(&job->drawn[r][0]);
        parot_panels_free(&job->drawn[r][1]);
    }
    pu_tables_free(&job->tables);
    weights_free(&job->p);
    weights_free(&job->q);
}

const struct verb VERB_PLOT = {
    .name = "plot",
    .brief = "draw figures of saved results",
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
                "Kinds: clouds, plan, curve, history (objective and stationarity of each start\n"
                "of gromov, from .json), scores, confusion and truth (the last two need\n"
                "--truth).\n\n"
                "Examples:\n"
                "  parot plot plan.npz a.csv b.csv -o plan.svg\n"
                "  parot plot plan.json --kind plan,history -o search.pdf\n"
                "  parot plot labels.csv good.csv all.csv --truth kind -o labels.png\n\n"
                "Exit: 0 drawn, 1 failed, 2 usage.\n",
    .groups = {{"Figure:", OPTIONS, 0},
               {"Points of labels:", LABEL_OPTIONS, 0},
               {"Columns of points:", POINTS_OPTIONS, offsetof(struct job, request.features)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
