/* cmd_pu.c - `parot pu`: which unlabeled rows are like the positives? */
#include <math.h>

#include "pu/pu_doubts.h"
#include "pu/pu_figure.h"
#include "pu/pu_html.h"
#include "pu/pu_labels.h"
#include "pu/pu_memory.h"
#include "say/append.h"
#include "say/plan_html.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

/* A proof is checked up to so many pairs of rows: 400 MB of costs, a fraction of a second. */
static const double MOST_PAIRS = 5e7;

struct job {
    struct args args;
    struct pu_request request;
    const char *prior_text, *model_path, *page_path, *plot;
    int is_appended, with_check, of_all;
    struct pu_tuning tuning;
    parot_pu_model model;
    struct pu_tables tables;
    parot_pu_data data;
    parot_pu_prior_result estimate;
    parot_pu_result result;
    parot_pu_scaled scaled; /* for pictures */
    parot_pu_metrics metrics;
    struct pu_summary summary;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("prior", struct job, prior_text, "P", ONLY_AUTO,
                 "fraction of UNLABELED that is positive (auto, the default: estimate it)"),
    FLAG_OPTION("of-all", struct job, of_all, "P is the fraction of all rows, POSITIVES included"),
    FLAG_OPTION("tune", struct job, tuning.is_wanted,
                "let hidden positives choose between mined and ridge, and the kernel"),
    NUMBER_OPTION("tune-limit", struct job, tuning.budget, "S",
                  "time limit of --tune in seconds (60)"),
    FLAG_OPTION("check", struct job, with_check,
                "test for bias, and hide positives to see how many are found"),
    APPEND_OPTION(struct job, is_appended),
    OUTPUT_OPTION("model", struct job, model_path, ".npz", "Model written to",
                  "save a model that labels new rows, for parot predict"),
    REPORT_OPTION(struct job, page_path),
    TEXT_OPTION("truth", struct job, request.features.options.aside, "COL",
                "true labels to compare with: a column of UNLABELED, or a file"),
    FIGURE_OPTION(struct job, plot),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    parot_pu_options_init(&job->request.options);
    job->tuning.budget = PU_TUNE_BUDGET;
}

/* SOLVED, unless a call of the library failed: what it says is said of the files. */
static enum outcome outcome_of_pu(const struct job *job, parot_status status,
                                  const parot_error *err)
{
    if (status >= 0)
        return SOLVED;
    return pu_tables_refuse(&job->tables, status, err, job->args.run.time_limit);
}

/* ---- Before ------------------------------------------------------------- */

static struct pu_labels_rows rows_of(const struct job *job)
{
    const struct pu_tables *tables = &job->tables;
    return (struct pu_labels_rows){.row = tables->unlabeled.row,
                                   .positive = tables->positive.row,
                                   .id = tables->unlabeled.id,
                                   .id_name = tables->unlabeled.id_name,
                                   .positive_id = tables->positive.id,
                                   .positive_count = tables->positive.frame.rows};
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    TRY(pu_prior_read(job->prior_text, &job->data.prior));
    if (job->of_all && isnan(job->data.prior))
        return refuse(MISUSED, "--of-all says what --prior P means; give --prior P, or drop it");
    TRY(pu_request_check(&job->request, args));
    TRY(pu_metric_check(&job->request, args, job->with_check || isnan(job->data.prior)));
    TRY(pu_tables_check(&job->request, args));
    TRY(pu_tune_check(&job->tuning, args));
    TRY(append_check(job->is_appended, args->operands[args->count - 1], args->output));
    return args_check_outputs(args, ".csv .tsv .npy");
}

