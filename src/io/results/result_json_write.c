/* result_json_write.c - fields are appended one after the other with json_text.h; an infeasible
 * problem has only its status and its cut. */
#include "io/results/json_text.h"
#include "io/results/result_json.h"

/* What was checked takes the place of what the solver says of itself. */
static parot_status put_summary(struct bytes *out, const struct json_source *source,
                                parot_error *err)
{
    const parot_result *result = source->result;
    double bound = source->check ? source->check->bound : result->bound;
    double gap = source->check ? source->check->excess : result->objective - result->bound;
    TRY(put_integer(out, "schema", JSON_SCHEMA, err));
    TRY(put_text(out, "status", parot_status_name(result->status), err));
    TRY(put_double(out, "objective", result->objective, err));
    TRY(put_double(out, "bound", bound, err));
    TRY(put_double(out, "gap", gap, err));
    TRY(put_double(out, "mass", result->mass, err));
    TRY(put_double(out, "lambda", result->dual.lambda, err));
    TRY(put_integer(out, "rows", result->plan.rows, err));
    TRY(put_integer(out, "cols", result->plan.cols, err));
    TRY(put_integer(out, "nnz", result->plan.count, err));
    TRY(put_integer(out, "iterations", result->info.iterations, err));
    TRY(put_integer(out, "pivots", result->info.pivots, err));
    return put_integer(out, "passes", result->info.passes, err);
}

static parot_status put_check(struct bytes *out, const parot_check *check, parot_error *err)
{
    TRY(put_key(out, "certificate", err));
    TRY(bytes_append_text(out, "{", err));
    TRY(put_text(out, "status",
                 parot_is_proved(check, PAROT_PROOF_TOLERANCE) ? "proved" : "not proved", err));
    TRY(put_double(out, "excess", check->excess, err));
    TRY(put_double(out, "relative", check->relative, err));
    TRY(put_double(out, "infeasible", check->infeasible, err));
    TRY(put_double(out, "bound", check->bound, err));
    TRY(put_double(out, "primal", check->primal, err));
    TRY(put_double(out, "dual", check->dual, err));
    TRY(put_double(out, "slackness", check->slackness, err));
    TRY(put_double(out, "gap", check->gap, err));
    return bytes_append_text(out, "}", err);
}

static parot_status put_plan(struct bytes *out, const parot_result *result, parot_error *err)
{
    const parot_plan *plan = &result->plan;
    TRY(put_key(out, "plan", err));
    TRY(bytes_append_text(out, "{", err));
    TRY(put_indices(out, "row", plan->row, plan->count, err));
    TRY(put_indices(out, "col", plan->col, plan->count, err));
    TRY(put_doubles(out, "mass", plan->mass, plan->count, err));
    TRY(bytes_append_text(out, "}", err));
    TRY(put_doubles(out, "u", result->dual.u, plan->rows, err));
    return put_doubles(out, "v", result->dual.v, plan->cols, err);
}

static parot_status put_trial(struct bytes *out, const parot_trial *trial, parot_error *err)
{
    const char *name = parot_start_name(trial->start);
    TRY(bytes_append_text(out, "{", err));
    TRY(put_text(out, "start", name ? name : "unknown", err));
    TRY(put_integer(out, "number", trial->number, err));
    TRY(put_text(out, "status", parot_status_name(trial->status), err));
    TRY(put_double(out, "objective", trial->objective, err));
    TRY(put_double(out, "gap", trial->gap, err));
    TRY(put_integer(out, "iterations", trial->iterations, err));
    TRY(put_doubles(out, "objectives", trial->objectives, trial->history, err));
    TRY(put_doubles(out, "gaps", trial->gaps, trial->history, err));
    return bytes_append_text(out, "}", err);
}

static parot_status put_starts(struct bytes *out, const parot_gromov_result *gromov,
                               parot_error *err)
{
    TRY(put_integer(out, "best", gromov->best, err));
    TRY(put_double(out, "stationary_gap", gromov->gap, err));
    TRY(put_key(out, "starts", err));
    TRY(bytes_append_text(out, "[", err));
    for (int64_t t = 0; t < gromov->trials; t++) {
        TRY(bytes_append_text(out, t > 0 ? ", " : "", err));
        TRY(put_trial(out, &gromov->trial[t], err));
    }
    return bytes_append_text(out, "]", err);
}

/* Why there is no plan, and nothing else: an infeasible problem has no answer. */
static parot_status put_cut(struct bytes *out, const parot_cut *cut, parot_error *err)
{
    TRY(put_integer(out, "schema", JSON_SCHEMA, err));
    TRY(put_text(out, "status", parot_status_name(PAROT_EINFEASIBLE), err));
    TRY(put_key(out, "cut", err));
    TRY(bytes_append_text(out, "{", err));
    TRY(put_indices(out, "row", cut->row, cut->rows, err));
    TRY(put_indices(out, "col", cut->col, cut->cols, err));
    TRY(put_double(out, "most", cut->most, err));
    return bytes_append_text(out, "}}\n", err);
}

parot_status json_append(struct bytes *out, const struct json_source *source, parot_error *err)
{
    TRY(bytes_append_text(out, "{", err));
    if (source->result->status == PAROT_EINFEASIBLE)
        return put_cut(out, &source->result->cut, err);
    TRY(put_summary(out, source, err));
    if (source->check)
        TRY(put_check(out, source->check, err));
    if (source->seconds)
        TRY(put_seconds(out, source->seconds, err));
    if (source->gromov)
        TRY(put_starts(out, source->gromov, err));
    if (source->with_plan)
        TRY(put_plan(out, source->result, err));
    return bytes_append_text(out, "}\n", err);
}
