/* gromov_output.c - the plan in files, in JSON, in words, drawn and as a report; the table of
 * --path. */
#include <math.h>
#include <stdlib.h>

#include "say/document.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/gromov_job.h"
#include "verbs/gromov_masses.h"

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
void gromov_warn_of_asymmetry(const struct gromov_job *job)
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

/* Nodes of graphs have names, other points only numbers. */
static parot_plan_names names_of(const struct gromov_job *job)
{
    const struct graph_side *graphs = job->spaces.graphs;
    if (!job->spaces.has_graphs)
        return (parot_plan_names){0};
    return (parot_plan_names){.source = graph_names(&graphs[0]), .target = graph_names(&graphs[1])};
}

/* The plan, and the same as a dense matrix. */
static enum outcome write_files(const struct gromov_job *job)
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
    const struct gromov_job *job = subject;
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
    const struct gromov_job *job = subject;
    if (job->is_auto)
        masses_print_elbow(file, "Mass chosen: ", &job->path);
    told_print(file, &job->told);
}

static enum outcome print_path_json(const void *subject)
{
    const struct gromov_job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(job->path.status));
    masses_put(json, &job->path);
    return document_print(json);
}

static void print_path(FILE *file, const void *subject)
{
    const struct gromov_job *job = subject;
    masses_print(file, &job->path);
    phase_print(file);
}

/* What is said of the answer, drawn, and written as a report. */
static enum outcome compose(struct gromov_job *job)
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
    return told_show(&job->told, &job->plot, job->page, &job->args);
}

enum outcome gromov_tell(struct gromov_job *job)
{
    TRY(write_files(job));
    TRY(compose(job));
    return args_report(&job->args, print_json, print_words, job);
}

/* --path: all that there is to say. */
enum outcome gromov_tell_path(const struct gromov_job *job)
{
    const struct args *args = &job->args;
    if (args->output) {
        output_begin(args->output);
        TRY(masses_write(args->output, &job->path, args->force));
    }
    TRY(masses_draw(&job->plot, &job->path, args));
    TRY(args_report(args, print_path_json, print_path, job));
    return job->path.status == PAROT_OK ? SOLVED : progress_stopped();
}
