/* explain_words.c - one row of a plan, from its prices and from two problems that are solved
 * again.
 *
 * A row moves if its price, min_j C_ij + v_j, is below lambda; at lambda some of it may. What would
 * happen without the row, or if it had to move, is found out by solving those problems.
 */
#include "say/explain_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "parot/io.h"
#include "say/json.h"
#include "shell/memory.h"
#include "shell/progress.h"

/* Shares of a weight, and of a mass, that are rounding. */
static const double ROUNDING = 1e-9;

static double weight_of(const double *weights, int64_t count, int64_t i)
{
    return weights ? weights[i] : 1 / (double)count;
}

static double total_of(const double *weights, int64_t count)
{
    double total = 0;
    for (int64_t i = 0; i < count; i++)
        total += weight_of(weights, count, i);
    return weights ? total : 1;
}

int explanation_is_whole(const struct explanation *explanation)
{
    return explanation->moved >= explanation->weight * (1 - ROUNDING);
}

int explanation_is_none(const struct explanation *explanation)
{
    return explanation->moved <= explanation->weight * ROUNDING;
}

/* ---- Prices ------------------------------------------------------------- */

static void find_price(struct explanation *explanation)
{
    parot_matrix cost = explanation->problem.cost;
    const double *row = cost.data + explanation->row * cost.stride;
    const double *v = explanation->result->dual.v;
    explanation->price = explanation->nearest_cost = INFINITY;
    explanation->nearest = explanation->price_at = -1;
    for (int64_t j = 0; j < cost.cols; j++) {
        if (weight_of(explanation->problem.q, cost.cols, j) == 0)
            continue;
        if (row[j] < explanation->nearest_cost) {
            explanation->nearest = j;
            explanation->nearest_cost = row[j];
        }
        if (row[j] + v[j] < explanation->price) {
            explanation->price_at = j;
            explanation->price = row[j] + v[j];
        }
    }
}

static void find_moved(struct explanation *explanation)
{
    const parot_plan *plan = &explanation->result->plan;
    explanation->weight =
        weight_of(explanation->problem.p, explanation->problem.cost.rows, explanation->row);
    explanation->moved = 0;
    for (int64_t e = 0; e < plan->count; e++)
        if (plan->row[e] == explanation->row)
            explanation->moved += plan->mass[e];
}

/* ---- The curve ---------------------------------------------------------- */

static enum outcome stopped(void)
{
    progress_clear();
    return refuse(INTERRUPTED, "interrupted; nothing was explained");
}

static enum outcome find_entry(struct explanation *explanation, const parot_run *run)
{
    parot_problem problem = explanation->problem;
    parot_curve curve = {0};
    explanation->enters = NAN;
    if (!explanation->with_curve)
        return SOLVED;
    problem.mass = explanation->most;
    parot_run rest = progress_run(run);
    parot_status status = parot_partial_curve(&problem, &rest, &curve, NULL);
    if (status == PAROT_OK)
        explanation->enters = curve.enter[explanation->row];
    parot_curve_free(&curve);
    progress_clear();
    return progress_interrupted() ? stopped() : SOLVED;
}

/* ---- What if ------------------------------------------------------------ */

/* Rows of the new plan that move most more than in the old one, or most less. */
static void compare_plans(struct explanation *explanation, const parot_plan *plan, double *change)
{
    const parot_plan *old = &explanation->result->plan;
    double sign = explanation->is_removed ? 1 : -1;
    for (int64_t e = 0; e < plan->count; e++)
        change[plan->row[e]] += sign * plan->mass[e];
    for (int64_t e = 0; e < old->count; e++)
        change[old->row[e]] -= sign * old->mass[e];
    change[explanation->row] = 0;
    for (int k = 0; k < EXPLAIN_OTHERS; k++) {
        int64_t most = 0;
        for (int64_t i = 1; i < plan->rows; i++)
            if (change[i] > change[most])
                most = i;
        int is_real = change[most] > ROUNDING * explanation->problem.mass;
        explanation->others[k] = most;
        explanation->others_mass[k] = is_real ? change[most] : 0;
        change[most] = 0;
    }
}

static double cost_of(const struct explanation *explanation, const parot_plan *plan)
{
    parot_matrix cost = explanation->problem.cost;
    double sum = 0;
    for (int64_t e = 0; e < plan->count; e++)
        sum += plan->mass[e] * cost.data[plan->row[e] * cost.stride + plan->col[e]];
    return sum;
}

