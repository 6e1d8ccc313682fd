/* json_pu.c - labels, estimates of the prior, and what speaks for or against them. */
#include "io/results/json_writer.h"

static void put_trials(parot_json *json, const parot_pu_result *result)
{
    parot_json_list(json, "trials");
    for (int64_t t = 0; t < result->trials; t++) {
        parot_json_object(json, NULL);
        json_trial(json, &result->trial[t].trial);
        parot_json_number(json, "differs", result->trial[t].differs);
        parot_json_end(json);
    }
    parot_json_end(json);
    parot_json_integer(json, "best", result->best);
    parot_json_integer(json, "rival", result->rival);
}

static void put_steps(parot_json *json, const parot_pu_result *result)
{
    parot_json_list(json, "steps");
    for (int64_t k = 0; k < result->steps; k++) {
        parot_json_object(json, NULL);
        parot_json_number(json, "objective", result->step[k].objective);
        parot_json_number(json, "excess", result->step[k].excess);
        parot_json_integer(json, "changed", result->step[k].changed);
        parot_json_end(json);
    }
    parot_json_end(json);
    parot_json_numbers(json, "toll", result->toll, result->count);
}

void parot_json_pu(parot_json *json, const parot_pu_result *result)
{
    parot_json_integer(json, "count", result->count);
    parot_json_integer(json, "positives", result->positives);
    parot_json_number(json, "prior", result->prior);
    parot_json_text(json, "kind", parot_pu_kind_name(result->kind));
    parot_json_text(json, "scale", parot_scale_name(result->scale));
    parot_json_text(json, "metric", parot_metric_name(result->metric));
    parot_json_number(json, "noise", result->noise);
    parot_json_integer(json, "dropped", result->dropped);
    if (result->fitted)
        parot_json_text(json, "classifier",
                        parot_pu_classifier_name((parot_pu_classifier)result->classifier));
    if (result->forest_part > 0)
        parot_json_number(json, "forest_part", result->forest_part);
    parot_json_integer(json, "fitted", result->fitted);
    parot_json_integer(json, "fitted_of", result->fitted_of);
    parot_json_integer(json, "rounds", result->rounds);
    parot_json_integer(json, "changed", result->changed);
    if (result->importances)
        parot_json_numbers(json, "importance", result->importance, result->importances);
    if (result->transport.owner) {
        parot_json_object(json, "transport");
        parot_json_result(json, &result->transport, 0);
        parot_json_end(json);
    }
    if (result->trials)
        put_trials(json, result);
    if (result->toll)
        put_steps(json, result);
}

static void put_range(parot_json *json, const char *name, parot_pu_range range)
{
    const double ends[] = {range.low, range.high};
    parot_json_numbers(json, name, ends, 2);
}

void parot_json_prior(parot_json *json, const parot_pu_prior_result *result)
{
    parot_json_number(json, "prior", result->prior);
    parot_json_number(json, "low", result->low);
    parot_json_number(json, "high", result->high);
    parot_json_number(json, "by_nearest", result->by_nearest);
    parot_json_number(json, "by_linear", result->by_linear);
    parot_json_number(json, "by_rbf", result->by_rbf);
    parot_json_number(json, "by_forest", result->by_forest);
    parot_json_number(json, "by_mean", result->by_mean);
    parot_json_number(json, "by_plateau", result->by_plateau);
    parot_json_number(json, "by_density", result->by_density);
    parot_json_number(json, "upper", result->upper);
    parot_json_number(json, "least", result->least);
    parot_json_number(json, "most", result->most);
    put_range(json, "nearest_range", result->nearest_range);
    put_range(json, "linear_range", result->linear_range);
    put_range(json, "rbf_range", result->rbf_range);
    put_range(json, "forest_range", result->forest_range);
    put_range(json, "mean_range", result->mean_range);
    put_range(json, "upper_range", result->upper_range);
    put_range(json, "plateau_range", result->plateau_range);
    put_range(json, "density_range", result->density_range);
    parot_json_flag(json, "is_reliable", result->is_reliable);
}

