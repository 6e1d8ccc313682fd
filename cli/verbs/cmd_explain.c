/* cmd_explain.c - `parot explain`: why does this row move, or not? */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "input/stated_problem.h"
#include "pu/explain_labels.h"
#include "say/document.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot explain",
    .operands = "RESULT ROW SOURCE TARGET [OPTION...]",
    .purpose = "explain why a row moves or stays, and what would change it",
    .epilogue = "RESULT was written by parot partial (.npz, .json), for SOURCE and TARGET or for\n"
                "--cost FILE; ROW is a row of the source, from 0. Or RESULT is the labels file\n"
                "of parot pu, ROW an id in it, and the files are POSITIVES and UNLABELED, with\n"
                "the options that pu was given.\n\n"
                "For a plan, the answer lists the row's partners, its price compared with\n"
                "lambda, the mass at which it begins to move, and which rows would move in its\n"
                "place if it were removed, or stay if it had to move. For a label, it lists the\n"
                "rank, the prior that would change the label, and the columns that make the row\n"
                "less or more like the positives for the method that labelled it.\n\n"
                "Examples:\n"
                "  parot partial a.csv b.csv --mass 0.5 -o plan.npz\n"
                "  parot explain plan.npz 17 a.csv b.csv\n"
                "  parot pu good.csv all.csv --prior 0.4 -o labels.csv\n"
                "  parot explain labels.csv 17 good.csv all.csv --json\n\n"
                "Exit: 0 explained, 1 failed, 2 usage, 130 interrupted.\n",
    .writes_nothing = 1};

struct job {
    struct args args;
    struct problem_request request;
    struct pu_request pu;
    struct problem problem;
    parot_result result;
    int64_t row;
    struct explanation explanation;
    struct explain_labels labels;
};

/* ---- A transport -------------------------------------------------------- */

static enum outcome refuse_pu_options(const struct pu_request *pu)
{
    const char *name = pu->method           ? "method"
                       : pu->kernel         ? "kernel"
                       : pu->whole_rows     ? "whole-rows"
                       : pu->neighbours     ? "neighbours"
                       : pu->pca            ? "pca"
                       : pu->kind           ? "kind"
                       : pu->noise          ? "noise"
                       : pu->fold           ? "fold"
                       : pu->label_column   ? "label-col"
                       : pu->positive_value ? "positive"
                                            : NULL;
    if (!name)
        return SOLVED;
    return refuse(MISUSED, "--%s applies only to labels of parot pu; RESULT is a plan", name);
}

/* Plans without ids number the rows that are used. */
static struct explain_names names_of(const parot_features *points)
{
    return points->id ? (struct explain_names){points->row, points->id} : (struct explain_names){0};
}

/* ROW is an id where the source has them, else a number. */
static enum outcome find_row(struct job *job, const char *text)
{
    const struct explain_names *source = &job->explanation.source;
    int64_t n = job->problem.stated.cost.rows, row = 0;
    for (int64_t i = 0; source->id && i < n; i++)
        if (strcmp(source->id[source->row[i]], text) == 0) {
            job->row = i;
            return SOLVED;
        }
    if (source->id)
        return refuse(FAILED, "ROW %s: no row of %s has that id; the first has %s", text,
                      path_label(job->problem.source.path), source->id[source->row[0]]);
    TRY(number_read_count("ROW", text, 0, INT64_MAX, &row));
    if (row >= n)
        return refuse(FAILED, "ROW %s: the source has rows 0 to %lld", text, (long long)n - 1);
    job->row = row;
    return SOLVED;
}

static enum outcome read_transport(struct job *job)
{
    int is_gromov = 0;
    const char *const *operands = job->args.operands;
    int64_t row = 0;
    TRY(refuse_pu_options(&job->pu));
    job->request.result = operands[0];
    if (!job->request.points.id)
        TRY(number_read_count("ROW", operands[1], 0, INT64_MAX, &row));
    TRY(problem_check_request(&job->request, operands + 2, job->args.count - 2));
    TRY(saved_read(operands[0], &job->result, &is_gromov));
    if (is_gromov)
        return refuse(
            FAILED,
            "%s: is a match of `parot gromov`; only results of `parot partial` have prices "
            "that explain a row",
            operands[0]);
    TRY(problem_read(&job->problem, &job->request, &job->args));
    parot_matrix cost = job->problem.stated.cost;
    const parot_plan *plan = &job->result.plan;
    if (plan->rows != cost.rows || plan->cols != cost.cols)
        return refuse(FAILED,
                      "%s is a plan for %lld x %lld, the problem is %lld x %lld; these are not the "
                      "files and options (--sample, --na) it was made from",
                      operands[0], (long long)plan->rows, (long long)plan->cols,
                      (long long)cost.rows, (long long)cost.cols);
    job->explanation.source = names_of(&job->problem.source);
    job->explanation.target = names_of(&job->problem.target);
    return find_row(job, operands[1]);
}

static void print_transport(const struct job *job)
{
    const struct explanation *explanation = &job->explanation;
    const parot_move *move = &explanation->move;
    const char *source = job->problem.has_points ? "source row" : "row";
    const char *target = job->problem.has_points ? "target row" : "column";
    printf("Row %s ", job->args.operands[1]);
    if (move->is_whole)
        printf("moves: all of its weight %.6g.\n\n", move->weight);
    else if (move->is_none)
        printf("stays: none of its weight %.6g moves.\n\n", move->weight);
    else
        printf("moves in part: %.6g of its weight %.6g.\n\n", move->moved, move->weight);
    explanation_print(explanation, source, target);
}

