/* pu_tune.c - a line for each candidate with its lead over the default, and the reason for the
 * choice. */
#include "pu/pu_tune.h"

#include <math.h>

#include "shell/progress.h"

enum outcome pu_tune_check(struct pu_tuning *tuning, const struct args *args)
{
    const char *limit = args_text(args, "tune-limit");
    if (limit && !tuning->is_wanted)
        return refuse(MISUSED, "--tune-limit %s: limits the time of --tune; add --tune", limit);
    if (!(tuning->budget > 0))
        return refuse(MISUSED, "--tune-limit %s: must be more than 0 seconds", limit);
    if (args->run.time_limit > 0)
        tuning->budget = fmin(tuning->budget, args->run.time_limit);
    if (tuning->is_wanted && !pu_request_is_auto(args))
        return refuse(MISUSED, "--tune chooses the method; drop --method %s",
                      args_text(args, "method"));
    if (tuning->is_wanted && args_text(args, "kernel"))
        return refuse(MISUSED, "--tune chooses the kernel; drop --kernel %s",
                      args_text(args, "kernel"));
    return SOLVED;
}

parot_status pu_tune(struct pu_tuning *tuning, const parot_pu_data *data, parot_pu_options *options,
                     const parot_run *run, parot_error *err)
{
    parot_run limited = progress_run(run);
    double rest = limited.time_limit > 0 ? limited.time_limit : INFINITY;
    limited.time_limit = fmin(tuning->budget, rest);
    parot_status status = parot_pu_tune(data, options, &limited, &tuning->result, err);
    if (status == PAROT_OK) {
        options->method = tuning->result.candidates[tuning->result.chosen].method;
        options->kernel = tuning->result.candidates[tuning->result.chosen].kernel;
    }
    return status;
}

int pu_tune_has_scores(const struct pu_tuning *tuning)
{
    return tuning->is_wanted && !(tuning->result.bias > PAROT_PU_BIASED);
}

/* ---- Words -------------------------------------------------------------- */

static void print_candidate(FILE *file, const parot_pu_candidate *candidate, const char *remark)
{
    fprintf(file, "    %-6s %-7s", parot_pu_method_name(candidate->method),
            parot_pu_kernel_name(candidate->kernel));
    if (isnan(candidate->score))
        fputs(" not tried: the time was up\n", file);
    else if (candidate->lead_error == 0)
        fprintf(file, " %6.3f +- %.3f  %18s%s\n", candidate->score, candidate->error, "", remark);
    else
        fprintf(file, " %6.3f +- %.3f   lead %+.3f +- %.3f%s\n", candidate->score, candidate->error,
                candidate->lead, candidate->lead_error, remark);
}

static void print_reason(FILE *file, const parot_pu_tune_result *result)
{
    const parot_pu_candidate *chosen = &result->candidates[result->chosen];
    if (result->spies == 0)
        fputs("    Nothing could be compared in that time: the default stays.\n", file);
    else if (result->chosen == 0)
        fputs("    No lead exceeds its standard error: the default stays.\n", file);
    else
        fprintf(file,
                "    Its lead over the default, %.3f, exceeds the standard error of the "
                "difference.\n",
                chosen->lead);
}

void pu_tune_print(FILE *file, const struct pu_tuning *tuning)
{
    const parot_pu_tune_result *result = &tuning->result;
    if (!pu_tune_has_scores(tuning))
        return;
    fprintf(file, "  %-14s recall of %lld hidden positives + AUC/2; %.1f of %g seconds\n", "tuning",
            (long long)result->spies, result->seconds, tuning->budget);
    for (int k = 0; k < result->count; k++)
        print_candidate(file, &result->candidates[k],
                        k == 0                ? "   the default"
                        : k == result->chosen ? "   chosen"
                                              : "");
    print_reason(file, result);
}
