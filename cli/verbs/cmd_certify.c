/* cmd_certify.c - `parot certify`: is a saved result optimal for this problem?
 *
 * The answer depends on the problem and on the saved plan and duals alone; what the file claims
 * about itself, its cost, is compared with the plan as well.
 */
#include <math.h>

#include "input/stated_problem.h"
#include "parot/io.h"
#include "say/document.h"
#include "say/verdict.h"
#include "shell/option_number.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot certify",
    .operands = "RESULT SOURCE TARGET [OPTION...]",
    .purpose = "check from scratch that a saved plan is optimal",
    .epilogue = "RESULT is what `parot partial -o` wrote (.npz or .json). State the problem as\n"
                "it was stated there: the files or --cost, --metric and weights, and --price if\n"
                "there was one. Nothing is solved again: from the saved prices u, v and lambda,\n"
                "exact arithmetic proves how far from the optimum the plan can be.\n\n"
                "Examples:\n"
                "  parot certify plan.npz a.csv b.csv\n"
                "  parot certify plan.json --cost costs.npy --tolerance 1e-12\n\n"
                "Exit: 0 proved, 1 not proved (or failed), 2 usage.\n",
    .writes_nothing = 1};

struct job {
    struct args args;
    struct problem_request request;
    char *mass_text, *price_text, *tolerance_text;
    double mass, tolerance; /* mass: NAN for the one in the file */
    struct problem problem;
    parot_result result;
    parot_check check;
    double cost, claim; /* <C,T>, and how far the file's claim is from it; see check_claim */
    int is_proved;
    int is_gromov; /* of parot gromov, whose objective is not convex */
};

/* ---- Before reading ----------------------------------------------------- */

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    job->mass = NAN;
    job->tolerance = PAROT_PROOF_TOLERANCE;
    if (args->count < 1)
        return refuse(MISUSED, "which result? Give the file that `parot partial -o` wrote");
    job->request.result = args->operands[0];
    TRY(problem_check_request(&job->request, args->operands + 1, args->count - 1));
    if (job->tolerance_text)
        TRY(number_read_size("--tolerance", job->tolerance_text, &job->tolerance));
    if (job->mass_text && job->price_text)
        return refuse(MISUSED, "--mass and --price: give only one of them");
    job->problem.has_price = job->price_text != NULL;
    if (job->price_text)
        return number_read("--price", job->price_text, &job->problem.price);
    return job->mass_text ? mass_read(job->mass_text, &job->mass) : SOLVED;
}

/* Of a mass of 0 there is but one plan. What an empty one can prove is that nothing is worth its
 * price. */
static void choose_price(struct job *job)
{
    if (job->mass_text || job->price_text || job->result.mass != 0 || job->result.plan.count > 0)
        return;
    job->problem.has_price = 1;
    job->problem.price = job->result.dual.lambda;
}

static void choose_mass(struct job *job)
{
    double *mass = &job->problem.stated.mass;
    *mass = isnan(job->mass) ? job->result.mass : job->mass;
    if (isinf(*mass))
        *mass = problem_most_mass(&job->problem);
}

/* ---- The proof ---------------------------------------------------------- */

static enum outcome check_sizes(const struct job *job)
{
    const parot_plan *plan = &job->result.plan;
    parot_matrix cost = job->problem.stated.cost;
    if (plan->rows == cost.rows && plan->cols == cost.cols)
        return SOLVED;
    return refuse(FAILED,
                  "%s is a plan for %lld x %lld, the problem is %lld x %lld; these are not "
                  "the files and options (--sample, --na) it was made from",
                  path_label(job->args.operands[0]), (long long)plan->rows, (long long)plan->cols,
                  (long long)cost.rows, (long long)cost.cols);
}

/* What the file states of a number; what it does not state is not wrong. */
static double claim_error(double stated, double value, double scale)
{
    double difference = isnan(stated) ? 0 : fabs(stated - value);
    double error = difference == 0 ? 0 : difference / scale;
    return error >= 0 ? error : INFINITY;
}

/* lambda mass - <u,p> - <v,q>; *scale is the sum of the magnitudes */
static double dual_value(const struct job *job, double *scale)
{
    const parot_dual *dual = &job->result.dual;
    double value = dual->lambda * job->result.mass;
    *scale = fabs(value);
    for (int64_t i = 0; i < job->result.plan.rows; i++) {
        value -= dual->u[i] * weights_at(&job->problem.p, i);
        *scale += fabs(dual->u[i]) * weights_at(&job->problem.p, i);
    }
    for (int64_t j = 0; j < job->result.plan.cols; j++) {
        value -= dual->v[j] * weights_at(&job->problem.q, j);
        *scale += fabs(dual->v[j]) * weights_at(&job->problem.q, j);
    }
    return value;
}

/* The stated objective against <C,T>, the stated bound against the prices, lambda against the price
 * that was asked for. */
static void check_claim(struct job *job)
{
    const parot_plan *plan = &job->result.plan;
    parot_matrix cost = job->problem.stated.cost;
    double scale = 0;
    job->cost = 0;
    for (int64_t k = 0; k < plan->count; k++) {
        double part = plan->mass[k] * cost.data[plan->row[k] * cost.stride + plan->col[k]];
        job->cost += part;
        scale += fabs(part);
    }
    job->claim = claim_error(job->result.objective, job->cost, scale);
    double proved = dual_value(job, &scale);
    job->claim = fmax(job->claim, claim_error(job->result.bound, proved, scale));
    if (job->problem.has_price)
        job->claim = fmax(job->claim, claim_error(job->result.dual.lambda, job->problem.price,
                                                  fabs(job->problem.price)));
}

