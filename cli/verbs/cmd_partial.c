/* cmd_partial.c - `parot partial`: the cheapest plan of a given mass, or price, with its proof. */
#include <stdlib.h>

#include "input/stated_problem.h"
#include "parot/io.h"
#include "say/document.h"
#include "say/named_rows.h"
#include "say/told.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/variants.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    struct problem_request request;
    const char *mass_text, *page;
    struct figure plot;
    double reg, exponent; /* of --entropic and --line */
    int with_plan;
    struct problem problem;
    parot_result result;
    parot_check check;
    int has_check; /* 0: the plan was stopped early, and its proof would take long */
    struct told told;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("mass", struct job, mass_text, "S", ONLY_MAX,
                 "the mass to move; max: the smaller of the two totals"),
    NUMBER_OPTION("price", struct job, problem.price, "L",
                  "instead: move whatever costs less than L per unit"),
    MORE_OPTIONS(PRICES_OPTIONS, struct job, request),
    FLAG_OPTION("plan", struct job, with_plan, "add the plan, u and v to the JSON document"),
    NUMBER_OPTION("entropic", struct job, reg, "REG", "add REG times the entropy: a dense plan"),
    NUMBER_OPTION("line", struct job, exponent, "E",
                  "numbers on a line, costs |x - y|^E: no matrix"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
    REPORT_OPTION(struct job, page),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    problem_defaults(&job->request, PAROT_METRIC_SQEUCLIDEAN);
}

/* ---- Before reading ----------------------------------------------------- */

/* --entropic and --line have a mass, and plans without a proof that `certify` knows. */
static enum outcome check_variant(const struct job *job)
{
    const struct args *args = &job->args;
    int is_entropic = args_text(args, "entropic") != NULL,
        is_line = args_text(args, "line") != NULL;
    const char *option = is_entropic ? "--entropic" : "--line";
    if (!is_entropic && !is_line)
        return args_check_outputs(args, ".npz .json .csv .tsv");
    if (is_entropic && is_line)
        return refuse(MISUSED, "--entropic and --line: give only one of them");
    if (!job->mass_text || job->with_plan)
        return refuse(MISUSED, "%s: needs --mass and cannot be combined with --price or --plan",
                      option);
    if (job->plot.path || job->page)
        return refuse(MISUSED, "%s %s: plans of %s cannot be drawn; drop it",
                      job->plot.path ? "--plot" : "--report",
                      job->plot.path ? job->plot.path : job->page, option);
    if (is_line && args_text(args, "metric"))
        return refuse(MISUSED,
                      "--metric %s: --line E sets the costs to |x - y|^E; drop one of them",
                      args_text(args, "metric"));
    return args_check_outputs(args, is_entropic ? ".npy .csv .tsv" : ".csv .tsv");
}

static enum outcome check_request(struct job *job, double *mass)
{
    const struct args *args = &job->args;
    job->problem.has_price = args_text(args, "price") != NULL;
    TRY(problem_check_request(&job->request, args, 0));
    TRY(problem_check_amount(&job->request, args));
    if (!job->mass_text && !job->problem.has_price && !problem_has_prices(&job->request))
        return refuse(MISUSED, "how much mass? Give --mass S, --mass max for the smaller total, or "
                               "--price L for whatever costs less than L");
    if (job->mass_text)
        TRY(mass_read(job->mass_text, mass));
    if (job->with_plan && !args->json)
        return refuse(MISUSED, "--plan adds to the document of --json; give both, or -o FILE");
    return check_variant(job);
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(job->result.status));
    parot_json_result(json, &job->result, job->with_plan);
    if (job->has_check)
        parot_json_check(json, &job->check, PAROT_PROOF_TOLERANCE);
    return document_print(json);
}

/* With --json, the cut that proves a problem infeasible goes to standard output, as a document. */
static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    struct problem *problem = &job->problem;
    const parot_info *info = &job->result.info;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, NULL);
    parot_status status = problem_solve(problem, &run, &job->result, &err);
    progress_clear();
    if (status == PAROT_EINFEASIBLE && job->args.json)
        TRY(print_json(job));
    if (status < 0)
        return problem_refuse(&job->request, status, &err, job->args.run.time_limit);
    if (!job->mass_text)
        problem->stated.mass = job->result.mass;
    if (job->args.verbose)
        note("%lld pricing rounds, %lld pivots, %lld passes over the costs, %lld allocations",
             (long long)info->iterations, (long long)info->pivots, (long long)info->passes,
             (long long)info->allocations);
    return SOLVED;
}

/* Once the plan is written: who interrupts the proof has it. */
static enum outcome prove(struct job *job)
{
    parot_error err = {0};
    progress_saved(job->args.output);
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run run = progress_run_proof(&job->args.run);
    if (job->problem.is_matrix_free)
        run.time_limit = parot_certify_seconds(&job->result);
    parot_status status = problem_certify(&job->problem, &job->result, &run, &job->check, &err);
    progress_clear();
    job->has_check = status == PAROT_OK;
    if (status == PAROT_ESTOPPED && run.time_limit > 0)
        return SOLVED;
    if (status == PAROT_ESTOPPED)
        return refuse(INTERRUPTED, "interrupted (proof); %s",
                      job->args.output ? "the answer is written, but not proved"
                                       : "nothing was written");
    return outcome_of(status, &err);
}

