/* cmd_prior.c - `parot prior`: what part of the unlabeled rows is positive? */
#include <math.h>
#include <stdio.h>

#include "json.h"
#include "progress.h"
#include "pu_memory.h"
#include "pu_tables.h"
#include "verbs.h"

static const struct usage USAGE = {
    .name = "parot prior",
    .operands = "POSITIVES UNLABELED [OPTION...]",
    .purpose = "estimate what part of the unlabeled rows is positive",
    .epilogue = "Classifiers that tell positives from unlabeled rows score each row as if they\n"
                "had not seen it; the best bin of those scores holds positives only. The linear\n"
                "classifier makes the estimate, the others show whether it can be relied on.\n"
                "The range holds 90 % of bootstrap resamples. --of-all counts the positives of\n"
                "POSITIVES as well: the part of all rows that is positive.\n"
                "\n"
                "Example:\n"
                "  parot prior good.csv all.csv\n"
                "\n"
                "Exit: 0 estimated, 1 failed, 2 usage, 130 interrupted.\n",
    .writes_nothing = 1};

struct job {
    struct args args;
    struct pu_request request;
    int of_all;
    parot_pu_options options;
    struct pu_tables tables;
    parot_pu_prior_result result;
};

/* The part of all rows that is positive, if `prior` of the unlabeled ones are. */
static double of_all(const struct job *job, double prior)
{
    double m = (double)job->tables.positive.table.rows,
           n = (double)job->tables.unlabeled.table.rows;
    return job->of_all ? (m + prior * n) / (m + n) : prior;
}

static void print(const struct job *job)
{
    const parot_pu_prior_result *result = &job->result;
    printf("%lld unlabeled rows, %lld positives\n\n", (long long)job->tables.unlabeled.table.rows,
           (long long)job->tables.positive.table.rows);
    printf("  %-14s %.3f of %s\n", "prior", of_all(job, result->prior),
           job->of_all ? "all rows" : "the unlabeled rows");
    printf("  %-14s %.3f to %.3f\n", "range", of_all(job, result->low), of_all(job, result->high));
    printf("  %-14s linear %.3f, radial %.3f, nearest %.3f\n", "by scores",
           of_all(job, result->by_linear), of_all(job, result->by_rbf),
           of_all(job, result->by_nearest));
    if (!result->is_reliable)
        puts("\nUnreliable: the scores disagree, so that no bin seems to hold positives only.");
}

static void print_json(const struct job *job)
{
    const parot_pu_prior_result *result = &job->result;
    json_begin("solved");
    json_count("n_unlabeled", job->tables.unlabeled.table.rows);
    json_count("n_positive", job->tables.positive.table.rows);
    json_text("of", job->of_all ? "all" : "unlabeled");
    json_number("prior", of_all(job, result->prior));
    json_list("prior_range");
    json_item(of_all(job, result->low), 1);
    json_item(of_all(job, result->high), 0);
    json_list_end();
    json_number("by_linear", of_all(job, result->by_linear));
    json_number("by_rbf", of_all(job, result->by_rbf));
    json_number("by_nearest", of_all(job, result->by_nearest));
    json_count("reliable", result->is_reliable);
    json_end();
}

static enum outcome run(struct job *job)
{
    parot_error err = {""};
    TRY(pu_request_read(&job->request, &job->options));
    TRY(pu_tables_check(&job->request, &job->args));
    TRY(pu_tables_read(&job->tables, &job->request, &job->args));
    for (int k = 0; k < job->tables.note_count && !job->args.quiet; k++)
        note("%s", job->tables.notes[k]);
    parot_pu_data data = {parot_table_matrix(&job->tables.unlabeled.table),
                          parot_table_matrix(&job->tables.positive.table), NAN};
    TRY(pu_memory_check_prior(&data));
    progress_watch(&job->args.run, job->args.quiet, "Ctrl-C stops");
    parot_status status = parot_pu_prior(&data, &job->options, &job->args.run, &job->result, &err);
    progress_clear();
    if (status != PAROT_OK) {
        refuse_status(&err);
        return progress_interrupted() ? INTERRUPTED : FAILED;
    }
    if (job->args.json)
        print_json(job);
    else
        print(job);
    return SOLVED;
}

enum outcome cmd_prior(const char **argv)
{
    struct job job = {0};
    struct option tables[PU_TABLE_OPTIONS];
    struct option own[] = {
        {"of-all", 0, NULL, &job.of_all, NULL, "of positives and unlabeled rows together"}};
    struct option_group groups[] = {{"What to estimate:", own, 1},
                                    {"Tables:", tables, PU_TABLE_OPTIONS}};
    pu_table_options(&job.request, tables);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    pu_tables_free(&job.tables);
    args_free(&job.args);
    return outcome;
}
