/* variants.c - the library's own functions for entropy and for the line take the place of the
 * exact solver. */
#include "verbs/variants.h"

#include <stdio.h>

#include "parot/io.h"
#include "say/document.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"

/* An answer and what it was asked with, for the report. */
struct variant {
    double number; /* REG of --entropic, E of --line */
    parot_entropic_result entropic;
    parot_line_result line;
};

static enum outcome refuse_solve(const parot_error *err)
{
    refuse_status(err);
    return progress_interrupted() ? INTERRUPTED : FAILED;
}

static enum outcome judge(parot_status status)
{
    if (status == PAROT_OK && !progress_interrupted())
        return SOLVED;
    return status == PAROT_UNPROVED && !progress_interrupted() ? FAILED : progress_stopped();
}

/* ---- With an entropy ---------------------------------------------------- */

/* Iterations stop when they move less than this share of the mass. */
static const double ENTROPIC_TOLERANCE = 1e-9;

static enum outcome entropic_json(const void *subject)
{
    const struct variant *variant = subject;
    parot_json *json = parot_json_open(parot_status_name(variant->entropic.status));
    parot_json_number(json, "reg", variant->number);
    parot_json_entropic(json, &variant->entropic);
    return document_print(json);
}

static void entropic_words(FILE *file, const void *subject)
{
    const struct variant *variant = subject;
    const parot_entropic_result *result = &variant->entropic;
    fprintf(file,
            "%lld x %lld, with %g times the entropy: %s\n\n"
            "  mass moved     %.9g\n"
            "  cost           %.9g\n"
            "  with entropy   %.9g; no plan of this mass has less than %.9g\n"
            "  iterations     %lld, the last of which moved %.2g of the mass\n",
            (long long)result->rows, (long long)result->cols, variant->number,
            parot_status_name(result->status), result->mass, result->objective, result->regularised,
            result->bound, (long long)result->info.iterations, result->residual);
    phase_print(file);
}

enum outcome entropic_answer(const struct problem *problem, double reg, const struct args *args)
{
    struct variant variant = {.number = reg};
    parot_entropic_result *result = &variant.entropic;
    parot_error err = {0};
    parot_run run = progress_begin(&args->run, PAROT_PHASE_SOLVE, NULL);
    parot_status status =
        parot_partial_entropic(&problem->stated, reg, ENTROPIC_TOLERANCE, &run, result, &err);
    progress_clear();
    if (status < 0)
        return refuse_solve(&err);
    const parot_table table = {.rows = result->rows, .cols = result->cols, .data = result->plan};
    enum outcome outcome = table_write(args->output, &table, args->force);
    if (outcome == SOLVED)
        outcome = args_report(args, entropic_json, entropic_words, &variant);
    if (outcome == SOLVED)
        outcome = judge(result->status);
    parot_entropic_result_free(result);
    return outcome;
}

/* ---- On a line ---------------------------------------------------------- */

static enum outcome line_json(const void *subject)
{
    const struct variant *variant = subject;
    parot_json *json = parot_json_open(parot_status_name(variant->line.status));
    parot_json_line(json, &variant->line);
    return document_print(json);
}

static void line_words(FILE *file, const void *subject)
{
    const struct variant *variant = subject;
    const parot_line_result *result = &variant->line;
    fprintf(file,
            "%lld and %lld points on a line, costs |x - y|^%g: %s\n\n"
            "  mass moved     %.9g, in %lld pair%s\n"
            "  cost           %.9g\n"
            "  curve          %lld breakpoints up to this mass\n",
            (long long)result->plan.rows, (long long)result->plan.cols, variant->number,
            parot_status_name(result->status), result->mass, (long long)result->plan.count,
            plural(result->plan.count), result->objective, (long long)result->curve.count);
    phase_print(file);
}

enum outcome line_answer(const struct problem *problem, double exponent, const struct args *args)
{
    const parot_table *source = &problem->source.table, *target = &problem->target.table;
    struct variant variant = {.number = exponent};
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
    parot_run run = progress_begin(&args->run, PAROT_PHASE_SOLVE, NULL);
    parot_status status = parot_partial_line(&line, &run, &variant.line, &err);
    progress_clear();
    if (status < 0)
        return refuse_solve(&err);
    enum outcome outcome = SOLVED;
    const parot_result plan = {.plan = variant.line.plan, .mass = variant.line.mass};
    if (args->output) {
        output_begin(args->output);
        outcome = outcome_of(parot_result_write(args->output, &plan, args->force, &err), &err);
    }
    if (outcome == SOLVED)
        outcome = args_report(args, line_json, line_words, &variant);
    if (outcome == SOLVED)
        outcome = judge(variant.line.status);
    parot_line_result_free(&variant.line);
    return outcome;
}
