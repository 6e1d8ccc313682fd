/* cmd_gromov.c - `parot gromov`: match two spaces by the distances within each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/anchors.h"
#include "input/space_files.h"
#include "say/document.h"
#include "say/told.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/gromov_masses.h"
#include "verbs/verbs.h"

enum { MOST_RESTARTS = 1000000 };

struct job {
    struct args args;
    struct spaces_request request;
    const char *mass_text, *start, *start_plan, *coupling, *plot, *page;
    int with_plan;
    int with_path, is_auto; /* all masses; the mass of their elbow */
    parot_gromov_path_result path;
    struct spaces spaces;
    int without_matrices; /* parot_gromov_points solves it */
    parot_gromov_problem problem;
    parot_gromov_options options;
    const char *anchor_file;
    struct anchors anchors;
    double *given; /* the start that was read */
    parot_gromov_result result;
    struct told told;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("mass", struct job, mass_text, "S", MAX_OR_AUTO,
                 "the mass to move; max: the smaller of the two totals; auto: what matches"),
    FLAG_OPTION("path", struct job, with_path, "a table of many masses instead, and its elbow"),
    NUMBER_OPTION("fused", struct job, problem.alpha, "A",
                  "weight of the distances (1); 1 - A is that of the costs"),
    CHOICE_OPTION("loss", struct job, problem.loss, "L", LOSSES,
                  "{} (square); kl needs --distances without zeros"),
    FLAG_OPTION("whole-rows", struct job, options.whole_rows,
                "move a row as a whole or not at all"),
    OUTPUT_OPTION("coupling", struct job, coupling, ".npy .csv .tsv", NULL,
                  "write the plan as a dense matrix"),
    FLAG_OPTION("plan", struct job, with_plan, "add the plan, u and v to the JSON document"),
    FIGURE_OPTION(struct job, plot),
    REPORT_OPTION(struct job, page),
    {0}};

static const struct option SEARCH_OPTIONS[] = {
    NAMED_OPTION("start", struct job, start, "LIST", STARTS,
                 "one or more of {}, separated by commas (auto)"),
    COUNT_OPTION("restarts", struct job, options.restarts, "N", 0, MOST_RESTARTS,
                 "random starts in addition to these (0)"),
    TEXT_OPTION("start-plan", struct job, start_plan, "FILE", "begin at a plan that was saved"),
    TEXT_OPTION("anchors", struct job, anchor_file, "FILE",
                "pairs of rows that are known to match: a start"),
    CHOICE_OPTION("steps", struct job, options.steps, "S", STEPS,
                  "{} (auto: both for small problems)"),
    SIZE_OPTION("tolerance", struct job, options.tolerance, "T",
                "stop at this stationarity, relative to the objective (1e-9)"),
    COUNT_OPTION("iterations", struct job, args.run.max_iterations, "N", 1, INT64_MAX,
                 "maximum number of steps per start (1000)"),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    problem_defaults(&job->request.problem, PAROT_METRIC_EUCLIDEAN);
    parot_gromov_options_init(&job->options);
    job->problem.alpha = 1;
    job->problem.loss = PAROT_LOSS_SQUARE;
}

/* ---- Where to begin ----------------------------------------------------- */

/* "product,profiles": a sum of parot_start; "auto" is 0. */
static enum outcome parse_starts(const char *text, uint32_t *starts)
{
    char word[32];
    *starts = 0;
    if (!text || strcmp(text, "auto") == 0)
        return SOLVED;
    while (*text) {
        size_t length = strcspn(text, ",");
        size_t kept = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, text, kept);
        word[kept] = '\0';
        int start = ALL_STARTS;
        TRY(choice_read("--start", word, &STARTS, &start));
        if (start == ALL_STARTS)
            return refuse(MISUSED,
                          "--start auto means all starts that apply and cannot be combined "
                          "with others; --restarts N adds random ones");
        *starts |= (uint32_t)start;
        text += length + (text[length] == ',');
    }
    return SOLVED;
}

