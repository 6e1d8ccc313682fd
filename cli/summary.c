/* summary.c - see summary.h. */
#include "summary.h"

#include <math.h>
#include <stdlib.h>

#include "verdict.h"

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
static void print_tallies(FILE *file, const struct problem *problem, const parot_plan *plan)
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

static void print_problem(FILE *file, const struct problem *problem)
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

/* Known only when the prices are final. */
static void print_price(FILE *file, const struct problem *problem, const parot_result *result)
{
    if (result->status != PAROT_OK)
        return;
    if (result->mass < problem_most_mass(problem) * (1 - ROUNDING))
        fprintf(file, "  %-14s %.6g, the price of moving one more (lambda)\n", "next unit",
                result->dual.lambda);
    else
        fprintf(file, "  %-14s none, this is all that can move\n", "next unit");
}

static void print_answer(FILE *file, const struct problem *problem, const parot_result *result)
{
    fprintf(file, "  %-14s %.6g (%.4g %% of the source, %.4g %% of the target)\n", "mass moved",
            result->mass, 100 * result->mass / problem->p.total,
            100 * result->mass / problem->q.total);
    fprintf(file, "  %-14s %.6g, that is %.6g per unit of mass\n", "cost", result->objective,
            result->objective / result->mass);
    print_price(file, problem, result);
    fprintf(file, "  %-14s %lld\n", "pairs", (long long)result->plan.count);
    print_tallies(file, problem, &result->plan);
}

static void print_proof(FILE *file, const parot_result *result, const parot_check *check)
{
    char gap[32], largest[32];
    verdict_number(fabs(result->objective - result->bound), gap);
    verdict_number(verdict_largest(check), largest);
    if (!verdict_is_proven(check, PROVEN_TOLERANCE))
        fprintf(file,
                "\nNOT PROVED optimal: the largest violation of the proof is %s.\n"
                "Please report this, with the files.\n",
                largest);
    else
        fprintf(file,
                "\nProved optimal: no plan of this mass costs less than %.6g.\n"
                "The gap is %s, the largest violation of the proof %s.\n",
                result->bound, gap, largest);
}

static void print_stop(FILE *file, const parot_result *result, const parot_check *check)
{
    char violation[32];
    fprintf(file,
            "\nStopped early (%s): the plan is valid, but cheaper ones may exist.\n"
            "No plan costs less than %.6g; this one is at most %.6g above (the gap).\n"
            "The largest violation of weights and mass is %s.\n",
            result->status == PAROT_CANCELLED ? "interrupted" : parot_status_name(result->status),
            result->bound, result->objective - result->bound,
            verdict_number(check->primal, violation));
}

static void print_seconds(FILE *file, const parot_seconds *seconds)
{
    double read = fmax(0, seconds->read), cost = fmax(0, seconds->cost);
    fprintf(file, "Time: %.3f s (reading %.3f, costs %.3f, solving %.3f, proof %.3f).\n",
            read + cost + seconds->solve + seconds->certify, read, cost, seconds->solve,
            seconds->certify);
}

void summary_print(FILE *file, const struct problem *problem, const parot_result *result,
                   const parot_check *check, const parot_seconds *seconds)
{
    print_problem(file, problem);
    print_answer(file, problem, result);
    if (result->status == PAROT_OK)
        print_proof(file, result, check);
    else
        print_stop(file, result, check);
    print_seconds(file, seconds);
}
