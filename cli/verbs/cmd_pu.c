/* cmd_pu.c - `parot pu`: which unlabeled rows are like the positives? */
#include <math.h>

#include "pu/pu_files.h"
#include "pu/pu_graphs.h"
#include "pu/pu_labels.h"
#include "say/append.h"
#include "say/document.h"
#include "say/told.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

enum { TUNE_BUDGET = 60 }; /* seconds, unless --tune-limit or --time-limit say less */

struct job {
    struct args args;
    struct pu_request request;
    const char *prior_text, *costs_text, *model_path, *page_path;
    struct figure plot;
    int is_appended, with_check, with_probabilities, of_all, is_tuned;
    double costs[2]; /* of a wrong 1 and of a wrong 0; both 0: not given */
    double tune_budget;
    parot_pu_model model;
    struct pu_tables tables;
    struct pu_graphs graphs; /* in place of tables, if there are any */
    parot_pu_data data;
    parot_pu_prior_result estimate;
    parot_pu_tune_result tune;
    parot_pu_result result;
    parot_pu_trust trust;
    parot_pu_calibration calibration;
    parot_pu_columns_result columns;
    parot_pu_sensitivity_result sensitivity;
    parot_error trust_stop;
    parot_check proof;
    parot_pu_metrics metrics;
    double ridge_accuracy;
    struct told told; /* of the above, as far as it is known */
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("prior", struct job, prior_text, "P", ONLY_AUTO,
                 "fraction of UNLABELED that is positive (auto, the default: estimate it)"),
    FLAG_OPTION("of-all", struct job, of_all, "P is the fraction of all rows, POSITIVES included"),
    FLAG_OPTION("tune", struct job, is_tuned,
                "let hidden positives choose between mined, ridge and forest, and the kernel"),
    NUMBER_OPTION("tune-limit", struct job, tune_budget, "S",
                  "time limit of --tune in seconds (60)"),
    FLAG_OPTION("check", struct job, with_check,
                "test for bias, and hide positives to see how many are found"),
    FLAG_OPTION("probabilities", struct job, with_probabilities,
                "add the probability of being positive, measured by hiding positives"),
    TEXT_OPTION("costs", struct job, costs_text, "A,B",
                "a wrong 1 costs A, a wrong 0 costs B: label so that mistakes cost least"),
    APPEND_OPTION(struct job, is_appended),
    OUTPUT_OPTION("model", struct job, model_path, ".npz", "Model written to",
                  "save a model that labels new rows, for parot predict"),
    REPORT_OPTION(struct job, page_path),
    TEXT_OPTION("truth", struct job, request.features.options.aside, "COL",
                "true labels to compare with: a column of UNLABELED, or a file"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    parot_pu_options_init(&job->request.options);
    job->tune_budget = TUNE_BUDGET;
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
    if (job->graphs.request.is_graph)
        return pu_graphs_rows(&job->graphs);
    return (struct pu_labels_rows){
        .row = tables->unlabeled.row,
        .positive = tables->positive.row,
        .id = tables->unlabeled.id,
        .id_name = tables->unlabeled.id_name,
        .positive_id = tables->positive.id,
        .positive_count = tables->positive.frame.rows,
        .probability = job->with_probabilities ? job->calibration.probability : NULL};
}

static enum outcome check_tuning(struct job *job)
{
    const struct args *args = &job->args;
    const char *limit = args_text(args, "tune-limit");
    if (limit && !job->is_tuned)
        return refuse(MISUSED, "--tune-limit %s: limits the time of --tune; add --tune", limit);
    if (!(job->tune_budget > 0))
        return refuse(MISUSED, "--tune-limit %s: must be more than 0 seconds", limit);
    if (args->run.time_limit > 0)
        job->tune_budget = fmin(job->tune_budget, args->run.time_limit);
    if (job->is_tuned && !pu_request_is_auto(args))
        return refuse(MISUSED, "--tune chooses the method; drop --method %s",
                      args_text(args, "method"));
    if (job->is_tuned && args_text(args, "kernel"))
        return refuse(MISUSED, "--tune chooses the kernel; drop --kernel %s",
                      args_text(args, "kernel"));
    if (job->is_tuned && args_text(args, "classifier"))
        return refuse(
            MISUSED,
            "--tune chooses the method, each with its default classifier; drop --classifier %s",
            args_text(args, "classifier"));
    return SOLVED;
}

static enum outcome check_costs(struct job *job)
{
    if (!job->costs_text)
        return SOLVED;
    TRY(pu_costs_read(job->costs_text, job->costs));
    if (job->model_path)
        return refuse(MISUSED,
                      "--costs %s: a model labels new rows by the prior, not by costs; drop "
                      "--model %s, or --costs",
                      job->costs_text, job->model_path);
    job->with_probabilities = 1;
    return SOLVED;
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    TRY(pu_prior_read(job->prior_text, &job->data.prior));
    TRY(check_costs(job));
    if (job->of_all && isnan(job->data.prior))
        return refuse(MISUSED, "--of-all says what --prior P means; give --prior P, or drop it");
    TRY(pu_graphs_check(&job->graphs, &job->request, args, job->data.prior));
    TRY(pu_request_check(&job->request, args));
    TRY(pu_metric_check(&job->request, args, job->with_check || isnan(job->data.prior)));
    if (!job->graphs.request.is_graph)
        TRY(pu_tables_check(&job->request, args));
    TRY(check_tuning(job));
    TRY(append_check(job->is_appended, args->operands[args->count - 1], args->output));
    return args_check_outputs(args, ".csv .tsv .npy");
}

static enum outcome read_data(struct job *job)
{
    if (job->graphs.request.is_graph) {
        job->tables.positive.path = job->args.operands[0]; /* for refusals */
        job->tables.unlabeled.path = job->args.operands[1];
        return pu_graphs_read(&job->graphs, &job->args, &job->data);
    }
    TRY(pu_tables_read(&job->tables, &job->request, &job->args));
    job->data.positive = parot_table_matrix(&job->tables.positive.table);
    job->data.unlabeled = parot_table_matrix(&job->tables.unlabeled.table);
    job->data.propensity = job->tables.propensity;
    pu_tables_tell_weights(&job->tables, parot_pu_effective(&job->data));
    job->request.options.is_apart = job->tables.is_apart;
    return SOLVED;
}

/* What the files have, and whether the output can hold it. */
static enum outcome read_files(struct job *job)
{
    parot_summary *summary = &job->told.summary;
    const struct pu_graphs *graphs = &job->graphs;
    int is_graph = graphs->request.is_graph;
    TRY(read_data(job));
    const struct pu_labels_rows rows = rows_of(job);
    TRY(told_open(&job->told, PAROT_SUMMARY_KIND_PU, &job->args, job->args.operands[0],
                  job->args.count > 1 ? job->args.operands[1] : NULL));
    summary->source =
        is_graph ? pu_graphs_side(graphs, &graphs->unlabeled) : told_side(&job->tables.unlabeled);
    summary->target =
        is_graph ? pu_graphs_side(graphs, &graphs->positive) : told_side(&job->tables.positive);
    summary->remarks = &job->tables.remarks;
    summary->of.pu = (parot_summary_pu){.options = &job->request.options,
                                        .result = &job->result,
                                        .is_auto = !is_graph && pu_request_is_auto(&job->args)};
    return pu_labels_check(job->args.output, &rows, job->data.unlabeled.rows);
}

/* ---- The prior ---------------------------------------------------------- */

static enum outcome estimate_prior(struct job *job)
{
    parot_error err = {0};
    parot_summary_pu *told = &job->told.summary.of.pu;
    const parot_pu_options *options = &job->request.options;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_PRIOR, NULL);
    parot_status status = parot_pu_prior(&job->data, options, &run, &job->estimate, &err);
    TRY(outcome_of_pu(job, status, &err));
    told->estimate = &job->estimate;
    job->data.prior = job->estimate.prior;
    return SOLVED;
}