/* A plan that was saved, as a dense matrix of that size, released with free(). */
static enum outcome read_start_plan(const char *path, int64_t rows, int64_t cols, double **dense)
{
    parot_result result = {0};
    parot_error err = {0};
    if (!path)
        return SOLVED;
    TRY(input_check(path));
    if (parot_result_read(path, &result, &err) != PAROT_OK)
        return refuse_status(&err);
    enum outcome outcome = SOLVED;
    if (result.plan.rows != rows || result.plan.cols != cols)
        outcome =
            refuse(FAILED, "%s is a plan for %lld x %lld, the spaces have %lld and %lld points",
                   path_label(path), (long long)result.plan.rows, (long long)result.plan.cols,
                   (long long)rows, (long long)cols);
    else
        outcome = memory_take_matrix("the start", rows, cols, 0, "use fewer points", dense);
    if (outcome == SOLVED)
        parot_plan_to_dense(&result.plan, *dense);
    parot_result_free(&result);
    return outcome;
}

/* ---- Before reading ----------------------------------------------------- */

static enum outcome read_starts(struct job *job)
{
    parot_gromov_options *options = &job->options;
    TRY(parse_starts(job->start, &options->starts));
    if (options->starts == PAROT_START_RANDOM && options->restarts == 0)
        options->restarts = 1;
    if (options->starts & PAROT_START_PARTIAL && !job->request.problem.cost &&
        !job->request.wants_cost)
        return refuse(MISUSED, "--start partial needs costs between the spaces: --cost FILE or "
                               "--fused A");
    if (job->start_plan && job->start)
        options->starts |= PAROT_START_GIVEN;
    if (job->anchor_file && options->starts)
        options->starts |= PAROT_START_ANCHORS;
    return SOLVED;
}

/* What a path, or the mass of its elbow, does not go with. */
static enum outcome check_path(const struct job *job)
{
    const char *asked = job->with_path ? "--path" : "--mass auto";
    if (job->with_path && job->mass_text)
        return refuse(MISUSED, "--path is for all masses: leave out --mass");
    if (job->with_path && (job->coupling || job->with_plan || job->page))
        return refuse(MISUSED,
                      "--path writes a table of masses; %s needs one plan: use --mass auto",
                      job->coupling    ? "--coupling"
                      : job->with_plan ? "--plan"
                                       : "--report");
    if (job->start_plan)
        return refuse(MISUSED, "%s cannot begin at --start-plan, a plan of one mass", asked);
    if (job->options.whole_rows)
        return refuse(MISUSED, "%s: few masses are sums of whole rows; leave out --whole-rows",
                      asked);
    if (job->problem.alpha == 0)
        return refuse(MISUSED, "%s needs distances; parot curve has all masses of costs alone",
                      asked);
    return SOLVED;
}

static enum outcome check_mass(struct job *job, double *mass)
{
    job->is_auto = job->mass_text && strcmp(job->mass_text, "auto") == 0;
    if (job->with_path || job->is_auto) {
        *mass = INFINITY;
        return check_path(job);
    }
    if (!job->mass_text)
        return refuse(MISUSED, "how much mass? Give --mass S, --mass max for the smaller total, or "
                               "--mass auto for what matches");
    return mass_read(job->mass_text, mass);
}

static enum outcome check_request(struct job *job, double *mass)
{
    const struct args *args = &job->args;
    double alpha = job->problem.alpha;
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, SOURCE and TARGET; got %d", args->count);
    TRY(check_mass(job, mass));
    if (!(alpha >= 0 && alpha <= 1))
        return refuse(MISUSED,
                      "--fused %s: must be between 0 (costs alone) and 1 (distances alone)",
                      args_text(args, "fused"));
    job->request.wants_cost = alpha < 1;
    TRY(read_starts(job));
    if (job->with_plan && !args->json)
        return refuse(MISUSED, "--plan adds to the document of --json; give both, or -o FILE");
    TRY(spaces_check_request(&job->request, args));
    return args_check_outputs(args, job->with_path ? ".csv .tsv .npy" : ".npz .json .csv .tsv");
}

/* ---- Solving ------------------------------------------------------------ */