static enum outcome certify(struct job *job)
{
    parot_error err = {0};
    const char *path = job->args.operands[0];
    parot_run rest = progress_run_patient(&job->args.run);
    parot_status status = problem_certify(&job->problem, &job->result, &rest, &job->check, &err);
    if (status == PAROT_ESTOPPED)
        return refuse_call(status, &err, job->args.run.time_limit, NULL, 0);
    if (status != PAROT_OK)
        return refuse(FAILED, "%s: %s", path_label(path), err.message);
    check_claim(job);
    job->is_proved = parot_is_proved(&job->check, job->tolerance) && job->claim <= job->tolerance;
    return SOLVED;
}

/* ---- Reporting ---------------------------------------------------------- */

static enum outcome print_json(const struct job *job)
{
    parot_json *json = parot_json_open(job->is_proved ? "proved" : "not proved");
    parot_json_text(json, "of", job->is_gromov ? "gromov" : "partial");
    parot_json_number(json, "tolerance", job->tolerance);
    parot_json_check(json, &job->check, job->tolerance);
    parot_json_number(json, "claim", job->claim);
    parot_json_number(json, "objective", job->cost);
    parot_json_number(json, "mass", job->problem.stated.mass);
    parot_json_integer(json, "rows", job->result.plan.rows);
    parot_json_integer(json, "cols", job->result.plan.cols);
    return document_print(json);
}

static void print_line(const struct job *job, const char *name, double violation,
                       const char *meaning)
{
    char text[32];
    printf("  %-10s %-8s %-4s %s\n", name, verdict_number(violation, text),
           violation <= job->tolerance ? "ok" : "FAIL", meaning);
}

static void print_gromov(const struct job *job)
{
    printf("%s: a match of `parot gromov`: %lld pairs between %lld and %lld points, mass %.6g\n\n",
           path_label(job->args.operands[0]), (long long)job->result.plan.count,
           (long long)job->result.plan.rows, (long long)job->result.plan.cols,
           job->problem.stated.mass);
    print_line(job, "infeasible", job->check.infeasible,
               "total mass by which weights and mass are missed");
    printf("\nNOT PROVED: that is all there is to check. The objective of gromov is not convex,\n"
           "and its prices prove nothing; `parot gromov --start-plan FILE` prints the gap.\n");
}

/* Where to look for what is wrong. */
static void print_details(const struct job *job)
{
    char text[4][32];
    printf("\nThe largest missed mass is %s of the mass. Relative to the cost of what moves,\n"
           "the prices had to be raised by %s, the largest slackness is %s and the gap of the\n"
           "prices as they are is %s.\n",
           verdict_number(job->check.primal, text[0]), verdict_number(job->check.dual, text[1]),
           verdict_number(job->check.slackness, text[2]),
           verdict_number(job->check.relative_gap, text[3]));
}

static void print_verdict(const struct job *job)
{
    char words[VERDICT_SIZE];
    verdict_words(&job->check, words);
    if (!job->is_proved) {
        printf("\nNOT PROVED: for this problem the file does not show that its plan is optimal\n"
               "(tolerance %g). All that it shows is: ",
               job->tolerance);
        if (job->problem.has_price)
            printf("at the price %.6g, counting price x mass as a gain, ", job->problem.price);
        printf("this plan %s.\n", words);
        print_details(job);
        if (job->claim > job->tolerance && job->problem.has_points)
            puts("The file states a different cost. If it was made with --metric, --scale, "
                 "--columns or\n"
                 "--sample, the same options are needed here.");
    } else if (job->problem.has_price && job->result.plan.count == 0) {
        printf("\nProved: nothing that could move costs less than %.6g (tolerance %g).\n",
               job->problem.price, job->tolerance);
    } else if (job->problem.has_price) {
        printf("\nProved: at the price %.6g, counting price x mass as a gain, this plan\n"
               "%s.\n",
               job->problem.price, words);
    } else {
        printf("\nProved: this plan %s.\n", words);
    }
}

static void print_words(const struct job *job)
{
    const parot_plan *plan = &job->result.plan;
    printf("%s: %lld pairs between %lld and %lld rows, mass %.6g, cost %.6g\n\n",
           path_label(job->args.operands[0]), (long long)plan->count, (long long)plan->rows,
           (long long)plan->cols, job->result.mass, job->cost);
    print_line(job, "excess", job->check.relative,
               "cost above the optimum, relative to the cost of what moves");
    print_line(job, "infeasible", job->check.infeasible,
               "total mass by which weights and mass are missed");
    print_line(job, "claim", job->claim, "error of the cost, bound and price that the file states");
    print_verdict(job);
}

/* Works. */
static enum outcome run(struct job *job)
{
    TRY(check_request(job));
    TRY(saved_read(job->args.operands[0], &job->result, &job->is_gromov));
    TRY(problem_read(&job->problem, &job->request, &job->args));
    choose_mass(job);
    choose_price(job);
    TRY(check_sizes(job));
    TRY(problem_compute_cost(&job->problem, &job->args.run));
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    TRY(certify(job));
    progress_close();
    if (job->args.json)
        TRY(print_json(job));
    else if (!job->args.quiet && job->is_gromov)
        print_gromov(job);
    else if (!job->args.quiet)
        print_words(job);
    return job->is_proved ? SOLVED : FAILED;
}

/* Owns. */
enum outcome cmd_certify(const char **argv)
{
    struct job job = {0};
    struct option problem[PROBLEM_OPTIONS];
    struct option own[] = {
        {"mass", 0, &job.mass_text, NULL, "S", "mass of the problem (the one in RESULT)"},
        {"price", 0, &job.price_text, NULL, "L", "price of the problem, if it has one"},
        {"tolerance", 0, &job.tolerance_text, NULL, "T",
         "relative distance from the optimum that still counts as proved (1e-9)"}};
    struct option_group groups[] = {{"What to check:", own, 3},
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
