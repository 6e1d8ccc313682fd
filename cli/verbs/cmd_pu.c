/* cmd_pu.c - `parot pu`: which unlabeled rows are like the positives? */
#include <math.h>
#include <string.h>

#include "pu/pu_figure.h"
#include "pu/pu_html.h"
#include "pu/pu_labels.h"
#include "pu/pu_memory.h"
#include "pu/pu_prior.h"
#include "pu/pu_summary.h"
#include "say/append.h"
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
    parot_pu_spies_result spies;
    double bias;
    struct pu_summary summary;
};

static enum outcome refuse_pu(const struct job *job, parot_status status, const parot_error *err)
{
    return pu_tables_refuse(&job->tables, status, err, job->args.run.time_limit);
}

/* ---- Before ------------------------------------------------------------- */

/* Of all rows a part P is positive, of which m are known: of the n others it is (P (m + n) - m)/n.
 */
static enum outcome convert_prior(struct job *job)
{
    double m = (double)job->tables.positive.table.rows;
    double n = (double)job->tables.unlabeled.table.rows, given = job->data.prior;
    job->summary.prior_of_all = NAN;
    if (!job->of_all)
        return SOLVED;
    job->summary.prior_of_all = given;
    job->data.prior = (given * (m + n) - m) / n;
    if (job->data.prior > 0)
        return SOLVED;
    return refuse(FAILED,
                  "--prior %s --of-all: the %.0f positives alone are %.4g of all rows; give a "
                  "larger P, or drop --of-all if P is the fraction of the unlabeled rows",
                  job->prior_text, m, m / (m + n));
}

static enum outcome doubt_prior(struct job *job)
{
    parot_error err = {""};
    parot_curve curve = {0};
    char text[PU_WARNING_SIZE];
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_pu_curve(&job->data, &job->options, &run, &curve, &err);
    if (status < 0)
        return refuse_pu(job, status, &err);
    pu_prior_doubt(&job->estimate, &curve, text, sizeof text);
    pu_summary_warn(&job->summary, "%s", text);
    parot_curve_free(&curve);
    return SOLVED;
}

static enum outcome choose_prior(struct job *job)
{
    parot_error err = {""};
    double n = (double)job->tables.unlabeled.table.rows;
    if (isnan(job->data.prior)) {
        TRY(pu_memory_check_prior(&job->data));
        phase_begin(PHASE_PRIOR, NULL, NULL);
        parot_run run = progress_run(&job->args.run);
        parot_status status = parot_pu_prior(&job->data, &job->options, &run, &job->estimate, &err);
        if (status != PAROT_OK)
            return refuse_pu(job, status, &err);
        job->summary.estimate = &job->estimate;
        job->data.prior = job->estimate.prior;
        if (!job->estimate.is_reliable)
            TRY(doubt_prior(job));
    } else if (fabs(job->data.prior * n - nearbyint(job->data.prior * n)) > 1e-6) {
        pu_summary_warn(&job->summary, "prior %.4g of %.0f rows is %.1f: using %.0f (%.4g)",
                        job->data.prior, n, job->data.prior * n, nearbyint(job->data.prior * n),
                        nearbyint(job->data.prior * n) / n);
    }
    job->summary.prior = job->data.prior;
    return SOLVED;
}

static enum outcome look_for_copies(struct job *job)
{
    parot_error err = {""};
    int64_t copies = 0;
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_pu_copies(&job->data, &run, &copies, &err);
    if (status != PAROT_OK)
        return refuse_pu(job, status, &err);
    if (copies)
        pu_summary_warn(&job->summary, "%lld row%s of %s %s of positives", (long long)copies,
                        copies == 1 ? "" : "s", path_label(job->tables.unlabeled.path),
                        copies == 1 ? "is an exact copy" : "are exact copies");
    return SOLVED;
}

static enum outcome look_at_tables(struct job *job)
{
    const parot_features *unlabeled = &job->tables.unlabeled;
    double part = 0;
    if (job->tables.is_apart)
        return SOLVED;
    if (!unlabeled->table.names != !job->tables.positive.table.names)
        pu_summary_warn(&job->summary,
                        "only one of the files has column names; columns are matched by position");
    TRY(look_for_copies(job));
    if (job->options.scale != PAROT_SCALE_NONE || unlabeled->table.cols == 1)
        return SOLVED;
    int64_t widest = pu_tables_widest(&job->tables, &part);
    if (part > 0.95 && unlabeled->table.names)
        pu_summary_warn(&job->summary,
                        "'%s' carries %.1f %% of the squared distance; consider --scale rank",
                        unlabeled->table.names[widest], 100 * part);
    return SOLVED;
}

