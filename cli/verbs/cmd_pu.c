/* cmd_pu.c - `parot pu`: which unlabeled rows are like the positives? */
#include <math.h>

#include "pu/pu_doubts.h"
#include "pu/pu_figure.h"
#include "pu/pu_html.h"
#include "pu/pu_labels.h"
#include "pu/pu_memory.h"
#include "say/append.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot pu",
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
                "Exit: 0 labelled, 1 failed, 2 usage, 3 stopped early, 130 interrupted.\n"};

/* A proof is checked up to so many pairs of rows: 400 MB of costs, a fraction of a second. */
static const double MOST_PAIRS = 5e7;

struct job {
    struct args args;
    int is_appended; /* --append */
    struct pu_request request;
    char *prior_text, *model_path, *page_path, *plot;
    int check, of_all;
    struct pu_tuning tuning;
    parot_pu_model model;
    parot_pu_options options;
    struct pu_tables tables;
    parot_pu_data data;
    parot_pu_prior_result estimate;
    parot_pu_result result;
    parot_pu_scaled scaled; /* for pictures */
    parot_pu_metrics metrics;
    struct pu_summary summary;
};

static enum outcome refuse_pu(const struct job *job, parot_status status, const parot_error *err)
{
    return pu_tables_refuse(&job->tables, status, err, job->args.run.time_limit);
}

/* ---- Before ------------------------------------------------------------- */

static enum outcome convert_prior(struct job *job)
{
    int64_t n = job->data.unlabeled.rows, m = job->data.positive.rows;
    job->summary.prior_of_all = NAN;
    if (!job->of_all)
        return SOLVED;
    job->summary.prior_of_all = job->data.prior;
    job->data.prior = parot_pu_prior_from_all(job->data.prior, n, m);
    if (job->data.prior > 0)
        return SOLVED;
    return refuse(FAILED,
                  "--prior %s --of-all: the %lld positives alone are %.4g of all rows; give a "
                  "larger P, or drop --of-all if P is the fraction of the unlabeled rows",
                  job->prior_text, (long long)m, parot_pu_prior_to_all(0, n, m));
}

static enum outcome doubt_estimate(struct job *job)
{
    parot_error err = {0};
    parot_curve curve = {0};
    char text[PU_WARNING_SIZE];
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_pu_curve(&job->data, &job->options, &run, &curve, &err);
    if (status < 0)
        return refuse_pu(job, status, &err);
    pu_doubt_estimate(&job->estimate, &curve, text, sizeof text);
    pu_summary_warn(&job->summary, "%s", text);
    parot_curve_free(&curve);
    return SOLVED;
}