/* With --fused the coordinates are features as well. */
static parot_gromov_points_problem clouds_of(const struct job *job, parot_metric metric)
{
    const struct problem *stated = &job->spaces.problem;
    const parot_matrix x = parot_table_matrix(&stated->source.table);
    const parot_matrix y = parot_table_matrix(&stated->target.table);
    const int is_fused = job->request.wants_cost;
    return (parot_gromov_points_problem){.x = x,
                                         .y = y,
                                         .metric = metric,
                                         .p = stated->p.values,
                                         .q = stated->q.values,
                                         .mass = stated->stated.mass,
                                         .x_features = is_fused ? x.data : NULL,
                                         .y_features = is_fused ? y.data : NULL,
                                         .features = is_fused ? x.cols : 0,
                                         .alpha = job->problem.alpha};
}

/* Squared differences, and costs that are squared distances of the points, if any: then the library
 * says whether it needs no matrices. */
static int can_use_points(const struct job *job, parot_metric metric)
{
    const parot_gromov_points_problem clouds = clouds_of(job, metric);
    int is_squared = metric == PAROT_METRIC_SQEUCLIDEAN;
    return !job->spaces.has_distances && !job->spaces.has_graphs && !job->with_path &&
           !job->is_auto && (!job->request.wants_cost || is_squared) &&
           job->problem.loss == PAROT_LOSS_SQUARE && !job->request.problem.cost &&
           !job->anchor_file && parot_gromov_points_can(&clouds, &job->options);
}

static double matrices_memory(const struct job *job, long threads)
{
    const struct spaces *spaces = &job->spaces;
    int64_t n = spaces->source.rows, m = spaces->target.rows;
    double costs =
        job->request.wants_cost && !job->request.problem.cost ? parot_partial_memory(n, m) : 0;
    return costs + parot_gromov_memory(n, m, threads, !spaces->has_distances);
}

/* Points where they are the better way, or the only one that fits. */
static void choose_way(struct job *job)
{
    const struct spaces *spaces = &job->spaces;
    const parot_gromov_points_problem clouds = clouds_of(job, spaces->problem.metric);
    if (spaces->neighbours || !can_use_points(job, spaces->problem.metric))
        return;
    int is_faster = parot_gromov_points_pay(&clouds, &job->options);
    int is_needed = matrices_memory(job, 1) >= parot_memory_free() &&
                    parot_gromov_points_memory(&clouds) < parot_memory_free();
    job->without_matrices = is_faster || is_needed;
    if (job->without_matrices && is_faster && job->args.verbose)
        note("so many points are matched without matrices of distances");
    else if (job->without_matrices && !is_faster)
        tip("note: matrices of distances do not fit in memory; the points are matched without "
            "them, from fewer kinds of starts");
}

/* Whether another metric needs no matrices, and fits. */
static int is_way_out(const struct job *job, parot_metric metric)
{
    const parot_gromov_points_problem clouds = clouds_of(job, metric);
    return !job->without_matrices && can_use_points(job, metric) &&
           parot_gromov_points_memory(&clouds) < parot_memory_free();
}

static const char *choose_way_out(const struct job *job, long threads)
{
    if (job->spaces.neighbours && is_way_out(job, PAROT_METRIC_EUCLIDEAN))
        return "use --metric euclidean, which needs no matrices, or fewer points: --sample N "
               "takes a random sample";
    if (is_way_out(job, PAROT_METRIC_SQEUCLIDEAN))
        return "use --metric sqeuclidean, which needs no matrices, or fewer points: --sample N "
               "takes a random sample";
    if (threads > 1 && !job->without_matrices)
        return "use --threads 1, or fewer points";
    return job->spaces.has_distances ? "use fewer points"
           : job->spaces.has_graphs  ? "use smaller graphs"
                                     : TAKE_A_SAMPLE;
}

static enum outcome check_memory(const struct job *job)
{
    const struct spaces *spaces = &job->spaces;
    char what[128];
    long threads = job->args.run.threads ? job->args.run.threads : sysconf(_SC_NPROCESSORS_ONLN);
    const parot_gromov_points_problem clouds = clouds_of(job, spaces->problem.metric);
    double bytes =
        job->without_matrices ? parot_gromov_points_memory(&clouds) : matrices_memory(job, threads);
    snprintf(what, sizeof what, "comparing the distances of %lld and %lld points",
             (long long)spaces->source.rows, (long long)spaces->target.rows);
    return memory_check(what, bytes, choose_way_out(job, threads));
}