/* --prior P, which --of-all makes a fraction of all rows; or an estimate. */
static enum outcome choose_prior(struct job *job)
{
    int64_t n = job->data.unlabeled.rows, m = job->data.positive.rows;
    if (job->of_all) {
        job->told.summary.of.pu.prior_of_all = job->data.prior;
        job->data.prior = parot_pu_prior_from_all(job->data.prior, n, m);
    }
    if (isnan(job->data.prior))
        return estimate_prior(job);
    if (!(job->data.prior > 0))
        return refuse(FAILED,
                      "--prior %s --of-all: the %lld positives alone are %.4g of all rows; give a "
                      "larger P, or drop --of-all if P is the fraction of the unlabeled rows",
                      job->prior_text, (long long)m, parot_pu_prior_to_all(0, n, m));
    return SOLVED;
}

static enum outcome tune(struct job *job)
{
    parot_error err = {0};
    parot_pu_options *options = &job->request.options;
    if (!job->is_tuned)
        return SOLVED;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_TUNE, NULL);
    run.time_limit = run.time_limit > 0 ? fmin(job->tune_budget, run.time_limit) : job->tune_budget;
    parot_status status = parot_pu_tune(&job->data, options, &run, &job->tune, &err);
    TRY(outcome_of_pu(job, status, &err));
    options->method = job->tune.candidates[job->tune.chosen].method;
    options->kernel = job->tune.candidates[job->tune.chosen].kernel;
    job->told.summary.of.pu.tune = &job->tune;
    job->told.summary.of.pu.tune_budget = job->tune_budget;
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
    return outcome_of_pu(job, status, &err);
}

