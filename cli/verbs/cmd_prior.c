/* cmd_prior.c - `parot prior`: which fraction of the unlabeled rows is positive? */
#include <math.h>
#include <stdio.h>

#include "pu/pu_doubts.h"
#include "pu/pu_files.h"
#include "pu/pu_memory.h"
#include "say/curve_words.h"
#include "say/document.h"
#include "say/figure.h"
#include "say/sketch.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot prior",
    .operands = "POSITIVES UNLABELED [OPTION...]",
    .purpose = "estimate the fraction of unlabeled rows that is positive",
    .epilogue = "Classifiers are trained to separate the positives from the unlabeled rows, and\n"
                "score each row without having seen it. The best bin of scores is assumed to\n"
                "hold positives only. The linear classifier makes the estimate; the others show\n"
                "whether it can be relied on. The range holds 90 % of bootstrap resamples.\n"
                "\"Prior\" has two meanings: the fraction of the unlabeled rows (what `parot pu\n"
                "--prior` needs) and the fraction of all rows, POSITIVES included. Both are\n"
                "printed; --of-all gives the range in the second meaning.\n\n"
                "Example:\n"
                "  parot prior good.csv all.csv\n\n"
                "Exit: 0 estimated, 1 failed, 2 usage, 130 interrupted.\n",
    .writes_figures = 1};

struct job {
    struct args args;
    struct pu_request request;
    int of_all, with_curve;
    char *plot;
    parot_curve curve;
    char doubt[256]; /* "": the estimate is reliable */
    parot_pu_options options;
    struct pu_tables tables;
    parot_pu_prior_result result;
};

/* The part of all rows that is positive, if `prior` of the unlabeled ones are. */
static double share_of_all(const struct job *job, double prior)
{
    return parot_pu_prior_to_all(prior, job->tables.unlabeled.table.rows,
                                 job->tables.positive.table.rows);
}

/* In the meaning that was asked for. */
static double of_all(const struct job *job, double prior)
{
    return job->of_all ? share_of_all(job, prior) : prior;
}

/* Both meanings of "prior", whichever the numbers below are in. */
static void print_estimate(const struct job *job, FILE *file)
{
    const parot_pu_prior_result *result = &job->result;
    fprintf(file, "  %-14s %.3f of the unlabeled rows, %.3f of all rows\n", "prior", result->prior,
            share_of_all(job, result->prior));
    fprintf(file, "  %-14s %.3f to %.3f%s\n", "range", of_all(job, result->low),
            of_all(job, result->high), job->of_all ? " of all rows" : "");
    fprintf(file, "  %-14s linear %.3f, radial %.3f, nearest %.3f%s\n", "by scores",
            of_all(job, result->by_linear), of_all(job, result->by_rbf),
            of_all(job, result->by_nearest), job->of_all ? " of all rows" : "");
}

static enum outcome draw(const struct job *job)
{
    static const char *const NAMES[] = {"radial", "nearest"};
    const parot_pu_prior_result *result = &job->result;
    const double others[] = {of_all(job, result->by_rbf), of_all(job, result->by_nearest)};
    parot_panel panel = {.kind = PAROT_PANEL_KIND_PRIOR};
    panel.of.prior = (parot_plot_prior){of_all(job, result->prior),
                                        of_all(job, result->low),
                                        of_all(job, result->high),
                                        2,
                                        others,
                                        NAMES};
    return figure_write(job->plot, &panel, 1, &job->args);
}

static void print(const struct job *job, FILE *file)
{
    const parot_curve *curve = &job->curve;
    fprintf(file, "%lld unlabeled rows, %lld positives\n\n",
            (long long)job->tables.unlabeled.table.rows,
            (long long)job->tables.positive.table.rows);
    print_estimate(job, file);
    if (job->with_curve) {
        fprintf(file, "\nCost of moving a fraction of the unlabeled rows to the positives:\n");
        sketch_print(file, curve);
        if (parot_curve_has_elbow(curve))
            fprintf(file, "\nThe elbow is at %.3f; it is not an estimate.\n",
                    curve->mass[curve->elbow]);
        else
            fputs("\nThe curve has no sharp bend: there is no clear elbow.\n", file);
    }
    fputs("\n", file);
    phase_print(file);
    figure_tell(file, job->plot);
}