/* Where it is worst. */
static void tell_asymmetry(const char *name, parot_matrix matrix, const char *path)
{
    int64_t row = 0, column = 0;
    double worst = 0;
    for (int64_t i = 0; i < matrix.rows; i++)
        for (int64_t j = i + 1; j < matrix.rows; j++) {
            double difference =
                fabs(matrix.data[i * matrix.stride + j] - matrix.data[j * matrix.stride + i]);
            if (difference > worst) {
                worst = difference;
                row = i;
                column = j;
            }
        }
    tip("%s: not symmetric at (%lld,%lld): %g and %g; %s is taken as it is", name, (long long)row,
        (long long)column, matrix.data[row * matrix.stride + column],
        matrix.data[column * matrix.stride + row], path);
}

/* Distances that were read may not be what their owner thinks they are. */
static void warn_of_asymmetry(const struct job *job)
{
    const char *path[2] = {job->request.problem.source, job->request.problem.target};
    for (int s = 0; s < 2; s++) {
        double asymmetry = job->result.asymmetry[s];
        if (!job->request.has_distances || asymmetry == 0)
            continue;
        if (asymmetry <= 1e-12)
            tip("note: %s is symmetric except for rounding (%.1g of its largest entry); averaged",
                path_label(path[s]), asymmetry);
        else
            tell_asymmetry(s == 0 ? "source" : "target",
                           s == 0 ? job->spaces.source : job->spaces.target, path_label(path[s]));
    }
}

static enum outcome refuse_answer(const struct job *job, parot_status status,
                                  const parot_error *err)
{
    const struct problem_request *request = &job->request.problem;
    char start[256];
    snprintf(start, sizeof start, "--start-plan %s", job->start_plan ? job->start_plan : "");
    const struct wording words[] = {{"source", path_label(request->source)},
                                    {"target", path_label(request->target)},
                                    {"x", path_label(request->source)},
                                    {"y", path_label(request->target)},
                                    {"cost", request->cost ? request->cost : "the costs"},
                                    {"p", request->p},
                                    {"q", request->q},
                                    {"mass", "--mass"},
                                    {"alpha", "--fused"},
                                    {"start", start}};
    return refuse_call(status, err, job->args.run.time_limit, words, 10);
}

static void state_problem(struct job *job)
{
    parot_gromov_problem *problem = &job->problem;
    const struct problem *stated = &job->spaces.problem;
    problem->source = job->spaces.source;
    problem->target = job->spaces.target;
    problem->cost = stated->stated.cost;
    problem->p = stated->p.values;
    problem->q = stated->q.values;
    problem->mass = stated->stated.mass;
}

static enum outcome follow_path(struct job *job)
{
    parot_error err = {0};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, NULL);
    parot_status status =
        parot_gromov_path(&job->problem, NULL, &job->options, &run, &job->path, &err);
    progress_clear();
    if (status < 0)
        return refuse_answer(job, status, &err);
    job->problem.mass = job->path.elbow * job->path.total;
    if (job->is_auto && !job->path.has_elbow)
        masses_print_elbow(stderr, "parot gromov: --mass auto: ", &job->path);
    if (job->args.verbose)
        note("%lld descents for %lld masses", (long long)job->path.descents,
             (long long)job->path.count);
    return SOLVED;
}

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    parot_gromov_problem *problem = &job->problem;
    const parot_info *info = &job->result.transport.info;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, NULL);
    const parot_gromov_points_problem clouds = clouds_of(job, job->spaces.problem.metric);
    parot_status status =
        job->without_matrices
            ? parot_gromov_points(&clouds, &job->options, &run, &job->result, &err)
        : job->is_auto
            ? parot_gromov_path_at(problem, &job->path, &job->options, &run, &job->result, &err)
            : parot_gromov(problem, &job->options, &run, &job->result, &err);
    progress_clear();
    if (status < 0)
        return refuse_answer(job, status, &err);
    warn_of_asymmetry(job);
    if (job->args.verbose)
        note("%lld iterations, %lld pivots, %lld allocations", (long long)info->iterations,
             (long long)info->pivots, (long long)info->allocations);
    return SOLVED;
}

/* ---- Output ------------------------------------------------------------- */

/* Nodes of graphs have names, other points only numbers. */
static parot_plan_names names_of(const struct job *job)
{
    const struct graph_side *graphs = job->spaces.graphs;
    if (!job->spaces.has_graphs)
        return (parot_plan_names){0};
    return (parot_plan_names){.source = graph_names(&graphs[0]), .target = graph_names(&graphs[1])};
}