/* ---- Writing ------------------------------------------------------------ */

static enum outcome write_plan(const struct job *job)
{
    parot_error err = {0};
    const struct problem *problem = &job->problem;
    const char *output = job->args.output;
    if (!output)
        return SOLVED;
    output_begin(output);
    if (job->result.plan.count > 0 &&
        plan_table_is_wanted(output, &problem->source, &problem->target))
        return plan_table_write(output, &job->result.plan, &problem->source, &problem->target,
                                job->args.force);
    return outcome_of(parot_result_write(output, &job->result, job->args.force, &err), &err);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    told_print(file, &job->told);
}

/* What is said of the answer, drawn, and written as a report. */
static enum outcome compose(struct job *job)
{
    const struct problem *problem = &job->problem;
    parot_summary *summary = &job->told.summary;
    int has_points = problem->has_points;
    TRY(told_open(&job->told, PAROT_SUMMARY_KIND_PARTIAL, &job->args,
                  has_points ? job->args.operands[0] : job->request.cost,
                  has_points ? job->args.operands[1] : NULL));
    if (has_points) {
        summary->source = told_side(&problem->source);
        summary->target = told_side(&problem->target);
    } else {
        summary->source.name = path_label(job->request.cost);
    }
    summary->of.partial =
        (parot_summary_partial){.problem = &problem->stated,
                                .result = &job->result,
                                .check = job->has_check ? &job->check : NULL,
                                .price = problem->has_price ? &problem->price : NULL,
                                .prices = problem->has_prices ? &problem->prices : NULL,
                                .metric = has_points ? parot_metric_name(problem->metric) : NULL};
    return told_show(&job->told, &job->plot, job->page, &job->args);
}

/* Refuses the output before the long part begins; only then are interrupts caught. */
static enum outcome run(void *subject)
{
    struct job *job = subject;
    struct problem *problem = &job->problem;
    const struct args *args = &job->args;
    double mass = 0; /* INFINITY: max */
    TRY(check_request(job, &mass));
    TRY(problem_read(problem, &job->request, args));
    if (job->mass_text)
        TRY(mass_choose(problem, job->mass_text, mass));

    progress_hint("Ctrl-C keeps the best plan");
    if (args_text(args, "line"))
        return line_answer(problem, job->exponent, args);
    if (args_text(args, "entropic")) {
        TRY(problem_compute_cost(problem, &args->run));
        return entropic_answer(problem, job->reg, args);
    }
    TRY(problem_prepare(problem, &args->run));
    TRY(solve(job));
    TRY(write_plan(job));
    TRY(prove(job));
    TRY(compose(job));
    TRY(args_report(args, print_json, print_words, job));
    if (job->result.status != PAROT_OK && job->result.status != PAROT_UNPROVED)
        return progress_stopped();
    char words[PAROT_CHECK_WORDS];
    if (!parot_is_proved(&job->check, PAROT_PROOF_TOLERANCE))
        return refuse(FAILED, "not proved optimal; all that is proved is: this plan %s",
                      parot_check_words(&job->check, words));
    return SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    told_free(&job->told);
    parot_result_free(&job->result);
    problem_free(&job->problem);
}

const struct verb VERB_PARTIAL = {
    .name = "partial",
    .brief = "move a given mass at the least cost, with a proof",
    .operands = "SOURCE TARGET --mass S|--price L [OPTION...]",
    .purpose = "move a given mass between points at the least cost",
    .epilogue = "SOURCE and TARGET hold one point per row (.csv, .tsv, .npy, .npz, also .gz; -\n"
                "is stdin). Columns are matched by name. With --cost FILE the costs are read\n"
                "instead. --price moves mass as long as one more unit costs less than L, which\n"
                "may be no mass at all. --price-source, --price-target or --price-column say for\n"
                "each point what leaving it unmatched costs; the least total is found, and a\n"
                "pair matches only if it costs less than both prices together.\n"
                "The answer is proved optimal before it is printed.\n"
                "-o FILE saves the plan with its proof (.npz, .json) or only the plan (.csv,\n"
                ".tsv). When the time is up, or after Ctrl-C, the answer is the best plan so\n"
                "far, with a bound on how good a plan can be.\n\n"
                "Examples:\n"
                "  parot partial a.csv b.csv --mass 0.75 -o plan.npz\n"
                "  parot partial a.csv b.csv --price 0.1 --plot plan.svg\n"
                "  parot partial a.csv b.csv --price-column miss -o matches.csv\n"
                "  parot partial --cost costs.npy --mass max --json\n\n"
                "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (the plan is written),\n"
                "130 interrupted.\n",
    .groups = {{"What to move:", OPTIONS, 0},
               {"Problem:", PROBLEM_OPTIONS, offsetof(struct job, request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
