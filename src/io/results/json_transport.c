/* json_transport.c - plans, curves and what is proved of them: which fields, and in which order.
 *
 * The sizes, prices and counters of a result stand beside its objective; only the lists of the plan
 * have an object of their own, because its masses and the mass of the whole have the same name.
 */
#include "io/results/json_writer.h"

static void put_info(parot_json *json, const parot_info *info)
{
    parot_json_integer(json, "iterations", info->iterations);
    parot_json_integer(json, "pivots", info->pivots);
    parot_json_integer(json, "passes", info->passes);
}

static void put_sizes(parot_json *json, const parot_plan *plan)
{
    parot_json_integer(json, "rows", plan->rows);
    parot_json_integer(json, "cols", plan->cols);
    parot_json_integer(json, "count", plan->count);
}

static void put_plan(parot_json *json, const parot_result *result)
{
    const parot_plan *plan = &result->plan;
    parot_json_object(json, "plan");
    parot_json_indices(json, "row", plan->row, plan->count);
    parot_json_indices(json, "col", plan->col, plan->count);
    parot_json_numbers(json, "mass", plan->mass, plan->count);
    parot_json_end(json);
    parot_json_numbers(json, "u", result->dual.u, plan->rows);
    parot_json_numbers(json, "v", result->dual.v, plan->cols);
}

/* Why there is no plan, and nothing else: an infeasible problem has no answer. */
static void put_cut(parot_json *json, const parot_cut *cut)
{
    parot_json_object(json, "cut");
    parot_json_indices(json, "row", cut->row, cut->rows);
    parot_json_indices(json, "col", cut->col, cut->cols);
    parot_json_number(json, "most", cut->most);
    parot_json_end(json);
}

void parot_json_result(parot_json *json, const parot_result *result, int with_plan)
{
    if (result->status == PAROT_EINFEASIBLE) {
        put_cut(json, &result->cut);
        return;
    }
    parot_json_number(json, "mass", result->mass);
    parot_json_number(json, "objective", result->objective);
    if (result->unmatched != 0)
        parot_json_number(json, "unmatched", result->unmatched);
    parot_json_number(json, "bound", result->bound);
    parot_json_number(json, "gap", result->objective - result->bound);
    parot_json_number(json, "lambda", result->dual.lambda);
    put_sizes(json, &result->plan);
    put_info(json, &result->info);
    if (with_plan)
        put_plan(json, result);
}

void parot_json_check(parot_json *json, const parot_check *check, double tolerance)
{
    parot_json_object(json, "certificate");
    parot_json_flag(json, "proved", parot_is_proved(check, tolerance));
    parot_json_number(json, "excess", check->excess);
    parot_json_number(json, "relative", check->relative);
    parot_json_number(json, "infeasible", check->infeasible);
    parot_json_number(json, "bound", check->bound);
    parot_json_number(json, "primal", check->primal);
    parot_json_number(json, "dual", check->dual);
    parot_json_number(json, "slackness", check->slackness);
    parot_json_number(json, "relative_gap", check->relative_gap);
    parot_json_end(json);
}

/* An index, or null for -1. */
static void put_index(parot_json *json, const char *name, int64_t index)
{
    if (index >= 0)
        parot_json_integer(json, name, index);
    else
        parot_json_text(json, name, NULL);
}

void parot_json_judgement(parot_json *json, const parot_judgement *judgement, double tolerance)
{
    parot_json_text(json, "verdict", parot_verdict_name(judgement->verdict));
    parot_json_number(json, "mass", judgement->mass);
    parot_json_number(json, "wanted", judgement->wanted);
    parot_json_number(json, "objective", judgement->objective);
    parot_json_number(json, "optimum", judgement->optimum);
    parot_json_number(json, "bound", judgement->bound);
    parot_json_number(json, "excess", judgement->excess);
    parot_json_number(json, "above", judgement->above);
    parot_json_number(json, "missed", judgement->missed);
    parot_json_number(json, "missed_relative", judgement->missed_relative);
    put_index(json, "row", judgement->row);
    parot_json_number(json, "row_excess", judgement->row_excess);
    put_index(json, "col", judgement->col);
    parot_json_number(json, "col_excess", judgement->col_excess);
    put_index(json, "entry", judgement->entry);
    parot_json_check(json, &judgement->check, tolerance);
}

/* ---- Gromov-Wasserstein ------------------------------------------------- */

