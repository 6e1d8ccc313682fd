/* cmd_pairwise.c - `parot pairwise`: how far many files are from each other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/graph_files.h"
#include "input/stated_problem.h"
#include "say/document.h"
#include "say/named_rows.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

enum { SHOWN = 3 }; /* pairs without an answer on stderr; the document has all */

/* One of the files. */
struct member {
    parot_features points;
    parot_table distances;
    struct graph_side graph;
    double *block; /* distances of a graph */
    double *ones;  /* weights of its nodes */
};

struct job {
    struct args args;
    struct points_request request;
    struct graph_request graph;
    parot_pairwise_options options;
    const char *mass_text;
    int has_distances;
    struct member *members;
    parot_pairwise_cloud *clouds;
    parot_pairwise_result result;
};

static const struct option OPTIONS[] = {
    CHOICE_OPTION("method", struct job, options.method, "M", PAIRWISE_METHODS, "{} (wasserstein)"),
    CHOICE_OPTION("metric", struct job, options.metric, "M", METRICS,
                  "{} (sqeuclidean; of gromov euclidean)"),
    NAMED_OPTION("mass", struct job, mass_text, "S", ONLY_MAX,
                 "the mass that each pair moves; max: the smaller total (max)"),
    NUMBER_OPTION("share", struct job, options.share, "F",
                  "or a fraction of the smaller total of each pair"),
    TEXT_OPTION("journal", struct job, options.journal, "FILE",
                "keep finished pairs there, and go on where it ends"),
    FLAG_OPTION("distances", struct job, has_distances,
                "the files are square matrices of distances, for gromov"),
    FLAG_OPTION("graph", struct job, graph.is_graph,
                "the files are lists of edges, FROM TO [LENGTH], for gromov"),
    CHOICE_OPTION("graph-distance", struct job, graph.distance, "D", GRAPH_DISTANCES,
                  "between nodes: {} (shortest-path)"),
    FLAG_OPTION("directed", struct job, graph.is_directed, "edges lead one way"),
    SIZE_OPTION("unreachable", struct job, graph.unreachable, "D",
                "distance of nodes without a path (one mean edge above the largest)"),
    TEXT_OPTION("weight-column", struct job, request.features.options.weight_column, "COL",
                "column of the files that holds weights"),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    parot_pairwise_options_init(&job->options);
    points_defaults(&job->request);
}

/* ---- Before reading ----------------------------------------------------- */

/* Options about columns; distances have those of reading too. */
static const struct option ID_OPTION[] = {
    TEXT_OPTION("id", struct feature_request, options.id, "COL", ""), {0}};
static const struct option *const TABLES[] = {CHOOSING_OPTIONS, CATEGORIES_OPTION, ID_OPTION,
                                              READING_OPTIONS, NULL};

static enum outcome check_spaces(struct job *job)
{
    const struct args *args = &job->args;
    int is_gromov = job->options.method == PAROT_PAIRWISE_METHOD_GROMOV;
    const char *instead = job->has_distances    ? "--distances"
                          : job->graph.is_graph ? "--graph"
                                                : NULL;
    if (job->has_distances && job->graph.is_graph)
        return refuse(MISUSED, "--distances and --graph: give only one of them");
    TRY(graphs_check(&job->graph, args));
    if (instead && !is_gromov)
        return refuse(MISUSED,
                      "%s has no points between which mass could move; add --method gromov",
                      instead);
    if (instead && args_text(args, "metric"))
        return refuse(MISUSED, "--metric is for points; %s has distances already", instead);
    for (const struct option *const *table = TABLES; instead && *table; table++) {
        const char *given = args_given(args, *table);
        if (given && (job->graph.is_graph || *table != READING_OPTIONS))
            return refuse(MISUSED, "--%s is for tables of points; it has no meaning with %s", given,
                          instead);
    }
    if (instead && args_text(args, "weight-column"))
        return refuse(MISUSED, "--weight-column is for tables of points; it has no meaning with %s",
                      instead);
    return SOLVED;
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    double mass = INFINITY;
    if (args->count < 2)
        return refuse(MISUSED, "needs two files or more; got %d", args->count);
    TRY(paths_check_streams(args->operands, args->count));
    for (int k = 0; k < args->count; k++)
        if (path_is_stream(args->operands[k]) && k == 0 && !job->has_distances &&
            job->options.method == PAROT_PAIRWISE_METHOD_WASSERSTEIN && args->count > 2)
            return refuse(MISUSED, "'-' cannot be the first of several files, with which the "
                                   "columns of all others are matched; put it last");
    if (job->mass_text && args_text(args, "share"))
        return refuse(MISUSED, "--mass and --share: give only one of them");
    if (job->mass_text)
        TRY(mass_read(job->mass_text, &mass));
    job->options.mass = isfinite(mass) ? mass : NAN;
    if (!(job->options.share > 0 && job->options.share <= 1))
        return refuse(MISUSED, "--share %s: must be more than 0 and at most 1",
                      args_text(args, "share"));
    if (job->options.metric == -1) /* what the library would choose */
        job->options.metric = job->options.method == PAROT_PAIRWISE_METHOD_GROMOV
                                  ? PAROT_METRIC_EUCLIDEAN
                                  : PAROT_METRIC_SQEUCLIDEAN;
    TRY(features_check(&job->request.features));
    TRY(check_spaces(job));
    if (args->json && args->output && output_is_stdout(args->output))
        return refuse(MISUSED, "--json and the matrix both want standard output; add -o FILE");
    return args_check_outputs(args, ".csv .tsv .npy .json");
}