/* The labels are there: who stops the check gets them all the same. */
static enum outcome check(struct job *job)
{
    parot_error *err = &job->trust_stop;
    parot_summary_pu *told = &job->told.summary.of.pu;
    if ((!job->with_check && !job->with_probabilities) || job->result.status != PAROT_OK)
        return SOLVED;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_CHECK, NULL);
    parot_status status =
        parot_pu_inspect(&job->data, &job->request.options, &job->result, told->estimate, &run,
                         &job->trust, &job->calibration, err);
    progress_clear();
    TRY(outcome_of_pu(job, status, err));
    told->trust = &job->trust;
    told->trust_stop = status != PAROT_OK ? err->message : NULL;
    if (job->calibration.count)
        told->calibration = &job->calibration;
    return SOLVED;
}

/* The labels at both ends of the range that the check found; before costs move the border. */
static enum outcome vary_prior(struct job *job)
{
    parot_error err = {0};
    const parot_pu_trust *trust = &job->trust;
    int is_known = trust->has_spies || trust->has_prior;
    double low = trust->has_spies ? trust->spies.prior_low : trust->prior.low;
    double high = trust->has_spies ? trust->spies.prior_high : trust->prior.high;
    if (!job->with_check || !is_known || job->result.status != PAROT_OK || progress_interrupted())
        return SOLVED;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_CHECK, NULL);
    parot_status status = parot_pu_sensitivity(&job->data, &job->request.options, &job->result, low,
                                               high, &run, &job->sensitivity, &err);
    progress_clear();
    if (status == PAROT_OK)
        job->told.summary.of.pu.sensitivity = &job->sensitivity;
    return status == PAROT_ESTOPPED ? SOLVED : outcome_of_pu(job, status, &err);
}

