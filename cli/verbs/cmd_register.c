/* cmd_register.c - `parot register`: moves one cloud of points onto another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/rescaled.h"
#include "say/document.h"
#include "say/named_rows.h"
#include "say/told.h"
#include "say/transform.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/motion_end.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    const char *overlap, *matrix, *inliers, *page;
    struct figure plot;
    struct points_request request;
    parot_register_options options;
    parot_features source, target;
    parot_register_result result;
    struct motion_end end; /* its rows in the units of the files */
    struct transform transform;
    struct rescaled rescaled;
    struct told told;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("overlap", struct job, overlap, "S", ONLY_AUTO,
                 "fraction of the smaller cloud that has partners; auto: find it"),
    CHOICE_OPTION("transform", struct job, options.motion, "T", MOTIONS,
                  "{} (rigid); a similarity also has a scale"),
    COUNT_OPTION("restarts", struct job, options.restarts, "N", 0, 1000000,
                 "random starts in addition to the fixed ones (8)"),
    OUTPUT_OPTION("matrix", struct job, matrix, ".json .csv .tsv .npy", "Written to",
                  "write the transform"),
    OUTPUT_OPTION("inliers", struct job, inliers, ".csv .tsv .npy", "Written to",
                  "write the partner of each row of SOURCE"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
    REPORT_OPTION(struct job, page),
    {0}};

static const struct option COLUMN_OPTIONS[] = {
    MORE_OPTIONS(POINTS_OPTIONS, struct job, request.features),
    NAMED_OPTION("scale", struct job, rescaled.option, "S", AFFINE_SCALES,
                 "how to scale columns: {} (none)"),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    points_defaults(&job->request);
    parot_register_options_init(&job->options);
    job->options.motion = PAROT_MOTION_RIGID;
}

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

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    if (args->count != 2)
        return refuse(MISUSED, "needs two files of points, SOURCE and TARGET; got %d file%s",
                      args->count, plural(args->count));
    TRY(paths_check_streams(args->operands, 2));
    TRY(features_check(&job->request.features));
    TRY(rescaled_check(&job->rescaled));
    TRY(read_overlap(job->overlap, &job->options.overlap));
    return args_check_outputs(args, ".csv .tsv .npy");
}

/* ---- Solving ------------------------------------------------------------ */

static struct named_rows rows_of(const struct job *job)
{
    return named_rows_of(&job->source, &job->target, 0);
}

static enum outcome read_points(struct job *job)
{
    parot_features *source = &job->source, *target = &job->target;
    source->path = job->args.operands[0];
    target->path = job->args.operands[1];
    TRY(points_read(source, target, &job->request, &job->args, "parot gromov"));
    TRY(points_check(source, PAROT_METRIC_SQEUCLIDEAN));
    TRY(points_check(target, PAROT_METRIC_SQEUCLIDEAN));
    TRY(memory_check("registering",
                     parot_register_memory(parot_table_matrix(&source->table),
                                           parot_table_matrix(&target->table)),
                     TAKE_A_SAMPLE));
    TRY(rescaled_open(&job->rescaled, source, target));
    const struct named_rows rows = rows_of(job);
    TRY(named_rows_check("-o", job->args.output, &rows));
    return named_rows_check("--inliers", job->inliers, &rows);
}

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    const struct wording words[] = {{"source", path_label(job->source.path)},
                                    {"target", path_label(job->target.path)}};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, "registering");
    parot_status status = parot_register(job->rescaled.source, job->rescaled.target, &job->options,
                                         &run, &job->result, &err);
    progress_clear();
    if (status < 0)
        return refuse_call(status, &err, job->args.run.time_limit, words, 2);
    job->transform.motion = job->options.motion;
    job->transform.is_overlap_found = isnan(job->options.overlap);
    job->transform.result = &job->result;
    job->transform.check = &job->end.check;
    job->transform.rescaled = &job->rescaled;
    return rescaled_transform(&job->rescaled, &job->result);
}

