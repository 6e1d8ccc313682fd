/* cmd_prior.c - `parot prior`: which fraction of the unlabeled rows is positive? */
#include <math.h>

#include "parot/report.h"
#include "pu/pu_files.h"
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
    struct figure plot;
    parot_curve curve;
    struct told told;
    struct pu_tables tables;
    parot_pu_prior_result result;
};

static const struct option OPTIONS[] = {
    FLAG_OPTION("of-all", struct job, of_all,
                "give the range as a fraction of all rows, POSITIVES included"),
    FLAG_OPTION("curve", struct job, with_curve, "draw the cost curve, with its elbow"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
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

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    fputs(job->told.text, file);
    if (job->with_curve) {
        fputs("\nCost of moving a fraction of the unlabeled rows to the positives:\n", file);
        sketch_print(file, &job->curve);
    }
    fputs("\n", file);
    phase_print(file);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_pu_prior_result result = job->result;
    double *numbers[] = {
        &result.prior,  &result.low,       &result.high,    &result.by_nearest, &result.by_linear,
        &result.by_rbf, &result.by_forest, &result.by_mean, &result.by_plateau, &result.by_density,
        &result.upper,  &result.least,     &result.most};
    parot_pu_range *ranges[] = {&result.nearest_range, &result.linear_range, &result.rbf_range,
                                &result.forest_range,  &result.mean_range,   &result.upper_range,
                                &result.plateau_range, &result.density_range};
    for (size_t k = 0; job->of_all && k < sizeof numbers / sizeof *numbers; k++)
        *numbers[k] = share_of_all(job, *numbers[k]);
    for (size_t k = 0; job->of_all && k < sizeof ranges / sizeof *ranges; k++) {
        ranges[k]->low = share_of_all(job, ranges[k]->low);
        ranges[k]->high = share_of_all(job, ranges[k]->high);
    }
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

static parot_status estimate(struct job *job, const parot_pu_data *data, parot_error *err)
{
    const parot_pu_options *options = &job->request.options;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_PRIOR, NULL);
    parot_status status = parot_pu_prior(data, options, &run, &job->result, err);
    run = progress_run(&job->args.run);
    if (status == PAROT_OK && job->with_curve)
        status = parot_pu_curve(data, options, &run, &job->curve, err);
    return status;
}

static enum outcome tell(struct job *job)
{
    struct told *told = &job->told;
    TRY(told_open(told, PAROT_SUMMARY_KIND_PRIOR, &job->args, job->tables.positive.path,
                  job->tables.unlabeled.path));
    told->summary.source = told_side(&job->tables.unlabeled);
    told->summary.target = told_side(&job->tables.positive);
    told->summary.of.prior = (parot_summary_prior){.estimate = &job->result,
                                                   .curve = job->curve.count ? &job->curve : NULL,
                                                   .with_elbow = job->with_curve,
                                                   .of_all = job->of_all};
    TRY(told_show(told, &job->plot, NULL, &job->args));
    told_warn(told, "note: ");
    return SOLVED;
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
                          parot_table_matrix(&job->tables.positive.table),
                          NAN,
                          job->tables.propensity,
                          {0}};
    parot_status status = estimate(job, &data, &err);
    progress_clear();
    if (status < 0)
        return pu_tables_refuse(&job->tables, status, &err, args->run.time_limit);
    TRY(tell(job));
    return args_report(args, print_json, print_words, job);
}

static void release(void *subject)
{
    struct job *job = subject;
    told_free(&job->told);
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
                "hold positives only, which is at most too much; plateaus are what the density\n"
                "ratio of scores tends to where classes overlap. Plateaus of several shapes and\n"
                "the lowest bin together say how likely each prior is: the estimate is the\n"
                "median, the range has nine tenths. It is called unreliable if its range ends\n"
                "more than 0.15 away.\n"
                "\"Prior\" has two meanings: the fraction of the unlabeled rows (what `parot pu\n"
                "--prior` needs) and the fraction of all rows, POSITIVES included. Both are\n"
                "printed; --of-all gives the range in the second meaning, which is that of a\n"
                "single sample of which some positives are labelled.\n\n"
                "Examples:\n"
                "  parot prior good.csv all.csv\n"
                "  parot prior table.csv --label-column known --of-all\n\n"
                "Exit: 0 estimated, 1 failed, 2 usage, 130 interrupted.\n",
    .writes_figures = 1,
    .groups = {{"What to estimate:", OPTIONS, 0},
               {"Tables:", PU_TABLE_OPTIONS, offsetof(struct job, request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
