/* plot_request.c - kinds and sizes from their texts; options that would say nothing are refused. */
#include "input/plot_request.h"

#include <math.h>
#include <string.h>

#include "shell/option_number.h"
#include "shell/output_check.h"

static enum outcome read_kinds(struct plot_job *job)
{
    for (char *text = job->kind, *next = NULL; text; text = next) {
        next = strchr(text, ',');
        if (next)
            *next++ = '\0';
        if (job->kind_count == MOST_KINDS)
            return refuse(MISUSED, "--kind: at most %d kinds", MOST_KINDS);
        TRY(choice_read("--kind", text, &FIGURES, &job->kinds[job->kind_count++]));
    }
    return SOLVED;
}

/* "800x600" */
static enum outcome read_size(struct plot_job *job)
{
    const char *cross = job->size ? strchr(job->size, 'x') : NULL;
    char width[16] = "";
    if (!job->size)
        return SOLVED;
    if (cross && (size_t)(cross - job->size) < sizeof width)
        memcpy(width, job->size, (size_t)(cross - job->size));
    double *w = &job->sheet.width, *h = &job->sheet.height;
    if (!cross || !number_parse(width, w) || !number_parse(cross + 1, h) ||
        !(fmin(*w, *h) >= 100 && fmax(*w, *h) <= 10000))
        return refuse(MISUSED, "--size %s: must be WIDTHxHEIGHT, each from 100 to 10000",
                      job->size);
    return SOLVED;
}

/* Options about points say nothing where there are none. */
static enum outcome check_points_options(const struct plot_job *job)
{
    const struct pu_request *request = &job->request;
    const char *option = request->id      ? "id"
                         : request->scale ? "scale"
                         : request->fold  ? "fold"
                                          : feature_option_given(&request->features);
    if (option && !job->has_points)
        return refuse(MISUSED,
                      "--%s: applies only to points; give the two files of points after RESULT",
                      option);
    if (request->positive_value && !request->truth)
        return refuse(MISUSED, "--positive %s: is a value in the column of --truth; give that too",
                      request->positive_value);
    return SOLVED;
}

enum outcome plot_request_check(struct plot_job *job)
{
    const struct args *args = &job->args;
    if (args->count < 1)
        return refuse(MISUSED,
                      "which result? Give the file that partial, curve, gromov or pu wrote "
                      "with -o");
    if (args->count == 2)
        return refuse(MISUSED, "after RESULT come both files of points, or none; got one");
    if (!args->output)
        return refuse(MISUSED, "where to? Give -o FILE.svg, .pdf or .png; -o - is SVG on standard "
                               "output");
    job->has_points = args->count >= 3;
    job->result_count = job->has_points ? args->count - 2 : 1;
    if (job->result_count > MOST_RESULTS)
        return refuse(MISUSED, "at most %d results side by side; got %d", MOST_RESULTS,
                      job->result_count);
    if (job->request.truth && !job->has_points)
        return refuse(MISUSED, "--truth: needs the files POSITIVES and UNLABELED after the labels");
    TRY(check_points_options(job));
    TRY(read_kinds(job));
    TRY(read_size(job));
    job->mass = NAN;
    if (job->mass_text)
        TRY(number_read_size("--mass", job->mass_text, &job->mass));
    return output_check("-o", args->output, ".svg .pdf .png", args->force);
}