static void put_spies(parot_json *json, const parot_pu_spies_result *spies)
{
    parot_json_object(json, "spies");
    parot_json_integer(json, "folds", spies->folds);
    parot_json_integer(json, "spies", spies->spies);
    parot_json_number(json, "recall", spies->recall);
    parot_json_number(json, "recall_error", spies->recall_error);
    parot_json_number(json, "accuracy", spies->accuracy);
    parot_json_number(json, "accuracy_low", spies->accuracy_low);
    parot_json_number(json, "accuracy_high", spies->accuracy_high);
    parot_json_number(json, "prior_low", spies->prior_low);
    parot_json_number(json, "prior_high", spies->prior_high);
    parot_json_number(json, "precision", spies->precision);
    parot_json_number(json, "auc", spies->auc);
    parot_json_number(json, "lee_liu", spies->lee_liu);
    parot_json_end(json);
}

void parot_json_trust(parot_json *json, const parot_pu_trust *trust)
{
    if (trust->has_bias)
        parot_json_number(json, "bias", trust->bias);
    if (trust->has_cause) {
        parot_json_text(json, "cause", parot_pu_cause_name(trust->cause));
        parot_json_number(json, "by_border", trust->by_border);
        parot_json_number(json, "border_z", trust->border_z);
    }
    if (trust->has_spies)
        put_spies(json, &trust->spies);
}

/* Precision at each of these recalls, and at how many rows. */
static void put_levels(parot_json *json, const parot_pu_calibration *it)
{
    static const double LEVELS[] = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};
    parot_json_list(json, "levels");
    for (size_t k = 0; k < sizeof LEVELS / sizeof *LEVELS; k++) {
        int64_t rows = parot_pu_recall_rows(it, LEVELS[k]);
        parot_json_object(json, NULL);
        parot_json_integer(json, "rows", rows);
        parot_json_number(json, "recall", it->recall[rows - 1]);
        parot_json_number(json, "recall_low", it->recall_low[rows - 1]);
        parot_json_number(json, "recall_high", it->recall_high[rows - 1]);
        parot_json_number(json, "precision", it->precision[rows - 1]);
        parot_json_number(json, "precision_low", it->precision_low[rows - 1]);
        parot_json_number(json, "precision_high", it->precision_high[rows - 1]);
        parot_json_end(json);
    }
    parot_json_end(json);
}

static void put_criteria(parot_json *json, const parot_pu_criteria_result *criteria)
{
    parot_json_object(json, "criteria");
    parot_json_integer(json, "rows", criteria->rows);
    parot_json_number(json, "recall", criteria->recall);
    parot_json_number(json, "recall_error", criteria->recall_error);
    parot_json_number(json, "precision", criteria->precision);
    parot_json_number(json, "accuracy", criteria->accuracy);
    parot_json_number(json, "accuracy_error", criteria->accuracy_error);
    parot_json_number(json, "accuracy_low", criteria->accuracy_low);
    parot_json_number(json, "accuracy_high", criteria->accuracy_high);
    parot_json_number(json, "f1", criteria->f1);
    parot_json_number(json, "lee_liu", criteria->lee_liu);
    parot_json_number(json, "proxy_auc", criteria->proxy_auc);
    parot_json_number(json, "proxy_auc_error", criteria->proxy_auc_error);
    parot_json_number(json, "auc", criteria->auc);
    parot_json_number(json, "auc_error", criteria->auc_error);
    parot_json_number(json, "auc_low", criteria->auc_low);
    parot_json_number(json, "auc_high", criteria->auc_high);
    parot_json_end(json);
}

void parot_json_calibration(parot_json *json, const parot_pu_calibration *calibration, int64_t rows)
{
    parot_pu_criteria_result criteria;
    if (parot_pu_criteria(calibration, rows, &criteria, NULL) != PAROT_OK)
        return; /* it was never made */
    parot_json_object(json, "calibration");
    parot_json_integer(json, "spies", calibration->spies);
    parot_json_number(json, "prior", calibration->prior);
    parot_json_number(json, "prior_low", calibration->prior_low);
    parot_json_number(json, "prior_high", calibration->prior_high);
    parot_json_number(json, "effective", calibration->effective);
    put_levels(json, calibration);
    parot_json_end(json);
    put_criteria(json, &criteria);
}