/* What the classifier reaches without transport; not if that is the method. */
static void try_ridge(struct job *job)
{
    parot_pu_options options = job->request.options;
    parot_pu_result result = {0};
    parot_pu_metrics metrics;
    parot_run run = progress_run(&job->args.run);
    options.method = PAROT_PU_METHOD_RIDGE;
    if (!args_text(&job->args, "rounds"))
        options.rounds = 0;
    if (options.method == job->request.options.method || progress_interrupted())
        return;
    if (parot_pu_classify(&job->data, &options, &run, &result, NULL) == PAROT_OK &&
        parot_pu_evaluate(&result, job->tables.truth, &metrics, NULL) == PAROT_OK) {
        job->ridge_accuracy = metrics.accuracy;
        job->told.summary.of.pu.ridge_accuracy = &job->ridge_accuracy;
    }
    parot_pu_result_free(&result);
}

static enum outcome evaluate(struct job *job)
{
    parot_error err = {0};
    if (!job->tables.truth)
        return SOLVED;
    phase_begin(PAROT_PHASE_CHECK, NULL, NULL);
    TRY(outcome_of(parot_pu_evaluate(&job->result, job->tables.truth, &job->metrics, &err), &err));
    job->told.summary.of.pu.truth = job->tables.truth;
    try_ridge(job);
    return SOLVED;
}

/* The labels that cost least, if mistakes cost differently. After the proof, which belongs to the
 * labels that the method gave. */
static enum outcome weigh(struct job *job)
{
    parot_error err = {0};
    parot_summary_pu *told = &job->told.summary.of.pu;
    if (!job->costs_text)
        return SOLVED;
    if (!told->calibration) {
        pu_tables_remark(
            &job->tables,
            "--costs: not used, since what they need, the check, was stopped; the prior "
            "says how many rows are labelled 1");
        return SOLVED;
    }
    int64_t rows = parot_pu_cutoff(&job->calibration, job->costs[0], job->costs[1]);
    told->false_positive = job->costs[0];
    told->false_negative = job->costs[1];
    return outcome_of(parot_pu_relabel(&job->result, rows, &err), &err);
}

/* Each column by itself, which takes no time to speak of; not of graphs, nor of tables that are
 * apart. */
static enum outcome compare_columns(struct job *job)
{
    parot_error err = {0};
    const parot_pu_options *options = &job->request.options;
    if (options->has_distances || options->is_apart || progress_interrupted() ||
        job->data.unlabeled.cols != job->data.positive.cols)
        return SOLVED;
    parot_run run = progress_run_patient(&job->args.run);
    parot_status status = parot_pu_columns(&job->data, &job->result, &run, &job->columns, &err);
    if (status == PAROT_OK)
        job->told.summary.of.pu.columns = &job->columns;
    return status == PAROT_ESTOPPED ? SOLVED : outcome_of_pu(job, status, &err);
}