/* ---- Reading ------------------------------------------------------------ */

/* Text is encoded by the values of both files that are read together; those of all others may
 * differ. */
static enum outcome check_columns(const parot_features *first, const parot_features *other)
{
    const parot_table *a = &first->table, *b = &other->table;
    int is_same = a->cols == b->cols && !a->names == !b->names;
    for (int64_t k = 0; is_same && a->names && k < a->cols; k++)
        is_same = strcmp(a->names[k], b->names[k]) == 0;
    if (is_same)
        return SOLVED;
    return refuse(FAILED,
                  "%s and %s have other columns once text is turned into numbers; leave out text "
                  "with --columns or --drop, or add --method gromov",
                  path_label(first->path), path_label(other->path));
}

/* Of one file; columns have the order of the first one, with which it is read, unless the clouds
 * need nothing in common. */
static enum outcome read_points(struct job *job, int k)
{
    const struct args *args = &job->args;
    int is_alone = job->options.method == PAROT_PAIRWISE_METHOD_GROMOV;
    const char *const paths[2] = {is_alone ? args->operands[k] : args->operands[0],
                                  is_alone ? NULL : args->operands[k]};
    parot_features sides[2] = {{0}};
    parot_notes notes = {0};
    parot_features_options options = features_options(&job->request.features);
    options.seed = args->run.seed;
    options.elsewhere = is_alone ? NULL : "--method gromov";
    options.sharing = is_alone ? PAROT_SHARING_IF_SAME : PAROT_SHARING_REQUIRED;
    enum outcome outcome = features_read(&job->request.features, &options, paths, sides, &notes);
    job->members[k].points = sides[is_alone ? 0 : 1];
    if (!is_alone && k == 1)
        job->members[0].points = sides[0];
    else if (!is_alone)
        parot_features_free(&sides[0]);
    if (outcome != SOLVED)
        return outcome;
    if (is_alone || k == 1)
        notes_tell(&notes);
    TRY(points_check(&job->members[k].points, (parot_metric)job->options.metric));
    if (!is_alone && k == 1)
        TRY(points_check(&job->members[0].points, (parot_metric)job->options.metric));
    return is_alone ? SOLVED : check_columns(&job->members[0].points, &job->members[k].points);
}

static enum outcome read_distances(struct job *job, int k)
{
    const char *path = job->args.operands[k];
    parot_table *table = &job->members[k].distances;
    TRY(numbers_read(&job->request.features, path, table));
    if (table->rows != table->cols)
        return refuse(FAILED, "%s is %lld x %lld; distances are square", path_label(path),
                      (long long)table->rows, (long long)table->cols);
    job->clouds[k].distances = parot_table_matrix(table);
    return SOLVED;
}

/* Each node weighs 1, so that the mass counts nodes. */
static enum outcome read_graph(struct job *job, int k)
{
    struct member *member = &job->members[k];
    member->graph.path = job->args.operands[k];
    TRY(graph_read(&member->graph, &job->graph, NULL));
    int64_t n = member->graph.count;
    TRY(graph_compute(&member->graph, &job->graph, &job->args.run, &member->block));
    member->ones = malloc((size_t)n * sizeof *member->ones);
    if (!member->ones)
        return refuse(FAILED, "out of memory");
    for (int64_t i = 0; i < n; i++)
        member->ones[i] = 1;
    job->clouds[k].distances = (parot_matrix){member->block, n, n, n};
    job->clouds[k].weights = member->ones;
    return SOLVED;
}

