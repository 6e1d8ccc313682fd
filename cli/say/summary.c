/* summary.c - one function for each line; what is said about prices depends on the certificate. */
#include "say/summary.h"

#include <math.h>
#include <stdlib.h>

#include "say/verdict.h"
#include "shell/phase.h"

/* A row that has moved all but this share of its weight has moved: what is missing is rounding. */
static const double ROUNDING = 1e-9;

/* How many rows, or columns, gave all, some or none of their weight. */
struct tally {
    int64_t fully, partly, not_at_all, weightless;
};

static struct tally count_moved(const struct weights *weights, const double *moved)
{
    struct tally tally = {0};
    for (int64_t i = 0; i < weights->count; i++) {
        double weight = weights_at(weights, i);
        if (weight == 0)
            tally.weightless++;
        else if (moved[i] >= weight * (1 - ROUNDING))
            tally.fully++;
        else if (moved[i] > 0)
            tally.partly++;
        else
            tally.not_at_all++;
    }
    return tally;
}

static void print_tally(FILE *file, const char *name, const struct weights *weights,
                        const double *moved)
{
    struct tally tally = count_moved(weights, moved);
    fprintf(file, "  %-14s %lld moved fully, %lld partly, %lld not at all", name,
            (long long)tally.fully, (long long)tally.partly, (long long)tally.not_at_all);
    if (tally.weightless)
        fprintf(file, ", %lld have no weight", (long long)tally.weightless);
    fputs("\n", file);
}

/* Without memory for the sums, these two lines are left out. */
void summary_print_tallies(FILE *file, const struct problem *problem, const parot_plan *plan)
{
    double *moved = calloc((size_t)(plan->rows + plan->cols), sizeof *moved);
    if (!moved)
        return;
    for (int64_t k = 0; k < plan->count; k++) {
        moved[plan->row[k]] += plan->mass[k];
        moved[plan->rows + plan->col[k]] += plan->mass[k];
    }
    print_tally(file, problem->has_points ? "source points" : "rows", &problem->p, moved);
    print_tally(file, problem->has_points ? "target points" : "columns", &problem->q,
                moved + plan->rows);
    free(moved);
}

const char *summary_stop_reason(parot_status status)
{
    return status == PAROT_CANCELLED ? "interrupted" : parot_status_name(status);
}

void summary_print_problem(FILE *file, const struct problem *problem)
{
    parot_matrix cost = problem->stated.cost;
    if (problem->has_points)
        fprintf(file, "%lld source and %lld target points, %lld coordinate%s, metric %s\n\n",
                (long long)cost.rows, (long long)cost.cols, (long long)problem->source.table.cols,
                problem->source.table.cols == 1 ? "" : "s", parot_metric_name(problem->metric));
    else
        fprintf(file, "Costs of %lld rows and %lld columns\n\n", (long long)cost.rows,
                (long long)cost.cols);
}

/* The price that was given; everything that is cheaper has moved, if the plan is final. */
static void print_given_price(FILE *file, const struct problem *problem, const parot_result *result)
{
    fprintf(file, "  %-14s %.6g a unit (lambda)", "price", problem->price);
    if (result->status != PAROT_OK)
        fputs("\n", file);
    else if (result->plan.count == 0)
        fputs("; nothing costs less, so nothing moves\n", file);
    else if (result->mass < problem_most_mass(problem) * (1 - ROUNDING))
        fputs("; one more unit costs at least this much\n", file);
    else
        fputs("; this is all that can move\n", file);
}

static void print_next_unit(FILE *file, const struct problem *problem, const parot_result *result)
{
    if (result->mass < problem_most_mass(problem) * (1 - ROUNDING))
        fprintf(file, "  %-14s %.6g (lambda): one more unit of mass costs at least this much\n",
                "price", result->dual.lambda);
    else
        fprintf(file, "  %-14s none, this is all that can move\n", "next unit");
}

/* What is said of prices holds only if they prove the plan. */
static void print_answer(FILE *file, const struct problem *problem, const parot_result *result,
                         const parot_check *check)
{
    fprintf(file, "  %-14s %.6g (%.4g %% of the source, %.4g %% of the target)\n", "mass moved",
            result->mass, 100 * result->mass / problem->p.total,
            100 * result->mass / problem->q.total);
    fprintf(file, "  %-14s %.6g", "cost", result->objective);
    if (result->mass > 0)
        fprintf(file, ", that is %.6g per unit of mass", result->objective / result->mass);
    fputs("\n", file);
    if (problem->has_price)
        print_given_price(file, problem, result);
    else if (result->status == PAROT_OK && parot_is_proved(check, PAROT_PROOF_TOLERANCE))
        print_next_unit(file, problem, result);
    fprintf(file, "  %-14s %lld\n", "pairs", (long long)result->plan.count);
    summary_print_tallies(file, problem, &result->plan);
}

static void print_claim(FILE *file, const struct problem *problem, const parot_result *result,
                        const parot_check *check)
{
    if (problem->has_price && result->plan.count == 0)
        fprintf(file, "\nProved optimal: nothing that could move costs less than %.6g.\n",
                problem->price);
    else if (problem->has_price)
        fprintf(file,
                "\nProved optimal: no plan of this mass costs less than %.6g,\n"
                "and at this price neither more nor less mass is better.\n",
                check->bound);
    else
        fprintf(file, "\nProved optimal: no plan of this mass costs less than %.6g.\n",
                check->bound);
}

static void print_proof(FILE *file, const struct problem *problem, const parot_result *result,
                        const parot_check *check)
{
    char words[VERDICT_SIZE];
    verdict_words(check, words);
    if (!parot_is_proved(check, PAROT_PROOF_TOLERANCE)) {
        fprintf(file,
                "\nNOT PROVED optimal. All that is proved is: this plan %s.\n"
                "%s\n",
                words,
                result->status == PAROT_UNPROVED
                    ? "Weights or costs are too many orders of magnitude apart for a proof in "
                      "doubles."
                    : "Please report this, with the files.");
        return;
    }
    print_claim(file, problem, result, check);
    fprintf(file, "This plan %s.\n", words);
}

/* The gap is that of cost - price x mass as well: lambda is the price. */
static void print_stop(FILE *file, const struct problem *problem, const parot_result *result,
                       const parot_check *check)
{
    char violation[32];
    double gap = check->excess;
    fprintf(file, "\nStopped early (%s): the plan is valid, but %s ones may exist.\n",
            summary_stop_reason(result->status), problem->has_price ? "better" : "cheaper");
    if (problem->has_price)
        fprintf(file, "At this price no plan saves more than %.6g against this one (the gap).\n",
                gap);
    else
        fprintf(file, "No plan costs less than %.6g; this one is at most %.6g above (the gap).\n",
                check->bound, gap);
    fprintf(file, "Weights and mass are off by %s of the mass.\n",
            verdict_number(check->infeasible, violation));
}

void summary_print(FILE *file, const struct problem *problem, const parot_result *result,
                   const parot_check *check)
{
    summary_print_problem(file, problem);
    print_answer(file, problem, result, check);
    if (result->status == PAROT_OK || result->status == PAROT_UNPROVED)
        print_proof(file, problem, result, check);
    else
        print_stop(file, problem, result, check);
    phase_print(file);
}
