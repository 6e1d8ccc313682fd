/* objective.c - a double sum over the entries of the plan, compensated, O(entries^2). */
#include "gromov/objective.h"

#include <math.h>

#include "base/sums.h"
#include "partial/result.h"

/* a log(a / b) - a + b, which for b near a is a difference of equals: with a = b (1 + t) it is
 * b ((1 + t) log1p(t) - t). */
static double kl(double a, double b)
{
    double t = (a - b) / b;
    return a == 0 ? b : fabs(t) < 0.5 ? b * ((1 + t) * log1p(t) - t) : a * log(a / b) - a + b;
}

/* sum_f L(source_row[row_f], target_row[col_f]) T_f */
static double entry_sum(const parot_gromov_problem *problem, const parot_plan *plan, int64_t e)
{
    const double *a = problem->source.data + plan->row[e] * problem->source.stride;
    const double *b = problem->target.data + plan->col[e] * problem->target.stride;
    double sum = 0;
    if (problem->loss == PAROT_LOSS_KL) {
        for (int64_t f = 0; f < plan->count; f++)
            sum += kl(a[plan->row[f]], b[plan->col[f]]) * plan->mass[f];
        return sum;
    }
    for (int64_t f = 0; f < plan->count; f++) {
        double difference = a[plan->row[f]] - b[plan->col[f]];
        sum += difference * difference * plan->mass[f];
    }
    return sum / 2;
}

/* Evaluations of L between two looks at the clock: some milliseconds. */
static const double PERIOD = 1e6;

double gromov_form(const parot_gromov_problem *problem, const parot_plan *plan,
                   struct control *control)
{
    struct sum form = {0};
    double work = 0;
    for (int64_t e = 0; e < plan->count; e++, work += (double)plan->count) {
        if (control && work > PERIOD) {
            if (control_poll_part(control, "value", e, plan->count) != PAROT_OK)
                return NAN;
            work = 0;
        }
        sum_add_product(&form, entry_sum(problem, plan, e), plan->mass[e]);
    }
    return sum_value(&form);
}

double gromov_evaluate(const parot_gromov_problem *problem, const parot_plan *plan)
{
    double value = problem->alpha * gromov_form(problem, plan, NULL);
    return problem->alpha < 1 ? value + (1 - problem->alpha) * plan_cost(plan, problem->cost)
                              : value;
}