/* Works. `change` has a 0 for each row. */
static enum outcome solve_changed(struct explanation *explanation, const parot_problem *problem,
                                  const parot_run *run, double *change)
{
    parot_result result = {0};
    parot_run rest = progress_run(run);
    parot_status status = parot_partial(problem, &rest, &result, NULL);
    progress_clear();
    if (status == PAROT_OK) {
        explanation->has_others = 1;
        explanation->others_cost =
            cost_of(explanation, &result.plan) - cost_of(explanation, &explanation->result->plan);
        compare_plans(explanation, &result.plan, change);
    }
    parot_result_free(&result);
    return progress_interrupted() ? stopped() : SOLVED;
}

/* Without the row, unless all the others move as it is. Owns the weights. */
static enum outcome remove_row(struct explanation *explanation, const parot_run *run,
                               double *change)
{
    parot_problem problem = explanation->problem;
    int64_t n = problem.cost.rows;
    double left = total_of(problem.p, n) - explanation->weight;
    explanation->is_needed = left < problem.mass * (1 - ROUNDING);
    if (explanation->is_needed)
        return SOLVED;
    double *p = malloc((size_t)n * sizeof *p);
    if (!p)
        return refuse(FAILED, "out of memory");
    for (int64_t i = 0; i < n; i++)
        p[i] = i == explanation->row ? 0 : weight_of(problem.p, n, i);
    problem.p = p;
    enum outcome outcome = solve_changed(explanation, &problem, run, change);
    free(p);
    return outcome;
}

/* All of the row moves: its costs are so much lower that nothing else can be as good. Owns the
 * copy of the costs. */
static enum outcome force_row(struct explanation *explanation, const parot_run *run, double *change)
{
    parot_problem problem = explanation->problem;
    parot_matrix cost = problem.cost;
    double largest = 0, *copy = NULL;
    TRY(memory_take_matrix("a copy of the costs", cost.rows, cost.cols, 0, &copy));
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++) {
            double entry = cost.data[i * cost.stride + j];
            copy[i * cost.cols + j] = entry;
            largest = isfinite(entry) ? fmax(largest, fabs(entry)) : largest;
        }
    for (int64_t j = 0; j < cost.cols; j++)
        copy[explanation->row * cost.cols + j] -= 4 * largest;
    problem.cost = (parot_matrix){copy, cost.rows, cost.cols, cost.cols};
    enum outcome outcome = solve_changed(explanation, &problem, run, change);
    free(copy);
    return outcome;
}

/* Owns. */
static enum outcome ask_what_if(struct explanation *explanation, const parot_run *run)
{
    int64_t n = explanation->problem.cost.rows;
    if (!(explanation->problem.mass > 0) || n < 2)
        return SOLVED;
    double *change = calloc((size_t)n, sizeof *change);
    if (!change)
        return refuse(FAILED, "out of memory");
    explanation->is_removed = explanation_is_whole(explanation);
    enum outcome outcome = explanation->is_removed ? remove_row(explanation, run, change)
                                                   : force_row(explanation, run, change);
    free(change);
    return outcome;
}

enum outcome explain(struct explanation *explanation, const parot_run *run)
{
    parot_matrix cost = explanation->problem.cost;
    find_moved(explanation);
    find_price(explanation);
    explanation->most = fmin(total_of(explanation->problem.p, cost.rows),
                             total_of(explanation->problem.q, cost.cols));
    TRY(find_entry(explanation, run));
    return ask_what_if(explanation, run);
}

/* ---- Words -------------------------------------------------------------- */

/* Its id, or its number. */
static const char *name_of(const struct explain_names *names, int64_t k, char text[32])
{
    int64_t row = names->row ? names->row[k] : k;
    if (names->id)
        return names->id[row];
    snprintf(text, 32, "%lld", (long long)row);
    return text;
}

static void print_matches(const struct explanation *explanation, const char *target)
{
    const parot_plan *plan = &explanation->result->plan;
    parot_matrix cost = explanation->problem.cost;
    char text[32];
    for (int64_t e = 0; e < plan->count; e++)
        if (plan->row[e] == explanation->row)
            printf("  %-14s %s %s: mass %.6g at cost %.6g\n", "match", target,
                   name_of(&explanation->target, plan->col[e], text), plan->mass[e],
                   cost.data[explanation->row * cost.stride + plan->col[e]]);
    if (explanation_is_none(explanation) && explanation->nearest >= 0)
        printf("  %-14s %s %s at cost %.6g\n", "nearest", target,
               name_of(&explanation->target, explanation->nearest, text),
               explanation->nearest_cost);
}