/* A biased choice of positives makes spies worthless: then the first method is as good as any. */
static enum outcome tune(struct job *job)
{
    parot_error err = {""};
    if (!job->tuning.is_wanted)
        return SOLVED;
    phase_begin(PHASE_TUNE, NULL, NULL);
    parot_status status = pu_tune(&job->tuning, &job->data, &job->options, &job->args.run, &err);
    if (status != PAROT_OK)
        return refuse_pu(job, status, &err);
    if (!pu_tune_has_scores(&job->tuning))
        pu_summary_warn(
            &job->summary,
            "the prior is too large, or the positives are a biased sample (z = %.1f; see --check): "
            "hidden positives cannot be used to choose a method; mined is kept",
            job->tuning.result.bias);
    job->summary.why =
        job->tuning.result.chosen ? " (chosen with hidden positives)" : " (the default)";
    return SOLVED;
}

/* ---- Labels, and what they are worth ------------------------------------ */

/* The plan of gromov is the best of several starts; another may be as good and mean other labels.
 */
static void look_at_starts(struct job *job)
{
    const parot_pu_result *result = &job->result;
    if (result->trials == 0 || result->rival < 0)
        return;
    const parot_pu_trial *rival = &result->trial[result->rival];
    const parot_trial *best = &result->trial[result->best].trial;
    pu_summary_warn(&job->summary,
                    "%lld starts: best %.4g (%s), second %.4g (%s), labels differ on %.0f %%: the "
                    "result is unstable",
                    (long long)result->trials, best->objective, parot_start_name(best->start),
                    rival->trial.objective, parot_start_name(rival->trial.start),
                    100 * rival->differs);
}

