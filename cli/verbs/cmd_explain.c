/* cmd_explain.c - `parot explain`: why does this row move, or not? */
#include <math.h>
#include <string.h>

#include "input/stated_problem.h"
#include "pu/explain_labels.h"
#include "say/document.h"
#include "say/told.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    struct problem_request request;
    struct pu_request pu; /* of labels; which columns is in `request` */
    struct problem problem;
    parot_result result;
    int64_t row;
    parot_move move;
    double enters; /* the mass at which the row begins to move; NAN: unknown */
    struct told told;
    struct explain_labels labels;
};

static const struct option LABEL_OPTIONS[] = {
    CHOICE_OPTION("method", struct job, pu.options.method, "M", PU_METHODS, "as given to pu"),
    CHOICE_OPTION("kernel", struct job, pu.options.kernel, "K", PU_KERNELS, "as given to pu"),
    CHOICE_OPTION("classifier", struct job, pu.options.classifier, "C", PU_CLASSIFIERS,
                  "as given to pu"),
    COUNT_OPTION("rounds", struct job, pu.options.rounds, "N", 0, INT32_MAX, "as given to pu"),
    COUNT_OPTION("trees", struct job, pu.options.trees, "N", 1, 1000000, "as given to pu"),
    COUNT_OPTION("leaf", struct job, pu.options.leaf, "N", 1, INT32_MAX, "as given to pu"),
    CHOICE_OPTION("whole-rows", struct job, pu.options.whole_rows, "R", PU_WHOLE_ROWS,
                  "as given to pu"),
    COUNT_OPTION("neighbours", struct job, pu.options.neighbours, "N", 1, INT32_MAX,
                 "as given to pu"),
    COUNT_OPTION("pca", struct job, pu.options.pca, "K", 1, INT32_MAX, "as given to pu"),
    CHOICE_OPTION("kind", struct job, pu.options.kind, "K", PU_KINDS, "as given to pu"),
    NAMED_OPTION("noise", struct job, pu.noise, "A", ONLY_AUTO, "as given to pu"),
    COUNT_OPTION("fold", struct job, pu.fold, "K", 1, INT32_MAX, "as given to pu"),
    TEXT_OPTION("label-column", struct job, request.points.features.options.label_column, "COL",
                "as given to pu; then one file"),
    TEXT_OPTION("truth", struct job, request.points.features.options.aside, "COL",
                "as given to pu: that column is not a feature"),
    TEXT_OPTION("propensity", struct job, request.points.features.options.propensity, "COL",
                "as given to pu"),
    TEXT_OPTION("positive", struct job, request.points.features.options.positive, "V",
                "as given to pu"),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    problem_defaults(&job->request, PAROT_METRIC_SQEUCLIDEAN);
    parot_pu_options_init(&job->pu.options);
}

/* ---- A transport -------------------------------------------------------- */

/* ROW is an id where the source has them, else a number. */
static enum outcome find_row(struct job *job, const char *text)
{
    const parot_features *source = &job->problem.source;
    int64_t n = job->problem.stated.cost.rows;
    for (int64_t i = 0; source->id && i < n; i++)
        if (strcmp(source->id[source->row[i]], text) == 0) {
            job->row = i;
            return SOLVED;
        }
    if (source->id)
        return refuse(FAILED, "ROW %s: no row of %s has that id; the first has %s", text,
                      path_label(job->problem.source.path), source->id[source->row[0]]);
    TRY(number_read_count("ROW", text, 0, INT64_MAX, &job->row));
    if (job->row >= n)
        return refuse(FAILED, "ROW %s: the source has rows 0 to %lld", text, (long long)n - 1);
    return SOLVED;
}

static enum outcome read_transport(struct job *job)
{
    const struct args *args = &job->args;
    const char *path = args->operands[0], *row = args->operands[1];
    const char *option = args_given(args, LABEL_OPTIONS);
    int is_gromov = 0;
    if (option)
        return refuse(MISUSED, "--%s applies only to labels of parot pu; RESULT is a plan", option);
    job->request.result = path;
    if (!job->request.points.features.options.id)
        TRY(number_read_count("ROW", row, 0, INT64_MAX, &job->row));
    TRY(problem_check_request(&job->request, args, 2));
    TRY(saved_read(path, &job->result, &is_gromov));
    if (is_gromov)
        return refuse(
            FAILED,
            "%s: is a match of `parot gromov`; only results of `parot partial` have prices "
            "that explain a row",
            path);
    TRY(problem_read(&job->problem, &job->request, args));
    TRY(problem_check_plan(&job->problem, &job->result.plan, path));
    return find_row(job, row);
}

/* Prices explain what moves only if they prove the plan. A proof that is stopped says nothing; what
 * comes next is then stopped as well, and says so. */
