/* cmd_register.c - `parot register`: moves one cloud of points onto another. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/rescaled.h"
#include "input/stated_problem.h"
#include "say/document.h"
#include "say/figure.h"
#include "say/named_rows.h"
#include "say/plan_html.h"
#include "say/transform.h"
#include "say/verdict.h"
#include "shell/args.h"
#include "shell/choice.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot register",
    .operands = "SOURCE TARGET --overlap S|auto [OPTION...]",
    .purpose = "move one cloud of points onto another that it overlaps in part",
    .epilogue = "SOURCE and TARGET hold one point per row; columns are matched by name. The\n"
                "fraction S of the smaller cloud has partners in the other. Two steps alternate:\n"
                "partial transport finds the partners, and a closed form finds the transform\n"
                "that fits them best. This is done from several starts, and the lowest sum of\n"
                "squared distances wins. auto takes S from the elbow of the cost curve.\n"
                "Reflections are not considered.\n\n"
                "-o FILE gets the moved SOURCE (.csv, .tsv, .npy), --matrix FILE the transform\n"
                "(.json, or the matrix that maps (x, 1) to (y, 1) as .csv, .tsv or .npy),\n"
                "--inliers FILE a table row,match,distance (-1 and inf: no partner). The plan is\n"
                "proved optimal for the transform; the transform itself is not proved optimal.\n\n"
                "Examples:\n"
                "  parot register scan.csv model.csv --overlap auto -o moved.csv\n"
                "  parot register a.csv b.csv --overlap 0.7 --matrix transform.json\n\n"
                "Exit: 0 registered, 1 failed, 2 usage, 3 stopped early (the best transform so\n"
                "far is written), 130 interrupted.\n"};

struct job {
    struct args args;
    char *overlap, *motion, *restarts, *matrix, *inliers, *plot, *page;
    struct points_request request;
    parot_register_options options;
    parot_features source, target;
    parot_register_result result;
    parot_check check;
    double *moved, *cost, *ones;
    struct transform transform;
    struct rescaled rescaled;
};

/* ---- Before reading ----------------------------------------------------- */

static enum outcome read_overlap(const char *text, double *overlap)
{
    if (!text)
        return refuse(MISUSED, "how much of the clouds overlaps? Give --overlap S, the fraction of "
                               "the smaller one that has partners, or --overlap auto");
    *overlap = NAN;
    if (strcmp(text, "auto") == 0)
        return SOLVED;
    TRY(number_read("--overlap", text, overlap));
    if (*overlap > 0 && *overlap <= 1)
        return SOLVED;
    if (*overlap > 1 && *overlap <= 100)
        return refuse(MISUSED, "--overlap %s: must be in (0,1]; did you mean %g?", text,
                      *overlap / 100);
    return refuse(MISUSED, "--overlap %s: must be in (0,1], or auto", text);
}

