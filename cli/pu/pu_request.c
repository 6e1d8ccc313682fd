/* pu_request.c - values are looked up in tables of names; options that the method does not use
 * are refused. */
#include "pu/pu_request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shell/choice.h"
#include "shell/option_number.h"

void pu_table_options(struct pu_request *request, struct option options[PU_TABLE_OPTIONS])
{
    const struct option listed[PU_TABLE_OPTIONS - FEATURE_OPTIONS] = {
        {"kind", 0, &request->kind, NULL, "K", "kind of data: {} (auto)"},
        {"scale", 0, &request->scale, NULL, "S", "how to scale columns: {} (auto)"},
        {"metric", 0, &request->metric, NULL, "M", "{} (auto)"},
        {"pca", 0, &request->pca, NULL, "K",
         "use K principal components of the scaled columns (0: all columns)"},
        {"fold", 0, &request->fold, NULL, "K",
         "add up K blocks of columns, colours of an image (1)"},
        {"id", 0, &request->id, NULL, "COL", "column that names rows and is not a feature"},
        {"label-col", 0, &request->label_column, NULL, "COL",
         "with one file: column that marks the positives"},
        {"positive", 0, &request->positive_value, NULL, "V",
         "value of positives in that column and in --truth (1)"}};
    memcpy(options, listed, sizeof listed);
    feature_options(&request->features, options + PU_TABLE_OPTIONS - FEATURE_OPTIONS);
}

void pu_method_options(struct pu_request *request, struct option options[PU_METHOD_OPTIONS])
{
    const struct option listed[PU_METHOD_OPTIONS] = {
        {"method", 0, &request->method, NULL, "M", "{} (auto: mined)"},
        {"kernel", 0, &request->kernel, NULL, "K", "for mined and ridge: {} (rbf)"},
        {"noise", 0, &request->noise, NULL, "A",
         "slack for positives that match nothing, 0 or more; auto (the default): by the kind of "
         "data"},
        {"whole-rows", 0, &request->whole_rows, NULL, "R",
         "for wasserstein, gromov and fused, how rows move whole: {} (exact)"},
        {"neighbours", 0, &request->neighbours, NULL, "N",
         "for nearest: how many positives to average over (1)"},
        {"fused", 0, &request->fused, NULL, "A",
         "for fused: weight of the distances within files, 0 to 1 (0.5)"},
        {"restarts", 0, &request->restarts, NULL, "N", "for gromov and fused: random starts (0)"},
        {"apart", 0, NULL, &request->is_apart, NULL,
         "for gromov: the columns of the two files mean different things"}};
    memcpy(options, listed, sizeof listed);
}

static int is_gromov(const parot_pu_options *options)
{
    return options->method == PAROT_PU_METHOD_GROMOV || options->method == PAROT_PU_METHOD_FUSED;
}

/* An option that the method would not look at is a misunderstanding. */
static enum outcome check_applies(const struct pu_request *request, const parot_pu_options *options)
{
    enum { RULES = 7 };
    parot_pu_method method = options->method;
    int is_split = method == PAROT_PU_METHOD_WASSERSTEIN || is_gromov(options);
    int is_ridge = method == PAROT_PU_METHOD_MINED || method == PAROT_PU_METHOD_RIDGE;
    int is_moving =
        is_split || method == PAROT_PU_METHOD_MINED || method == PAROT_PU_METHOD_MATCHING;
    const struct {
        const char *option, *value, *methods;
        int applies;
    } rules[RULES] = {
        {"--kernel", request->kernel, "mined and ridge", is_ridge},
        {"--noise", request->noise, "mined, wasserstein, matching, gromov and fused", is_moving},
        {"--whole-rows", request->whole_rows, "wasserstein, gromov and fused", is_split},
        {"--neighbours", request->neighbours, "nearest", method == PAROT_PU_METHOD_NEAREST},
        {"--fused", request->fused, "fused", method == PAROT_PU_METHOD_FUSED},
        {"--restarts", request->restarts, "gromov and fused", is_gromov(options)},
        {"--apart", request->is_apart ? "" : NULL, "gromov", method == PAROT_PU_METHOD_GROMOV}};
    for (int k = 0; k < RULES; k++)
        if (rules[k].value && !rules[k].applies)
            return refuse(MISUSED, "%s%s%s: applies only to --method %s; this one is %s",
                          rules[k].option, *rules[k].value ? " " : "", rules[k].value,
                          rules[k].methods, parot_pu_method_name(method));
    if (request->positive_value && !request->label_column && !request->truth)
        return refuse(MISUSED,
                      "--positive %s: is a value in the column of --label-col or --truth; "
                      "give one of these",
                      request->positive_value);
    return SOLVED;
}

