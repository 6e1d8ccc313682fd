/* cmd_certify.c - `parot certify`: is a saved result optimal for this problem?
 *
 * The answer depends on the problem and on the saved plan and duals alone; what the file claims
 * about itself, its cost, is compared with the plan as well. A plan without prices is compared with
 * the optimum (judge_plan.h).
 */
#include <math.h>

#include "input/stated_problem.h"
#include "parot/io.h"
#include "parot/report.h"
#include "say/document.h"
#include "say/told.h"
#include "shell/launch.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/judge_plan.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    struct problem_request request;
    const char *mass_text;
    double tolerance;
    int32_t base; /* that rows and columns of a plan count from */
    struct judged judged;
    struct problem problem;
    parot_result result;
    parot_check check;
    parot_claims claims;
    int is_proved;
    int is_gromov; /* of parot gromov, whose objective is not convex */
    struct told told;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("mass", struct job, mass_text, "S", ONLY_MAX,
                 "mass of the problem (that of the plan)"),
    NUMBER_OPTION("price", struct job, problem.price, "L", "price of the problem, if it has one"),
    MORE_OPTIONS(PRICES_OPTIONS, struct job, request),
    SIZE_OPTION("tolerance", struct job, tolerance, "T",
                "relative distance from the optimum that still counts as proved (1e-9)"),
    COUNT_OPTION("base", struct job, base, "N", 0, 1,
                 "rows and columns of the plan count from 0 or 1 (0)"),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    problem_defaults(&job->request, PAROT_METRIC_SQEUCLIDEAN);
    job->tolerance = PAROT_PROOF_TOLERANCE;
}

/* ---- The proof ---------------------------------------------------------- */

/* The mass that is given, or the one in the file. Of a mass of 0 there is but one plan; what an
 * empty one can prove is that nothing is worth its price. */
static void choose_amount(struct job *job, double mass)
{
    struct problem *problem = &job->problem;
    int is_given = job->mass_text || problem->has_price || problem->has_prices;
    problem->stated.mass = isnan(mass)   ? job->result.mass
                           : isinf(mass) ? problem_most_mass(problem)
                                         : mass;
    if (is_given || job->result.mass != 0 || job->result.plan.count > 0)
        return;
    problem->has_price = 1;
    problem->price = job->result.dual.lambda;
}

static enum outcome certify(struct job *job)
{
    parot_error err = {0};
    const char *path = job->args.operands[0];
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    parot_run rest = progress_run_patient(&job->args.run);
    parot_status status = problem_certify(&job->problem, &job->result, &rest, &job->check, &err);
    if (status == PAROT_ESTOPPED)
        return refuse_call(status, &err, job->args.run.time_limit, NULL, 0);
    if (status != PAROT_OK)
        return refuse(FAILED, "%s: %s", path_label(path), err.message);
    double price = job->problem.has_price ? job->problem.price : NAN;
    const parot_prices *prices = job->problem.has_prices ? &job->problem.prices : NULL;
    status = job->problem.is_matrix_free
                 ? parot_result_claims_points(&job->problem.clouds, price, prices, &job->result,
                                              &job->claims, &err)
                 : parot_result_claims(&job->problem.stated, price, prices, &job->result,
                                       &job->claims, &err);
    TRY(outcome_of(status, &err));
    job->is_proved =
        parot_is_proved(&job->check, job->tolerance) && job->claims.error <= job->tolerance;
    return SOLVED;
}

/* ---- Reporting ---------------------------------------------------------- */

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(job->is_proved ? "proved" : "not proved");
    parot_json_text(json, "of", job->is_gromov ? "gromov" : "partial");
    parot_json_number(json, "tolerance", job->tolerance);
    parot_json_check(json, &job->check, job->tolerance);
    parot_json_number(json, "claim", job->claims.error);
    parot_json_number(json, "objective", job->claims.objective);
    parot_json_number(json, "mass", job->problem.stated.mass);
    parot_json_integer(json, "rows", job->result.plan.rows);
    parot_json_integer(json, "cols", job->result.plan.cols);
    return document_print(json);
}

static enum outcome tell(struct job *job)
{
    const struct problem *problem = &job->problem;
    struct told *told = &job->told;
    TRY(told_open(told, PAROT_SUMMARY_KIND_CERTIFICATE, &job->args, NULL, NULL));
    if (problem->has_points) {
        told->summary.source = told_side(&problem->source);
        told->summary.target = told_side(&problem->target);
    }
    told->summary.of.certificate =
        (parot_summary_certificate){.name = path_label(job->args.operands[0]),
                                    .problem = &problem->stated,
                                    .result = &job->result,
                                    .check = &job->check,
                                    .claims = &job->claims,
                                    .price = problem->has_price ? &problem->price : NULL,
                                    .prices = problem->has_prices ? &problem->prices : NULL,
                                    .tolerance = job->tolerance,
                                    .is_proved = job->is_proved,
                                    .is_gromov = job->is_gromov};
    return told_show(told, NULL, NULL, &job->args);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    fputs(job->told.text, file);
    if (launch_count() > 1)
        phase_print(file);
}