static enum outcome classify(struct job *job)
{
    parot_error err = {""};
    phase_begin(PHASE_SOLVE, "labelling", NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status =
        job->model_path
            ? parot_pu_train(&job->data, &job->options, &run, &job->model, &job->result, &err)
            : parot_pu_classify(&job->data, &job->options, &run, &job->result, &err);
    progress_clear();
    if (status < 0)
        return refuse_pu(job, status, &err);
    job->summary.result = &job->result;
    if (job->result.fitted < job->result.fitted_of)
        pu_summary_warn(&job->summary, "the classifier learned from a random %lld of %lld rows",
                        (long long)job->result.fitted, (long long)job->result.fitted_of);
    if (status != PAROT_OK)
        pu_summary_warn(&job->summary, "stopped early (%s): these labels are the best so far",
                        parot_status_name(status));
    look_at_starts(job);
    return SOLVED;
}

/* The labels are there: who stops the check gets them all the same. */
static enum outcome leave_check(struct job *job, parot_status status, const parot_error *err)
{
    if (status != PAROT_ESTOPPED)
        return refuse_pu(job, status, err);
    progress_clear();
    pu_summary_warn(&job->summary, "the check was stopped (%s)", err->message);
    return SOLVED;
}

/* A prior that is too large and a biased choice look the same; the prior that would fit helps
 * whoever knows where the rows come from. */
static enum outcome explain_misfit(struct job *job)
{
    parot_error err = {""};
    parot_pu_prior_result estimate = job->estimate;
    parot_run run = progress_run(&job->args.run);
    if (!job->summary.estimate) {
        parot_status status = parot_pu_prior(&job->data, &job->options, &run, &estimate, &err);
        if (status != PAROT_OK)
            return leave_check(job, status, &err);
    }
    pu_summary_warn(
        &job->summary,
        "prior %.4g does not fit these positives (z = %.1f): rows like them make up %.2f of the "
        "unlabeled rows (%.2f to %.2f). Either the prior is too large (--prior %.2f?), or the "
        "positives are a biased sample; either way no estimate of accuracy would mean anything",
        job->summary.prior, job->bias, estimate.prior, estimate.least, estimate.most,
        estimate.prior);
    return SOLVED;
}

/* Estimates miss by this much where they can be relied on (docs/theory/pu.md). */
static const double PRIOR_ERROR = 0.05;

static void doubt_given_prior(struct job *job)
{
    const parot_pu_spies_result *spies = &job->spies;
    double prior = job->summary.prior;
    if (job->summary.estimate)
        return;
    if (prior < spies->prior_low - PRIOR_ERROR)
        pu_summary_warn(&job->summary,
                        "prior %.4g looks too small: rows like the positives make up %.2f to %.2f "
                        "of the unlabeled rows; the bias test cannot see that",
                        prior, spies->prior_low, spies->prior_high);
    else if (prior > spies->prior_high + PRIOR_ERROR)
        pu_summary_warn(&job->summary,
                        "prior %.4g looks too large: rows like the positives make up %.2f to %.2f "
                        "of the unlabeled rows, unless the positives are a biased sample",
                        prior, spies->prior_low, spies->prior_high);
}

/* Spies are hidden among rows that must be like them: not when the choice is biased. */
static enum outcome check(struct job *job)
{
    parot_error err = {""};
    if (!job->check || job->result.status != PAROT_OK)
        return SOLVED;
    phase_begin(PHASE_CHECK, NULL, NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_pu_bias(&job->data, &job->options, &run, &job->bias, &err);
    if (status != PAROT_OK)
        return leave_check(job, status, &err);
    job->summary.bias = &job->bias;
    if (job->bias > PAROT_PU_BIASED)
        return explain_misfit(job);
    run = progress_run(&job->args.run);
    status = parot_pu_spies(&job->data, &job->options, &run, &job->spies, &err);
    if (status != PAROT_OK)
        return leave_check(job, status, &err);
    job->summary.spies = &job->spies;
    doubt_given_prior(job);
    double chance = (double)job->result.positives / (double)job->result.count;
    if (job->spies.recall < chance)
        pu_summary_warn(
            &job->summary,
            "only %.1f %% of hidden positives are found, where random labels find %.1f %%: "
            "do not use these labels; try another method",
            100 * job->spies.recall, 100 * chance);
    else if (job->spies.accuracy < fmax(chance, 1 - chance))
        pu_summary_warn(&job->summary,
                        "hidden positives predict an accuracy of %.1f %%, less than labelling all "
                        "rows the same (%.1f %%); try another method",
                        100 * job->spies.accuracy, 100 * fmax(chance, 1 - chance));
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
    parot_error err = {""};
    job->summary.ridge_accuracy = NAN;
    if (!job->tables.truth)
        return SOLVED;
    phase_begin(PHASE_CHECK, NULL, NULL);
    if (parot_pu_evaluate(&job->result, job->tables.truth, &job->metrics, &err) != PAROT_OK)
        return refuse_status(&err);
    job->summary.metrics = &job->metrics;
    if (!progress_interrupted())
        job->summary.ridge_accuracy = ridge_accuracy(job);
    if (job->metrics.accuracy < job->metrics.majority)
        pu_summary_warn(&job->summary, "accuracy %.3f is below '%s' (%.3f)", job->metrics.accuracy,
                        job->summary.prior < 0.5 ? "all negative" : "all positive",
                        job->metrics.majority);
    return SOLVED;
}

/* Not for labels that were stopped, or whose check was: there are no final prices, or no time. */
static enum outcome prove(struct job *job)
{
    int is_over = progress_interrupted() || (job->args.run.time_limit > 0 && phase_rest() <= 1e-9);
    if (is_over || !(job->check || job->page_path))
        return SOLVED;
    phase_begin(PHASE_CERTIFY, NULL, NULL);
    return pu_proof_check(&job->data, &job->options, &job->result, &job->args.run,
                          &job->summary.proof);
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
    parot_error err = {""};
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

static void report(const struct job *job)
{
    const struct args *args = &job->args;
    progress_close();
    for (int k = 0; k < job->summary.warning_count && !args->quiet; k++)
        note("%s", job->summary.warnings[k]);
    if (args->json) {
        pu_summary_json(&job->summary);
    } else if (!args->quiet) {
        int is_taken = output_is_stdout(args->output) || output_is_stdout(job->plot);
        FILE *file = is_taken ? stderr : stdout;
        pu_summary_print(file, &job->summary);
        if (args->output && !output_is_stdout(args->output))
            fprintf(file, "Written to %s.\n", args->output);
        if (job->model_path)
            fprintf(file, "Model written to %s.\n", job->model_path);
        if (job->page_path)
            fprintf(file, "Report written to %s.\n", job->page_path);
        figure_tell(file, job->plot);
    }
}

static int is_auto(const struct job *job)
{
    return !job->request.method || strcmp(job->request.method, "auto") == 0;
}

static enum outcome check_tuning(struct job *job)
{
    TRY(pu_tune_check(&job->tuning, &job->args.run));
    if (!job->tuning.is_wanted)
        return SOLVED;
    if (!is_auto(job))
        return refuse(MISUSED, "--tune chooses the method; drop --method %s", job->request.method);
    if (job->request.kernel)
        return refuse(MISUSED, "--tune chooses the kernel; drop --kernel %s", job->request.kernel);
    return SOLVED;
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
    TRY(check_tuning(job));
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
    job->summary.why = is_auto(job) ? " (auto: transport finds negatives, a classifier ranks)" : "";
    progress_hint("Ctrl-C keeps the best labels");
    TRY(pu_memory_check(&job->data, &job->options));
    TRY(convert_prior(job));
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
    report(job);
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