void parot_json_sensitivity(parot_json *json, const parot_pu_sensitivity_result *result)
{
    parot_json_object(json, "sensitivity");
    parot_json_number(json, "low", result->low);
    parot_json_number(json, "high", result->high);
    parot_json_integer(json, "low_positives", result->low_positives);
    parot_json_integer(json, "high_positives", result->high_positives);
    parot_json_integer(json, "low_changed", result->low_changed);
    parot_json_integer(json, "high_changed", result->high_changed);
    parot_json_integer(json, "changed", result->changed);
    parot_json_flag(json, "is_relabelled", result->is_relabelled);
    parot_json_end(json);
}

static void put_leaks(parot_json *json, int32_t leaks)
{
    parot_json_list(json, "leaks");
    for (const parot_word *word = parot_pu_leak_words(); word->name; word++)
        if (leaks & word->value)
            parot_json_text(json, NULL, word->name);
    parot_json_end(json);
}

void parot_json_columns(parot_json *json, const parot_pu_columns_result *result,
                        const char *const *names)
{
    parot_json_list(json, "columns");
    for (int64_t k = 0; k < result->count; k++) {
        const parot_pu_column *column = &result->column[k];
        parot_json_object(json, NULL);
        if (names)
            parot_json_text(json, "name", names[k]);
        parot_json_number(json, "separation", column->separation);
        parot_json_number(json, "shift", column->shift);
        parot_json_number(json, "shift_z", column->shift_z);
        parot_json_number(json, "contrast", column->contrast);
        parot_json_number(json, "contrast_z", column->contrast_z);
        parot_json_number(json, "known", column->known);
        parot_json_number(json, "found", column->found);
        parot_json_number(json, "rest", column->rest);
        parot_json_number(json, "low", column->low);
        parot_json_number(json, "high", column->high);
        parot_json_number(json, "known_inside", column->known_inside);
        parot_json_number(json, "unlabeled_inside", column->unlabeled_inside);
        parot_json_number(json, "leak_z", column->leak_z);
        put_leaks(json, column->leaks);
        parot_json_end(json);
    }
    parot_json_end(json);
}

void parot_json_metrics(parot_json *json, const parot_pu_metrics *metrics)
{
    parot_json_object(json, "metrics");
    parot_json_number(json, "accuracy", metrics->accuracy);
    parot_json_number(json, "precision", metrics->precision);
    parot_json_number(json, "recall", metrics->recall);
    parot_json_number(json, "f1", metrics->f1);
    parot_json_number(json, "auc", metrics->auc);
    parot_json_number(json, "majority", metrics->majority);
    parot_json_number(json, "random_k", metrics->random_k);
    parot_json_number(json, "worst_k", metrics->worst_k);
    parot_json_end(json);
}

void parot_json_tuning(parot_json *json, const parot_pu_tune_result *result)
{
    parot_json_object(json, "tuning");
    parot_json_number(json, "bias", result->bias);
    parot_json_integer(json, "spies", result->spies);
    parot_json_integer(json, "chosen", result->chosen);
    parot_json_number(json, "seconds", result->seconds);
    parot_json_list(json, "candidates");
    for (int32_t k = 0; k < result->count; k++) {
        const parot_pu_candidate *candidate = &result->candidates[k];
        parot_json_object(json, NULL);
        parot_json_text(json, "method", parot_pu_method_name(candidate->method));
        parot_json_text(json, "kernel", parot_pu_kernel_name(candidate->kernel));
        parot_json_number(json, "recall", candidate->recall);
        parot_json_number(json, "score", candidate->score);
        parot_json_number(json, "error", candidate->error);
        parot_json_number(json, "lead", candidate->lead);
        parot_json_number(json, "lead_error", candidate->lead_error);
        parot_json_end(json);
    }
    parot_json_end(json);
    parot_json_end(json);
}
