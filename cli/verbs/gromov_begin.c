/* gromov_begin.c - where to begin: names of starts, a plan that was saved, pairs that are known. */
#include <stdlib.h>
#include <string.h>

#include "shell/memory.h"
#include "shell/output_check.h"
#include "verbs/gromov_job.h"

/* "product,profiles": a sum of parot_start; "auto" is 0. */
static enum outcome parse_starts(const char *text, uint32_t *starts)
{
    char word[32];
    *starts = 0;
    if (!text || strcmp(text, "auto") == 0)
        return SOLVED;
    while (*text) {
        size_t length = strcspn(text, ",");
        size_t kept = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, text, kept);
        word[kept] = '\0';
        int start = ALL_STARTS;
        TRY(choice_read("--start", word, &STARTS, &start));
        if (start == ALL_STARTS)
            return refuse(MISUSED,
                          "--start auto means all starts that apply and cannot be combined "
                          "with others; --restarts N adds random ones");
        *starts |= (uint32_t)start;
        text += length + (text[length] == ',');
    }
    return SOLVED;
}

/* A plan that was saved, as a dense matrix of that size, released with free(). */
static enum outcome read_start_plan(const char *path, int64_t rows, int64_t cols, double **dense)
{
    parot_result result = {0};
    parot_error err = {0};
    if (!path)
        return SOLVED;
    TRY(input_check(path));
    if (parot_result_read(path, &result, &err) != PAROT_OK)
        return refuse_status(&err);
    enum outcome outcome = SOLVED;
    if (result.plan.rows != rows || result.plan.cols != cols)
        outcome =
            refuse(FAILED, "%s is a plan for %lld x %lld, the spaces have %lld and %lld points",
                   path_label(path), (long long)result.plan.rows, (long long)result.plan.cols,
                   (long long)rows, (long long)cols);
    else
        outcome = memory_take_matrix("the start", rows, cols, 0, "use fewer points", dense);
    if (outcome == SOLVED)
        parot_plan_to_dense(&result.plan, *dense);
    parot_result_free(&result);
    return outcome;
}

enum outcome gromov_check_starts(struct gromov_job *job)
{
    parot_gromov_options *options = &job->options;
    TRY(parse_starts(job->start, &options->starts));
    if (options->starts == PAROT_START_RANDOM && options->restarts == 0)
        options->restarts = 1;
    if (options->starts & PAROT_START_PARTIAL && !job->request.problem.cost &&
        !job->request.wants_cost)
        return refuse(MISUSED, "--start partial needs costs between the spaces: --cost FILE or "
                               "--fused A");
    if (job->start_plan && job->start)
        options->starts |= PAROT_START_GIVEN;
    if (job->anchor_file && options->starts)
        options->starts |= PAROT_START_ANCHORS;
    return SOLVED;
}

static enum outcome read_anchors(struct gromov_job *job)
{
    const struct spaces *spaces = &job->spaces;
    const struct problem *problem = &spaces->problem;
    const char *const *paths = job->args.operands;
    struct used_rows source = {NULL, spaces->source.rows, path_label(paths[0])},
                     target = {NULL, spaces->target.rows, path_label(paths[1])};
    if (!spaces->has_distances && !spaces->has_graphs) {
        source.row = problem->source.row;
        target.row = problem->target.row;
    }
    TRY(anchors_read(job->anchor_file, source, target, &job->anchors));
    job->options.anchor_source = job->anchors.source;
    job->options.anchor_target = job->anchors.target;
    job->options.anchors = job->anchors.count;
    return SOLVED;
}

enum outcome gromov_read_starts(struct gromov_job *job)
{
    const struct spaces *spaces = &job->spaces;
    TRY(read_start_plan(job->start_plan, spaces->source.rows, spaces->target.rows, &job->given));
    job->options.start = job->given;
    return read_anchors(job);
}