static void print_border(const struct explanation *explanation, const char *target)
{
    char text[32];
    double lambda = explanation->result->dual.lambda, margin = fabs(lambda - explanation->price);
    if (explanation->price_at < 0) {
        printf("  %-14s none: every pair of this row is forbidden\n", "price");
        return;
    }
    printf("  %-14s %.6g, the least cost + v, at %s %s; lambda is %.6g\n", "price",
           explanation->price, target, name_of(&explanation->target, explanation->price_at, text),
           lambda);
    if (explanation_is_none(explanation))
        printf("  %-14s its costs would have to fall by %.6g for it to move\n", "border", margin);
    else if (explanation_is_whole(explanation))
        printf("  %-14s its costs could rise by %.6g before it stays\n", "border", margin);
    else
        printf("  %-14s it is the border: whatever costs more stays\n", "border");
}

static void print_entry(const struct explanation *explanation)
{
    double enters = explanation->enters, mass = explanation->problem.mass;
    if (isnan(enters))
        return;
    if (isinf(enters))
        printf("  %-14s at no mass: it stays even when everything that can move does\n", "enters");
    else
        printf("  %-14s from mass %.6g on; the plan has %.6g, at most %.6g can move\n", "enters",
               enters, mass, explanation->most);
}

static void print_others(const struct explanation *explanation, const char *source)
{
    char text[32];
    if (explanation->is_needed)
        printf("  %-14s this much mass could not move: all other rows move already\n",
               "without it");
    if (!explanation->has_others)
        return;
    printf("  %-14s ", explanation->is_removed ? "without it" : "if it had to");
    if (explanation->others_mass[0] == 0)
        fputs("no other row would change", stdout);
    for (int k = 0; k < EXPLAIN_OTHERS && explanation->others_mass[k] > 0; k++)
        printf("%s%s %s (%.6g)", k == 0 ? "" : ", ", source,
               name_of(&explanation->source, explanation->others[k], text),
               explanation->others_mass[k]);
    printf("%s; the cost would rise by %.6g\n",
           explanation->others_mass[0] == 0 ? ""
           : explanation->is_removed        ? " would move instead"
                                            : " would stay instead",
           explanation->others_cost);
}

void explanation_print(const struct explanation *explanation, const char *source,
                       const char *target)
{
    print_matches(explanation, target);
    print_border(explanation, target);
    print_entry(explanation);
    print_others(explanation, source);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_matches(const struct explanation *explanation)
{
    const parot_plan *plan = &explanation->result->plan;
    parot_matrix cost = explanation->problem.cost;
    int is_first = 1;
    json_list("matches");
    for (int64_t e = 0; e < plan->count; e++) {
        if (plan->row[e] != explanation->row)
            continue;
        char mass[PAROT_NUMBER_SIZE], paid[PAROT_NUMBER_SIZE];
        double price = cost.data[explanation->row * cost.stride + plan->col[e]];
        printf("%s{\"col\": %d, \"mass\": %s, \"cost\": %s}", is_first ? "" : ", ",
               (int)plan->col[e], parot_number_text(plan->mass[e], mass),
               parot_number_text(price, paid));
        is_first = 0;
    }
    json_list_end();
}

void explanation_json(const struct explanation *explanation)
{
    json_count("row", explanation->row);
    json_number("weight", explanation->weight);
    json_number("moved", explanation->moved);
    json_matches(explanation);
    json_count("nearest", explanation->nearest);
    json_number("nearest_cost", explanation->nearest_cost);
    json_number("price", explanation->price);
    json_count("price_at", explanation->price_at);
    json_number("lambda", explanation->result->dual.lambda);
    json_number("mass", explanation->problem.mass);
    if (explanation->with_curve)
        json_number("enters", explanation->enters);
    if (!explanation->has_others)
        return;
    json_text("question", explanation->is_removed ? "without it" : "if it had to move");
    json_list("others");
    for (int k = 0; k < EXPLAIN_OTHERS && explanation->others_mass[k] > 0; k++) {
        char mass[PAROT_NUMBER_SIZE];
        printf("%s{\"row\": %lld, \"mass\": %s}", k == 0 ? "" : ", ",
               (long long)explanation->others[k],
               parot_number_text(explanation->others_mass[k], mass));
    }
    json_list_end();
    json_number("others_cost", explanation->others_cost);
}
