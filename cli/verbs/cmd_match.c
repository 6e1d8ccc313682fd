/* cmd_match.c - `parot match`: pairs of rows of two tables within calipers, and their proof. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/match_columns.h"
#include "input/points.h"
#include "parot/report.h"
#include "say/document.h"
#include "say/match_tables.h"
#include "say/told.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    const char *cost, *unmatched, *balance, *page;
    struct figure plot;
    int with_pairs;
    struct points_request request;
    struct match_request columns_request;
    char *dropped; /* --drop and the columns that are not compared */
    parot_match_options options;
    parot_features sides[2];
    parot_table cost_table;
    struct match_columns columns;
    parot_match_problem problem;
    parot_match_result result;
    parot_match_check check;
    int has_check; /* 0: it was stopped early */
    struct told told;
};

static const struct option OPTIONS[] = {
    CHOICE_OPTION("metric", struct job, options.metric, "M", MATCH_METRICS, "{} (euclidean)"),
    CHOICE_OPTION("scale", struct job, options.scale, "S", SCALES,
                  "how to scale columns before: {} (none)"),
    TEXT_OPTION("score", struct job, columns_request.score, "COL",
                "compare this column alone, such as a propensity score"),
    TEXT_OPTION("cost", struct job, cost, "FILE",
                "instead of tables: a matrix of costs; inf: no such pair"),
    NUMBER_OPTION("caliper", struct job, options.caliper, "D", "pairs farther apart do not exist"),
    TEXT_OPTION("column-caliper", struct job, columns_request.calipers, "COLS",
                "COLUMN=WIDTH,...: nor do pairs that differ by more in a column"),
    TEXT_OPTION("exact", struct job, columns_request.exact, "COLS",
                "columns that must be equal; they are not compared otherwise"),
    CHOICE_OPTION("order", struct job, options.order, "O", MATCH_ORDERS,
                  "{}: as many pairs as possible and the cheapest of these, or by --price (most)"),
    NUMBER_OPTION("price", struct job, options.price, "L",
                  "what leaving a row of A alone costs: a pair must cost less"),
    COUNT_OPTION("ratio", struct job, options.ratio, "K", 1, 1000000000,
                 "partners that a row of A may have (1)"),
    TEXT_OPTION("capacity-column", struct job, columns_request.capacity, "COL",
                "partners that each row may have, in either file or both"),
    FLAG_OPTION("pairs", struct job, with_pairs, "add pairs and reasons to the JSON document"),
    OUTPUT_OPTION("unmatched", struct job, unmatched, ".csv .tsv", "Rows without a partner in",
                  "write the rows without a partner, and why"),
    OUTPUT_OPTION("balance", struct job, balance, ".csv .tsv", "Balance written to",
                  "write means and variances of columns, before and after"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
    REPORT_OPTION(struct job, page),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    points_defaults(&job->request);
    parot_match_options_init(&job->options);
}

/* ---- Before reading ----------------------------------------------------- */

/* A cost matrix has no columns to be scaled, compared or left out. */
static enum outcome check_cost(const struct job *job)
{
    static const char *const others[] = {"metric", "scale",           "score",   "column-caliper",
                                         "exact",  "capacity-column", "balance", "id"};
    const struct args *args = &job->args;
    if (!job->cost)
        return SOLVED;
    if (args->count != 0)
        return refuse(MISUSED, "--cost %s: takes the place of the files A and B; give one of them",
                      job->cost);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (args_text(args, others[k]))
            return refuse(MISUSED, "--%s: is for tables, and --cost gives the costs themselves",
                          others[k]);
    const char *given = args_given(args, CHOOSING_OPTIONS);
    if (!given)
        given = args_given(args, CATEGORIES_OPTION);
    if (given)
        return refuse(MISUSED, "--%s: is for tables, and --cost gives the costs themselves", given);
    return SOLVED;
}

static enum outcome check_order(struct job *job)
{
    const struct args *args = &job->args;
    const char *order = args_text(args, "order"), *price = args_text(args, "price");
    if (order && job->options.order == PAROT_MATCH_ORDER_MOST && price)
        return refuse(MISUSED, "--price %s: is for --order price, not --order most", price);
    if (order && job->options.order == PAROT_MATCH_ORDER_PRICE && !price)
        return refuse(MISUSED, "--order price: needs --price L, what leaving a row alone costs");
    if (price)
        job->options.order = PAROT_MATCH_ORDER_PRICE;
    return SOLVED;
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    const struct match_request *wanted = &job->columns_request;
    TRY(check_cost(job));
    if (!job->cost && args->count != 2)
        return refuse(MISUSED, "needs two files, A and B, or --cost FILE; got %d file%s",
                      args->count, plural(args->count));
    if (!job->cost)
        TRY(paths_check_streams(args->operands, 2));
    TRY(features_check(&job->request.features));
    TRY(check_order(job));
    if (args_text(args, "caliper") && job->options.caliper < 0)
        return refuse(MISUSED, "--caliper %s: must be 0 or more", args_text(args, "caliper"));
    TRY(match_columns_check(&job->columns, wanted));
    for (int k = 0; k < args->count; k++)
        if (path_is_stream(args->operands[k]) &&
            (wanted->exact || wanted->calipers || wanted->capacity || wanted->score))
            return refuse(
                MISUSED, "'-': columns of standard input cannot be read twice, for %s; give a file",
                wanted->exact      ? "--exact"
                : wanted->calipers ? "--column-caliper"
                : wanted->capacity ? "--capacity-column"
                                   : "--score");
    if (job->with_pairs && !args->json)
        return refuse(MISUSED, "--pairs adds to the document of --json; give both, or -o FILE");
    return args_check_outputs(args, ".csv .tsv .npy");
}

/* ---- Reading ------------------------------------------------------------ */

static parot_matrix side_matrix(const double *data, int64_t rows, int64_t cols)
{
    return (parot_matrix){data, rows, cols, cols};
}

static void state_problem(struct job *job)
{
    const struct match_columns *columns = &job->columns;
    parot_match_problem *problem = &job->problem;
    int64_t n = job->sides[0].count, m = job->sides[1].count;
    problem->x_covariates = parot_table_matrix(&job->sides[0].table);
    problem->y_covariates = parot_table_matrix(&job->sides[1].table);
    problem->x = problem->x_covariates;
    problem->y = problem->y_covariates;
    if (columns->score[0]) {
        problem->x = side_matrix(columns->score[0], n, 1);
        problem->y = side_matrix(columns->score[1], m, 1);
    }
    problem->x_stratum = columns->stratum[0];
    problem->y_stratum = columns->stratum[1];
    problem->x_capacity = columns->capacity[0];
    problem->y_capacity = columns->capacity[1];
    if (columns->limits > 0) {
        problem->x_limited = side_matrix(columns->limited[0], n, columns->limits);
        problem->y_limited = side_matrix(columns->limited[1], m, columns->limits);
        problem->column_caliper = columns->caliper;
    }
}

static enum outcome read_tables(struct job *job)
{
    parot_features_options *options = &job->request.features.options;
    job->sides[0].path = job->args.operands[0];
    job->sides[1].path = job->args.operands[1];
    const char *drop = options->drop;
    TRY(match_columns_open(&job->columns, &job->columns_request, &job->request.features,
                           job->args.operands));
    TRY(match_columns_drop(&job->columns_request, drop, &job->dropped));
    if (!options->columns)
        options->drop = job->dropped ? job->dropped : drop;
    TRY(points_read(&job->sides[0], &job->sides[1], &job->request, &job->args, "parot align"));
    TRY(points_check(&job->sides[0], PAROT_METRIC_EUCLIDEAN));
    TRY(points_check(&job->sides[1], PAROT_METRIC_EUCLIDEAN));
    TRY(match_columns_read(&job->columns, &job->columns_request, &job->request.features,
                           job->sides));
    state_problem(job);
    return memory_check("pairing these rows", parot_match_memory(&job->problem, 0), TAKE_A_SAMPLE);
}

static enum outcome read_cost(struct job *job)
{
    TRY(numbers_read(&job->request.features, job->cost, &job->cost_table));
    job->problem.cost = parot_table_matrix(&job->cost_table);
    job->sides[0].count = job->sides[0].frame.rows = job->cost_table.rows;
    job->sides[1].count = job->sides[1].frame.rows = job->cost_table.cols;
    return SOLVED;
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    const char *x = job->cost ? job->cost : path_label(job->sides[0].path);
    const char *y = job->cost ? job->cost : path_label(job->sides[1].path);
    const struct wording words[] = {
        {"problem.x", x}, {"x", x}, {"problem.y", y}, {"y", y}, {"problem.cost", x}};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, "pairing");
    parot_status status = parot_match(&job->problem, &job->options, &run, &job->result, &err);
    progress_clear();
    return status < 0 ? refuse_call(status, &err, job->args.run.time_limit, words, 5) : SOLVED;
}

