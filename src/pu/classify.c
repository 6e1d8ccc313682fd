/* classify.c - parot_pu_classify: makes the problem ready, asks the method, hands out labels. */
#include <math.h>

#include "pu/gromov.h"
#include "pu/logistic.h"
#include "pu/matching.h"
#include "pu/model.h"
#include "pu/nearest.h"
#include "pu/ridge.h"
#include "pu/wasserstein.h"

/* Half of each: measured in docs/theory/pu.md. */
static const double DEFAULT_FUSED = 0.5;

const char *parot_pu_method_name(parot_pu_method method)
{
    static const char *const names[] = {"wasserstein", "gromov",  "fused", "matching", "mined",
                                        "ridge",       "nearest", "upu",   "nnpu",     "pusb"};
    int count = sizeof names / sizeof *names;
    return (int)method >= 0 && (int)method < count ? names[method] : NULL;
}

const char *parot_pu_group_name(parot_pu_group group)
{
    static const char *const names[] = {"exact", "concave", "none", "lasso"};
    int count = sizeof names / sizeof *names;
    return (int)group >= 0 && (int)group < count ? names[group] : NULL;
}

void parot_pu_options_init(parot_pu_options *options)
{
    *options = (parot_pu_options){.struct_size = sizeof *options,
                                  .method = PAROT_PU_WASSERSTEIN,
                                  .scale = PAROT_AUTO,
                                  .metric = PAROT_AUTO,
                                  .noise = NAN,
                                  .neighbours = 1,
                                  .fused_alpha = DEFAULT_FUSED};
}

static parot_status ask_method(const struct pu_problem *problem, const parot_pu_options *options,
                               struct control *control, struct answer *answer, parot_error *err)
{
    switch (options->method) {
    case PAROT_PU_WASSERSTEIN:
        return pu_wasserstein(problem, options->group, control, answer, err);
    case PAROT_PU_MATCHING:
        return pu_matching(problem, control, answer, err);
    case PAROT_PU_MINED:
        return pu_mined(problem, options->kernel, control, answer, err);
    case PAROT_PU_RIDGE:
        return pu_ridge(problem, options->kernel, control, answer, err);
    case PAROT_PU_NEAREST:
        return pu_nearest(problem, options->neighbours, control, answer, err);
    case PAROT_PU_UPU:
    case PAROT_PU_NNPU:
    case PAROT_PU_PUSB:
        return pu_logistic(problem, options->method, control, answer, err);
    case PAROT_PU_GROMOV:
    case PAROT_PU_FUSED:
        break;
    }
    return pu_gromov(problem, options, control, answer, err);
}

/* What a call hands out. */
struct published {
    int wants_model;
    parot_pu_result result;
    parot_pu_model model;
};

static parot_status classify(struct pu_problem *problem, struct answer *answer,
                             const parot_pu_data *data, const parot_pu_options *options,
                             struct control *control, struct published *published, parot_error *err)
{
    TRY(pu_problem_open(problem, data, options, control, err));
    TRY(ask_method(problem, options, control, answer, err));
    TRY(answer_publish(answer, problem, control, &published->result, err));
    if (published->wants_model)
        TRY(model_pack(problem, options, answer, control, &published->model, err));
    return published->result.status;
}

/* Owns. */
static parot_status open_and_classify(const parot_pu_data *data, const parot_pu_options *options,
                                      struct control *control, struct published *published,
                                      parot_error *err)
{
    struct pu_problem problem = {0};
    struct answer answer = {0};
    parot_pu_options defaults;
    parot_pu_options_init(&defaults);
    parot_status status =
        classify(&problem, &answer, data, options ? options : &defaults, control, published, err);
    answer_close(&answer);
    pu_problem_close(&problem);
    if (status < 0) {
        parot_pu_result_free(&published->result);
        parot_pu_model_free(&published->model);
    }
    return status;
}

parot_status parot_pu_classify(const parot_pu_data *data, const parot_pu_options *options,
                               const parot_run *run, parot_pu_result *result, parot_error *err)
{
    struct control control;
    struct published published = {0};
    if (!data || !result)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", data ? "result" : "data");
    TRY(control_init(&control, run, err));
    parot_status status = open_and_classify(data, options, &control, &published, err);
    if (status >= 0)
        *result = published.result;
    return status;
}

parot_status parot_pu_train(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_model *model, parot_pu_result *result,
                            parot_error *err)
{
    struct control control;
    struct published published = {.wants_model = 1};
    if (!data || !model)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", data ? "model" : "data");
    TRY(control_init(&control, run, err));
    parot_status status = open_and_classify(data, options, &control, &published, err);
    if (status < 0)
        return status;
    *model = published.model;
    if (result)
        *result = published.result;
    else
        parot_pu_result_free(&published.result);
    return status;
}
