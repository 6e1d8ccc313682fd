/* classify.c - parot_pu_classify: makes the problem ready, asks the method, hands out labels. */
#include <math.h>

#include "pu/logistic.h"
#include "pu/matching.h"
#include "pu/nearest.h"
#include "pu/ridge.h"
#include "pu/wasserstein.h"

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
                                  .neighbours = 1};
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
        return pu_mined(problem, control, answer, err);
    case PAROT_PU_RIDGE:
        return pu_ridge(problem, control, answer, err);
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
    return fail(err, PAROT_ENOTSUP, "options.method: %s is not there yet; use another method",
                parot_pu_method_name(options->method));
}

static parot_status classify(struct pu_problem *problem, struct answer *answer,
                             const parot_pu_data *data, const parot_pu_options *options,
                             struct control *control, parot_pu_result *result, parot_error *err)
{
    TRY(pu_problem_open(problem, data, options, control, err));
    TRY(ask_method(problem, options, control, answer, err));
    TRY(answer_publish(answer, problem, control, result, err));
    return result->status;
}

parot_status parot_pu_classify(const parot_pu_data *data, const parot_pu_options *options,
                               const parot_run *run, parot_pu_result *result, parot_error *err)
{
    struct control control;
    struct pu_problem problem = {0};
    struct answer answer = {0};
    parot_pu_options defaults;
    parot_pu_result local = {0};
    if (!data || !result)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", data ? "result" : "data");
    TRY(control_init(&control, run, err));
    parot_pu_options_init(&defaults);
    parot_status status =
        classify(&problem, &answer, data, options ? options : &defaults, &control, &local, err);
    answer_close(&answer);
    pu_problem_close(&problem);
    if (status >= 0)
        *result = local;
    return status;
}