/* Once the pairs are written: who interrupts the proof has them. */
static enum outcome prove(struct job *job)
{
    parot_error err = {0};
    if (job->result.status != PAROT_OK && job->result.status != PAROT_UNPROVED)
        return SOLVED; /* it was stopped: there is nothing to prove */
    progress_saved(job->args.output);
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run run = progress_run_proof(&job->args.run);
    parot_status status =
        parot_match_certify(&job->problem, &job->options, &job->result, &run, &job->check, &err);
    progress_clear();
    job->has_check = status == PAROT_OK;
    if (status == PAROT_ESTOPPED)
        return refuse(INTERRUPTED, "interrupted (proof); %s",
                      job->args.output ? "the pairs are written, but not proved"
                                       : "nothing was written");
    return outcome_of(status, &err);
}

/* ---- Saying ------------------------------------------------------------- */

static parot_summary_match match_of(const struct job *job)
{
    return (parot_summary_match){.problem = &job->problem,
                                 .options = &job->options,
                                 .result = &job->result,
                                 .check = job->has_check ? &job->check : NULL,
                                 .covariates = (const char *const *)job->sides[0].table.names,
                                 .limited = (const char *const *)job->columns.limited_name};
}

static enum outcome write_tables(const struct job *job)
{
    const parot_summary_match match = match_of(job);
    int force = job->args.force;
    const struct matched_files files = {
        &job->sides[0],
        &job->sides[1],
        {job->cost ? "row" : job->sides[0].path, job->cost ? "column" : job->sides[1].path}};
    TRY(match_pairs_write(job->args.output, &job->result, files, force));
    TRY(match_unmatched_write(job->unmatched, &match, files, force));
    return match_balance_write(job->balance, &match, force);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(job->result.status));
    parot_json_match(json, &job->result, (const char *const *)job->sides[0].table.names,
                     job->with_pairs);
    if (job->has_check)
        parot_json_match_check(json, &job->result, &job->check, PAROT_PROOF_TOLERANCE);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    told_print(file, &job->told);
}

