/* gromov_summary.c - one function for each line of the summary. */
#include "say/gromov_summary.h"

#include <math.h>

#include "say/summary.h"
#include "shell/phase.h"

static void print_problem(FILE *file, const struct gromov_summary *summary)
{
    const struct spaces *spaces = summary->spaces;
    const struct problem *problem = &spaces->problem;
    if (spaces->has_distances)
        fprintf(file, "Distances of %lld source and %lld target points, %s loss",
                (long long)spaces->source.rows, (long long)spaces->target.rows,
                parot_loss_name(summary->problem->loss));
    else
        fprintf(file,
                "%lld source points of %lld and %lld target points of %lld coordinates, metric %s, "
                "%s loss",
                (long long)spaces->source.rows, (long long)problem->source.table.cols,
                (long long)spaces->target.rows, (long long)problem->target.table.cols,
                parot_metric_name(problem->metric), parot_loss_name(summary->problem->loss));
    if (summary->problem->alpha < 1)
        fprintf(file, ", %g of it distances", summary->problem->alpha);
    fputs("\n\n", file);
}

/* J = 1/2 sum (difference)^2 T T, over pairs of total weight mass^2. */
static void print_objective(FILE *file, const struct gromov_summary *summary)
{
    const parot_result *transport = &summary->result->transport;
    fprintf(file, "  %-14s %.6g", "objective", transport->objective);
    if (summary->problem->alpha == 1 && summary->problem->loss == PAROT_LOSS_SQUARE)
        fprintf(file, ", that is distances that differ by %.6g (root mean square)",
                sqrt(2 * transport->objective) / transport->mass);
    fputs("\n", file);
}

static void print_trials(FILE *file, const parot_gromov_result *result)
{
    fprintf(file, "\n  %-18s %-12s %-12s %s\n", "start", "objective", "gap", "iterations");
    for (int64_t t = 0; t < result->trials; t++) {
        const parot_trial *trial = &result->trial[t];
        char name[32];
        if (trial->start == PAROT_START_RANDOM)
            snprintf(name, sizeof name, "random %d", (int)trial->number + 1);
        else
            snprintf(name, sizeof name, "%s", parot_start_name(trial->start));
        fprintf(file, "  %-18s ", name);
        if (isnan(trial->objective))
            fprintf(file, "not tried: %s\n",
                    trial->status == PAROT_OK ? "nothing can be lower"
                                              : summary_stop_reason(trial->status));
        else
            fprintf(file, "%-12.6g %-12.2g %lld%s\n", trial->objective, trial->stationarity,
                    (long long)trial->iterations, t == result->best ? "  best" : "");
    }
}

static void print_verdict(FILE *file, const struct gromov_summary *summary)
{
    const parot_gromov_result *result = summary->result;
    parot_status status = result->transport.status;
    fputs("\n", file);
    if (status == PAROT_OK && summary->whole_rows)
        fprintf(file,
                "No single step leads to a lower plan of whole rows. Plans that split rows may be\n"
                "lower (gap %.2g), and so may the end of another start; --restarts N tries more.\n",
                result->stationarity);
    else if (status == PAROT_OK && result->transport.objective <= result->transport.bound)
        fprintf(file, "The objective equals its lower bound: no plan is lower.\n");
    else if (status == PAROT_OK)
        fprintf(file,
                "Stationary: the objective does not fall towards any other plan (gap %.2g). It is\n"
                "not convex, so another start may end lower; --restarts N tries more.\n",
                result->stationarity);
    else if (status == PAROT_UNPROVED)
        fprintf(file,
                "Not proved: weights or costs are too many orders of magnitude apart for a proof\n"
                "in doubles. No plan is lower by more than %.6g (the gap).\n",
                result->stationarity);
    else
        fprintf(file,
                "Stopped early (%s): the plan is valid, but more iterations would lower the "
                "objective.\n"
                "Towards any other plan it falls at first at a rate of at most %.6g (the gap); "
                "since it\n"
                "is not convex, that does not bound how much lower it can become.\n",
                summary_stop_reason(status), result->stationarity);
}

void gromov_summary_print(FILE *file, const struct gromov_summary *summary)
{
    const parot_gromov_result *result = summary->result;
    const parot_result *transport = &result->transport;
    const struct problem *problem = &summary->spaces->problem;
    print_problem(file, summary);
    fprintf(file, "  %-14s %.6g (%.4g %% of the source, %.4g %% of the target)\n", "mass moved",
            transport->mass, 100 * transport->mass / problem->p.total,
            100 * transport->mass / problem->q.total);
    print_objective(file, summary);
    fprintf(file, "  %-14s %lld\n", "pairs", (long long)transport->plan.count);
    summary_print_tallies(file, problem, &transport->plan);
    print_trials(file, result);
    print_verdict(file, summary);
    phase_print(file);
}