/* What only some methods know. */
static enum outcome read_distances(const struct pu_request *request, parot_pu_options *options)
{
    int64_t restarts = 0;
    TRY(check_applies(request, options));
    if (is_gromov(options) && options->whole_rows == PAROT_PU_WHOLE_ROWS_LASSO)
        return refuse(MISUSED,
                      "--whole-rows lasso: applies only to --method wasserstein; use exact, "
                      "concave or none");
    if (request->fused)
        TRY(number_read_size("--fused", request->fused, &options->fused_alpha));
    if (options->fused_alpha > 1)
        return refuse(MISUSED, "--fused %s: must be between 0 and 1", request->fused);
    if (request->restarts)
        TRY(number_read_count("--restarts", request->restarts, 0, 1000000, &restarts));
    options->restarts = (int32_t)restarts;
    options->is_apart = request->is_apart;
    return SOLVED;
}

int pu_request_is_auto(const struct pu_request *request)
{
    return !request->method || strcmp(request->method, "auto") == 0;
}

enum outcome pu_request_read(const struct pu_request *request, parot_pu_options *options)
{
    int method = PAROT_PU_METHOD_MINED, kind = PAROT_PU_KIND_ANY, scale = PAROT_AUTO,
        metric = PAROT_AUTO;
    int whole_rows = PAROT_PU_WHOLE_ROWS_EXACT, kernel = PAROT_PU_KERNEL_RBF;
    int64_t neighbours = 1, pca = 0;
    parot_pu_options_init(options);
    TRY(choice_read("--method", request->method, &PU_METHODS, &method));
    TRY(choice_read("--kind", request->kind, &PU_KINDS, &kind));
    TRY(choice_read("--scale", request->scale, &SCALES, &scale));
    TRY(choice_read("--metric", request->metric, &METRICS_OR_AUTO, &metric));
    TRY(choice_read("--whole-rows", request->whole_rows, &PU_WHOLE_ROWS, &whole_rows));
    TRY(choice_read("--kernel", request->kernel, &PU_KERNELS, &kernel));
    if (request->noise && strcmp(request->noise, "auto") != 0)
        TRY(number_read_size("--noise", request->noise, &options->noise));
    if (request->neighbours)
        TRY(number_read_count("--neighbours", request->neighbours, 1, INT32_MAX, &neighbours));
    if (request->pca)
        TRY(number_read_count("--pca", request->pca, 1, INT32_MAX, &pca));
    options->pca = (int32_t)pca;
    options->method = (parot_pu_method)method;
    options->kind = (parot_pu_kind)kind;
    options->scale = scale;
    options->metric = metric;
    options->whole_rows = (parot_pu_whole_rows)whole_rows;
    options->neighbours = (int32_t)neighbours;
    options->kernel = (parot_pu_kernel)kernel;
    return read_distances(request, options);
}

/* Kernels have distances of their own. */
enum outcome pu_metric_check(const struct pu_request *request, const parot_pu_options *options,
                             int is_estimating)
{
    parot_pu_method method = options->method;
    int is_kernel = method == PAROT_PU_METHOD_RIDGE || method == PAROT_PU_METHOD_UPU ||
                    method == PAROT_PU_METHOD_NNPU || method == PAROT_PU_METHOD_PUSB;
    if (!is_kernel || !request->metric || is_estimating)
        return SOLVED;
    return refuse(MISUSED,
                  "--metric %s: has no effect with --method %s, whose kernel uses its own "
                  "distance; drop it (the estimates of --prior auto and --check use it)",
                  request->metric, parot_pu_method_name(method));
}

/* "38%" and "0,38" are meant well. */
static enum outcome refuse_prior(const char *text)
{
    char *end = NULL;
    double number = strtod(text, &end);
    if (*end == '%' && end[1] == '\0' && number > 0 && number < 100)
        return refuse(MISUSED, "--prior %s: must be in (0,1); did you mean %.4g?", text,
                      number / 100);
    if (*end == ',' && number == 0 && end[1] >= '0' && end[1] <= '9')
        return refuse(MISUSED, "--prior %s: must be in (0,1), with a point; did you mean 0.%s?",
                      text, end + 1);
    return refuse(MISUSED, "--prior %s: must be a number in (0,1), or 'auto'", text);
}

enum outcome pu_prior_read(const char *text, double *prior)
{
    *prior = NAN;
    if (!text || strcmp(text, "auto") == 0)
        return SOLVED;
    if (!number_parse(text, prior))
        return refuse_prior(text);
    if (*prior > 1 && *prior < 100)
        return refuse(MISUSED, "--prior %s: must be in (0,1); did you mean %.4g?", text,
                      *prior / 100);
    if (!(*prior > 0 && *prior < 1))
        return refuse(MISUSED, "--prior %s: must be in (0,1), or 'auto'", text);
    return SOLVED;
}