void json_trial(parot_json *json, const parot_trial *trial)
{
    const char *name = parot_start_name(trial->start);
    parot_json_text(json, "start", name ? name : "unknown");
    parot_json_integer(json, "number", trial->number);
    parot_json_text(json, "status", parot_status_name(trial->status));
    parot_json_number(json, "objective", trial->objective);
    parot_json_number(json, "stationarity", trial->stationarity);
    parot_json_integer(json, "iterations", trial->iterations);
}

void parot_json_gromov(parot_json *json, const parot_gromov_result *result, int with_plan)
{
    parot_json_result(json, &result->transport, with_plan);
    parot_json_number(json, "stationarity", result->stationarity);
    parot_json_integer(json, "best", result->best);
    parot_json_list(json, "trials");
    for (int64_t t = 0; t < result->trials; t++) {
        const parot_trial *trial = &result->trial[t];
        parot_json_object(json, NULL);
        json_trial(json, trial);
        parot_json_numbers(json, "objectives", trial->objectives, trial->history);
        parot_json_numbers(json, "stationarities", trial->stationarities, trial->history);
        parot_json_end(json);
    }
    parot_json_end(json);
}

void parot_json_names(parot_json *json, const parot_plan_names *names, const parot_plan *plan)
{
    if (names->source)
        parot_json_texts(json, "source_names", names->source, plan->rows);
    if (names->target)
        parot_json_texts(json, "target_names", names->target, plan->cols);
}

/* ---- Curves ------------------------------------------------------------- */

/* An elbow at an end of the curve is not one: the curve is straight. */
void parot_json_elbow(parot_json *json, const parot_curve *curve)
{
    int64_t k = curve->elbow;
    if (k == 0 || k == curve->count - 1) {
        parot_json_text(json, "elbow", NULL);
    } else {
        parot_json_object(json, "elbow");
        parot_json_integer(json, "index", k);
        parot_json_number(json, "mass", curve->mass[k]);
        parot_json_number(json, "objective", curve->objective[k]);
        parot_json_number(json, "slope_before", curve->slope[k - 1]);
        parot_json_number(json, "slope", curve->slope[k]);
        parot_json_end(json);
    }
    parot_json_flag(json, "has_elbow", parot_curve_has_elbow(curve));
}

void parot_json_curve(parot_json *json, const parot_curve *curve)
{
    int64_t last = curve->count - 1;
    parot_json_number(json, "mass", curve->mass[last]);
    parot_json_number(json, "objective", curve->objective[last]);
    parot_json_elbow(json, curve);
    parot_json_integer(json, "rows", curve->rows);
    put_info(json, &curve->info);
    parot_json_object(json, "curve");
    parot_json_integer(json, "count", curve->count);
    parot_json_numbers(json, "mass", curve->mass, curve->count);
    parot_json_numbers(json, "objective", curve->objective, curve->count);
    parot_json_numbers(json, "slope", curve->slope, last);
    parot_json_end(json);
    parot_json_numbers(json, "enter", curve->enter, curve->rows);
    parot_json_indices(json, "order", curve->order, curve->rows);
}

/* ---- Variants ----------------------------------------------------------- */

/* What is minimised is `regularised`, and so the gap is counted from there. */
void parot_json_entropic(parot_json *json, const parot_entropic_result *result)
{
    parot_json_number(json, "mass", result->mass);
    parot_json_number(json, "objective", result->objective);
    parot_json_number(json, "regularised", result->regularised);
    parot_json_number(json, "bound", result->bound);
    parot_json_number(json, "gap", result->regularised - result->bound);
    parot_json_number(json, "lambda", result->dual.lambda);
    parot_json_number(json, "residual", result->residual);
    parot_json_integer(json, "rows", result->rows);
    parot_json_integer(json, "cols", result->cols);
    parot_json_integer(json, "iterations", result->info.iterations);
}

void parot_json_gromov_entropic(parot_json *json, const parot_gromov_entropic_result *result)
{
    parot_json_number(json, "mass", result->mass);
    parot_json_number(json, "objective", result->objective);
    parot_json_number(json, "regularised", result->regularised);
    parot_json_number(json, "stationarity", result->stationarity);
    parot_json_number(json, "change", result->change);
    parot_json_number(json, "lambda", result->dual.lambda);
    parot_json_integer(json, "rows", result->rows);
    parot_json_integer(json, "cols", result->cols);
    parot_json_integer(json, "iterations", result->info.iterations);
    parot_json_integer(json, "inner", result->inner);
}

void parot_json_line(parot_json *json, const parot_line_result *result)
{
    parot_json_number(json, "mass", result->mass);
    parot_json_number(json, "objective", result->objective);
    put_sizes(json, &result->plan);
    parot_json_object(json, "curve");
    parot_json_integer(json, "count", result->curve.count);
    parot_json_end(json);
}
