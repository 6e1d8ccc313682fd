/* pu_request.c - the options fill those of the library; what the method does not use is refused. */
#include "pu/pu_request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shell/option_number.h"

const struct option PU_TABLE_OPTIONS[] = {
    CHOICE_OPTION("kind", struct pu_request, options.kind, "K", PU_KINDS,
                  "kind of data: {} (auto)"),
    CHOICE_OPTION("scale", struct pu_request, options.scale, "S", SCALES,
                  "how to scale columns: {} (auto)"),
    CHOICE_OPTION("metric", struct pu_request, options.metric, "M", METRICS_OR_AUTO, "{} (auto)"),
    COUNT_OPTION("pca", struct pu_request, options.pca, "K", 1, INT32_MAX,
                 "use K principal components of the scaled columns (0: all columns)"),
    COUNT_OPTION("fold", struct pu_request, fold, "K", 1, INT32_MAX,
                 "add up K blocks of columns, colours of an image (1)"),
    TEXT_OPTION("id", struct pu_request, features.options.id, "COL",
                "column that names rows and is not a feature"),
    TEXT_OPTION("label-column", struct pu_request, features.options.label_column, "COL",
                "with one file: column that marks the positives"),
    TEXT_OPTION("positive", struct pu_request, features.options.positive, "V",
                "value of positives there and in --truth (1)"),
    TEXT_OPTION("propensity", struct pu_request, features.options.propensity, "COL",
                "probability with which each positive was chosen: a column of POSITIVES, or a "
                "file"),
    MORE_OPTIONS(CATEGORIES_OPTION, struct pu_request, features),
    MORE_OPTIONS(FEATURE_OPTIONS, struct pu_request, features),
    {0}};

const struct option PU_METHOD_OPTIONS[] = {
    CHOICE_OPTION("method", struct pu_request, options.method, "M", PU_METHODS, "{} (auto: mined)"),
    CHOICE_OPTION("kernel", struct pu_request, options.kernel, "K", PU_KERNELS,
                  "for mined, learned, ridge and ensemble: {} (rbf)"),
    CHOICE_OPTION("classifier", struct pu_request, options.classifier, "C", PU_CLASSIFIERS,
                  "for mined and learned, what learns from transport: {} (by kind of data)"),
    COUNT_OPTION("rounds", struct pu_request, options.rounds, "N", 0, INT32_MAX,
                 "fit again on the labels, at most N times (learned: 10, else 0)"),
    COUNT_OPTION("trees", struct pu_request, options.trees, "N", 1, 1000000, "of a forest (200)"),
    COUNT_OPTION("leaf", struct pu_request, options.leaf, "N", 1, INT32_MAX,
                 "rows that a leaf of a tree has at least (5)"),
    NAMED_OPTION("noise", struct pu_request, noise, "A", ONLY_AUTO,
                 "slack for positives that match nothing, 0 or more; auto (the default): by the "
                 "kind of data"),
    CHOICE_OPTION("whole-rows", struct pu_request, options.whole_rows, "R", PU_WHOLE_ROWS,
                  "for wasserstein, gromov and fused, how rows move whole: {} (exact)"),
    COUNT_OPTION("neighbours", struct pu_request, options.neighbours, "N", 1, INT32_MAX,
                 "for nearest: how many positives to average over (1)"),
    SIZE_OPTION("fused", struct pu_request, options.fused_alpha, "A",
                "for fused: weight of the distances within files, 0 to 1 (0.5)"),
    COUNT_OPTION("restarts", struct pu_request, options.restarts, "N", 0, 1000000,
                 "for gromov and fused: random starts (0)"),
    FLAG_OPTION("apart", struct pu_request, options.is_apart,
                "for gromov: the columns of the two files mean different things"),
    FLAG_OPTION("raw-distances", struct pu_request, has_raw_distances,
                "for gromov of files with different columns: compare distances as they are"),
    {0}};