static enum outcome check_streams(const struct job *job)
{
    const char *outputs[] = {job->args.output, job->matrix, job->inliers, job->plot};
    int streams = job->args.json;
    for (int k = 0; k < 4; k++) {
        streams += output_is_stdout(outputs[k]);
        for (int l = 0; l < k; l++)
            if (outputs[k] && outputs[l] && !output_is_stdout(outputs[k]) &&
                strcmp(outputs[k], outputs[l]) == 0)
                return refuse(MISUSED,
                              "-o, --matrix, --inliers and --plot: give them different files");
    }
    if (streams > 1)
        return refuse(MISUSED, "standard output is wanted by more than one of --json, -o, "
                               "--matrix, --inliers and --plot; drop all but one");
    return SOLVED;
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    int motion = PAROT_MOTION_RIGID;
    int64_t restarts = 0;
    parot_register_options_init(&job->options);
    if (args->count != 2)
        return refuse(MISUSED, "needs two files of points, SOURCE and TARGET; got %d file%s",
                      args->count, args->count == 1 ? "" : "s");
    TRY(paths_check_streams(args->operands, 2));
    TRY(features_check(&job->request.features));
    TRY(rescaled_check(&job->rescaled));
    TRY(read_overlap(job->overlap, &job->options.overlap));
    TRY(choice_read("--transform", job->motion, &MOTIONS, &motion));
    job->options.motion = (parot_motion)motion;
    if (job->restarts) {
        TRY(number_read_count("--restarts", job->restarts, 0, 1000000, &restarts));
        job->options.restarts = (int32_t)restarts;
    }
    TRY(check_streams(job));
    TRY(output_check("-o", args->output, ".csv .tsv .npy", args->force));
    TRY(figure_check(job->plot, args));
    TRY(output_check("--report", job->page, ".html .htm", args->force));
    TRY(output_check("--matrix", job->matrix, ".json .csv .tsv .npy", args->force));
    return output_check("--inliers", job->inliers, ".csv .tsv .npy", args->force);
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome read_points(struct job *job)
{
    const struct points_bond bond = points_bond_of(&job->args, "parot gromov");
    job->source.path = job->args.operands[0];
    job->target.path = job->args.operands[1];
    TRY(points_read(&job->source, &job->target, &job->request, &bond));
    TRY(points_check(&job->source, PAROT_METRIC_SQEUCLIDEAN));
    TRY(points_check(&job->target, PAROT_METRIC_SQEUCLIDEAN));
    TRY(memory_check(
        "registering",
        needs_of_register((double)job->source.table.rows, (double)job->target.table.rows),
        "use a random sample of the points"));
    return rescaled_open(&job->rescaled, &job->source, &job->target);
}

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    phase_begin(PAROT_PHASE_SOLVE, "registering", NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_register(job->rescaled.source, job->rescaled.target, &job->options,
                                         &run, &job->result, &err);
    progress_clear();
    if (status < 0) {
        const struct wording words[] = {{"source", path_label(job->source.path)},
                                        {"target", path_label(job->target.path)}};
        return refuse_call(status, &err, job->args.run.time_limit, words, 2);
    }
    job->transform.motion = job->options.motion;
    job->transform.is_overlap_found = isnan(job->options.overlap);
    job->transform.result = &job->result;
    job->transform.check = &job->check;
    job->transform.rescaled = &job->rescaled;
    return rescaled_transform(&job->rescaled, &job->result);
}

/* The proof of the plan, and job->moved in the units of the files. */
static enum outcome certify(struct job *job)
{
    parot_error err = {0};
    parot_matrix source = job->rescaled.source, target = job->rescaled.target;
    int64_t larger = source.rows > target.rows ? source.rows : target.rows;
    parot_run plain;
    parot_run_init(&plain); /* what was found is to be kept, also after Ctrl-C or a limit */
    plain.threads = job->args.run.threads;
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    TRY(memory_take_matrix("the moved points", source.rows, source.cols, 0, &job->moved));
    if (parot_register_apply(&job->result, source, job->moved, &err) != PAROT_OK)
        return refuse_status(&err);
    parot_matrix moved = {job->moved, source.rows, source.cols, source.cols};
    TRY(memory_take_matrix("the cost matrix", source.rows, target.rows, 0, &job->cost));
    if (parot_cost(moved, target, PAROT_METRIC_SQEUCLIDEAN, &plain, job->cost, &err) != PAROT_OK)
        return refuse_status(&err);
    job->ones = malloc((size_t)larger * sizeof *job->ones);
    if (!job->ones)
        return refuse(FAILED, "out of memory");
    for (int64_t i = 0; i < larger; i++)
        job->ones[i] = 1;
    parot_problem problem = {{job->cost, source.rows, target.rows, target.rows},
                             job->ones,
                             job->ones,
                             job->result.transport.mass};
    if (parot_certify(&problem, &job->result.transport, NULL, &job->check, &err) != PAROT_OK)
        return refuse_status(&err);
    return rescaled_undo(&job->rescaled, job->moved);
}

/* ---- Writing ------------------------------------------------------------ */

static struct named_rows rows_of(const struct job *job)
{
    const parot_features *source = &job->source;
    return (struct named_rows){.row = source->row,
                               .id = source->id,
                               .count = source->count,
                               .id_name = source->id_name,
                               .match_id = job->target.id,
                               .match_count = job->target.frame.rows};
}

/* The moved points behind their ids. */
static enum outcome write_named(const struct job *job, parot_table *table, char **names)
{
    const struct named_rows rows = rows_of(job);
    const parot_table *source = &job->source.table;
    if (!table->data || !names)
        return refuse(FAILED, "-o %s: out of memory", job->args.output);
    names[0] = job->source.id_name;
    for (int64_t k = 0; k < source->cols; k++)
        names[k + 1] = source->names[k];
    for (int64_t i = 0; i < source->rows; i++)
        memcpy(table->data + i * table->cols + 1, job->moved + i * source->cols,
               (size_t)source->cols * sizeof(double));
    table->names = names;
    return named_rows_write("-o", job->args.output, &rows, table, job->args.force);
}

static enum outcome write_moved(const struct job *job)
{
    parot_error err = {0};
    parot_table table = job->source.table;
    table.data = job->moved;
    if (!job->args.output)
        return SOLVED;
    output_begin(job->args.output);
    if (!job->source.id || !table.names) {
        parot_status status = parot_table_write(job->args.output, &table, job->args.force, &err);
        return status == PAROT_OK ? SOLVED : refuse_status(&err);
    }
    table.cols++;
    table.data = malloc((size_t)(table.rows * table.cols) * sizeof *table.data);
    char **names = malloc((size_t)table.cols * sizeof *names);
    enum outcome outcome = write_named(job, &table, names);
    free(table.data);
    free(names);
    return outcome;
}

static enum outcome write_inliers(const struct job *job)
{
    enum { COLUMNS = 3 };
    struct named_rows rows = rows_of(job);
    rows.match = 1;
    char *names[COLUMNS] = {rows.id ? (char[]){"id"} : (char[]){"row"}, (char[]){"match"},
                            (char[]){"distance"}};
    parot_table table = {job->result.count, COLUMNS, NULL, names, NULL};
    if (!job->inliers)
        return SOLVED;
    output_begin(job->inliers);
    table.data = malloc((size_t)table.rows * COLUMNS * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "--inliers %s: out of memory", job->inliers);
    for (int64_t i = 0; i < table.rows; i++) {
        int32_t match = job->result.match[i];
        table.data[COLUMNS * i + 1] = match < 0 ? -1 : (double)job->target.row[match];
        table.data[COLUMNS * i + 2] =
            match < 0 ? INFINITY : sqrt(job->cost[i * job->target.table.rows + match]);
    }
    enum outcome outcome =
        named_rows_write("--inliers", job->inliers, &rows, &table, job->args.force);
    free(table.data);
    return outcome;
}

static enum outcome check_ids(const struct job *job)
{
    const struct named_rows rows = rows_of(job);
    TRY(named_rows_check("-o", job->args.output, &rows));
    return named_rows_check("--inliers", job->inliers, &rows);
}

static enum outcome write_files(const struct job *job)
{
    TRY(write_moved(job));
    if (job->matrix)
        TRY(transform_write(job->matrix, &job->transform, job->args.force));
    return write_inliers(job);
}

/* ---- Reporting ---------------------------------------------------------- */

static void warn(const struct job *job)
{
    const parot_register_result *result = &job->result;
    if (job->args.quiet)
        return;
    if (!result->has_elbow && job->source.table.rows > 1 && job->target.table.rows > 1)
        note("the cost curve has no elbow, so all of the smaller cloud is assumed to overlap; pass "
             "--overlap if it does not");
    if (job->options.motion != PAROT_MOTION_TRANSLATION && result->rank < result->dims - 1)
        note("the inliers lie in %lld of %lld dimensions: other rotations fit as well as this one",
             (long long)result->rank, (long long)result->dims);
}

/* Partners that coincide cost nothing but rounding, relative to which nothing is proved. */
static int is_proved(const struct job *job)
{
    double scale = 0;
    const parot_matrix *target = &job->rescaled.target;
    for (int64_t k = 0; k < target->rows * target->cols; k++)
        scale = fmax(scale, fabs(target->data[k]));
    return parot_is_proved(&job->check, PAROT_PROOF_TOLERANCE) ||
           (job->check.infeasible <= PAROT_PROOF_TOLERANCE && job->result.rms <= 1e-12 * scale);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    const parot_register_result *result = &job->result;
    char scaled[64];
    fprintf(file, "%lld source and %lld target points, %lld coordinate%s\n\n",
            (long long)job->source.table.rows, (long long)job->target.table.rows,
            (long long)result->dims, result->dims == 1 ? "" : "s");
    fprintf(file, "  %-14s %s%s, the best of %lld starts (%lld transport steps)\n", "transform",
            parot_motion_name(job->options.motion), rescaled_words(&job->rescaled, scaled),
            (long long)result->trials, (long long)result->iterations);
    transform_print(file, &job->transform);
    fprintf(file, "  %-14s %.4g of the smaller cloud, %s\n", "overlap", result->overlap,
            !job->transform.is_overlap_found ? "as given"
            : result->has_elbow              ? "by the elbow of the cost curve"
                                             : "because there is no elbow");
    fprintf(file, "  %-14s %lld of %lld source points\n", "inliers", (long long)result->inliers,
            (long long)result->count);
    fprintf(file, "  %-14s %.6g from an inlier to its partner (root mean square%s)\n\n", "distance",
            result->rms, job->rescaled.factor ? ", scaled" : "");
    if (result->status != PAROT_OK)
        fprintf(file, "Stopped early (%s): this is the best transform so far.\n",
                progress_interrupted() ? "interrupted" : parot_status_name(result->status));
    else if (is_proved(job))
        fputs("The partners are proved optimal for this transform; a better transform may exist.\n",
              file);
    phase_print(file);
}

/* ---- Pictures ----------------------------------------------------------- */

/* The clouds as they were, and with the source moved and a line for each pair. */
static void pictures(const struct job *job, parot_panel panels[2])
{
    int64_t cols = job->source.table.cols;
    panels[0] = figure_clouds(&job->source, &job->target, NULL);
    panels[0].title = "As they are";
    panels[1] = figure_clouds(&job->source, &job->target, &job->result.transport.plan);
    panels[1].title = "The source moved";
    panels[1].of.clouds.source = (parot_matrix){job->moved, job->source.table.rows, cols, cols};
    panels[1].of.clouds.source_name = "source, moved";
}

static enum outcome write_pictures(const struct job *job)
{
    parot_panel panels[2];
    const char *files[3] = {job->args.operands[0], job->args.operands[1], NULL};
    pictures(job, panels);
    TRY(figure_write(job->plot, panels, 2, &job->args));
    if (!job->page)
        return SOLVED;
    output_begin(job->page);
    char *text = page_words(print_words, job);
    const struct plan_page content = {
        .summary = "One cloud of points moved onto another: the lowest sum of squared distances "
                   "that was found, not proved lowest.",
        .words = text,
        .panels = panels,
        .panel_count = 2,
        .plan = &job->result.transport.plan,
        .cost = {job->cost, job->source.table.rows, job->target.table.rows, job->target.table.rows},
        .files = files};
    enum outcome outcome = plan_page_write(job->page, &content, &job->args);
    free(text);
    return outcome;
}

static void tell_file(FILE *file, const char *path)
{
    if (path && !output_is_stdout(path))
        fprintf(file, "Written to %s.\n", path);
}

static enum outcome report(const struct job *job)
{
    progress_close();
    if (job->args.json)
        return document_print(transform_document(&job->transform));
    if (job->args.quiet)
        return SOLVED;
    int is_taken = output_is_stdout(job->args.output) || output_is_stdout(job->matrix) ||
                   output_is_stdout(job->inliers) || output_is_stdout(job->plot);
    FILE *file = is_taken ? stderr : stdout;
    print_words(file, job);
    tell_file(file, job->args.output);
    tell_file(file, job->matrix);
    tell_file(file, job->inliers);
    figure_tell(file, job->plot);
    if (job->page)
        fprintf(file, "Report written to %s.\n", job->page);
    return SOLVED;
}

/* Works. */
static enum outcome run(struct job *job)
{
    TRY(check_request(job));
    TRY(read_points(job));
    TRY(check_ids(job));
    progress_hint("Ctrl-C keeps the best transform");
    TRY(solve(job));
    TRY(certify(job));
    TRY(write_files(job));
    TRY(write_pictures(job));
    warn(job);
    TRY(report(job));
    if (job->result.status != PAROT_OK)
        return progress_interrupted() ? INTERRUPTED : STOPPED;
    char words[VERDICT_SIZE];
    if (!is_proved(job))
        return refuse(FAILED, "not proved optimal; all that is proved is: this plan %s",
                      verdict_words(&job->check, words));
    return SOLVED;
}

/* Owns. */
enum outcome cmd_register(const char **argv)
{
    struct job job = {0};
    struct option own[] = {
        {"overlap", 0, &job.overlap, NULL, "S",
         "fraction of the smaller cloud that has partners; auto: find it"},
        {"transform", 0, &job.motion, NULL, "T", "{} (rigid); a similarity also has a scale"},
        {"restarts", 0, &job.restarts, NULL, "N",
         "random starts in addition to the fixed ones (8)"},
        {"matrix", 0, &job.matrix, NULL, "FILE", "write the transform"},
        {"inliers", 0, &job.inliers, NULL, "FILE", "write the partner of each row of SOURCE"},
        figure_option(&job.plot),
        plan_page_option(&job.page)};
    struct option points[POINTS_OPTIONS + 1];
    struct option_group groups[] = {{"What to find:", own, sizeof own / sizeof *own},
                                    {"Columns:", points, POINTS_OPTIONS + 1}};
    points_options(&job.request, points);
    points[POINTS_OPTIONS] = rescaled_option(&job.rescaled);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_register_result_free(&job.result);
    parot_features_free(&job.source);
    parot_features_free(&job.target);
    rescaled_free(&job.rescaled);
    free(job.moved);
    free(job.cost);
    free(job.ones);
    args_free(&job.args);
    return outcome;
}
