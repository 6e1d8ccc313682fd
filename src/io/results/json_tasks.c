/* json_tasks.c - transforms, drift, and the reasons of moves and labels. */
#include "io/results/json_writer.h"

void parot_json_register(parot_json *json, const parot_register_result *result)
{
    parot_json_number(json, "scale", result->scale);
    parot_json_matrix(json, "rotation",
                      (parot_matrix){result->rotation, result->dims, result->dims, result->dims});
    parot_json_numbers(json, "shift", result->shift, result->dims);
    parot_json_number(json, "overlap", result->overlap);
    parot_json_flag(json, "has_elbow", result->has_elbow);
    parot_json_integer(json, "rank", result->rank);
    parot_json_integer(json, "count", result->count);
    parot_json_integer(json, "inliers", result->inliers);
    parot_json_number(json, "rms", result->rms);
    parot_json_integer(json, "trials", result->trials);
    parot_json_integer(json, "iterations", result->iterations);
    parot_json_object(json, "transport");
    parot_json_result(json, &result->transport, 0);
    parot_json_end(json);
}

static void add_reasons(parot_json *json, const char *name, const int32_t *reason, int64_t count)
{
    parot_json_list(json, name);
    for (int64_t i = 0; i < count; i++)
        parot_json_text(json, NULL, parot_unmatched_name((parot_unmatched)reason[i]));
    parot_json_end(json);
}

void parot_json_align(parot_json *json, const parot_align_result *result)
{
    parot_json_integer(json, "count", result->count);
    parot_json_integer(json, "matched", result->matched);
    parot_json_number(json, "share", result->share);
    parot_json_number(json, "low", result->low);
    parot_json_number(json, "high", result->high);
    parot_json_flag(json, "has_elbow", result->has_elbow);
    parot_json_number(json, "limit", result->limit);
    parot_json_flag(json, "has_motion", result->has_motion);
    parot_json_flag(json, "is_mirrored", result->is_mirrored);
    parot_json_indices(json, "match", result->match, result->count);
    parot_json_numbers(json, "confidence", result->confidence, result->count);
    parot_json_numbers(json, "cost", result->cost, result->count);
    parot_json_indices(json, "nearest", result->nearest, result->count);
    parot_json_numbers(json, "nearest_cost", result->nearest_cost, result->count);
    add_reasons(json, "reason", result->reason, result->count);
    parot_json_integer(json, "target_count", result->target_count);
    parot_json_indices(json, "target_match", result->target_match, result->target_count);
    parot_json_indices(json, "target_nearest", result->target_nearest, result->target_count);
    parot_json_numbers(json, "target_nearest_cost", result->target_nearest_cost,
                       result->target_count);
    add_reasons(json, "target_reason", result->target_reason, result->target_count);
    if (result->shift_range) {
        int64_t d = result->registered.dims;
        parot_json_numbers(json, "turn_range", result->turn_range, d * (d - 1) / 2);
        parot_json_numbers(json, "shift_range", result->shift_range, d);
    }
    if (result->has_motion) {
        parot_json_object(json, "registered");
        parot_json_register(json, &result->registered);
        parot_json_end(json);
    } else {
        parot_json_object(json, "distances");
        parot_json_gromov(json, &result->distances, 0);
        parot_json_end(json);
    }
}

void parot_json_drift(parot_json *json, const parot_drift_result *result)
{
    parot_json_integer(json, "count", result->count);
    parot_json_text(json, "scale", parot_scale_name(result->scale));
    parot_json_text(json, "metric", parot_metric_name(result->metric));
    parot_json_integer(json, "dropped", result->dropped);
    parot_json_integer(json, "splits", result->splits);
    parot_json_number(json, "threshold", result->threshold);
    parot_json_integer(json, "alarms", result->alarms);
    parot_json_number(json, "expected", result->expected);
    parot_json_number(json, "z", result->z);
    parot_json_integer(json, "beyond", result->beyond);
    parot_json_number(json, "beyond_chance", result->beyond_chance);
    parot_json_flag(json, "is_drift", result->is_drift);
    parot_json_number(json, "share", result->share);
    parot_json_number(json, "low", result->low);
    parot_json_number(json, "high", result->high);
}

