/* cmd_partial.c - `parot partial`: the cheapest plan of a given mass, with its proof. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "number.h"
#include "output.h"
#include "parot/io.h"
#include "problem.h"
#include "progress.h"
#include "summary.h"
#include "verbs.h"
#include "verdict.h"

static const struct usage USAGE = {
    .name = "parot partial",
    .operands = "SOURCE TARGET --mass S [OPTION...]",
    .purpose = "move a given mass between points at the least cost",
    .epilogue = "SOURCE and TARGET hold one point per row (.csv, .tsv, .npy, .npz, also .gz; -\n"
                "is stdin). Columns are matched by name. With --cost FILE the costs are read\n"
                "instead. The answer is proved optimal before it is printed. -o FILE keeps plan\n"
                "and proof (.npz, .json) or the plan alone (.csv, .tsv). When the time is up, or\n"
                "after Ctrl-C, the best plan so far is the answer, with a bound on the best one.\n"
                "\n"
                "Examples:\n"
                "  parot partial a.csv b.csv --mass 0.75 -o plan.npz\n"
                "  parot partial --cost costs.npy --mass max --json\n"
                "\n"
                "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (the plan is written),\n"
                "130 interrupted.\n"};

struct job {
    struct args args;
    struct problem_request request;
    char *mass_text;
    int with_plan;
    struct problem problem;
    parot_result result;
    parot_check check;
    parot_seconds seconds;
};

/* ---- The mass ----------------------------------------------------------- */

/* INFINITY stands for `max`. */
static enum outcome read_mass(const char *text, double *mass)
{
    if (!text)
        return refuse(MISUSED, "how much mass? Give --mass S, or --mass max for the smaller total");
    if (strcmp(text, "max") == 0) {
        *mass = INFINITY;
        return SOLVED;
    }
    if (!number_parse(text, mass) || !(*mass > 0))
        return refuse(MISUSED, "--mass %s: must be a positive number, or 'max'", text);
    return SOLVED;
}

/* What exceeds by rounding only is left to the library. */
static enum outcome choose_mass(struct job *job, double mass)
{
    double most = problem_most_mass(&job->problem);
    double count = (double)(job->problem.stated.cost.rows + job->problem.stated.cost.cols);
    double rounding = 1e-12 + count * DBL_EPSILON; /* see parot.h */
    job->problem.stated.mass = isinf(mass) ? most : mass;
    if (!isinf(mass) && mass > most * (1 + rounding))
        return refuse(FAILED,
                      "--mass %s exceeds min(sum p, sum q) = %.12g%s; use --mass max for that much",
                      job->mass_text, most,
                      job->problem.p.values || job->problem.q.values
                          ? ""
                          : " (uniform weights add up to 1, so the mass is a share)");
    return SOLVED;
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome solve(struct job *job)
{
    parot_error err = {""};
    double begin = clock_now();
    parot_status status = parot_partial(&job->problem.stated, &job->args.run, &job->result, &err);
    progress_clear();
    if (status < 0) {
        refuse_status(&err);
        return progress_interrupted() ? INTERRUPTED : FAILED;
    }
    job->seconds.solve = clock_now() - begin;
    begin = clock_now();
    if (parot_certify(&job->problem.stated, &job->result, &job->check, &err) != PAROT_OK)
        return refuse_status(&err);
    job->seconds.certify = clock_now() - begin;
    if (job->args.verbose)
        note("%lld pricing rounds, %lld pivots, %lld allocations",
             (long long)job->result.info.iterations, (long long)job->result.info.pivots,
             (long long)job->result.info.allocations);
    return SOLVED;
}

static enum outcome write_plan(struct job *job)
{
    parot_error err = {""};
    double begin = clock_now();
    if (!job->args.output)
        return SOLVED;
    if (parot_result_write(job->args.output, &job->result, job->args.force, &err) != PAROT_OK)
        return refuse_status(&err);
    job->seconds.write = clock_now() - begin;
    return SOLVED;
}

/* ---- Reporting ---------------------------------------------------------- */

static enum outcome print_json(const struct job *job)
{
    char *text = NULL;
    parot_error err = {""};
    if (parot_result_json(&job->result, &job->check, &job->seconds, job->with_plan, &text, &err) !=
        PAROT_OK)
        return refuse_status(&err);
    fputs(text, stdout);
    free(text);
    return SOLVED;
}

static enum outcome report(const struct job *job)
{
    const char *output = job->args.output;
    if (job->args.json)
        return print_json(job);
    if (job->args.quiet)
        return SOLVED;
    FILE *file = output_is_stdout(output) ? stderr : stdout;
    summary_print(file, &job->problem, &job->result, &job->check, &job->seconds);
    if (output && !output_is_stdout(output))
        fprintf(file, "Written to %s.\n", output);
    return SOLVED;
}

static enum outcome judge(const struct job *job)
{
    if (job->result.status != PAROT_OK)
        return progress_interrupted() ? INTERRUPTED : STOPPED;
    if (!verdict_is_proven(&job->check, PROVEN_TOLERANCE))
        return refuse(FAILED, "the answer is not proved optimal: the largest violation is %g",
                      verdict_largest(&job->check));
    return SOLVED;
}

/* Works. Refuses the output before the long part begins; interrupts are for that part alone. */
static enum outcome run(struct job *job)
{
    double mass = 0;
    parot_run unlimited;
    TRY(read_mass(job->mass_text, &mass));
    TRY(problem_check_request(&job->request, job->args.operands, job->args.count));
    if (job->with_plan && !job->args.json)
        return refuse(MISUSED, "--plan adds to the document of --json; give both, or -o FILE");
    TRY(output_check(job->args.output, ".npz .json .csv .tsv", job->args.force));
    TRY(problem_read(&job->problem, &job->request, &job->args));
    TRY(choose_mass(job, mass));

    progress_watch(&job->args.run, job->args.quiet);
    unlimited = job->args.run;
    unlimited.time_limit = 0; /* the limit is for the solver, which has an answer at any time */
    TRY(problem_compute_cost(&job->problem, &unlimited));
    TRY(solve(job));
    job->seconds.read = job->problem.read_seconds;
    job->seconds.cost = job->problem.cost_seconds;
    TRY(write_plan(job));
    TRY(report(job));
    return judge(job);
}

/* Owns. */
enum outcome cmd_partial(const char **argv)
{
    struct job job = {.seconds = {-1, -1, -1, -1, -1}};
    struct option problem[PROBLEM_OPTIONS];
    struct option own[] = {
        {"mass", 0, &job.mass_text, NULL, "S",
         "the mass to move; max: the smaller of the two totals"},
        {"plan", 0, NULL, &job.with_plan, NULL, "add the plan, u and v to the JSON document"}};
    struct option_group groups[] = {{"What to move:", own, 2},
                                    {"Problem:", problem, PROBLEM_OPTIONS}};
    problem_options(&job.request, problem);

    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_result_free(&job.result);
    problem_free(&job.problem);
    args_free(&job.args);
    return outcome;
}
