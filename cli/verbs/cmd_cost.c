/* cmd_cost.c - `parot cost`: the matrix of distances between points. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "input/stated_problem.h"
#include "say/document.h"
#include "shell/args.h"
#include "shell/choice.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot cost",
    .operands = "X [Y] [OPTION...]",
    .purpose = "compute distances between the rows of two files",
    .epilogue = "Without Y: distances within X. Without -o the matrix goes to stdout as CSV;\n"
                "-o FILE writes .npy, .csv or .tsv (each also with .gz).\n"
                "\n"
                "Example:\n"
                "  parot cost a.csv b.csv --metric euclidean -o costs.npy\n"
                "\n"
                "Exit: 0 written, 1 failed, 2 usage, 130 interrupted.\n"};

/* While a matrix is written there is a copy of it, as text of about 20 characters a number. */
enum { COPIES_NPY = 1, COPIES_TEXT = 4 };

struct job {
    struct args args;
    char *metric_text;
    struct points_request request;
    parot_metric metric;
    parot_features x, y; /* y is empty when it is x */
    parot_table matrix;  /* its data belong to `block` */
    double *block;
};

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    if (args->count < 1 || args->count > 2)
        return refuse(MISUSED, "needs one or two files of points; got %d", args->count);
    TRY(paths_check_streams(args->operands, args->count));
    TRY(points_check_request(&job->request));
    if (args->json && !args->output)
        return refuse(MISUSED, "--json and the matrix both want standard output; add -o FILE");
    TRY(metric_read(job->metric_text, &job->metric));
    return output_check("-o", args->output, ".npy .csv .tsv", args->force);
}

static enum outcome read_points(struct job *job)
{
    const struct args *args = &job->args;
    const struct points_bond bond = points_bond_of(args, "parot gromov");
    parot_features *y = args->count == 2 ? &job->y : NULL;
    job->x.path = args->operands[0];
    if (y)
        y->path = args->operands[1];
    TRY(points_read(&job->x, y, &job->request, &bond));
    TRY(points_check(&job->x, job->metric));
    return y ? points_check(y, job->metric) : SOLVED;
}

static enum outcome compute(struct job *job)
{
    const char *output = job->args.output;
    parot_matrix x = parot_table_matrix(&job->x.table);
    parot_matrix y = job->args.count == 1 ? x : parot_table_matrix(&job->y.table);
    int copies = strstr(output, ".npy") ? COPIES_NPY : COPIES_TEXT;
    phase_begin(PAROT_PHASE_COST, NULL, NULL);
    TRY(costs_compute(x, y, job->metric, copies, &job->args.run, &job->block));
    job->matrix = (parot_table){x.rows, y.rows, job->block, NULL, NULL};
    return SOLVED;
}

static enum outcome report(const struct job *job)
{
    progress_close();
    if (job->args.json) {
        parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
        parot_json_text(json, "metric", parot_metric_name(job->metric));
        parot_json_integer(json, "rows", job->matrix.rows);
        parot_json_integer(json, "cols", job->matrix.cols);
        return document_print(json);
    }
    if (!job->args.quiet && !output_is_stdout(job->args.output)) {
        printf("%lld x %lld costs (%s) written to %s.\n", (long long)job->matrix.rows,
               (long long)job->matrix.cols, parot_metric_name(job->metric), job->args.output);
    }
    return SOLVED;
}

/* Works. */
static enum outcome run(struct job *job)
{
    parot_error err = {0};
    TRY(check_request(job));
    if (!job->args.output)
        job->args.output = "-";
    TRY(read_points(job));
    TRY(compute(job));
    output_begin(job->args.output);
    if (parot_table_write(job->args.output, &job->matrix, job->args.force, &err) != PAROT_OK)
        return refuse_status(&err);
    return report(job);
}

/* Owns. */
enum outcome cmd_cost(const char **argv)
{
    struct job job = {0};
    struct option own[] = {{"metric", 0, &job.metric_text, NULL, "M", "{} (sqeuclidean)"},
                           {"weight-column", 0, &job.request.weight_column, NULL, "NAME",
                            "column of the files that is not a coordinate"},
                           points_scale_option(&job.request)};
    struct option points[POINTS_OPTIONS];
    struct option_group groups[] = {{"Costs:", own, 3}, {"Columns:", points, POINTS_OPTIONS}};
    points_options(&job.request, points);

    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    free(job.block);
    parot_features_free(&job.x);
    parot_features_free(&job.y);
    args_free(&job.args);
    return outcome;
}
