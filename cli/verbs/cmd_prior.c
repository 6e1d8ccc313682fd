/* cmd_prior.c - `parot prior`: which fraction of the unlabeled rows is positive? */
#include <math.h>

#include "parot/report.h"
#include "pu/pu_files.h"
#include "say/curve_words.h"
#include "say/document.h"
#include "say/sketch.h"
#include "say/told.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    struct pu_request request;
    int of_all, with_curve;
    const char *plot;
    parot_curve curve;
    char doubt[PAROT_NOTE_SIZE]; /* "": the estimate is reliable */
    struct pu_tables tables;
    parot_pu_prior_result result;
};

static const struct option OPTIONS[] = {
    FLAG_OPTION("of-all", struct job, of_all,
                "give the range as a fraction of all rows, POSITIVES included"),
    FLAG_OPTION("curve", struct job, with_curve, "draw the cost curve, with its elbow"),
    FIGURE_OPTION(struct job, plot),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    parot_pu_options_init(&job->request.options);
}

/* The fraction of all rows that is positive, if `prior` of the unlabeled ones are. */
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

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    const parot_pu_prior_result *result = &job->result;
    const parot_curve *curve = &job->curve;
    const char *meaning = job->of_all ? " of all rows" : "";
    fprintf(file, "%lld unlabeled rows, %lld positives\n\n",
            (long long)job->tables.unlabeled.table.rows,
            (long long)job->tables.positive.table.rows);
    fprintf(file, "  %-14s %.3f of the unlabeled rows, %.3f of all rows\n", "prior", result->prior,
            share_of_all(job, result->prior));
    fprintf(file, "  %-14s %.3f to %.3f%s\n", "range", of_all(job, result->low),
            of_all(job, result->high), meaning);
    fprintf(file, "  %-14s linear %.3f, radial %.3f, nearest %.3f%s\n", "by scores",
            of_all(job, result->by_linear), of_all(job, result->by_rbf),
            of_all(job, result->by_nearest), meaning);
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
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
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

/* The curve is drawn when asked for, and consulted when the estimate is in doubt. */
static parot_status estimate(struct job *job, const parot_pu_data *data, parot_error *err)
{
    const parot_pu_options *options = &job->request.options;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_PRIOR, NULL);
    parot_status status = parot_pu_prior(data, options, &run, &job->result, err);
    run = progress_run(&job->args.run);
    if (status == PAROT_OK && (job->with_curve || !job->result.is_reliable))
        status = parot_pu_curve(data, options, &run, &job->curve, err);
    if (status >= 0 && !job->result.is_reliable)
        parot_prior_doubt(&job->result, &job->curve, "--", job->doubt);
    return status;
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    const struct args *args = &job->args;
    parot_error err = {0};
    TRY(pu_request_check(&job->request, args));
    TRY(pu_tables_check(&job->request, args));
    TRY(args_check_outputs(args, NULL));
    TRY(pu_tables_read(&job->tables, &job->request, args));
    notes_tell(&job->tables.remarks);
    parot_pu_data data = {parot_table_matrix(&job->tables.unlabeled.table),
                          parot_table_matrix(&job->tables.positive.table), NAN};
    parot_status status = estimate(job, &data, &err);
    progress_clear();
    if (status < 0)
        return pu_tables_refuse(&job->tables, status, &err, args->run.time_limit);
    if (*job->doubt)
        tip("%s", job->doubt);
    TRY(draw(job));
    return args_report(args, print_json, print_words, job);
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_curve_free(&job->curve);
    pu_tables_free(&job->tables);
}

const struct verb VERB_PRIOR = {
    .name = "prior",
    .brief = "estimate the fraction of unlabeled rows that is positive",
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
    .writes_figures = 1,
    .groups = {{"What to estimate:", OPTIONS, 0},
               {"Tables:", PU_TABLE_OPTIONS, offsetof(struct job, request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