/* What the files have, and whether the output can hold it. */
static enum outcome read_files(struct job *job)
{
    struct pu_summary *summary = &job->summary;
    TRY(pu_tables_read(&job->tables, &job->request, &job->args));
    const struct pu_labels_rows rows = rows_of(job);
    for (int k = 0; k < job->tables.remarks.count; k++)
        pu_summary_warn(summary, "%s", job->tables.remarks.text[k]);
    job->data.positive = parot_table_matrix(&job->tables.positive.table);
    job->data.unlabeled = parot_table_matrix(&job->tables.unlabeled.table);
    job->request.options.is_apart = job->tables.is_apart;
    summary->tables = &job->tables;
    summary->options = &job->request.options;
    summary->tuning = &job->tuning;
    summary->why = pu_request_is_auto(&job->args)
                       ? " (auto: transport finds negatives, a classifier ranks)"
                       : "";
    return pu_labels_check(job->args.output, &rows, job->tables.unlabeled.count);
}

/* ---- The prior ---------------------------------------------------------- */

static enum outcome estimate_prior(struct job *job)
{
    parot_error err = {0};
    parot_curve curve = {0};
    char text[PU_WARNING_SIZE];
    const parot_pu_options *options = &job->request.options;
    TRY(pu_memory_check_prior(&job->data));
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_PRIOR, NULL);
    parot_status status = parot_pu_prior(&job->data, options, &run, &job->estimate, &err);
    TRY(outcome_of_pu(job, status, &err));
    job->summary.estimate = &job->estimate;
    job->summary.prior = job->data.prior = job->estimate.prior;
    if (job->estimate.is_reliable)
        return SOLVED;
    run = progress_run(&job->args.run);
    TRY(outcome_of_pu(job, parot_pu_curve(&job->data, options, &run, &curve, &err), &err));
    pu_doubt_estimate(&job->estimate, &curve, text, sizeof text);
    pu_summary_warn(&job->summary, "%s", text);
    parot_curve_free(&curve);
    return SOLVED;
}

/* --prior P, which --of-all makes a fraction of all rows; or an estimate. */
static enum outcome choose_prior(struct job *job)
{
    int64_t n = job->data.unlabeled.rows, m = job->data.positive.rows;
    job->summary.prior_of_all = job->of_all ? job->data.prior : NAN;
    if (job->of_all)
        job->data.prior = parot_pu_prior_from_all(job->data.prior, n, m);
    if (isnan(job->data.prior))
        return estimate_prior(job);
    if (!(job->data.prior > 0))
        return refuse(FAILED,
                      "--prior %s --of-all: the %lld positives alone are %.4g of all rows; give a "
                      "larger P, or drop --of-all if P is the fraction of the unlabeled rows",
                      job->prior_text, (long long)m, parot_pu_prior_to_all(0, n, m));
    job->summary.prior = job->data.prior;
    pu_doubt_rounding(&job->summary, n);
    return SOLVED;
}

static enum outcome tune(struct job *job)
{
    parot_error err = {0};
    if (!job->tuning.is_wanted)
        return SOLVED;
    phase_begin(PAROT_PHASE_TUNE, NULL, NULL);
    parot_status status =
        pu_tune(&job->tuning, &job->data, &job->request.options, &job->args.run, &err);
    TRY(outcome_of_pu(job, status, &err));
    pu_doubt_tuning(&job->summary);
    job->summary.why =
        job->tuning.result.chosen ? " (chosen with hidden positives)" : " (the default)";
    return SOLVED;
}

/* ---- Labels, and what they are worth ------------------------------------ */

static enum outcome classify(struct job *job)
{
    parot_error err = {0};
    const parot_pu_options *options = &job->request.options;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, "labelling");
    parot_status status =
        job->model_path ? parot_pu_train(&job->data, options, &run, &job->model, &job->result, &err)
                        : parot_pu_classify(&job->data, options, &run, &job->result, &err);
    progress_clear();
    TRY(outcome_of_pu(job, status, &err));
    job->summary.result = &job->result;
    pu_doubt_labels(&job->summary);
    return SOLVED;
}

