/* judge_plan.c - the library solves and compares; here it is said. */
#include "verbs/judge_plan.h"

#include "parot/json.h"
#include "say/document.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"

/* NULL: plans of one mass are compared. */
static const parot_prices *judged_prices(const struct judged *judged)
{
    return judged->problem->has_prices ? &judged->problem->prices : NULL;
}

static enum outcome solve(struct judged *judged)
{
    parot_error err = {0};
    const parot_given_plan given = {
        .plan = *judged->plan, .tolerance = judged->tolerance, .prices = judged_prices(judged)};
    double time_limit = judged->args->run.time_limit;
    TRY(problem_prepare(judged->problem, &judged->args->run));
    parot_run run = progress_begin(&judged->args->run, PAROT_PHASE_SOLVE, NULL);
    judged->status = problem_judge(judged->problem, &given, &run, &judged->judgement, &err);
    progress_clear();
    if (judged->status < 0)
        return problem_refuse(judged->request, judged->status, &err, time_limit);
    return SOLVED;
}

static enum outcome print_json(const void *subject)
{
    const struct judged *judged = subject;
    int is_exact = judged->judgement.verdict == PAROT_VERDICT_EXACT;
    parot_json *json = parot_json_open(is_exact ? "proved" : "not proved");
    parot_json_text(json, "of", "plan");
    parot_json_number(json, "tolerance", judged->tolerance);
    parot_json_judgement(json, &judged->judgement, judged->tolerance);
    parot_json_integer(json, "rows", judged->plan->rows);
    parot_json_integer(json, "cols", judged->plan->cols);
    parot_json_integer(json, "count", judged->plan->count);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct judged *judged = subject;
    told_print(file, &judged->told);
}

static enum outcome compose(struct judged *judged)
{
    const struct problem *problem = judged->problem;
    parot_summary *summary = &judged->told.summary;
    TRY(told_open(&judged->told, PAROT_SUMMARY_KIND_JUDGE, judged->args, judged->path, NULL));
    if (problem->has_points) {
        summary->source = told_side(&problem->source);
        summary->target = told_side(&problem->target);
    }
    summary->of.judge = (parot_summary_judge){
        .plan = judged->plan,
        .judgement = &judged->judgement,
        .status = judged->status,
        .tolerance = judged->tolerance,
        .p = problem->stated.p,
        .q = problem->stated.q,
        .metric = problem->has_points ? parot_metric_name(problem->metric) : NULL,
        .prices = judged_prices(judged),
        .base = judged->base};
    return told_show(&judged->told, NULL, NULL, judged->args);
}

enum outcome plan_judge(struct judged *judged)
{
    TRY(solve(judged));
    TRY(compose(judged));
    TRY(args_report(judged->args, print_json, print_words, judged));
    if (judged->judgement.verdict == PAROT_VERDICT_EXACT)
        return SOLVED;
    int is_known = judged->judgement.verdict == PAROT_VERDICT_INFEASIBLE;
    return judged->status <= PAROT_OK || judged->status == PAROT_UNPROVED || is_known
               ? FAILED
               : progress_stopped();
}

void judged_free(struct judged *judged)
{
    told_free(&judged->told);
}