/* The plan, and the same as a dense matrix. */
static enum outcome write_files(const struct job *job)
{
    parot_error err = {0};
    const parot_plan *plan = &job->result.transport.plan;
    parot_table table = {.rows = plan->rows, .cols = plan->cols};
    const char *output = job->args.output;
    if (output) {
        output_begin(output);
        const parot_plan_names names = names_of(job);
        TRY(outcome_of(
            parot_gromov_write_named(output, &job->result, &names, job->args.force, &err), &err));
    }
    if (!job->coupling)
        return SOLVED;
    output_begin(job->coupling);
    TRY(memory_take_matrix("the coupling", plan->rows, plan->cols, 0,
                           "write the plan as pairs: .csv, .npz or .json", &table.data));
    parot_plan_to_dense(plan, table.data);
    enum outcome outcome = table_write(job->coupling, &table, job->args.force);
    free(table.data);
    return outcome;
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(job->result.transport.status));
    parot_json_number(json, "alpha", job->problem.alpha);
    parot_json_text(json, "loss", parot_loss_name(job->problem.loss));
    parot_json_gromov(json, &job->result, job->with_plan);
    if (job->is_auto) {
        parot_json_object(json, "path");
        masses_put(json, &job->path);
        parot_json_end(json);
    }
    const parot_plan_names names = names_of(job);
    if (job->with_plan)
        parot_json_names(json, &names, &job->result.transport.plan);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    if (job->is_auto)
        masses_print_elbow(file, "Mass chosen: ", &job->path);
    told_print(file, &job->told);
}

static enum outcome print_path_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(job->path.status));
    masses_put(json, &job->path);
    return document_print(json);
}

static void print_path(FILE *file, const void *subject)
{
    const struct job *job = subject;
    masses_print(file, &job->path);
    phase_print(file);
}

/* --path: all that there is to say. */
static enum outcome tell_path(struct job *job)
{
    const struct args *args = &job->args;
    if (args->output) {
        output_begin(args->output);
        TRY(masses_write(args->output, &job->path, args->force));
    }
    TRY(masses_draw(job->plot, &job->path, args));
    TRY(args_report(args, print_path_json, print_path, job));
    return job->path.status == PAROT_OK ? SOLVED : progress_stopped();
}

/* What is said of the answer, drawn, and written as a report. */
static enum outcome compose(struct job *job)
{
    const struct problem *problem = &job->spaces.problem;
    int has_points = !job->spaces.has_distances && !job->spaces.has_graphs;
    const parot_plan_names names = names_of(job);
    parot_summary *summary = &job->told.summary;
    TRY(told_open(&job->told, PAROT_SUMMARY_KIND_GROMOV, &job->args, job->args.operands[0],
                  job->args.operands[1]));
    const char *metric =
        has_points ? job->spaces.metric
        : job->spaces.has_graphs
            ? parot_graph_distance_name((parot_graph_distance)job->request.graph.distance)
            : NULL;
    summary->source.name = path_label(job->args.operands[0]);
    summary->target.name = path_label(job->args.operands[1]);
    summary->source.id = names.source;
    summary->target.id = names.target;
    if (has_points) {
        summary->source = told_side(&problem->source);
        summary->target = told_side(&problem->target);
    }
    summary->of.gromov = (parot_summary_gromov){.problem = &job->problem,
                                                .result = &job->result,
                                                .metric = metric,
                                                .without_matrices = job->without_matrices,
                                                .whole_rows = job->options.whole_rows};
    return told_show(&job->told, job->plot, job->page, &job->args);
}

static enum outcome read_anchors(struct job *job)
{
    const struct spaces *spaces = &job->spaces;
    const struct problem *problem = &spaces->problem;
    const char *const *paths = job->args.operands;
    struct used_rows source = {NULL, spaces->source.rows, path_label(paths[0])},
                     target = {NULL, spaces->target.rows, path_label(paths[1])};
    if (!spaces->has_distances && !spaces->has_graphs) {
        source.row = problem->source.row;
        target.row = problem->target.row;
    }
    TRY(anchors_read(job->anchor_file, source, target, &job->anchors));
    job->options.anchor_source = job->anchors.source;
    job->options.anchor_target = job->anchors.target;
    job->options.anchors = job->anchors.count;
    return SOLVED;
}