/* The labels are there: who stops the check gets them all the same. */
static enum outcome check(struct job *job)
{
    parot_error err = {0};
    if (!job->with_check || job->result.status != PAROT_OK)
        return SOLVED;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_CHECK, NULL);
    parot_status status = parot_pu_check(&job->data, &job->request.options, &job->result, &run,
                                         &job->summary.trust, &err);
    progress_clear();
    TRY(outcome_of_pu(job, status, &err));
    if (status != PAROT_OK)
        pu_summary_warn(&job->summary, "the check was stopped (%s)", err.message);
    pu_doubt_trust(&job->summary);
    return SOLVED;
}

static double ridge_accuracy(const struct job *job)
{
    parot_pu_options options = job->request.options;
    parot_pu_result result = {0};
    parot_pu_metrics metrics = {.accuracy = NAN};
    parot_run run = progress_run(&job->args.run);
    options.method = PAROT_PU_METHOD_RIDGE;
    if (options.method == job->request.options.method ||
        parot_pu_classify(&job->data, &options, &run, &result, NULL) != PAROT_OK)
        return NAN;
    if (parot_pu_evaluate(&result, job->tables.truth, &metrics, NULL) != PAROT_OK)
        metrics.accuracy = NAN;
    parot_pu_result_free(&result);
    return metrics.accuracy;
}

static enum outcome evaluate(struct job *job)
{
    parot_error err = {0};
    job->summary.ridge_accuracy = NAN;
    if (!job->tables.truth)
        return SOLVED;
    phase_begin(PAROT_PHASE_CHECK, NULL, NULL);
    TRY(outcome_of(parot_pu_evaluate(&job->result, job->tables.truth, &job->metrics, &err), &err));
    job->summary.metrics = &job->metrics;
    if (!progress_interrupted())
        job->summary.ridge_accuracy = ridge_accuracy(job);
    pu_doubt_metrics(&job->summary);
    return SOLVED;
}

/* Not for labels that were stopped, or whose check was: there are no final prices, or no time. Nor
 * for tables whose costs would not fit beside what is there: the labels are worth more. */
static enum outcome prove(struct job *job)
{
    parot_error err = {0};
    const struct args *args = &job->args;
    const parot_pu_options *options = &job->request.options;
    struct pu_proof *proof = &job->summary.proof;
    double pairs = (double)job->data.unlabeled.rows * (double)job->data.positive.rows;
    int is_over = progress_interrupted() || (args->run.time_limit > 0 && phase_rest() <= 1e-9);
    if ((!job->with_check && !job->page_path) || is_over || job->result.status != PAROT_OK ||
        !parot_pu_is_transport(options) || job->result.transport.plan.count == 0 ||
        pairs > MOST_PAIRS || 2 * sizeof(double) * pairs >= parot_memory_free())
        return SOLVED;
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run run = progress_run_patient(&args->run);
    parot_status status =
        parot_pu_certify(&job->data, options, &job->result, &run, &proof->check, &err);
    if (status != PAROT_ESTOPPED)
        TRY(outcome_of(status, &err));
    proof->is_checked = status == PAROT_OK;
    proof->is_proved = proof->is_checked && parot_is_proved(&proof->check, PAROT_PROOF_TOLERANCE);
    return SOLVED;
}

/* ---- Output ------------------------------------------------------------- */

static enum outcome write_files(const struct job *job)
{
    parot_error err = {0};
    const struct args *args = &job->args;
    const struct pu_labels_rows rows = rows_of(job);
    if (job->is_appended)
        TRY(pu_labels_append(job->tables.unlabeled.path, args->output, &job->result, &rows,
                             &job->request.features, args->force));
    else if (args->output)
        TRY(pu_labels_write(args->output, &job->result, &rows, PU_LABELS_LONG, args->force));
    if (job->model_path) {
        output_begin(job->model_path);
        TRY(outcome_of(parot_model_write(job->model_path, &job->tables.unlabeled.encoding,
                                         job->model.data, job->model.count, args->force, &err),
                       &err));
    }
    return job->page_path ? pu_html_write(job->page_path, &job->summary, args) : SOLVED;
}