/* ---- Plans without prices ------------------------------------------------ */

static enum outcome judge(struct job *job, double mass)
{
    const struct args *args = &job->args;
    job->problem.stated.mass = 0; /* its own */
    if (job->problem.has_price)   /* of the source points, all the same */
        job->problem.prices = (parot_prices){.source_each = job->problem.price};
    job->problem.has_prices |= job->problem.has_price;
    job->problem.has_price = 0;
    if (job->mass_text)
        TRY(mass_choose(&job->problem, job->mass_text, mass));
    job->judged = (struct judged){.args = args,
                                  .path = args->operands[0],
                                  .request = &job->request,
                                  .problem = &job->problem,
                                  .plan = &job->result.plan,
                                  .base = job->base,
                                  .tolerance = job->tolerance};
    return plan_judge(&job->judged);
}

/* The plan is often forgotten. */
static enum outcome check_operands(const struct job *job)
{
    const struct args *args = &job->args;
    if (args->count < 1)
        return refuse(MISUSED, "which plan? Give the file that `parot partial -o` wrote, or any "
                               "table of row, col and mass");
    if (args->count == 2 && !job->request.cost)
        return refuse(MISUSED,
                      "PLAN comes first (here %s), then two files of points, SOURCE and TARGET, or "
                      "--cost FILE; got 1 file after it",
                      path_label(args->operands[0]));
    return SOLVED;
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    const struct args *args = &job->args;
    double mass = NAN;
    TRY(check_operands(job));
    job->request.result = args->operands[0];
    job->problem.has_price = args_text(args, "price") != NULL;
    TRY(problem_check_request(&job->request, args, 1));
    TRY(problem_check_amount(&job->request, args));
    if (job->mass_text)
        TRY(mass_read(job->mass_text, &mass));

    TRY(input_check(args->operands[0]));
    TRY(problem_read(&job->problem, &job->request, args));
    TRY(plan_read(args->operands[0], &job->problem, &job->request, job->base, &job->result,
                  &job->is_gromov));
    if (!job->result.dual.u)
        return judge(job, mass);
    if (args_text(args, "base"))
        return refuse(MISUSED,
                      "--base: %s is a result with prices, whose rows count from 0; drop it",
                      path_label(args->operands[0]));
    choose_amount(job, mass);
    TRY(problem_check_plan(&job->problem, &job->result.plan, args->operands[0]));
    TRY(problem_prepare(&job->problem, &args->run));
    TRY(certify(job));
    TRY(tell(job));
    TRY(args_report(args, print_json, print_words, job));
    return job->is_proved ? SOLVED : FAILED;
}

static void release(void *subject)
{
    struct job *job = subject;
    told_free(&job->told);
    judged_free(&job->judged);
    parot_result_free(&job->result);
    problem_free(&job->problem);
}

const struct verb VERB_CERTIFY = {
    .name = "certify",
    .brief = "check from scratch that a saved plan is optimal",
    .operands = "PLAN SOURCE TARGET [OPTION...]",
    .purpose = "prove that a plan is optimal, or how far it is from that",
    .epilogue = "PLAN is what `parot partial -o` wrote (.npz or .json). State the problem as it\n"
                "was stated there: the files or --cost, --metric and weights, and the price or\n"
                "prices if there were any. Nothing is solved again: from the saved prices u, v\n"
                "and lambda, exact arithmetic proves how far from the optimum the plan can be.\n\n"
                "Or it is a plan by any other program, without prices: row, col and mass in\n"
                ".csv, .tsv, .npz or .json, or a matrix in .npy or text. Then the same mass is\n"
                "solved, and the answer is how far above the optimum the plan is, in per cent;\n"
                "with a price or prices, plans of any mass are compared.\n"
                "Rows and columns count from 0, or from 1 with --base 1.\n\n"
                "Examples:\n"
                "  parot certify plan.npz a.csv b.csv\n"
                "  parot certify plan.json --cost costs.npy --tolerance 1e-12\n"
                "  parot certify sinkhorn.csv a.csv b.csv\n\n"
                "Exit: 0 proved or exact, 1 not (or failed), 2 usage, 3 stopped early.\n",
    .writes_nothing = 1,
    .groups = {{"What to check:", OPTIONS, 0},
               {"Problem:", PROBLEM_OPTIONS, offsetof(struct job, request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