/* Prices of another problem explain nothing. */
static void warn_of_proof(struct job *job)
{
    parot_check check = {0};
    parot_run rest = progress_run_patient(&job->args.run);
    job->problem.stated.mass = job->result.mass;
    if (job->args.quiet)
        return;
    parot_status status = problem_certify(&job->problem, &job->result, &rest, &check, NULL);
    int is_known = status != PAROT_ESTOPPED; /* what comes next is stopped as well, and says so */
    if (is_known && (status != PAROT_OK || !parot_is_proved(&check, PAROT_PROOF_TOLERANCE)))
        note("%s is not proved optimal for these files; its prices may mislead",
             job->args.operands[0]);
}

/* The mass from which on the row moves, and what would change it; of a curve that cannot be had, or
 * not in time, nothing is said. */
static enum outcome explain(struct job *job)
{
    parot_error err = {0};
    struct explanation *explanation = &job->explanation;
    parot_matrix cost = job->problem.stated.cost;
    parot_run run = progress_run(&job->args.run);
    TRY(memory_check("a copy of the costs, which are changed to explain a row,",
                     sizeof(double) * (double)cost.rows * (double)cost.cols,
                     "use fewer points, for instance a random sample"));
    if (parot_explain_entry(&job->problem.stated, job->row, &run, &explanation->enters, NULL) < 0)
        explanation->enters = NAN;
    run = progress_run(&job->args.run);
    parot_status status = parot_explain_move(&job->problem.stated, &job->result, job->row, &run,
                                             &explanation->move, &err);
    progress_clear();
    if (progress_interrupted())
        return refuse(INTERRUPTED, "interrupted; nothing was explained");
    return status < 0 ? refuse_status(&err) : SOLVED;
}

static enum outcome explain_transport(struct job *job)
{
    TRY(read_transport(job));
    TRY(problem_compute_cost(&job->problem, &job->args.run));
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    warn_of_proof(job);
    phase_begin(PAROT_PHASE_SOLVE, "explaining", NULL);
    TRY(explain(job));
    if (job->args.json) {
        parot_json *json = parot_json_open(parot_status_name(job->result.status));
        parot_json_move(json, &job->explanation.move);
        parot_json_number(json, "enters", job->explanation.enters);
        return document_print(json);
    }
    if (!job->args.quiet) {
        progress_close();
        print_transport(job);
        puts("");
        phase_print(stdout);
    }
    return SOLVED;
}

/* ---- Labels ------------------------------------------------------------- */

static enum outcome explain_label(struct job *job)
{
    const char *const *operands = job->args.operands;
    if (job->request.cost || job->request.p || job->request.q || job->request.points.weight_column)
        return refuse(
            MISUSED,
            "%s: labels need the files POSITIVES and UNLABELED after ROW, and no costs or weights",
            operands[0]);
    job->pu.metric = job->request.metric; /* which belong to the other request */
    job->pu.scale = job->request.points.scale;
    job->pu.id = job->request.points.id;
    job->pu.features = job->request.points.features;
    TRY(explain_labels_read(&job->labels, &job->pu, operands[0], operands[1]));
    TRY(explain_labels_solve(&job->labels, &job->pu, &job->args));
    if (job->args.json)
        return explain_labels_json(&job->labels);
    if (job->args.quiet)
        return SOLVED;
    progress_close();
    explain_labels_print(&job->labels);
    puts("");
    phase_print(stdout);
    return SOLVED;
}

/* Works. */
static enum outcome run(struct job *job)
{
    if (job->args.count < 2)
        return refuse(MISUSED,
                      "needs RESULT and ROW, and the files that RESULT was made from; got "
                      "%d argument%s",
                      job->args.count, job->args.count == 1 ? "" : "s");
    const char *path = job->args.operands[0];
    if (path_ends_in(path, ".npz .json"))
        return explain_transport(job);
    return explain_label(job);
}

/* Owns. */
enum outcome cmd_explain(const char **argv)
{
    struct job job = {0};
    struct option problem[PROBLEM_OPTIONS];
    struct option pu[] = {
        {"method", 0, &job.pu.method, NULL, "M", "as given to pu"},
        {"kernel", 0, &job.pu.kernel, NULL, "K", "as given to pu"},
        {"whole-rows", 0, &job.pu.whole_rows, NULL, "R", "as given to pu"},
        {"neighbours", 0, &job.pu.neighbours, NULL, "N", "as given to pu"},
        {"pca", 0, &job.pu.pca, NULL, "K", "as given to pu"},
        {"kind", 0, &job.pu.kind, NULL, "K", "as given to pu"},
        {"noise", 0, &job.pu.noise, NULL, "A", "as given to pu"},
        {"fold", 0, &job.pu.fold, NULL, "K", "as given to pu"},
        {"label-col", 0, &job.pu.label_column, NULL, "COL", "as given to pu; then one file"},
        {"positive", 0, &job.pu.positive_value, NULL, "V", "as given to pu"}};
    struct option_group groups[] = {
        {"For a plan (--metric, --id and the choice of columns for labels, too):", problem,
         PROBLEM_OPTIONS},
        {"Of labels:", pu, 10}};
    problem_options(&job.request, problem);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_result_free(&job.result);
    parot_move_free(&job.explanation.move);
    problem_free(&job.problem);
    explain_labels_free(&job.labels);
    args_free(&job.args);
    return outcome;
}
