/* cmd_align.c - `parot align`: which rows of two tables are the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/anchors.h"
#include "input/points.h"
#include "say/document.h"
#include "say/named_rows.h"
#include "say/told.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/motion_end.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    const char *mass, *anchor_file, *target_output, *page;
    struct figure plot;
    const char *features; /* a list of columns */
    char *dropped;        /* that and --drop */
    struct points_request request;
    parot_align_options options;
    parot_features source, target;
    parot_features source_features, target_features; /* with --features */
    struct anchors anchors;
    parot_align_result result;
    /* What the summary of a motion needs. */
    parot_register_options motion;
    struct motion_end end;
    parot_gromov_problem problem; /* what that of distances needs */
    double *ones;                 /* weights */
    struct told told;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("mass", struct job, mass, "S", ONLY_AUTO,
                 "share of the smaller table that has a match; auto: find it (auto)"),
    FLAG_OPTION("by-distances", struct job, options.by_distances,
                "match by the distances within each table, without a motion"),
    FLAG_OPTION("mirrors", struct job, options.allow_mirrors, "the motion may be a mirror image"),
    COUNT_OPTION("restarts", struct job, options.restarts, "N", 0, 1000000,
                 "turns that are tried on samples, from several places (32)"),
    TEXT_OPTION("anchors", struct job, anchor_file, "FILE",
                "pairs of rows that are known to match, to begin with"),
    TEXT_OPTION("features", struct job, features, "COLS",
                "columns that are features, not coordinates; without a motion"),
    NUMBER_OPTION("feature-share", struct job, options.feature_share, "W",
                  "their share of what is minimised, in (0,1) (0.5)"),
    OUTPUT_OPTION("target-output", struct job, target_output, ".csv .tsv .npy", "Written to",
                  "write the match of each row of TARGET, or why it has none"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
    REPORT_OPTION(struct job, page),
    {0}};

static const struct option COLUMN_OPTIONS[] = {
    MORE_OPTIONS(POINTS_OPTIONS, struct job, request.features), {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    points_defaults(&job->request);
    parot_align_options_init(&job->options);
    parot_register_options_init(&job->motion);
}

/* ---- Before solving ----------------------------------------------------- */

static enum outcome read_mass(const char *text, double *mass)
{
    *mass = NAN;
    if (!text || strcmp(text, "auto") == 0)
        return SOLVED;
    TRY(number_read("--mass", text, mass));
    if (*mass > 0 && *mass <= 1)
        return SOLVED;
    return refuse(MISUSED, "--mass %s: must be in (0,1], or auto", text);
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, SOURCE and TARGET; got %d file%s", args->count,
                      plural(args->count));
    TRY(paths_check_streams(args->operands, 2));
    TRY(features_check(&job->request.features));
    TRY(read_mass(job->mass, &job->options.mass));
    job->motion.overlap = job->options.mass;
    if (args_text(args, "feature-share") && !job->features)
        return refuse(MISUSED,
                      "--feature-share %s: is the weight of --features; give these, or drop it",
                      args_text(args, "feature-share"));
    if (!(job->options.feature_share > 0 && job->options.feature_share < 1))
        return refuse(MISUSED, "--feature-share %g: must be in (0,1)", job->options.feature_share);
    if (job->features && (path_is_stream(args->operands[0]) || path_is_stream(args->operands[1])))
        return refuse(
            MISUSED,
            "--features: files are read twice, which standard input cannot; save it first");
    return args_check_outputs(args, ".csv .tsv .npy");
}

static struct named_rows rows_of(const struct job *job)
{
    return named_rows_of(&job->source, &job->target, 1);
}

/* Rows of the target, as those of the source. */
static struct named_rows target_rows_of(const struct job *job)
{
    return named_rows_of(&job->target, &job->source, 1);
}

static enum outcome check_same_rows(const parot_features *coordinates,
                                    const parot_features *features)
{
    int64_t count = coordinates->count;
    if (features->count == count &&
        memcmp(features->row, coordinates->row, (size_t)count * sizeof *features->row) == 0)
        return SOLVED;
    return refuse(FAILED,
                  "--features: %s has rows that lack a feature or a coordinate; fill them in "
                  "(--na mean) or remove them",
                  path_label(coordinates->path));
}