/* ---- Reasons ------------------------------------------------------------ */

static void put_others(parot_json *json, const parot_move *move)
{
    parot_json_list(json, "other");
    for (int64_t k = 0; k < move->others; k++)
        parot_json_integer(json, NULL, move->other[k]);
    parot_json_end(json);
    parot_json_numbers(json, "other_mass", move->other_mass, move->others);
    parot_json_number(json, "others_cost", move->others_cost);
}

void parot_json_move(parot_json *json, const parot_move *move)
{
    parot_json_object(json, "move");
    parot_json_integer(json, "row", move->row);
    parot_json_number(json, "weight", move->weight);
    parot_json_number(json, "moved", move->moved);
    parot_json_flag(json, "is_whole", move->is_whole);
    parot_json_flag(json, "is_none", move->is_none);
    parot_json_number(json, "mass", move->mass);
    parot_json_number(json, "lambda", move->lambda);
    parot_json_number(json, "most", move->most);
    parot_json_indices(json, "match", move->match, move->matches);
    parot_json_numbers(json, "match_mass", move->match_mass, move->matches);
    parot_json_numbers(json, "match_cost", move->match_cost, move->matches);
    parot_json_integer(json, "nearest", move->nearest);
    parot_json_number(json, "nearest_cost", move->nearest_cost);
    parot_json_integer(json, "price_at", move->price_at);
    parot_json_number(json, "price", move->price);
    parot_json_flag(json, "is_removed", move->is_removed);
    parot_json_flag(json, "is_needed", move->is_needed);
    if (move->has_answer)
        put_others(json, move);
    parot_json_end(json);
}

void parot_json_pairwise(parot_json *json, const parot_pairwise_result *result)
{
    parot_matrix objective = {result->objective, result->count, result->count, result->count};
    parot_json_integer(json, "count", result->count);
    parot_json_integer(json, "pairs", result->pairs);
    parot_json_integer(json, "solved", result->solved);
    parot_json_integer(json, "failed", result->failed);
    parot_json_integer(json, "known", result->known);
    parot_json_matrix(json, "objective", objective);
    parot_json_list(json, "failures");
    for (int64_t f = 0; f < result->failures; f++) {
        parot_json_object(json, NULL);
        parot_json_integer(json, "first", result->failure[f].first);
        parot_json_integer(json, "second", result->failure[f].second);
        parot_json_text(json, "message", result->failure[f].error.message);
        parot_json_end(json);
    }
    parot_json_end(json);
}

static void put_columns(parot_json *json, const parot_explain_result *parts, const double *values,
                        const char *const *names)
{
    int64_t d = parts->columns;
    parot_json_object(json, "columns");
    parot_json_number(json, "score", parts->score);
    parot_json_number(json, "usual", parts->usual);
    parot_json_number(json, "rest", parts->rest);
    parot_json_integer(json, "walks", parts->walks);
    parot_json_list(json, "name");
    for (int64_t k = 0; names && k < d; k++)
        parot_json_text(json, NULL, names[k]);
    parot_json_end(json);
    parot_json_numbers(json, "value", values, d);
    parot_json_numbers(json, "median", parts->median, d);
    parot_json_numbers(json, "part", parts->part, d);
    parot_json_numbers(json, "error", parts->error, d);
    parot_json_indices(json, "order", parts->order, d);
    parot_json_end(json);
}

void parot_json_reasons(parot_json *json, const parot_label_reasons *reasons, const double *values,
                        const char *const *names)
{
    parot_json_integer(json, "positives", reasons->positives);
    if (reasons->has_columns)
        put_columns(json, &reasons->columns, values, names);
    if (reasons->has_columns || reasons->toll > 0)
        parot_json_integer(json, "other_labels", reasons->other_labels);
    if (reasons->importances)
        parot_json_numbers(json, "importance", reasons->importance, reasons->importances);
    if (reasons->has_transport) {
        parot_json_move(json, &reasons->move);
        parot_json_integer(json, "agreeing", reasons->agreeing);
        if (reasons->toll > 0)
            parot_json_number(json, "toll", reasons->toll);
    }
}
