/* align.c - chooses between the two ways, and says of each row what became of it. */
#include <math.h>

#include "base/options.h"
#include "base/words.h"
#include "cost/metric.h"
#include "pu/problem/pu_tables.h"
#include "tasks/align/align.h"
#include "tasks/align/density_search.h"

WORDS(unmatched, "reason", {"matched", PAROT_UNMATCHED_NOT}, {"far", PAROT_UNMATCHED_FAR},
      {"taken", PAROT_UNMATCHED_TAKEN}, {"partly", PAROT_UNMATCHED_PARTLY});

void parot_align_options_init_sized(parot_align_options *options, size_t struct_size)
{
    parot_align_options defaults = {.mass = NAN, .restarts = 32, .feature_share = 0.5};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

static parot_status check_anchors(const struct alignment *job, parot_error *err)
{
    const parot_align_options *options = &job->options;
    if (options->anchors < 0 ||
        (options->anchors > 0 && (!options->anchor_source || !options->anchor_target)))
        return fail(err, PAROT_EINVAL,
                    "options.anchors: must be 0 or the number of pairs, got %lld%s",
                    (long long)options->anchors, options->anchors < 0 ? "" : " of NULL");
    for (int64_t k = 0; k < options->anchors; k++) {
        int32_t i = options->anchor_source[k], j = options->anchor_target[k];
        if (i < 0 || i >= job->source.rows || j < 0 || j >= job->target.rows)
            return fail(err, PAROT_EINVAL,
                        "options.anchors: pair %lld is (%d, %d), the tables have %lld and %lld "
                        "rows",
                        (long long)k, (int)i, (int)j, (long long)job->source.rows,
                        (long long)job->target.rows);
    }
    return PAROT_OK;
}

static parot_status check_options(const parot_align_options *options, parot_error *err)
{
    if (!isnan(options->mass) && !(options->mass > 0 && options->mass <= 1))
        return fail(err, PAROT_EINVAL, "options.mass: must be in (0,1], or NAN to find it, got %g",
                    options->mass);
    if (options->restarts < 0 || options->restarts > 1000000)
        return fail(err, PAROT_EINVAL, "options.restarts: must be 0 to 1000000, got %d",
                    (int)options->restarts);
    return PAROT_OK;
}

static int has_motion(parot_matrix source, parot_matrix target, const parot_align_options *options)
{
    return source.cols == target.cols && !options->by_distances && !align_has_features(options);
}

static void result_layout(parot_align_result *result, struct arena *arena)
{
    int64_t n = result->count, m = result->target_count;
    result->confidence = arena_take(arena, n, sizeof *result->confidence);
    result->cost = arena_take(arena, n, sizeof *result->cost);
    result->nearest_cost = arena_take(arena, n, sizeof *result->nearest_cost);
    result->match = arena_take(arena, n, sizeof *result->match);
    result->nearest = arena_take(arena, n, sizeof *result->nearest);
    result->reason = arena_take(arena, n, sizeof *result->reason);
    result->target_nearest_cost = arena_take(arena, m, sizeof *result->target_nearest_cost);
    result->target_match = arena_take(arena, m, sizeof *result->target_match);
    result->target_nearest = arena_take(arena, m, sizeof *result->target_nearest);
    result->target_reason = arena_take(arena, m, sizeof *result->target_reason);
    if (result->has_motion && result->registered.dims <= 3) {
        int64_t d = result->registered.dims;
        result->turn_range = arena_take(arena, align_turns(d), sizeof *result->turn_range);
        result->shift_range = arena_take(arena, d, sizeof *result->shift_range);
    }
}

/* The source after the motion, and the target. */
static parot_status move_tables(struct alignment *job, const parot_register_result *motion,
                                struct pair_tables *tables, parot_error *err)
{
    int64_t n = job->source.rows, d = job->source.cols;
    struct arena arena = {0};
    (void)arena_take(&arena, n, (size_t)d * sizeof(double));
    TRY(arena_open(&arena, &job->control, err));
    tables->memory = arena.block;
    double *moved = arena_take(&arena, n, (size_t)d * sizeof(double));
    tables->x = (parot_matrix){moved, n, d, d};
    tables->y = job->target;
    return parot_register_apply(motion, job->source, moved, err);
}

static parot_status describe(struct alignment *job, parot_align_result *result, parot_error *err)
{
    struct arena arena = {0};
    struct pair_tables tables = {0};
    const parot_result *transport =
        result->has_motion ? &result->registered.transport : &result->distances.transport;
    int64_t n = job->source.rows, m = job->target.rows;
    result->count = n;
    result->target_count = m;
    result->share = transport->mass / (double)(n < m ? n : m);
    result_layout(result, &arena);
    TRY(arena_open(&arena, &job->control, err));
    result_layout(result, &arena);
    result->owner = arena.block;
    parot_status status = result->has_motion ? move_tables(job, &result->registered, &tables, err)
                                             : align_tables(job, &transport->plan, &tables, err);
    if (status == PAROT_OK)
        status = align_describe(job, &tables, &transport->plan, result, err);
    if (status == PAROT_OK)
        align_range(job, result);
    block_free(tables.memory);
    return status;
}

/* Works: what it allocates is in *result, also on failure. */
static parot_status solve(struct alignment *job, parot_align_result *result, parot_error *err)
{
    result->low = result->high = NAN;
    result->has_elbow = 1;
    result->has_motion = has_motion(job->source, job->target, &job->options);
    parot_status status = result->has_motion ? align_by_motion(job, result, err)
                                             : align_by_distances(job, result, err);
    if (status < 0)
        return status;
    result->status = status;
    TRY(describe(job, result, err));
    return status;
}

parot_status parot_align(parot_matrix source, parot_matrix target,
                         const parot_align_options *options, const parot_run *run,
                         parot_align_result *result, parot_error *err)
{
    struct alignment job = {.source = source, .target = target};
    parot_align_result local = {0};
    parot_align_options_init(&job.options);
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    if (options)
        TRY(options_take(&job.options, sizeof job.options, options, "options",
                         "parot_align_options", err));
    TRY(check_options(&job.options, err));
    TRY(control_init(&job.control, run, err));
    TRY(check_table("source", source, &job.control, err));
    TRY(check_table("target", target, &job.control, err));
    TRY(check_anchors(&job, err));
    void *memory = NULL;
    parot_status status = align_features(&job, &memory, err);
    if (status == PAROT_OK)
        status = solve(&job, &local, err);
    block_free(memory);
    if (status >= 0)
        *result = local;
    else
        parot_align_result_free(&local);
    return status;
}

void parot_align_result_free(parot_align_result *result)
{
    if (!result)
        return;
    parot_register_result_free(&result->registered);
    parot_gromov_result_free(&result->distances);
    block_free(result->owner);
    *result = (parot_align_result){0};
}

/* Rows in another order, a mirror image, grids, and what the search needs; or distances within each
 * table and from each row to the matches. */
double parot_align_memory(parot_matrix source, parot_matrix target,
                          const parot_align_options *options)
{
    parot_align_options taken = {0};
    double n = (double)source.rows, m = (double)target.rows, d = (double)source.cols;
    if (options)
        (void)options_take(&taken, sizeof taken, options, "options", "parot_align_options", NULL);
    double features = align_has_features(&taken) ? (double)taken.source_features.cols : 0;
    if (has_motion(source, target, &taken))
        return parot_register_memory(source, target) + sizeof(double) * (3 * n + m) * (d + 8) +
               (density_pays(source, target) ? density_memory(source.cols) : 0);
    return parot_gromov_memory(source.rows, target.rows, 1, 1) +
           sizeof(double) * ((n + m) * (fmin(n, m) + 2 * features) + (features > 0 ? n * m : 0));
}