static enum outcome estimate_prior(struct job *job)
{
    parot_error err = {0};
    TRY(pu_memory_check_prior(&job->data));
    phase_begin(PAROT_PHASE_PRIOR, NULL, NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_pu_prior(&job->data, &job->options, &run, &job->estimate, &err);
    if (status != PAROT_OK)
        return refuse_pu(job, status, &err);
    job->summary.estimate = &job->estimate;
    job->summary.prior = job->data.prior = job->estimate.prior;
    return job->estimate.is_reliable ? SOLVED : doubt_estimate(job);
}

static enum outcome choose_prior(struct job *job)
{
    TRY(convert_prior(job));
    if (isnan(job->data.prior))
        return estimate_prior(job);
    job->summary.prior = job->data.prior;
    pu_doubt_rounding(&job->summary, job->data.unlabeled.rows);
    return SOLVED;
}

static enum outcome look_at_tables(struct job *job)
{
    parot_error err = {0};
    parot_run run = progress_run(&job->args.run);
    parot_status status = pu_doubt_tables(&job->summary, &job->data, &run, &err);
    return status == PAROT_OK ? SOLVED : refuse_pu(job, status, &err);
}

static enum outcome tune(struct job *job)
{
    parot_error err = {0};
    if (!job->tuning.is_wanted)
        return SOLVED;
    phase_begin(PAROT_PHASE_TUNE, NULL, NULL);
    parot_status status = pu_tune(&job->tuning, &job->data, &job->options, &job->args.run, &err);
    if (status != PAROT_OK)
        return refuse_pu(job, status, &err);
    pu_doubt_tuning(&job->summary);
    job->summary.why =
        job->tuning.result.chosen ? " (chosen with hidden positives)" : " (the default)";
    return SOLVED;
}

/* ---- Labels, and what they are worth ------------------------------------ */

static enum outcome classify(struct job *job)
{
    parot_error err = {0};
    phase_begin(PAROT_PHASE_SOLVE, "labelling", NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status =
        job->model_path
            ? parot_pu_train(&job->data, &job->options, &run, &job->model, &job->result, &err)
            : parot_pu_classify(&job->data, &job->options, &run, &job->result, &err);
    progress_clear();
    if (status < 0)
        return refuse_pu(job, status, &err);
    job->summary.result = &job->result;
    pu_doubt_labels(&job->summary);
    return SOLVED;
}

/* The labels are there: who stops the check gets them all the same. */
static enum outcome check(struct job *job)
{
    parot_error err = {0};
    if (!job->check || job->result.status != PAROT_OK)
        return SOLVED;
    phase_begin(PAROT_PHASE_CHECK, NULL, NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status =
        parot_pu_check(&job->data, &job->options, &job->result, &run, &job->summary.trust, &err);
    progress_clear();
    if (status < 0)
        return refuse_pu(job, status, &err);
    if (status != PAROT_OK)
        pu_summary_warn(&job->summary, "the check was stopped (%s)", err.message);
    pu_doubt_trust(&job->summary);
    return SOLVED;
}

static double ridge_accuracy(const struct job *job)
{
    parot_pu_options options = job->options;
    parot_pu_result result = {0};
    parot_pu_metrics metrics = {.accuracy = NAN};
    parot_run run = progress_run(&job->args.run);
    options.method = PAROT_PU_METHOD_RIDGE;
    if (options.method == job->options.method ||
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
    if (parot_pu_evaluate(&job->result, job->tables.truth, &job->metrics, &err) != PAROT_OK)
        return refuse_status(&err);
    job->summary.metrics = &job->metrics;
    if (!progress_interrupted())
        job->summary.ridge_accuracy = ridge_accuracy(job);
    pu_doubt_metrics(&job->summary);
    return SOLVED;
}

/* Not for labels that were stopped, or whose check was: there are no final prices, or no time. Nor
 * for tables whose costs would not fit beside what is there: the labels are worth more. */
static int wants_proof(const struct job *job)
{
    double pairs = (double)job->data.unlabeled.rows * (double)job->data.positive.rows;
    int is_over = progress_interrupted() || (job->args.run.time_limit > 0 && phase_rest() <= 1e-9);
    return (job->check || job->page_path) && !is_over && job->result.status == PAROT_OK &&
           parot_pu_is_transport(&job->options) && job->result.transport.plan.count > 0 &&
           pairs <= MOST_PAIRS && 2 * sizeof(double) * pairs < parot_memory_free();
}

static enum outcome prove(struct job *job)
{
    parot_error err = {0};
    struct pu_proof *proof = &job->summary.proof;
    if (!wants_proof(job))
        return SOLVED;
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run run = progress_run_patient(&job->args.run);
    parot_status status =
        parot_pu_certify(&job->data, &job->options, &job->result, &run, &proof->check, &err);
    if (status != PAROT_OK && status != PAROT_ESTOPPED)
        return refuse_status(&err);
    proof->is_checked = status == PAROT_OK;
    proof->is_proved = proof->is_checked && parot_is_proved(&proof->check, PAROT_PROOF_TOLERANCE);
    return SOLVED;
}

static enum outcome scale_pictures(struct job *job)
{
    struct pu_figure figure = {.tables = &job->tables};
    if (!job->plot && !job->page_path)
        return SOLVED;
    output_begin(job->plot ? job->plot : job->page_path);
    TRY(pu_figure_scale(&figure, &job->options, &job->args, &job->scaled));
    job->summary.scaled = figure.scaled;
    return SOLVED;
}

/* ---- Output ------------------------------------------------------------- */

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

static enum outcome write_files(const struct job *job)
{
    parot_error err = {0};
    const struct pu_labels_rows rows = rows_of(job);
    if (job->args.output && job->is_appended)
        TRY(pu_labels_append(job->tables.unlabeled.path, job->args.output, &job->result, &rows,
                             &job->request.features, job->args.force));
    else if (job->args.output)
        TRY(pu_labels_write(job->args.output, &job->result, &rows, PU_LABELS_LONG,
                            job->args.force));
    if (job->model_path)
        output_begin(job->model_path);
    if (job->model_path &&
        parot_model_write(job->model_path, &job->tables.unlabeled.encoding, job->model.data,
                          job->model.count, job->args.force, &err) != PAROT_OK)
        return refuse_status(&err);
    return job->page_path ? pu_html_write(job->page_path, &job->summary, &job->args) : SOLVED;
}

static enum outcome draw(const struct job *job)
{
    const parot_pu_result *result = &job->result;
    const struct pu_figure figure = {
        &job->tables,       result->count,
        result->label,      job->tables.truth,
        result->score,      result->transport.plan.count > 0 ? &result->transport.plan : NULL,
        job->summary.scaled};
    return pu_figure_write(job->plot, &figure, &job->args);
}

/* What the files have, and whether the output can hold it. */
static enum outcome read_files(struct job *job)
{
    TRY(pu_tables_read(&job->tables, &job->request, &job->args));
    const struct pu_labels_rows rows = rows_of(job);
    for (int k = 0; k < job->tables.remarks.count; k++)
        pu_summary_warn(&job->summary, "%s", job->tables.remarks.text[k]);
    return pu_labels_check(job->args.output, &rows, job->tables.unlabeled.count);
}

/* Works. */
static enum outcome run(struct job *job)
{
    TRY(pu_prior_read(job->prior_text, &job->data.prior));
    if (job->of_all && isnan(job->data.prior))
        return refuse(MISUSED, "--of-all says what --prior P means; give --prior P, or drop it");
    TRY(pu_request_read(&job->request, &job->options));
    TRY(pu_metric_check(&job->request, &job->options, job->check || isnan(job->data.prior)));
    TRY(pu_tables_check(&job->request, &job->args));
    TRY(pu_tune_check(&job->tuning, &job->request, &job->args.run));
    TRY(output_check("-o", job->args.output, ".csv .tsv .npy", job->args.force));
    if (job->is_appended && !job->args.output)
        return refuse(MISUSED, "--append: where to? Give -o FILE.csv or .tsv");
    TRY(append_check(job->is_appended, job->args.operands[job->args.count - 1], job->args.output));
    TRY(output_check("--model", job->model_path, ".npz", job->args.force));
    TRY(output_check("--report", job->page_path, ".html .htm", job->args.force));
    TRY(figure_check(job->plot, &job->args));
    TRY(read_files(job));
    job->data.positive = parot_table_matrix(&job->tables.positive.table);
    job->data.unlabeled = parot_table_matrix(&job->tables.unlabeled.table);
    job->options.is_apart = job->tables.is_apart;
    job->summary.tables = &job->tables;
    job->summary.options = &job->options;
    job->summary.tuning = &job->tuning;
    job->summary.why = pu_request_is_auto(&job->request)
                           ? " (auto: transport finds negatives, a classifier ranks)"
                           : "";
    progress_hint("Ctrl-C keeps the best labels");
    TRY(pu_memory_check(&job->data, &job->options));
    TRY(choose_prior(job));
    TRY(look_at_tables(job));
    TRY(tune(job));
    TRY(classify(job));
    TRY(check(job));
    TRY(evaluate(job));
    TRY(prove(job));
    TRY(scale_pictures(job));
    TRY(write_files(job));
    TRY(draw(job));
    const struct pu_written written = {job->model_path, job->page_path, job->plot};
    TRY(pu_summary_tell(&job->summary, &written, &job->args));
    if (progress_interrupted())
        return INTERRUPTED;
    return job->result.status == PAROT_OK ? SOLVED : STOPPED;
}

/* Owns. */
enum outcome cmd_pu(const char **argv)
{
    static struct job job; /* the report is large */
    struct option tables[PU_TABLE_OPTIONS], methods[PU_METHOD_OPTIONS];
    job = (struct job){0};
    struct option own[] = {
        {"prior", 0, &job.prior_text, NULL, "P",
         "fraction of UNLABELED that is positive (auto, the default: estimate it)"},
        {"of-all", 0, NULL, &job.of_all, NULL, "P is the fraction of all rows, POSITIVES included"},
        {"tune", 0, NULL, &job.tuning.is_wanted, NULL,
         "let hidden positives choose between mined and ridge, and the kernel"},
        {"tune-limit", 0, &job.tuning.limit, NULL, "S", "time limit of --tune in seconds (60)"},
        {"check", 0, NULL, &job.check, NULL,
         "test for bias, and hide positives to see how many are found"},
        append_option(&job.is_appended),
        {"model", 0, &job.model_path, NULL, "FILE",
         "save a model that labels new rows, for parot predict"},
        {"report", 0, &job.page_path, NULL, "FILE",
         "write a report with everything in one HTML file"},
        {"truth", 0, &job.request.truth, NULL, "COL",
         "true labels to compare with: a column of UNLABELED, or a file"},
        figure_option(&job.plot)};
    struct option_group groups[] = {{"What to find:", own, sizeof own / sizeof *own},
                                    {"How:", methods, PU_METHOD_OPTIONS},
                                    {"Tables:", tables, PU_TABLE_OPTIONS}};
    pu_table_options(&job.request, tables);
    pu_method_options(&job.request, methods);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 3, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_pu_result_free(&job.result);
    parot_pu_scaled_free(&job.scaled);
    parot_pu_model_free(&job.model);
    pu_tables_free(&job.tables);
    args_free(&job.args);
    return outcome;
}