/* Not for labels that were stopped, or whose check was: there are no final prices, or no time. */
static enum outcome prove(struct job *job)
{
    parot_error err = {0};
    const struct args *args = &job->args;
    const parot_pu_options *options = &job->request.options;
    int is_over = progress_interrupted() || (args->run.time_limit > 0 && phase_rest() <= 1e-9);
    if ((!job->with_check && !job->page_path) || is_over || job->result.status != PAROT_OK ||
        !parot_pu_is_transport(options) || job->result.transport.plan.count == 0)
        return SOLVED;
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run run = progress_run_patient(&args->run);
    parot_status status =
        parot_pu_certify(&job->data, options, &job->result, &run, &job->proof, &err);
    if (status == PAROT_OK)
        job->told.summary.of.pu.check = &job->proof;
    return status == PAROT_ESTOPPED ? SOLVED : outcome_of(status, &err);
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
    return SOLVED;
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    const parot_summary_pu *told = &job->told.summary.of.pu;
    const parot_pu_options *options = &job->request.options;
    parot_json *json = parot_json_open(parot_status_name(job->result.status));
    parot_json_integer(json, "n_positive", job->data.positive.rows);
    if (job->data.propensity)
        parot_json_number(json, "n_effective", parot_pu_effective(&job->data));
    parot_json_integer(json, "features", job->data.unlabeled.cols - job->result.dropped);
    parot_json_text(json, "method", parot_pu_method_name(options->method));
    parot_json_text(json, "kernel", parot_pu_kernel_name(options->kernel));
    parot_json_pu(json, &job->result);
    if (told->estimate) {
        parot_json_object(json, "estimate");
        parot_json_prior(json, told->estimate);
        parot_json_end(json);
    }
    parot_json_trust(json, &job->trust);
    if (told->calibration)
        parot_json_calibration(json, told->calibration, job->result.positives);
    if (told->sensitivity)
        parot_json_sensitivity(json, told->sensitivity);
    if (told->columns && job->with_check)
        parot_json_columns(json, told->columns, job->told.summary.source.columns);
    if (told->check)
        parot_json_check(json, told->check, PAROT_PROOF_TOLERANCE);
    if (told->truth)
        parot_json_metrics(json, &job->metrics);
    if (told->tune && !(told->tune->bias > PAROT_PU_BIASED))
        parot_json_tuning(json, told->tune);
    parot_json_list(json, "warnings");
    for (int k = 0; k < job->told.warnings.count; k++)
        parot_json_text(json, NULL, job->told.warnings.text[k]);
    parot_json_end(json);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    told_print(file, &job->told);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    parot_error err = {0};
    TRY(check_request(job));
    TRY(read_files(job));
    progress_hint("Ctrl-C keeps the best labels");
    TRY(outcome_of_pu(job, parot_pu_memory_check(&job->data, &job->request.options, &err), &err));
    TRY(choose_prior(job));
    TRY(tune(job));
    TRY(classify(job));
    TRY(check(job));
    TRY(vary_prior(job));
    TRY(prove(job));
    TRY(weigh(job));
    TRY(compare_columns(job));
    TRY(evaluate(job));
    TRY(write_files(job));
    TRY(told_show(&job->told, &job->plot, job->page_path, &job->args));
    told_warn(&job->told, "note: ");
    TRY(args_report(&job->args, print_json, print_words, job));
    if (progress_interrupted() || job->result.status != PAROT_OK ||
        job->told.summary.of.pu.trust_stop)
        return progress_stopped();
    return SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_pu_result_free(&job->result);
    parot_pu_calibration_free(&job->calibration);
    parot_pu_columns_free(&job->columns);
    parot_pu_sensitivity_free(&job->sensitivity);
    told_free(&job->told);
    parot_pu_model_free(&job->model);
    pu_tables_free(&job->tables);
    pu_graphs_free(&job->graphs);
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
                "not in it. With --probabilities it also has the probability of each row to be\n"
                "positive. Exactly the fraction P of the rows is labelled 1, except by upu and\n"
                "nnpu, and with --costs. The order of rows does not matter.\n\n"
                "Most of the gain of mined over wasserstein comes from its classifier. With\n"
                "--truth, the accuracy of ridge, the same classifier without transport, is\n"
                "printed too.\n\n"
                "Examples:\n"
                "  parot pu good.csv all.csv --prior 0.3 -o labels.csv\n"
                "  parot pu good.csv all.csv --check\n"
                "  parot pu good.csv all.csv --probabilities --costs 1,5 -o labels.csv\n"
                "  parot pu table.csv --label-column known --prior 0.2 --method wasserstein\n"
                "  parot pu --graph a.edges b.edges --positive-nodes known.txt --prior 0.2\n\n"
                "Exit: 0 labelled, 1 failed, 2 usage, 3 stopped early, 130 interrupted.\n",
    .groups = {{"What to find:", OPTIONS, 0},
               {"How:", PU_METHOD_OPTIONS, offsetof(struct job, request)},
               {"Tables:", PU_TABLE_OPTIONS, offsetof(struct job, request)},
               {"Graphs:", PU_GRAPH_OPTIONS, offsetof(struct job, graphs.request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