static enum outcome print_json(const struct job *job)
{
    parot_pu_prior_result result = job->result;
    double *numbers[] = {&result.prior,      &result.low,    &result.high,  &result.by_linear,
                         &result.by_nearest, &result.by_rbf, &result.least, &result.most};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        *numbers[k] = of_all(job, *numbers[k]);
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    parot_json_integer(json, "n_unlabeled", job->tables.unlabeled.table.rows);
    parot_json_integer(json, "n_positive", job->tables.positive.table.rows);
    parot_json_text(json, "of", job->of_all ? "all" : "unlabeled");
    parot_json_prior(json, &result);
    parot_json_number(json, "prior_of_unlabeled", job->result.prior);
    parot_json_number(json, "prior_of_all", share_of_all(job, job->result.prior));
    if (job->curve.count > 0)
        parot_json_elbow(json, &job->curve);
    return document_print(json);
}

/* The curve is drawn when asked for, and consulted when the estimate is in doubt. */
static parot_status estimate(struct job *job, const parot_pu_data *data, parot_error *err)
{
    phase_begin(PAROT_PHASE_PRIOR, NULL, NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_pu_prior(data, &job->options, &run, &job->result, err);
    run = progress_run(&job->args.run);
    if (status == PAROT_OK && (job->with_curve || !job->result.is_reliable))
        status = parot_pu_curve(data, &job->options, &run, &job->curve, err);
    if (status >= 0 && !job->result.is_reliable)
        pu_doubt_estimate(&job->result, &job->curve, job->doubt, sizeof job->doubt);
    return status;
}

static enum outcome run(struct job *job)
{
    parot_error err = {0};
    TRY(pu_request_read(&job->request, &job->options));
    TRY(pu_tables_check(&job->request, &job->args));
    TRY(figure_check(job->plot, &job->args));
    TRY(pu_tables_read(&job->tables, &job->request, &job->args));
    for (int k = 0; k < job->tables.remarks.count && !job->args.quiet; k++)
        note("note: %s", job->tables.remarks.text[k]);
    parot_pu_data data = {parot_table_matrix(&job->tables.unlabeled.table),
                          parot_table_matrix(&job->tables.positive.table), NAN};
    TRY(pu_memory_check_prior(&data));
    parot_status status = estimate(job, &data, &err);
    progress_clear();
    if (status < 0)
        return pu_tables_refuse(&job->tables, status, &err, job->args.run.time_limit);
    if (*job->doubt && !job->args.quiet)
        note("%s", job->doubt);
    TRY(draw(job));
    progress_close();
    if (job->args.json)
        return print_json(job);
    if (!job->args.quiet)
        print(job, output_is_stdout(job->plot) ? stderr : stdout);
    return SOLVED;
}

enum outcome cmd_prior(const char **argv)
{
    struct job job = {0};
    struct option tables[PU_TABLE_OPTIONS];
    struct option own[] = {
        {"of-all", 0, NULL, &job.of_all, NULL,
         "give the range as a fraction of all rows, POSITIVES included"},
        {"curve", 0, NULL, &job.with_curve, NULL, "draw the cost curve, with its elbow"},
        figure_option(&job.plot)};
    struct option_group groups[] = {{"What to estimate:", own, 3},
                                    {"Tables:", tables, PU_TABLE_OPTIONS}};
    pu_table_options(&job.request, tables);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_curve_free(&job.curve);
    pu_tables_free(&job.tables);
    args_free(&job.args);
    return outcome;
}