/* Both files again, with these columns alone, which have the same names and meaning in both. */
static enum outcome read_features(struct job *job)
{
    parot_features *source = &job->source_features, *target = &job->target_features;
    struct points_request request = job->request;
    if (!job->features)
        return SOLVED;
    source->path = job->source.path;
    target->path = job->target.path;
    request.features.options.columns = job->features;
    request.features.options.drop = NULL;
    TRY(points_read(source, target, &request, &job->args, "another list of --features"));
    TRY(points_check(source, PAROT_METRIC_SQEUCLIDEAN));
    TRY(points_check(target, PAROT_METRIC_SQEUCLIDEAN));
    TRY(check_same_rows(&job->source, source));
    TRY(check_same_rows(&job->target, target));
    job->options.source_features = parot_table_matrix(&source->table);
    job->options.target_features = parot_table_matrix(&target->table);
    return SOLVED;
}

/* Coordinates: all columns that are neither dropped nor features, unless --columns names them. */
static enum outcome read_coordinates(struct job *job)
{
    struct points_request request = job->request;
    parot_features_options *options = &request.features.options;
    if (job->features && !options->columns) {
        size_t size = strlen(job->features) + (options->drop ? strlen(options->drop) : 0) + 2;
        job->dropped = malloc(size);
        if (!job->dropped)
            return refuse(FAILED, "--features %s: out of memory", job->features);
        snprintf(job->dropped, size, "%s%s%s", job->features, options->drop ? "," : "",
                 options->drop ? options->drop : "");
        options->drop = job->dropped;
    }
    return points_read(&job->source, &job->target, &request, &job->args, NULL);
}

static enum outcome read_tables(struct job *job)
{
    parot_features *source = &job->source, *target = &job->target;
    source->path = job->args.operands[0];
    target->path = job->args.operands[1];
    TRY(read_coordinates(job));
    TRY(read_features(job));
    TRY(points_check(source, PAROT_METRIC_SQEUCLIDEAN));
    TRY(points_check(target, PAROT_METRIC_SQEUCLIDEAN));
    TRY(memory_check("aligning",
                     parot_align_memory(parot_table_matrix(&source->table),
                                        parot_table_matrix(&target->table), &job->options),
                     TAKE_A_SAMPLE));
    TRY(anchors_read(
        job->anchor_file, (struct used_rows){source->row, source->count, path_label(source->path)},
        (struct used_rows){target->row, target->count, path_label(target->path)}, &job->anchors));
    job->options.anchor_source = job->anchors.source;
    job->options.anchor_target = job->anchors.target;
    job->options.anchors = job->anchors.count;
    const struct named_rows rows = rows_of(job), target_rows = target_rows_of(job);
    TRY(named_rows_check("-o", job->args.output, &rows));
    return named_rows_check("--target-output", job->target_output, &target_rows);
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    const struct wording words[] = {{"source", path_label(job->source.path)},
                                    {"target", path_label(job->target.path)}};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, "aligning");
    parot_status status =
        parot_align(parot_table_matrix(&job->source.table), parot_table_matrix(&job->target.table),
                    &job->options, &run, &job->result, &err);
    progress_clear();
    return status < 0 ? refuse_call(status, &err, job->args.run.time_limit, words, 2) : SOLVED;
}

/* The proof of the plan for its motion, and the moved rows. */
static enum outcome certify(struct job *job)
{
    if (!job->result.has_motion)
        return SOLVED;
    return motion_end_find(&job->end, parot_table_matrix(&job->source.table),
                           parot_table_matrix(&job->target.table), &job->result.registered,
                           job->args.run.threads);
}

/* ---- Writing ------------------------------------------------------------ */

/* A table whose last column is the reason; `names` begins with the column of ids. */
static enum outcome write_table(const struct job *job, const char *option, const char *path,
                                struct named_rows *rows, parot_table *table)
{
    rows->words = parot_unmatched_words();
    rows->word = table->cols - 1;
    output_begin(path);
    return named_rows_write(option, path, rows, table, job->args.force);
}

