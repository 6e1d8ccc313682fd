/* classify.c - parot_pu_classify: makes the problem ready, asks the method, hands out labels. */
#include <math.h>

#include "base/options.h"
#include "base/words.h"
#include "pu/methods/learned.h"
#include "pu/methods/logistic.h"
#include "pu/methods/mined.h"
#include "pu/methods/nearest.h"
#include "pu/methods/pu_gromov.h"
#include "pu/methods/wasserstein.h"
#include "pu/model/model.h"
#include "pu/whole_rows/matching.h"

/* Half of each: measured in docs/theory/pu.md. */
static const double DEFAULT_FUSED = 0.5;

WORDS(pu_method, "method", {"mined", PAROT_PU_METHOD_MINED}, {"learned", PAROT_PU_METHOD_LEARNED},
      {"ridge", PAROT_PU_METHOD_RIDGE}, {"forest", PAROT_PU_METHOD_FOREST},
      {"ensemble", PAROT_PU_METHOD_ENSEMBLE}, {"wasserstein", PAROT_PU_METHOD_WASSERSTEIN},
      {"gromov", PAROT_PU_METHOD_GROMOV}, {"fused", PAROT_PU_METHOD_FUSED},
      {"matching", PAROT_PU_METHOD_MATCHING}, {"nearest", PAROT_PU_METHOD_NEAREST},
      {"upu", PAROT_PU_METHOD_UPU}, {"nnpu", PAROT_PU_METHOD_NNPU}, {"pusb", PAROT_PU_METHOD_PUSB});

WORDS(pu_whole_rows, "whole_rows", {"exact", PAROT_PU_WHOLE_ROWS_EXACT},
      {"concave", PAROT_PU_WHOLE_ROWS_CONCAVE}, {"none", PAROT_PU_WHOLE_ROWS_NONE},
      {"lasso", PAROT_PU_WHOLE_ROWS_LASSO});

void parot_pu_options_init_sized(parot_pu_options *options, size_t struct_size)
{
    parot_pu_options defaults = {.method = PAROT_PU_METHOD_MINED,
                                 .scale = PAROT_AUTO,
                                 .metric = PAROT_AUTO,
                                 .noise = NAN,
                                 .neighbours = 1,
                                 .fused_alpha = DEFAULT_FUSED,
                                 .classifier = PAROT_AUTO,
                                 .rounds = PAROT_AUTO,
                                 .trees = FOREST_TREES,
                                 .leaf = FOREST_LEAF};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

static parot_status ask_method(const struct pu_problem *problem, const parot_pu_options *options,
                               struct control *control, struct pu_result *found, parot_error *err)
{
    switch (options->method) {
    case PAROT_PU_METHOD_WASSERSTEIN:
        return pu_wasserstein(problem, options->whole_rows, control, found, err);
    case PAROT_PU_METHOD_MATCHING:
        return pu_matching(problem, control, found, err);
    case PAROT_PU_METHOD_MINED:
    case PAROT_PU_METHOD_RIDGE:
    case PAROT_PU_METHOD_FOREST:
    case PAROT_PU_METHOD_ENSEMBLE:
        return pu_mined(problem, options, control, found, err);
    case PAROT_PU_METHOD_LEARNED:
        return pu_learned(problem, options, control, found, err);
    case PAROT_PU_METHOD_NEAREST:
        return pu_nearest(problem, options->neighbours, control, found, err);
    case PAROT_PU_METHOD_UPU:
    case PAROT_PU_METHOD_NNPU:
    case PAROT_PU_METHOD_PUSB:
        return pu_logistic(problem, options->method, control, found, err);
    case PAROT_PU_METHOD_GROMOV:
    case PAROT_PU_METHOD_FUSED:
        break;
    }
    return pu_gromov(problem, options, control, found, err);
}

/* A call, and what it hands out. */
struct call {
    int wants_model;
    struct pu_problem problem;
    struct pu_result found;
    parot_pu_result result;
    parot_pu_model model;
    void *labels_memory;
};

/* Works: what it allocates is in *call, also on failure. */
static parot_status classify(struct call *call, const parot_pu_data *data,
                             const parot_pu_options *options, struct control *control,
                             parot_error *err)
{
    struct pu_problem *problem = &call->problem;
    struct pu_result *found = &call->found;
    TRY(pu_problem_open(problem, data, options, control, err));
    if (call->wants_model)
        TRY(model_check(options, err));
    parot_pu_options settled = *options;
    mined_settle(&settled, problem);
    options = &settled;
    TRY(ask_method(problem, options, control, found, err));
    if (call->wants_model) {
        /* For the labels of the training, which a model keeps. */
        struct arena arena = {0};
        arena_take(&arena, call->problem.n, 1);
        TRY(arena_open(&arena, control, err));
        call->labels_memory = arena.block;
        call->found.is_positive = arena_take(&arena, call->problem.n, 1);
    }
    TRY(pu_result_publish(found, problem, control, &call->result, err));
    call->result.prior = data->prior;
    struct training training = {data, options, problem, found};
    if (call->wants_model)
        TRY(model_pack(&training, control, &call->model, err));
    return call->result.status;
}

/* Owns all of *call but, when it succeeds, what is handed out. */
static parot_status run_call(struct call *call, const parot_pu_data *data,
                             const parot_pu_options *given, const parot_run *run, parot_error *err)
{
    struct control control;
    parot_pu_options options;
    TRY(pu_options_take(given, &options, err));
    TRY(control_init(&control, run, err));
    TRY(pu_check_memory(data, &options, &control, err));
    parot_pu_data settled = *data;
    parot_status status = pu_prior_settle(data, &options, &control, &settled, err);
    if (status == PAROT_OK)
        status = classify(call, &settled, &options, &control, err);
    if (!call->result.owner)
        status = pu_stopped(status, "any labelling", err);
    pu_result_close(&call->found);
    pu_problem_close(&call->problem);
    block_free(call->labels_memory);
    if (status < 0) {
        parot_pu_result_free(&call->result);
        parot_pu_model_free(&call->model);
    }
    return status;
}

parot_status parot_pu_classify(const parot_pu_data *data, const parot_pu_options *options,
                               const parot_run *run, parot_pu_result *result, parot_error *err)
{
    struct call call = {0};
    TRY(CHECK_GIVEN(err, data, result));
    parot_status status = run_call(&call, data, options, run, err);
    if (status >= 0)
        *result = call.result;
    return status;
}

parot_status parot_pu_train(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_model *model, parot_pu_result *result,
                            parot_error *err)
{
    struct call call = {.wants_model = 1};
    TRY(CHECK_GIVEN(err, data, model));
    parot_status status = run_call(&call, data, options, run, err);
    if (status < 0)
        return status;
    *model = call.model;
    if (result)
        *result = call.result;
    else
        parot_pu_result_free(&call.result);
    return status;
}