/* An option that the method would not look at is a misunderstanding. */
static enum outcome check_applies(const struct pu_request *request, const struct args *args)
{
    enum { RULES = 12 };
    parot_pu_method method = request->options.method;
    int is_gromov = method == PAROT_PU_METHOD_GROMOV || method == PAROT_PU_METHOD_FUSED;
    int is_split = method == PAROT_PU_METHOD_WASSERSTEIN || is_gromov;
    int is_learned = method == PAROT_PU_METHOD_LEARNED;
    int is_mined = method == PAROT_PU_METHOD_MINED || is_learned,
        is_both = method == PAROT_PU_METHOD_ENSEMBLE;
    int32_t classifier = request->options.classifier;
    int has_ridge = method == PAROT_PU_METHOD_RIDGE || is_both ||
                    (is_mined && classifier != PAROT_PU_CLASSIFIER_FOREST);
    int has_forest = method == PAROT_PU_METHOD_FOREST || is_both ||
                     (is_mined && classifier != PAROT_PU_CLASSIFIER_RIDGE &&
                      classifier != PAROT_AUTO); /* the data may decide for a ridge */
    int is_moving = is_split || is_mined || method == PAROT_PU_METHOD_MATCHING;
    const struct {
        const char *option, *methods;
        int applies;
    } rules[RULES] = {
        {"kernel", "mined and learned (with a ridge), ridge and ensemble", has_ridge},
        {"classifier", "mined and learned", is_mined},
        {"rounds", "mined, learned, ridge, forest and ensemble", has_ridge || has_forest},
        {"trees", "forest, ensemble, and mined and learned with a forest", has_forest},
        {"leaf", "forest, ensemble, and mined and learned with a forest", has_forest},
        {"noise", "mined, learned, wasserstein, matching, gromov and fused", is_moving},
        {"whole-rows", "wasserstein, gromov and fused", is_split},
        {"neighbours", "nearest", method == PAROT_PU_METHOD_NEAREST},
        {"fused", "fused", method == PAROT_PU_METHOD_FUSED},
        {"restarts", "gromov and fused", is_gromov},
        {"apart", "gromov", method == PAROT_PU_METHOD_GROMOV},
        {"raw-distances", "gromov", method == PAROT_PU_METHOD_GROMOV}};
    for (int k = 0; k < RULES; k++) {
        const char *value = args_text(args, rules[k].option);
        if (value && !rules[k].applies)
            return refuse(MISUSED, "--%s%s%s: applies only to --method %s; this one is %s",
                          rules[k].option, *value ? " " : "", value, rules[k].methods,
                          parot_pu_method_name(method));
    }
    if (is_gromov && request->options.whole_rows == PAROT_PU_WHOLE_ROWS_LASSO)
        return refuse(MISUSED,
                      "--whole-rows lasso: applies only to --method wasserstein; use exact, "
                      "concave or none");
    return SOLVED;
}

int pu_request_is_auto(const struct args *args)
{
    const char *method = args_text(args, "method");
    return !method || strcmp(method, "auto") == 0;
}

enum outcome pu_request_check(struct pu_request *request, const struct args *args)
{
    const parot_features_options *features = &request->features.options;
    if (request->noise && strcmp(request->noise, "auto") != 0)
        TRY(number_read_size("--noise", request->noise, &request->options.noise));
    request->options.raw_distances = request->has_raw_distances;
    parot_pu_options_settle(&request->options);
    TRY(check_applies(request, args));
    if (features->positive && !features->label_column && !features->aside)
        return refuse(MISUSED,
                      "--positive %s: is a value in the column of --label-column or --truth; "
                      "give one of these",
                      features->positive);
    if (request->options.fused_alpha > 1)
        return refuse(MISUSED, "--fused %s: must be between 0 and 1", args_text(args, "fused"));
    return SOLVED;
}

/* Kernels have distances of their own. */
enum outcome pu_metric_check(const struct pu_request *request, const struct args *args,
                             int is_estimating)
{
    const char *metric = args_text(args, "metric");
    parot_pu_method method = request->options.method;
    if (metric && !is_estimating && method == PAROT_PU_METHOD_FOREST)
        return refuse(MISUSED,
                      "--metric %s: has no effect with --method forest, which compares no "
                      "distances; drop it (the estimates of --prior auto and --check use it)",
                      metric);
    int is_kernel = method == PAROT_PU_METHOD_RIDGE || method == PAROT_PU_METHOD_ENSEMBLE ||
                    method == PAROT_PU_METHOD_UPU || method == PAROT_PU_METHOD_NNPU ||
                    method == PAROT_PU_METHOD_PUSB;
    if (!is_kernel || !metric || is_estimating)
        return SOLVED;
    return refuse(MISUSED,
                  "--metric %s: has no effect with --method %s, whose kernel uses its own "
                  "distance; drop it (the estimates of --prior auto and --check use it)",
                  metric, parot_pu_method_name(method));
}

/* "38%" and "0,38" are meant well. */
static enum outcome refuse_prior(const char *text)
{
    char *end = NULL;
    double number = strtod(text, &end);
    double fraction = 0;
    if (number_is_percent(text, &fraction) && fraction < 1)
        return refuse(MISUSED, "--prior %s: must be in (0,1); did you mean %.4g?", text, fraction);
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

enum outcome pu_costs_read(const char *text, double costs[2])
{
    char first[32] = "";
    const char *comma = strchr(text, ',');
    if (comma && comma - text < (int)sizeof first)
        memcpy(first, text, (size_t)(comma - text));
    if (!number_parse(first, &costs[0]) || !number_parse(comma + 1, &costs[1]))
        return refuse(MISUSED,
                      "--costs %s: must be two numbers, what a wrong 1 costs and what a wrong 0 "
                      "costs, such as 1,5",
                      text);
    if (costs[0] < 0 || costs[1] < 0 || costs[0] + costs[1] == 0)
        return refuse(MISUSED, "--costs %s: must be 0 or more, and not both 0", text);
    return SOLVED;
}