static enum outcome write_rows(const struct job *job)
{
    enum { COLUMNS = 7 };
    struct named_rows rows = rows_of(job);
    const parot_align_result *result = &job->result;
    char *names[COLUMNS] = {rows.id ? (char[]){"id"} : (char[]){"row"},
                            (char[]){"match"},
                            (char[]){"confidence"},
                            (char[]){"cost"},
                            (char[]){"nearest"},
                            (char[]){"nearest_cost"},
                            (char[]){"reason"}};
    parot_table table = {result->count, COLUMNS, NULL, names, NULL};
    if (!job->args.output)
        return SOLVED;
    table.data = malloc((size_t)table.rows * COLUMNS * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "-o %s: out of memory", job->args.output);
    for (int64_t i = 0; i < table.rows; i++) {
        double *cell = table.data + COLUMNS * i;
        int32_t match = result->match[i];
        cell[1] = match < 0 ? -1 : (double)job->target.row[match];
        cell[2] = result->confidence[i];
        cell[3] = result->cost[i];
        cell[4] = (double)job->target.row[result->nearest[i]];
        cell[5] = result->nearest_cost[i];
        cell[6] = result->reason[i];
    }
    enum outcome outcome = write_table(job, "-o", job->args.output, &rows, &table);
    free(table.data);
    return outcome;
}

static enum outcome write_target_rows(const struct job *job)
{
    enum { COLUMNS = 5 };
    struct named_rows rows = target_rows_of(job);
    const parot_align_result *result = &job->result;
    char *names[COLUMNS] = {rows.id ? (char[]){"id"} : (char[]){"row"}, (char[]){"match"},
                            (char[]){"nearest"}, (char[]){"nearest_cost"}, (char[]){"reason"}};
    parot_table table = {result->target_count, COLUMNS, NULL, names, NULL};
    if (!job->target_output)
        return SOLVED;
    table.data = malloc((size_t)table.rows * COLUMNS * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "--target-output %s: out of memory", job->target_output);
    for (int64_t j = 0; j < table.rows; j++) {
        double *cell = table.data + COLUMNS * j;
        int32_t match = result->target_match[j];
        cell[1] = match < 0 ? -1 : (double)job->source.row[match];
        cell[2] = (double)job->source.row[result->target_nearest[j]];
        cell[3] = result->target_nearest_cost[j];
        cell[4] = result->target_reason[j];
    }
    enum outcome outcome = write_table(job, "--target-output", job->target_output, &rows, &table);
    free(table.data);
    return outcome;
}

/* ---- Reporting ---------------------------------------------------------- */

static int64_t count_reason(const int32_t *reasons, int64_t count, parot_unmatched reason)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++)
        found += reasons[i] == (int32_t)reason;
    return found;
}

static double mean_confidence(const parot_align_result *result)
{
    double sum = 0;
    for (int64_t i = 0; i < result->count; i++)
        sum += result->confidence[i];
    return result->matched > 0 ? sum / (double)result->matched : 0;
}

/* The ranges of the motion, rotation in degrees; nothing where there are none. */
static void print_ranges(FILE *file, const parot_align_result *result)
{
    const double degrees = 57.29577951308232;
    int64_t d = result->registered.dims;
    if (!result->shift_range || isnan(result->shift_range[0]))
        return;
    if (d > 1) {
        fputs("  rotation       +-", file);
        for (int64_t a = 0; a < d * (d - 1) / 2; a++)
            fprintf(file, " %.3g", degrees * result->turn_range[a]);
        fputs(" degrees (95 %)\n", file);
    }
    fputs("  shift          +-", file);
    for (int64_t k = 0; k < d; k++)
        fprintf(file, " %.3g", result->shift_range[k]);
    fputs(" (95 %)\n", file);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    const parot_align_result *result = &job->result;
    fprintf(file, "%lld of %lld rows have a match: a share of %.4g of the smaller table%s\n",
            (long long)result->matched, (long long)result->count, result->share,
            result->has_elbow ? "" : ", which is unreliable");
    if (!isnan(result->low) && result->has_elbow)
        fprintf(file, "  range          %.4g to %.4g\n", result->low, result->high);
    fprintf(file, "  confidence     %.3g on average\n", mean_confidence(result));
    for (int reason = PAROT_UNMATCHED_FAR; reason <= PAROT_UNMATCHED_PARTLY; reason++) {
        parot_unmatched why = (parot_unmatched)reason;
        int64_t source = count_reason(result->reason, result->count, why);
        int64_t target = count_reason(result->target_reason, result->target_count, why);
        fprintf(file, "  %-14s %lld row%s of the source, %lld of the target\n",
                parot_unmatched_name(why), (long long)source, plural(source), (long long)target);
    }
    print_ranges(file, result);
    if (result->is_mirrored)
        fputs("  mirrored       yes\n", file);
    fputs("\n", file);
    told_print(file, &job->told);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(job->result.status));
    parot_json_align(json, &job->result);
    return document_print(json);
}