static struct pu_figure figure_of(const struct job *job)
{
    const parot_pu_result *result = &job->result;
    return (struct pu_figure){.tables = &job->tables,
                              .count = result->count,
                              .label = result->label,
                              .truth = job->tables.truth,
                              .score = result->score,
                              .plan =
                                  result->transport.plan.count > 0 ? &result->transport.plan : NULL,
                              .scaled = job->summary.scaled};
}

static enum outcome scale_pictures(struct job *job)
{
    struct pu_figure figure = figure_of(job);
    if (!job->plot && !job->page_path)
        return SOLVED;
    output_begin(job->plot ? job->plot : job->page_path);
    TRY(pu_figure_scale(&figure, &job->request.options, &job->args, &job->scaled));
    job->summary.scaled = figure.scaled;
    return SOLVED;
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    parot_error err = {0};
    TRY(check_request(job));
    TRY(read_files(job));
    progress_hint("Ctrl-C keeps the best labels");
    TRY(pu_memory_check(&job->data, &job->request.options));
    TRY(choose_prior(job));
    parot_run run = progress_run(&job->args.run);
    TRY(outcome_of_pu(job, pu_doubt_tables(&job->summary, &job->data, &run, &err), &err));
    TRY(tune(job));
    TRY(classify(job));
    TRY(check(job));
    TRY(evaluate(job));
    TRY(prove(job));
    TRY(scale_pictures(job));
    TRY(write_files(job));
    const struct pu_figure figure = figure_of(job);
    TRY(pu_figure_write(job->plot, &figure, &job->args));
    TRY(pu_summary_tell(&job->summary, &job->args));
    if (progress_interrupted() || job->result.status != PAROT_OK)
        return progress_stopped();
    return SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_pu_result_free(&job->result);
    parot_pu_scaled_free(&job->scaled);
    parot_pu_model_free(&job->model);
    pu_tables_free(&job->tables);
}

const struct verb VERB_PU = {
    .name = "pu",
    .brief = "label the rows that are like known positives",
    .operands = "POSITIVES UNLABELED [--prior P] [OPTION...]",
    .purpose = "label the rows that are like known positives",
    .epilogue = "POSITIVES holds rows known to be positive. UNLABELED holds rows of which the\n"
                "fraction P, the prior, is positive. Both files have the same columns, matched\n"
                "by name; only --method gromov accepts different ones. A column of text becomes\n"
                "a column of 0 and 1 for each of its levels.\n\n"
                "-o FILE gets a row for each unlabeled row: id (from --id, or its number from\n"
                "0), label (1 or 0), score (0 to 1; larger is more positive, 0.5 is the border),\n"
                "share (the fraction that transport moved), rank, match (the positive it was\n"
                "moved to, from 0; -1: none) and match_cost. Rows that --na drop leaves out are\n"
                "not in it. Exactly the fraction P of the rows is labelled 1, except by upu and\n"
                "nnpu. The order of rows does not matter.\n\n"
                "Most of the gain of mined over wasserstein comes from its classifier. With\n"
                "--truth, the accuracy of ridge, the same classifier without transport, is\n"
                "printed too.\n\n"
                "Examples:\n"
                "  parot pu good.csv all.csv --prior 0.3 -o labels.csv\n"
                "  parot pu good.csv all.csv --check\n"
                "  parot pu table.csv --label-col known --prior 0.2 --method wasserstein\n\n"
                "Exit: 0 labelled, 1 failed, 2 usage, 3 stopped early, 130 interrupted.\n",
    .groups = {{"What to find:", OPTIONS, 0},
               {"How:", PU_METHOD_OPTIONS, offsetof(struct job, request)},
               {"Tables:", PU_TABLE_OPTIONS, offsetof(struct job, request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