/* Refuses the output before the long part begins; only then are interrupts caught. */
static enum outcome run(void *subject)
{
    struct job *job = subject;
    struct spaces *spaces = &job->spaces;
    const struct args *args = &job->args;
    double mass = 0; /* INFINITY: max */
    TRY(check_request(job, &mass));
    TRY(spaces_read(spaces, &job->request, args));
    TRY(mass_choose(&spaces->problem, job->mass_text, mass));
    TRY(read_start_plan(job->start_plan, spaces->source.rows, spaces->target.rows, &job->given));
    job->options.start = job->given;
    TRY(read_anchors(job));
    if (spaces->has_graphs && spaces->problem.stated.mass < 1 && !job->request.problem.p)
        tip("note: a node of a graph weighs 1, and --mass %s is less than one node",
            job->mass_text);
    choose_way(job);
    TRY(check_memory(job));

    progress_hint("Ctrl-C keeps the best plan");
    if (!job->without_matrices)
        TRY(spaces_compute(spaces, &job->request, &args->run));
    state_problem(job);
    if (job->with_path || job->is_auto)
        TRY(follow_path(job));
    if (job->with_path)
        return tell_path(job);
    TRY(solve(job));
    TRY(write_files(job));
    TRY(compose(job));
    TRY(args_report(args, print_json, print_words, job));
    if (job->result.transport.status == PAROT_OK)
        return SOLVED;
    if (job->result.transport.status == PAROT_UNPROVED)
        return refuse(FAILED,
                      "not proved stationary to the tolerance: in the direction of some plan the "
                      "objective may fall at a rate of up to %.6g (the stationarity); allow a "
                      "larger --tolerance, or try another --start",
                      job->result.stationarity);
    return progress_stopped();
}

static void release(void *subject)
{
    struct job *job = subject;
    told_free(&job->told);
    parot_gromov_result_free(&job->result);
    parot_gromov_path_result_free(&job->path);
    spaces_free(&job->spaces);
    free(job->given);
    anchors_free(&job->anchors);
}

const struct verb VERB_GROMOV = {
    .name = "gromov",
    .brief = "match spaces by the distances within each",
    .operands = "SOURCE TARGET --mass S|auto [OPTION...]",
    .purpose = "match points of different spaces by the distances within each",
    .epilogue = "SOURCE and TARGET hold one point per row, and may have different columns; with\n"
                "--distances they are square matrices, with --graph lists of edges. The plan of\n"
                "mass S changes distances as little as possible: 1/2 sum (source_ik -\n"
                "target_jl)^2 T_ij T_kl. --fused A mixes in costs between the spaces: (1 - A)\n"
                "cost + A distances. Several starts are tried (auto: all that apply) and the\n"
                "best one is kept, because the objective is not convex. When the time is up, or\n"
                "after Ctrl-C, the answer is the best plan so far.\n\n"
                "--path solves masses from a tenth of the smaller total to all of it. Beyond the\n"
                "share that both spaces have in common one more pair costs much more: that\n"
                "share is the elbow, which --mass auto moves. Where the curve has no clear\n"
                "elbow it says so, and auto moves all mass.\n\n"
                "Examples:\n"
                "  parot gromov a.csv b.csv --mass 0.5 -o plan.npz\n"
                "  parot gromov a.csv b.csv --mass 0.5 --start profiles --restarts 20\n"
                "  parot gromov a.csv b.csv --mass max --fused 0.5 --json\n"
                "  parot gromov a.csv b.csv --path -o masses.csv --plot masses.svg\n"
                "  parot gromov a.csv b.csv --mass auto -o plan.csv\n"
                "  parot gromov da.npy db.npy --distances --mass 0.3 --coupling t.npy\n"
                "  parot gromov --graph a.edges b.edges --mass max -o pairs.csv\n\n"
                "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (the plan is written),\n"
                "130 interrupted.\n",
    .groups = {{"What to move:", OPTIONS, 0},
               {"Search:", SEARCH_OPTIONS, 0},
               {"Problem:", SPACES_OPTIONS, offsetof(struct job, request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