/* The proof of the plan, the distances, and job->end.moved in the units of the files. */
static enum outcome certify(struct job *job)
{
    TRY(motion_end_find(&job->end, job->rescaled.source, job->rescaled.target, &job->result,
                        job->args.run.threads));
    return rescaled_undo(&job->rescaled, job->end.moved);
}

/* ---- Writing ------------------------------------------------------------ */

/* The moved points, behind their ids if there are any. */
static enum outcome write_moved(const struct job *job)
{
    const struct named_rows rows = rows_of(job);
    const parot_table *source = &job->source.table;
    const char *output = job->args.output;
    parot_table table = *source;
    if (!output)
        return SOLVED;
    output_begin(output);
    table.data = job->end.moved;
    if (!job->source.id || !table.names)
        return table_write(output, &table, job->args.force);
    table.cols++;
    table.data = malloc((size_t)(table.rows * table.cols) * sizeof *table.data);
    table.names = malloc((size_t)table.cols * sizeof *table.names);
    enum outcome outcome = SOLVED;
    if (table.data && table.names) {
        table.names[0] = job->source.id_name;
        for (int64_t k = 0; k < source->cols; k++)
            table.names[k + 1] = source->names[k];
        for (int64_t i = 0; i < source->rows; i++)
            memcpy(table.data + i * table.cols + 1, job->end.moved + i * source->cols,
                   (size_t)source->cols * sizeof(double));
        outcome = named_rows_write("-o", output, &rows, &table, job->args.force);
    } else {
        outcome = refuse(FAILED, "-o %s: out of memory", output);
    }
    free(table.data);
    free(table.names);
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
        table.data[COLUMNS * i + 2] = job->end.distance[i];
    }
    enum outcome outcome =
        named_rows_write("--inliers", job->inliers, &rows, &table, job->args.force);
    free(table.data);
    return outcome;
}

/* ---- Reporting ---------------------------------------------------------- */

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    told_print(file, &job->told);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    return document_print(transform_document(&job->transform));
}

/* What is said of the answer, drawn, and written as a report. */
static enum outcome compose(struct job *job)
{
    const struct rescaled *rescaled = &job->rescaled;
    parot_summary *summary = &job->told.summary;
    TRY(told_open(&job->told, PAROT_SUMMARY_KIND_REGISTER, &job->args, job->source.path,
                  job->target.path));
    summary->source = told_side(&job->source);
    summary->target = told_side(&job->target);
    summary->of.registered = (parot_summary_register){
        .options = &job->options,
        .result = &job->result,
        .check = &job->end.check,
        .is_proved = job->end.is_proved,
        .moved = job->end.moved,
        .distance = job->end.distance,
        .scale = rescaled->factor ? parot_scale_name((parot_scale)rescaled->scale) : NULL,
        .linear = rescaled->linear,
        .shift = rescaled->shift};
    return told_show(&job->told, &job->plot, job->page, &job->args);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    TRY(check_request(job));
    TRY(read_points(job));
    progress_hint("Ctrl-C keeps the best transform");
    TRY(solve(job));
    TRY(certify(job));
    TRY(write_moved(job));
    if (job->matrix)
        TRY(transform_write(job->matrix, &job->transform, job->args.force));
    TRY(write_inliers(job));
    TRY(compose(job));
    told_warn(&job->told, "");
    TRY(args_report(&job->args, print_json, print_words, job));
    return motion_end_outcome(&job->end, job->result.status);
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_register_result_free(&job->result);
    parot_features_free(&job->source);
    parot_features_free(&job->target);
    rescaled_free(&job->rescaled);
    told_free(&job->told);
    motion_end_free(&job->end);
}

const struct verb VERB_REGISTER = {
    .name = "register",
    .brief = "move one cloud of points onto another",
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
                "far is written), 130 interrupted.\n",
    .groups = {{"What to find:", OPTIONS, 0}, {"Columns:", COLUMN_OPTIONS, 0}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
