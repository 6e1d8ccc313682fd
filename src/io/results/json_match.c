/* json_match.c - pairs of two tables: both sides, the balance of each column, and the proof. */
#include <math.h>

#include "io/results/json_writer.h"

/* How many rows have each reason; the lists, if they are wanted. */
static void add_side(parot_json *json, const char *name, const parot_match_side *side,
                     int with_pairs)
{
    const parot_word *words = parot_match_reason_words();
    parot_json_object(json, name);
    parot_json_integer(json, "count", side->count);
    parot_json_integer(json, "matched", side->matched);
    parot_json_object(json, "reasons");
    for (int k = 0; words[k].name; k++) {
        int64_t count = 0;
        for (int64_t i = 0; i < side->count; i++)
            count += side->reason[i] == words[k].value;
        parot_json_integer(json, words[k].name, count);
    }
    parot_json_end(json);
    if (with_pairs) {
        parot_json_indices(json, "partners", side->partners, side->count);
        parot_json_indices(json, "candidates", side->candidates, side->count);
        parot_json_list(json, "reason");
        for (int64_t i = 0; i < side->count; i++)
            parot_json_text(json, NULL,
                            parot_match_reason_name((parot_match_reason)side->reason[i]));
        parot_json_end(json);
        parot_json_indices(json, "nearest", side->nearest, side->count);
        parot_json_numbers(json, "nearest_cost", side->nearest_cost, side->count);
        parot_json_indices(json, "limited", side->limited, side->count);
        parot_json_numbers(json, "limited_by", side->limited_by, side->count);
    }
    parot_json_end(json);
}

static void add_balance(parot_json *json, const char *name, const parot_match_balance *balance)
{
    parot_json_object(json, name);
    parot_json_number(json, "mean_x", balance->mean_x);
    parot_json_number(json, "mean_y", balance->mean_y);
    parot_json_number(json, "difference", balance->difference);
    parot_json_number(json, "variance_ratio", balance->variance_ratio);
    parot_json_end(json);
}

void parot_json_match(parot_json *json, const parot_match_result *result,
                      const char *const *covariates, int with_pairs)
{
    parot_json_text(json, "order", parot_match_order_name(result->order));
    parot_json_number(json, "caliper", result->caliper);
    parot_json_numbers(json, "column_caliper", result->column_caliper, result->limits);
    parot_json_number(json, "price", result->price);
    parot_json_integer(json, "pairs", result->pairs);
    parot_json_integer(json, "capacity_most", result->capacity_most);
    parot_json_number(json, "objective", result->objective);
    parot_json_number(json, "bound", result->bound);
    parot_json_integer(json, "candidates", result->candidates);
    parot_json_integer(json, "strata", result->strata);
    if (with_pairs) {
        parot_json_indices(json, "row", result->row, result->pairs);
        parot_json_indices(json, "col", result->col, result->pairs);
        parot_json_numbers(json, "cost", result->cost, result->pairs);
    }
    add_side(json, "x", &result->x, with_pairs);
    add_side(json, "y", &result->y, with_pairs);
    parot_json_list(json, "balance");
    for (int64_t c = 0; c < result->covariates; c++) {
        parot_json_object(json, NULL);
        if (covariates)
            parot_json_text(json, "name", covariates[c]);
        add_balance(json, "before", &result->before[c]);
        add_balance(json, "after", &result->after[c]);
        parot_json_end(json);
    }
    parot_json_end(json);
}

void parot_json_match_check(parot_json *json, const parot_match_result *result,
                            const parot_match_check *check, double tolerance)
{
    parot_json_object(json, "certificate");
    parot_json_flag(json, "proved", parot_match_is_proved(result, check, tolerance));
    parot_json_integer(json, "most", check->most);
    parot_json_number(json, "bound", check->bound);
    parot_json_number(json, "excess", check->excess);
    parot_json_number(json, "relative", check->relative);
    parot_json_integer(json, "faults", check->faults);
    parot_json_integer(json, "candidates", check->candidates);
    parot_json_end(json);
}