static enum outcome compose(struct job *job)
{
    parot_summary *summary = &job->told.summary;
    TRY(told_open(&job->told, PAROT_SUMMARY_KIND_MATCH, &job->args,
                  job->cost ? job->cost : job->sides[0].path,
                  job->cost ? NULL : job->sides[1].path));
    if (!job->cost) {
        summary->source = told_side(&job->sides[0]);
        summary->target = told_side(&job->sides[1]);
    } else {
        summary->source.name = "the rows";
        summary->target.name = "the columns";
    }
    summary->of.match = match_of(job);
    return told_show(&job->told, &job->plot, job->page, &job->args);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    TRY(check_request(job));
    TRY(job->cost ? read_cost(job) : read_tables(job));
    progress_hint("Ctrl-C keeps the pairs that are known");
    TRY(solve(job));
    TRY(write_tables(job));
    TRY(prove(job));
    TRY(compose(job));
    TRY(args_report(&job->args, print_json, print_words, job));
    if (job->result.status != PAROT_OK && job->result.status != PAROT_UNPROVED)
        return progress_stopped();
    if (!parot_match_is_proved(&job->result, &job->check, PAROT_PROOF_TOLERANCE))
        return refuse(FAILED, "the pairs are not proved; costs so many orders of magnitude apart "
                              "are rounded");
    return SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    told_free(&job->told);
    parot_match_result_free(&job->result);
    match_columns_free(&job->columns);
    parot_features_free(&job->sides[0]);
    parot_features_free(&job->sides[1]);
    parot_table_free(&job->cost_table);
    free(job->dropped);
}

const struct verb VERB_MATCH = {
    .name = "match",
    .brief = "pair rows of two tables within a caliper",
    .operands = "A B [--caliper D] [OPTION...]",
    .purpose = "pair rows of two tables: the most pairs, at the least cost",
    .epilogue = "Pairs beyond a caliper do not exist, so nothing is paired first and dropped\n"
                "afterwards. Of the pairs that do exist as many as possible are made, and among\n"
                "all choices of so many pairs the cheapest; both are proved. With --price L a\n"
                "pair is made only if it costs less than leaving its row of A alone.\n\n"
                "-o FILE has a row for each pair: id (of A), match (the row of B) and cost (how\n"
                "far they are apart); rows count from 0 unless --id names them. --unmatched FILE\n"
                "has the rows of both tables without a partner: the reason in a word, the\n"
                "nearest row and its cost, and why in a sentence. --balance FILE compares the\n"
                "columns: means differ by `before` and `after` standard deviations. The order of\n"
                "rows in the files does not matter.\n\n"
                "Examples:\n"
                "  parot match treated.csv controls.csv --id name --caliper 0.5 --scale zscore\n"
                "  parot match treated.csv controls.csv --score propensity --caliper 0.05\n"
                "  parot match treated.csv controls.csv --exact sex --ratio 3 --report r.html\n"
                "  parot match cells1.csv cells2.csv --price 12 --unmatched lost.csv\n\n"
                "Exit: 0 done, 1 failed, 2 usage, 3 stopped early (the pairs may not be the\n"
                "best), 130 interrupted.\n",
    .groups = {{"Pairs:", OPTIONS, 0},
               {"Columns:", POINTS_OPTIONS, offsetof(struct job, request.features)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
