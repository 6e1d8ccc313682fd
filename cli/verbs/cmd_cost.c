/* cmd_cost.c - `parot cost`: the matrix of distances between points. */
#include <stdlib.h>
#include <string.h>

#include "input/stated_problem.h"
#include "say/document.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "verbs/verbs.h"

/* While a matrix is written there is a copy of it, as text of about 20 characters a number. */
enum { COPIES_NPY = 1, COPIES_TEXT = 4 };

struct job {
    struct args args;
    struct points_request request;
    parot_metric metric;
    parot_features x, y; /* y is empty when it is x */
    parot_table matrix;  /* its data belong to `block` */
    double *block;
};

static const struct option OPTIONS[] = {
    CHOICE_OPTION("metric", struct job, metric, "M", METRICS, "{} (sqeuclidean)"),
    TEXT_OPTION("weight-column", struct job, request.features.options.weight_column, "COL",
                "column of the files that is not a coordinate"),
    MORE_OPTIONS(SCALE_OPTION, struct job, request),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    job->metric = PAROT_METRIC_SQEUCLIDEAN;
    points_defaults(&job->request);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    parot_json_text(json, "metric", parot_metric_name(job->metric));
    parot_json_integer(json, "rows", job->matrix.rows);
    parot_json_integer(json, "cols", job->matrix.cols);
    return document_print(json);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    struct args *args = &job->args;
    if (args->count < 1 || args->count > 2)
        return refuse(MISUSED, "needs one or two files of points; got %d", args->count);
    TRY(paths_check_streams(args->operands, args->count));
    TRY(features_check(&job->request.features));
    if (args->json && !args->output)
        return refuse(MISUSED, "--json and the matrix both want standard output; add -o FILE");
    TRY(args_check_outputs(args, ".npy .csv .tsv"));

    parot_features *other = args->count == 2 ? &job->y : NULL;
    job->x.path = args->operands[0];
    job->y.path = args->operands[args->count - 1];
    TRY(points_read(&job->x, other, &job->request, args, "parot gromov"));
    TRY(points_check(&job->x, job->metric));
    if (other)
        TRY(points_check(other, job->metric));

    const char *output = args->output ? args->output : "-";
    parot_matrix x = parot_table_matrix(&job->x.table);
    parot_matrix y = other ? parot_table_matrix(&other->table) : x;
    int copies = strstr(output, ".npy") ? COPIES_NPY : COPIES_TEXT;
    phase_begin(PAROT_PHASE_COST, NULL, NULL);
    const struct cost_words words = {{job->x.path, job->y.path}, TAKE_A_SAMPLE};
    TRY(costs_compute(x, y, job->metric, copies, words, &args->run, &job->block));
    job->matrix = (parot_table){x.rows, y.rows, job->block, NULL, NULL};
    TRY(table_write(output, &job->matrix, args->force));
    if (args->json)
        return print_json(job);
    if (!args->quiet && !output_is_stdout(output))
        printf("%lld x %lld costs (%s) written to %s.\n", (long long)x.rows, (long long)y.rows,
               parot_metric_name(job->metric), output);
    return SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    free(job->block);
    parot_features_free(&job->x);
    parot_features_free(&job->y);
}

const struct verb VERB_COST = {
    .name = "cost",
    .brief = "compute distances between the rows of two files",
    .operands = "X [Y] [OPTION...]",
    .purpose = "compute distances between the rows of two files",
    .epilogue = "Without Y: distances within X. Without -o the matrix goes to stdout as CSV;\n"
                "-o FILE writes .npy, .csv or .tsv (each also with .gz).\n"
                "\n"
                "Example:\n"
                "  parot cost a.csv b.csv --metric euclidean -o costs.npy\n"
                "\n"
                "Exit: 0 written, 1 failed, 2 usage, 130 interrupted.\n",
    .groups = {{"Costs:", OPTIONS, 0},
               {"Columns:", POINTS_OPTIONS, offsetof(struct job, request.features)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