static enum outcome read_files(struct job *job)
{
    const struct args *args = &job->args;
    int is_paired = job->options.method == PAROT_PAIRWISE_METHOD_WASSERSTEIN;
    job->members = calloc((size_t)args->count, sizeof *job->members);
    job->clouds = calloc((size_t)args->count, sizeof *job->clouds);
    if (!job->members || !job->clouds)
        return refuse(FAILED, "out of memory");
    for (int k = is_paired ? 1 : 0; k < args->count; k++)
        TRY(job->graph.is_graph  ? read_graph(job, k)
            : job->has_distances ? read_distances(job, k)
                                 : read_points(job, k));
    for (int k = 0; k < args->count && !job->graph.is_graph && !job->has_distances; k++) {
        job->clouds[k].points = parot_table_matrix(&job->members[k].points.table);
        job->clouds[k].weights = job->members[k].points.weights;
    }
    return SOLVED;
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    const struct wording words[] = {{"mass", "--mass"},
                                    {"share", "--share"},
                                    {"journal", "--journal"},
                                    {"clouds", "the files"}};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, "comparing");
    parot_status status =
        parot_pairwise(job->clouds, job->args.count, &job->options, &run, &job->result, &err);
    progress_clear();
    return status < 0 ? refuse_call(status, &err, job->args.run.time_limit, words, 4) : SOLVED;
}

/* ---- Telling ------------------------------------------------------------ */

/* NULL: the files hold distances. */
static const char *metric_name(const struct job *job)
{
    return job->has_distances || job->graph.is_graph
               ? NULL
               : parot_metric_name((parot_metric)job->options.metric);
}

static parot_json *document(const struct job *job)
{
    const parot_pairwise_result *result = &job->result;
    parot_json *json = parot_json_open(parot_status_name(result->status));
    parot_json_text(json, "method", parot_pairwise_method_name(job->options.method));
    parot_json_text(json, "metric", metric_name(job));
    parot_json_number(json, "mass", job->options.mass);
    parot_json_number(json, "share", isnan(job->options.mass) ? job->options.share : NAN);
    parot_json_texts(json, "names", job->args.operands, job->args.count);
    parot_json_pairwise(json, result);
    return json;
}

static enum outcome write_json(const struct job *job)
{
    parot_error err = {0};
    return outcome_of(parot_json_write(document(job), job->args.output, job->args.force, &err),
                      &err);
}

/* Names in the first line and the first column. */
static enum outcome write_named(const struct job *job, const char *path)
{
    int64_t n = job->result.count;
    const char **operands = job->args.operands;
    char **names = malloc(((size_t)n + 1) * sizeof *names);
    int64_t *row = malloc((size_t)n * sizeof *row);
    double *data = malloc((size_t)n * ((size_t)n + 1) * sizeof *data);
    enum outcome outcome = SOLVED;
    if (names && row && data) {
        names[0] = (char[]){"name"};
        for (int64_t i = 0; i < n; i++) {
            names[i + 1] = (char *)(uintptr_t)operands[i]; /* which is only read */
            row[i] = i;
            memcpy(data + i * (n + 1) + 1, job->result.objective + i * n, (size_t)n * sizeof *data);
        }
        parot_table table = {n, n + 1, data, names, NULL};
        const struct named_rows rows = {.row = row, .id = operands, .count = n, .id_name = "name"};
        outcome = named_rows_write("-o", path, &rows, &table, job->args.force);
    } else {
        outcome = refuse(FAILED, "-o %s: out of memory", path);
    }
    free(names);
    free(row);
    free(data);
    return outcome;
}

static enum outcome write_matrix(const struct job *job)
{
    const parot_pairwise_result *result = &job->result;
    const char *path = job->args.output ? job->args.output : "-";
    parot_table plain = {result->count, result->count, result->objective, NULL, NULL};
    if (!job->args.output && job->args.json)
        return SOLVED;
    output_begin(path);
    if (path_ends_in(path, ".json"))
        return write_json(job);
    if (path_ends_in(path, ".npy"))
        return table_write(path, &plain, job->args.force);
    return write_named(job, path);
}