static enum outcome check_proof(struct job *job)
{
    parot_check check = {0};
    const char *path = path_label(job->args.operands[0]);
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run rest = progress_run_patient(&job->args.run);
    parot_status status = problem_certify(&job->problem, &job->result, &rest, &check, NULL);
    if (status == PAROT_ESTOPPED ||
        (status == PAROT_OK && parot_is_proved(&check, PAROT_PROOF_TOLERANCE)))
        return SOLVED;
    if (job->result.status != PAROT_OK)
        return refuse(FAILED,
                      "%s is not proved optimal (%s), so its prices do not explain what moves; "
                      "solve it again, without a limit, and explain that plan",
                      path, parot_status_name(job->result.status));
    return refuse(FAILED,
                  "%s is not proved optimal for these files, so its prices do not explain what "
                  "moves; give the files and options that it was made with. A plan that was made "
                  "with prices of points (--price-column, --price-source, --price-target) cannot "
                  "be explained: solve with --mass or --price",
                  path);
}

/* The mass at which the row begins to move, and what would change it. A curve that cannot be
 * computed, or not in time, is not mentioned. */
static enum outcome explain(struct job *job)
{
    parot_error err = {0};
    const parot_problem *problem = &job->problem.stated;
    const parot_points_problem *clouds = &job->problem.clouds;
    int is_matrix_free = job->problem.is_matrix_free;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, "explaining");
    if (!is_matrix_free)
        TRY(memory_check("a copy of the costs, which are changed to explain a row,",
                         parot_partial_memory(problem->cost.rows, problem->cost.cols),
                         "solve for fewer points, with --sample N, and explain that plan"));
    parot_status status =
        is_matrix_free ? parot_explain_entry_points(clouds, job->row, &run, &job->enters, NULL)
                       : parot_explain_entry(problem, job->row, &run, &job->enters, NULL);
    if (status < 0)
        job->enters = NAN;
    run = progress_run(&job->args.run);
    status = is_matrix_free
                 ? parot_explain_move_points(clouds, &job->result, job->row, &run, &job->move, &err)
                 : parot_explain_move(problem, &job->result, job->row, &run, &job->move, &err);
    progress_clear();
    if (progress_interrupted())
        return refuse(INTERRUPTED, "interrupted; nothing was explained");
    return status < 0 ? problem_refuse(&job->request, status, &err, job->args.run.time_limit)
                      : SOLVED;
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(job->result.status));
    parot_json_move(json, &job->move);
    parot_json_number(json, "enters", job->enters);
    return document_print(json);
}

/* Plans without ids number the rows that are used. */
static parot_summary_side side_of(const parot_features *points)
{
    parot_summary_side side = told_side(points);
    if (!side.id)
        side.row = NULL;
    return side;
}

static enum outcome tell(struct job *job)
{
    struct told *told = &job->told;
    TRY(told_open(told, PAROT_SUMMARY_KIND_MOVE, &job->args, NULL, NULL));
    if (job->problem.has_points) {
        told->summary.source = side_of(&job->problem.source);
        told->summary.target = side_of(&job->problem.target);
    }
    told->summary.of.move = (parot_summary_move){.move = &job->move, .enters = job->enters};
    return told_show(told, NULL, NULL, &job->args);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    fputs(job->told.text, file);
    fputs("\n", file);
    phase_print(file);
}

/* ---- Labels ------------------------------------------------------------- */

static enum outcome print_label_json(const void *subject)
{
    const struct job *job = subject;
    return explain_labels_json(&job->labels);
}

static enum outcome explain_label(struct job *job)
{
    const struct args *args = &job->args;
    const struct problem_request *request = &job->request;
    if (request->cost || request->p || request->q || request->points.features.options.weight_column)
        return refuse(
            MISUSED,
            "%s: labels need the files POSITIVES and UNLABELED after ROW, and no costs or weights",
            args->operands[0]);
    job->pu.features = request->points.features;
    if (args_text(args, "metric"))
        job->pu.options.metric = (int32_t)request->metric;
    if (args_text(args, "scale"))
        job->pu.options.scale = request->points.scale;
    TRY(explain_labels_read(&job->labels, &job->pu, args->operands[0], args->operands[1]));
    TRY(explain_labels_solve(&job->labels, &job->pu, args));
    TRY(explain_labels_tell(&job->labels, &job->told, args));
    return args_report(args, print_label_json, print_words, job);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    if (job->args.count < 2)
        return refuse(MISUSED,
                      "needs RESULT and ROW, and the files that RESULT was made from; got "
                      "%d argument%s",
                      job->args.count, plural(job->args.count));
    if (!path_ends_in(job->args.operands[0], ".npz .json"))
        return explain_label(job);
    TRY(read_transport(job));
    job->problem.stated.mass = job->result.mass;
    TRY(problem_prepare(&job->problem, &job->args.run));
    TRY(check_proof(job));
    TRY(explain(job));
    TRY(tell(job));
    return args_report(&job->args, print_json, print_words, job);
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_result_free(&job->result);
    told_free(&job->told);
    parot_move_free(&job->move);
    problem_free(&job->problem);
    explain_labels_free(&job->labels);
}

const struct verb VERB_EXPLAIN = {
    .name = "explain",
    .brief = "explain why a row moves or stays, and what would change it",
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
    .writes_nothing = 1,
    .groups = {{"For a plan (--metric, --id and the choice of columns also for labels):",
                PROBLEM_OPTIONS, offsetof(struct job, request)},
               {"For labels:", LABEL_OPTIONS, 0}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
