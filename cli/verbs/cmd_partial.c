/* cmd_partial.c - `parot partial`: the cheapest plan of a given mass, or price, with its proof. */
#include <stdlib.h>

#include "input/stated_problem.h"
#include "parot/io.h"
#include "say/document.h"
#include "say/figure.h"
#include "say/named_rows.h"
#include "say/plan_html.h"
#include "say/summary.h"
#include "say/verdict.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/variants.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot partial",
    .operands = "SOURCE TARGET --mass S|--price L [OPTION...]",
    .purpose = "move a given mass between points at the least cost",
    .epilogue = "SOURCE and TARGET hold one point per row (.csv, .tsv, .npy, .npz, also .gz; -\n"
                "is stdin). Columns are matched by name. With --cost FILE the costs are read\n"
                "instead. --price moves mass as long as one more unit costs less than L, which\n"
                "may be no mass at all. The answer is proved optimal before it is printed.\n"
                "-o FILE saves the plan with its proof (.npz, .json) or only the plan (.csv,\n"
                ".tsv). When the time is up, or after Ctrl-C, the answer is the best plan so\n"
                "far, with a bound on how good a plan can be.\n\n"
                "Examples:\n"
                "  parot partial a.csv b.csv --mass 0.75 -o plan.npz\n"
                "  parot partial a.csv b.csv --price 0.1 --plot plan.svg\n"
                "  parot partial --cost costs.npy --mass max --json\n\n"
                "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (the plan is written),\n"
                "130 interrupted.\n"};

struct job {
    struct args args;
    struct problem_request request;
    char *mass_text, *price_text, *entropic_text, *line_text, *plot, *page;
    double mass;          /* INFINITY: max */
    double reg, exponent; /* of --entropic and --line */
    int with_plan;
    struct problem problem;
    parot_result result;
    parot_check check;
};

/* ---- How much ----------------------------------------------------------- */

static enum outcome read_amount(struct job *job)
{
    if (job->mass_text && job->price_text)
        return refuse(MISUSED, "--mass and --price: give only one of them");
    if (job->mass_text)
        return mass_read(job->mass_text, &job->mass);
    if (!job->price_text)
        return refuse(MISUSED, "how much mass? Give --mass S, --mass max for the smaller total, or "
                               "--price L for whatever costs less than L");
    job->problem.has_price = 1;
    return number_read("--price", job->price_text, &job->problem.price);
}

/* --entropic and --line have a mass, and plans without a proof that `certify` knows. */
static enum outcome read_variant(struct job *job)
{
    if (!job->entropic_text && !job->line_text)
        return output_check("-o", job->args.output, ".npz .json .csv .tsv", job->args.force);
    const char *option = job->entropic_text ? "--entropic" : "--line";
    if (job->entropic_text && job->line_text)
        return refuse(MISUSED, "--entropic and --line: give only one of them");
    if (job->price_text || job->with_plan)
        return refuse(MISUSED, "%s: needs --mass and cannot be combined with --price or --plan",
                      option);
    if (job->plot || job->page)
        return refuse(MISUSED, "%s %s: plans of %s cannot be drawn; drop it",
                      job->plot ? "--plot" : "--report", job->plot ? job->plot : job->page, option);
    if (job->line_text && job->request.metric)
        return refuse(MISUSED,
                      "--metric %s: --line E sets the costs to |x - y|^E; drop one of them",
                      job->request.metric);
    if (job->entropic_text)
        TRY(number_read("--entropic", job->entropic_text, &job->reg));
    else
        TRY(number_read("--line", job->line_text, &job->exponent));
    return output_check("-o", job->args.output, job->entropic_text ? ".npy .csv .tsv" : ".csv .tsv",
                        job->args.force);
}

/* ---- Solving ------------------------------------------------------------ */

static parot_status ask_library(struct job *job, parot_error *err)
{
    struct problem *problem = &job->problem;
    parot_run run = progress_run(&job->args.run);
    if (!problem->has_price)
        return parot_partial(&problem->stated, &run, &job->result, err);
    parot_status status =
        parot_partial_lagrange(&problem->stated, problem->price, &run, &job->result, err);
    problem->stated.mass = job->result.mass;
    return status;
}

static enum outcome print_json(const struct job *job)
{
    parot_json *json = parot_json_open(parot_status_name(job->result.status));
    parot_json_result(json, &job->result, job->with_plan);
    if (job->result.status >= 0)
        parot_json_check(json, &job->check, PAROT_PROOF_TOLERANCE);
    return document_print(json);
}

/* The sentence goes to standard error; with --json the cut, as a document, to standard output. */
static enum outcome refuse_problem(const struct job *job, parot_status status,
                                   const parot_error *err)
{
    if (status == PAROT_EINFEASIBLE && job->args.json)
        TRY(print_json(job));
    return problem_refuse(&job->request, status, err, job->args.run.time_limit);
}

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    phase_begin(PAROT_PHASE_SOLVE, NULL, NULL);
    parot_status status = ask_library(job, &err);
    progress_clear();
    if (status < 0)
        return refuse_problem(job, status, &err);
    if (job->args.verbose)
        note("%lld pricing rounds, %lld pivots, %lld passes over the costs, %lld allocations",
             (long long)job->result.info.iterations, (long long)job->result.info.pivots,
             (long long)job->result.info.passes, (long long)job->result.info.allocations);
    return SOLVED;
}