static void print_words(const struct job *job)
{
    const parot_pairwise_result *result = &job->result;
    const char *path = job->args.output;
    FILE *file = !path || output_is_stdout(path) ? stderr : stdout;
    fprintf(file, "%lld of %lld pairs of %lld files solved (%s)", (long long)result->solved,
            (long long)result->pairs, (long long)result->count,
            parot_pairwise_method_name(job->options.method));
    if (result->known > 0)
        fprintf(file, ", %lld of them known from %s", (long long)result->known,
                job->options.journal);
    phase_print_ranks(file);
    fprintf(file, ".\n");
    if (result->status != PAROT_OK)
        fprintf(file, "Stopped early (%s): %lld pairs are missing.%s%s%s\n",
                parot_status_name(result->status), (long long)(result->pairs - result->solved),
                job->options.journal ? " The same command" : "",
                job->options.journal && path ? " with -f" : "",
                job->options.journal ? " goes on from the journal." : "");
    if (file == stdout)
        fprintf(file, "Matrix written to %s.\n", path);
}

/* Pairs without an answer, in words. */
static enum outcome tell_failures(const struct job *job)
{
    const parot_pairwise_result *result = &job->result;
    for (int64_t f = 0; f < result->failures && f < SHOWN; f++) {
        const parot_pairwise_failure *failure = &result->failure[f];
        note("%s and %s: %s", job->args.operands[failure->first],
             job->args.operands[failure->second], failure->error.message);
    }
    if (result->status != PAROT_OK)
        return progress_stopped();
    if (result->failed > 0)
        return refuse(FAILED, "%lld of %lld pairs have no answer", (long long)result->failed,
                      (long long)result->pairs);
    if (result->solved < result->pairs)
        return refuse(FAILED, "%lld of %lld pairs are not proved",
                      (long long)(result->pairs - result->solved), (long long)result->pairs);
    return SOLVED;
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    TRY(check_request(job));
    TRY(read_files(job));
    progress_hint(job->options.journal ? "Ctrl-C keeps the pairs; the same command goes on"
                                       : "Ctrl-C keeps the pairs that are done");
    TRY(solve(job));
    TRY(write_matrix(job));
    if (job->args.json)
        TRY(document_print(document(job)));
    else if (!job->args.quiet)
        print_words(job);
    return tell_failures(job);
}

static void release(void *subject)
{
    struct job *job = subject;
    for (int k = 0; job->members && k < job->args.count; k++) {
        parot_features_free(&job->members[k].points);
        parot_table_free(&job->members[k].distances);
        graph_free(&job->members[k].graph);
        free(job->members[k].block);
        free(job->members[k].ones);
    }
    free(job->members);
    free(job->clouds);
    parot_pairwise_result_free(&job->result);
}

const struct verb VERB_PAIRWISE = {
    .name = "pairwise",
    .brief = "compare all pairs of many files",
    .operands = "FILE FILE... [OPTION...]",
    .purpose = "compare all pairs of many files: a symmetric matrix of costs",
    .epilogue = "Each file holds a cloud of points, one per row, with the same columns, matched\n"
                "by name. The entry of two files is the least cost of moving the mass from one\n"
                "to the other. With --method gromov it is the least change of the distances\n"
                "within; the files may then have different columns, or be --distances or lists\n"
                "of edges (--graph), in which a node weighs 1.\n\n"
                "Without -o the matrix goes to stdout as CSV, with the names of the files; -o\n"
                "FILE writes .csv, .tsv, .json or, the numbers alone, .npy. With sqeuclidean the\n"
                "root of a cost is in the units of the points.\n\n"
                "--journal FILE keeps each pair as soon as it is solved. The same command with\n"
                "the same files then goes on where it was stopped, whatever stopped it; -f lets\n"
                "it replace a matrix that was not complete.\n\n"
                "Examples:\n"
                "  parot pairwise day*.csv --mass 0.8 -o costs.csv\n"
                "  parot pairwise day*.csv --share 0.8 --journal pairs.txt -o costs.npy\n"
                "  parot pairwise *.edges --graph --method gromov --share 0.9 --json\n\n"
                "Exit: 0 solved, 1 failed, also if a pair has no answer, 2 usage, 3 stopped\n"
                "early (the pairs that are done are written), 130 interrupted.\n",
    .groups = {{"Pairs:", OPTIONS, 0},
               {"Columns:", POINTS_OPTIONS, offsetof(struct job, request.features)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
