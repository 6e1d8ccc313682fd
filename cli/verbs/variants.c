/* variants.c - the library's own functions for entropy and for the line take the place of the
 * exact solver. */
#include "verbs/variants.h"

#include <math.h>
#include <stdio.h>

#include "parot/io.h"
#include "say/document.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"

static enum outcome outcome_of(parot_status status)
{
    if (progress_interrupted())
        return INTERRUPTED;
    return status == PAROT_OK ? SOLVED : status == PAROT_UNPROVED ? FAILED : STOPPED;
}

static enum outcome refuse_solve(const parot_error *err)
{
    refuse_status(err);
    return progress_interrupted() ? INTERRUPTED : FAILED;
}

/* Where text goes that is not the result; NULL: nowhere. */
static FILE *place_for_words(const struct args *args)
{
    if (args->quiet)
        return NULL;
    return output_is_stdout(args->output) ? stderr : stdout;
}

static void tell_written(FILE *file, const struct args *args)
{
    if (args->output && !output_is_stdout(args->output))
        fprintf(file, "Written to %s.\n", args->output);
}

/* ---- With an entropy ---------------------------------------------------- */

/* Iterations stop when they move less than this share of the mass. */
static const double ENTROPIC_TOLERANCE = 1e-9;

static void entropic_words(FILE *file, const parot_entropic_result *result, double reg)
{
    fprintf(file,
            "%lld x %lld, with %g times the entropy: %s\n\n"
            "  mass moved     %.9g\n"
            "  cost           %.9g\n"
            "  with entropy   %.9g; no plan of this mass has less than %.9g\n"
            "  iterations     %lld, the last of which moved %.2g of the mass\n",
            (long long)result->rows, (long long)result->cols, reg,
            parot_status_name(result->status), result->mass, result->objective, result->regularised,
            result->bound, (long long)result->info.iterations, result->residual);
}

/* Works: *result is the caller's. */
static enum outcome entropic_tell(const parot_entropic_result *result, double reg,
                                  const struct args *args)
{
    parot_error err = {0};
    parot_table table = {.rows = result->rows, .cols = result->cols, .data = result->plan};
    if (args->output)
        output_begin(args->output);
    if (args->output && parot_table_write(args->output, &table, args->force, &err) != PAROT_OK)
        return refuse_status(&err);
    if (args->json) {
        parot_json *json = parot_json_open(parot_status_name(result->status));
        parot_json_number(json, "reg", reg);
        parot_json_entropic(json, result);
        TRY(document_print(json));
        return outcome_of(result->status);
    }
    FILE *file = place_for_words(args);
    if (file) {
        progress_close();
        entropic_words(file, result, reg);
        phase_print(file);
        tell_written(file, args);
    }
    return outcome_of(result->status);
}

enum outcome entropic_answer(const struct problem *problem, double reg, const struct args *args)
{
    parot_entropic_result result = {0};
    parot_error err = {0};
    phase_begin(PAROT_PHASE_SOLVE, NULL, NULL);
    parot_run run = progress_run(&args->run);
    parot_status status =
        parot_partial_entropic(&problem->stated, reg, ENTROPIC_TOLERANCE, &run, &result, &err);
    progress_clear();
    if (status < 0)
        return refuse_solve(&err);
    enum outcome outcome = entropic_tell(&result, reg, args);
    parot_entropic_result_free(&result);
    return outcome;
}

/* ---- On a line ---------------------------------------------------------- */

static void line_words(FILE *file, const parot_line_result *result, double exponent)
{
    fprintf(file,
            "%lld and %lld points on a line, costs |x - y|^%g: %s\n\n"
            "  mass moved     %.9g, in %lld pairs\n"
            "  cost           %.9g\n"
            "  curve          %lld breakpoints up to this mass\n",
            (long long)result->plan.rows, (long long)result->plan.cols, exponent,
            parot_status_name(result->status), result->mass, (long long)result->plan.count,
            result->objective, (long long)result->curve.count);
}

/* Works: *result is the caller's. */
static enum outcome line_tell(const parot_line_result *result, double exponent,
                              const struct args *args)
{
    parot_error err = {0};
    parot_result plan = {.plan = result->plan, .mass = result->mass};
    if (args->output)
        output_begin(args->output);
    if (args->output && parot_result_write(args->output, &plan, args->force, &err) != PAROT_OK)
        return refuse_status(&err);
    if (args->json) {
        parot_json *json = parot_json_open(parot_status_name(result->status));
        parot_json_line(json, result);
        TRY(document_print(json));
        return outcome_of(result->status);
    }
    FILE *file = place_for_words(args);
    if (file) {
        progress_close();
        line_words(file, result, exponent);
        phase_print(file);
        tell_written(file, args);
    }
    return outcome_of(result->status);
}

enum outcome line_answer(const struct problem *problem, double exponent, const struct args *args)
{
    const parot_table *source = &problem->source.table, *target = &problem->target.table;
    parot_line_result result = {0};
    parot_error err = {0};
    if (!problem->has_points || source->cols != 1)
        return refuse(MISUSED, "--line: needs two files of points with one coordinate each");
    parot_line line = {.x = source->data,
                       .y = target->data,
                       .n = source->rows,
                       .m = target->rows,
                       .p = problem->stated.p,
                       .q = problem->stated.q,
                       .mass = problem->stated.mass,
                       .exponent = exponent};
    phase_begin(PAROT_PHASE_SOLVE, NULL, NULL);
    parot_run run = progress_run(&args->run);
    parot_status status = parot_partial_line(&line, &run, &result, &err);
    progress_clear();
    if (status < 0)
        return refuse_solve(&err);
    enum outcome outcome = line_tell(&result, exponent, args);
    parot_line_result_free(&result);
    return outcome;
}