/* The problem by distances, as far as its summary needs it. */
static enum outcome state_problem(struct job *job)
{
    int64_t n = job->source.count, m = job->target.count;
    if (job->result.has_motion)
        return SOLVED;
    TRY(memory_take_matrix("the weights", n > m ? n : m, 1, 0, TAKE_A_SAMPLE, &job->ones));
    for (int64_t i = 0; i < n || i < m; i++)
        job->ones[i] = 1;
    job->problem =
        (parot_gromov_problem){.alpha = job->features ? 1 - job->options.feature_share : 1,
                               .p = job->ones,
                               .q = job->ones,
                               .mass = job->result.distances.transport.mass};
    return SOLVED;
}

/* What is said of the plan, drawn, and written as a report: as by register, or by gromov. */
static enum outcome compose(struct job *job)
{
    const parot_align_result *result = &job->result;
    parot_summary *summary = &job->told.summary;
    TRY(state_problem(job));
    TRY(told_open(&job->told,
                  result->has_motion ? PAROT_SUMMARY_KIND_REGISTER : PAROT_SUMMARY_KIND_GROMOV,
                  &job->args, job->source.path, job->target.path));
    summary->source = told_side(&job->source);
    summary->target = told_side(&job->target);
    if (result->has_motion)
        summary->of.registered = (parot_summary_register){.options = &job->motion,
                                                          .result = &result->registered,
                                                          .check = &job->end.check,
                                                          .is_proved = job->end.is_proved,
                                                          .is_alignment = 1,
                                                          .moved = job->end.moved,
                                                          .distance = job->end.distance};
    else
        summary->of.gromov = (parot_summary_gromov){
            .problem = &job->problem, .result = &result->distances, .metric = "euclidean"};
    return told_show(&job->told, &job->plot, job->page, &job->args);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    TRY(check_request(job));
    TRY(read_tables(job));
    progress_hint("Ctrl-C keeps the best that was found");
    TRY(solve(job));
    TRY(certify(job));
    TRY(write_rows(job));
    TRY(write_target_rows(job));
    TRY(compose(job));
    told_warn(&job->told, "");
    TRY(args_report(&job->args, print_json, print_words, job));
    if (job->result.has_motion)
        return motion_end_outcome(&job->end, job->result.status);
    return job->result.status == PAROT_OK ? SOLVED : progress_stopped();
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_align_result_free(&job->result);
    parot_features_free(&job->source);
    parot_features_free(&job->target);
    parot_features_free(&job->source_features);
    parot_features_free(&job->target_features);
    free(job->dropped);
    anchors_free(&job->anchors);
    told_free(&job->told);
    motion_end_free(&job->end);
    free(job->ones);
}

const struct verb VERB_ALIGN = {
    .name = "align",
    .brief = "find the rows that two tables have in common",
    .operands = "SOURCE TARGET [OPTION...]",
    .purpose = "find the rows that two tables have in common, up to a motion",
    .epilogue = "Tables with as many columns are taken for coordinates: a rotation and a shift\n"
                "are searched that bring a share of the rows together. Others are matched by\n"
                "the distances within each. The share that has a match is found, unless --mass\n"
                "gives it. What is found is the best of many starts, not proved best.\n\n"
                "-o FILE gets a line for each row of SOURCE: row,match,confidence,cost,nearest,\n"
                "nearest_cost,reason. The confidence is in [0,1]: 1 - c/d, with c the cost of\n"
                "the match and d that of the next best pair of either row, times the share of\n"
                "the row that moves there. reason is matched; far if the nearest row costs more\n"
                "than any match; taken if others match it more cheaply together; partly if\n"
                "less than half of the row moves. In .npy files these are 0, 1, 2, 3.\n"
                "--target-output FILE gets row,match,nearest,nearest_cost,reason for TARGET.\n"
                "--anchors FILE has two columns: rows of SOURCE and TARGET, from 0, that are\n"
                "known to match.\n\n"
                "Examples:\n"
                "  parot align slice1.csv slice2.csv -o pairs.csv --plot pairs.svg\n"
                "  parot align cells.csv genes.csv --mass 0.6 --anchors known.csv -o pairs.csv\n\n"
                "Exit: 0 aligned, 1 failed, 2 usage, 3 stopped early (the best so far is\n"
                "written), 130 interrupted.\n",
    .groups = {{"What to find:", OPTIONS, 0}, {"Columns:", COLUMN_OPTIONS, 0}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
