/* gromov_with_entropy.c - one start, one dense plan, and no proof: words and numbers for that. */
#include "verbs/gromov_with_entropy.h"

#include <stdio.h>

#include "parot/io.h"
#include "parot/json.h"
#include "say/document.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"

int with_entropy(const struct args *args)
{
    return args_text(args, "entropic") != NULL;
}

enum outcome with_entropy_check(const struct args *args)
{
    static const struct {
        const char *option, *reason;
    } others[] = {
        {"path", "--entropic is for one mass"},
        {"whole-rows", "with an entropy every pair gets something"},
        {"start", "--entropic begins at the product of the weights, or at --start-plan"},
        {"restarts", "--entropic begins at the product of the weights, or at --start-plan"},
        {"anchors", "--entropic begins at the product of the weights, or at --start-plan"},
        {"steps", "--entropic has steps of one kind"},
        {"coupling", "-o writes the dense plan of --entropic"},
        {"plan", "-o writes the dense plan of --entropic"},
        {"plot", "plans of --entropic cannot be drawn"},
        {"report", "plans of --entropic cannot be drawn"},
    };
    if (!with_entropy(args))
        return SOLVED;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (args_text(args, others[k].option))
            return refuse(MISUSED, "--%s: %s; drop it", others[k].option, others[k].reason);
    if (args_text(args, "cost") && !args_text(args, "fused"))
        return refuse(MISUSED,
                      "--cost: --entropic needs --fused A for costs; give it, or drop --cost");
    return args_check_outputs(args, ".npy .csv .tsv");
}

struct answer {
    const parot_gromov_entropic_problem *problem;
    parot_gromov_entropic_result result;
};

static enum outcome print_json(const void *subject)
{
    const struct answer *answer = subject;
    parot_json *json = parot_json_open(parot_status_name(answer->result.status));
    parot_json_number(json, "alpha", answer->problem->gromov.alpha);
    parot_json_text(json, "loss", parot_loss_name(answer->problem->gromov.loss));
    parot_json_number(json, "reg", answer->problem->reg);
    parot_json_gromov_entropic(json, &answer->result);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct answer *answer = subject;
    const parot_gromov_entropic_result *result = &answer->result;
    fprintf(file,
            "%lld x %lld, distances with %g times the entropy: %s\n\n"
            "  mass moved     %.9g, within the weights\n"
            "  objective      %.9g\n"
            "  with entropy   %.9g\n"
            "  stationarity   %.2g: the costs at this plan, with the entropy, cannot be lowered by "
            "more\n"
            "  iterations     %lld, the last of which changed the plan by %.2g\n\n"
            "There is no certificate: the problem is not convex, and another start may lead to a "
            "lower\nvalue. The objective is not that of the best plan without an entropy.\n",
            (long long)result->rows, (long long)result->cols, answer->problem->reg,
            parot_status_name(result->status), result->mass, result->objective, result->regularised,
            result->stationarity, (long long)result->info.iterations, result->change);
    phase_print(file);
}

static enum outcome tell(const struct answer *answer, const struct args *args)
{
    const parot_gromov_entropic_result *result = &answer->result;
    const parot_table table = {.rows = result->rows, .cols = result->cols, .data = result->plan};
    TRY(table_write(args->output, &table, args->force));
    TRY(args_report(args, print_json, print_words, answer));
    return result->status == PAROT_OK && !progress_interrupted() ? SOLVED : progress_stopped();
}

enum outcome with_entropy_answer(const parot_gromov_entropic_problem *problem,
                                 const struct args *args, parot_status *status, parot_error *err)
{
    struct answer answer = {.problem = problem};
    parot_run run = progress_begin(&args->run, PAROT_PHASE_SOLVE, NULL);
    *status = parot_gromov_entropic(problem, &run, &answer.result, err);
    progress_clear();
    if (*status < 0)
        return FAILED;
    enum outcome outcome = tell(&answer, args);
    parot_gromov_entropic_result_free(&answer.result);
    return outcome;
}