/* Once the plan is written: who interrupts the proof has it. */
static enum outcome prove(struct job *job)
{
    parot_error err = {0};
    progress_saved(job->args.output);
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run run = progress_run_proof(&job->args.run);
    parot_status status = problem_certify(&job->problem, &job->result, &run, &job->check, &err);
    progress_clear();
    if (status == PAROT_ESTOPPED)
        return refuse(INTERRUPTED, "interrupted (proof); %s",
                      job->args.output ? "the answer is written, but not proved"
                                       : "nothing was written");
    if (status != PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}

static enum outcome write_plan(struct job *job)
{
    parot_error err = {0};
    if (!job->args.output)
        return SOLVED;
    output_begin(job->args.output);
    const struct problem *problem = &job->problem;
    if (job->result.plan.count > 0 &&
        plan_table_is_wanted(job->args.output, &problem->source, &problem->target))
        return plan_table_write(job->args.output, &job->result.plan, &problem->source,
                                &problem->target, job->args.force);
    if (parot_result_write(job->args.output, &job->result, job->args.force, &err) != PAROT_OK)
        return refuse_status(&err);
    return SOLVED;
}

static parot_panel picture(const struct job *job)
{
    const struct problem *problem = &job->problem;
    const parot_plan *plan = &job->result.plan;
    return problem->has_points ? figure_clouds(&problem->source, &problem->target, plan)
                               : figure_plan(plan, problem->stated.p, problem->stated.q);
}

static enum outcome draw(const struct job *job)
{
    parot_panel panel = picture(job);
    return figure_write(job->plot, &panel, 1, &job->args);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    summary_print(file, &job->problem, &job->result, &job->check);
}

static enum outcome write_page(const struct job *job)
{
    if (!job->page)
        return SOLVED;
    parot_panel panel = picture(job);
    char *text = page_words(print_words, job);
    const char *files[3] = {job->args.count > 0 ? job->args.operands[0] : job->request.cost,
                            job->args.count > 1 ? job->args.operands[1] : NULL, NULL};
    int is_proved = parot_is_proved(&job->check, PAROT_PROOF_TOLERANCE);
    const struct plan_page content = {
        .summary = job->result.status != PAROT_OK && job->result.status != PAROT_UNPROVED
                       ? "A plan that was stopped early, with a bound on the "
                         "cheapest one."
                   : is_proved ? "The cheapest way to move a given mass, with "
                                 "its proof."
                               : "A plan that is NOT proved to be the cheapest.",
        .words = text,
        .panels = &panel,
        .panel_count = 1,
        .plan = &job->result.plan,
        .cost = job->problem.stated.cost,
        .files = files};
    enum outcome outcome = plan_page_write(job->page, &content, &job->args);
    free(text);
    return outcome;
}

/* ---- Reporting ---------------------------------------------------------- */

static enum outcome report(const struct job *job)
{
    const char *output = job->args.output;
    progress_close();
    if (job->args.json)
        return print_json(job);
    if (job->args.quiet)
        return SOLVED;
    FILE *file = output_is_stdout(output) || output_is_stdout(job->plot) ? stderr : stdout;
    summary_print(file, &job->problem, &job->result, &job->check);
    if (output && !output_is_stdout(output))
        fprintf(file, "Written to %s.\n", output);
    figure_tell(file, job->plot);
    if (job->page)
        fprintf(file, "Report written to %s.\n", job->page);
    return SOLVED;
}

static enum outcome judge(const struct job *job)
{
    if (job->result.status != PAROT_OK && job->result.status != PAROT_UNPROVED)
        return progress_interrupted() ? INTERRUPTED : STOPPED;
    char words[VERDICT_SIZE];
    if (!parot_is_proved(&job->check, PAROT_PROOF_TOLERANCE))
        return refuse(FAILED, "not proved optimal; all that is proved is: this plan %s",
                      verdict_words(&job->check, words));
    return SOLVED;
}

/* Works. Refuses the output before the long part begins; interrupts are for that part alone. */
static enum outcome run(struct job *job)
{
    TRY(problem_check_request(&job->request, job->args.operands, job->args.count));
    TRY(read_amount(job));
    if (job->with_plan && !job->args.json)
        return refuse(MISUSED, "--plan adds to the document of --json; give both, or -o FILE");
    TRY(read_variant(job));
    TRY(figure_check(job->plot, &job->args));
    TRY(output_check("--report", job->page, ".html .htm", job->args.force));
    TRY(problem_read(&job->problem, &job->request, &job->args));
    if (!job->problem.has_price)
        TRY(mass_choose(&job->problem, job->mass_text, job->mass));

    progress_hint("Ctrl-C keeps the best plan");
    if (job->line_text)
        return line_answer(&job->problem, job->exponent, &job->args);
    TRY(problem_compute_cost(&job->problem, &job->args.run));
    if (job->entropic_text)
        return entropic_answer(&job->problem, job->reg, &job->args);
    TRY(solve(job));
    TRY(write_plan(job));
    TRY(prove(job));
    TRY(draw(job));
    TRY(write_page(job));
    TRY(report(job));
    return judge(job);
}

/* Owns. */
enum outcome cmd_partial(const char **argv)
{
    struct job job = {0};
    struct option problem[PROBLEM_OPTIONS];
    struct option own[] = {
        {"mass", 0, &job.mass_text, NULL, "S",
         "the mass to move; max: the smaller of the two totals"},
        {"price", 0, &job.price_text, NULL, "L",
         "instead: move whatever costs less than L per unit"},
        {"plan", 0, NULL, &job.with_plan, NULL, "add the plan, u and v to the JSON document"},
        {"entropic", 0, &job.entropic_text, NULL, "REG", "add REG times the entropy: a dense plan"},
        {"line", 0, &job.line_text, NULL, "E", "numbers on a line, costs |x - y|^E: no matrix"},
        figure_option(&job.plot),
        plan_page_option(&job.page)};
    struct option_group groups[] = {{"What to move:", own, 7},
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
