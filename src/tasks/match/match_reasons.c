/* match_reasons.c - what is known of each row: its candidates, and why it has no partner.
 *
 * The reasons are asked in the order in which a pair could fail: there is no room, nobody is in
 * the stratum, the nearest is too far, a column forbids it, the price is too low; what is left has
 * candidates that others have.
 */
#include <math.h>

#include "tasks/match/match_internal.h"

/* One side, in the order inside. */
struct side_view {
    parot_match_side *side;
    const int32_t *of, *other_of, *room;
    const struct match_nearest *near; /* where there are no candidates */
    const uint8_t *is_short;
    const double *price;
};

static parot_match_reason reason_without(const struct match_answer *answer, int32_t i, int32_t j,
                                         double cost, parot_match_side *side, int32_t at)
{
    const parot_match_problem *problem = answer->lists->problem;
    int64_t limited = -1;
    if (cost > answer->lists->options->caliper)
        return PAROT_MATCH_REASON_FAR;
    if (match_is_within_columns(problem, i, j, &limited))
        return PAROT_MATCH_REASON_TAKEN;
    side->limited[at] = (int32_t)limited;
    side->limited_by[at] = fabs(problem->x_limited.data[i * problem->x_limited.stride + limited] -
                                problem->y_limited.data[j * problem->y_limited.stride + limited]);
    return PAROT_MATCH_REASON_COLUMN;
}

/* side->candidates, partners and nearest have been set. */
static void find_reason(const struct match_answer *answer, const struct side_view *view, int32_t k,
                        int is_row)
{
    parot_match_side *side = view->side;
    const parot_match_options *options = answer->lists->options;
    int32_t at = view->of[k], nearest = side->nearest[at];
    int is_alone = nearest < 0;
    if (side->partners[at] > 0)
        side->reason[at] = PAROT_MATCH_REASON_MATCHED;
    else if (view->room[k] == 0)
        side->reason[at] = PAROT_MATCH_REASON_CAPACITY;
    else if (is_alone)
        side->reason[at] = answer->lists->space || side->limited[at] == -2
                               ? PAROT_MATCH_REASON_NOBODY
                               : PAROT_MATCH_REASON_FORBIDDEN;
    else if (side->candidates[at] == 0)
        side->reason[at] = (int32_t)reason_without(
            answer, is_row ? at : nearest, is_row ? nearest : at, side->nearest_cost[at], side, at);
    else
        side->reason[at] =
            options->order == PAROT_MATCH_ORDER_PRICE && side->nearest_cost[at] >= options->price
                ? PAROT_MATCH_REASON_PRICE
                : PAROT_MATCH_REASON_TAKEN;
    if (side->limited[at] == -2)
        side->limited[at] = -1;
}

static void begin_side(const struct side_view *view, int32_t count)
{
    parot_match_side *side = view->side;
    for (int32_t k = 0; k < count; k++) {
        int32_t at = view->of[k];
        side->limited[at] = -1;
        side->limited_by[at] = NAN;
        side->is_short[at] = (int8_t)view->is_short[k];
        side->price[at] = view->price[k];
        side->nearest[at] = view->near[k].index < 0 ? -1 : view->other_of[view->near[k].index];
        side->nearest_cost[at] = view->near[k].index < 0 ? INFINITY : view->near[k].cost;
    }
}

static void note_candidate(parot_match_side *side, int32_t at, int32_t other, double cost,
                           int is_first)
{
    if (!is_first && !(cost < side->nearest_cost[at]))
        return;
    side->nearest[at] = other;
    side->nearest_cost[at] = cost;
}

/* Of rows with candidates the nearest is the cheapest of these. */
static void count_candidates(const struct match_lists *lists, parot_match_result *result)
{
    for (int32_t i = 0; i < lists->n; i++) {
        int32_t row = lists->row_of[i];
        for (int32_t e = lists->pairs.begin[i]; e < lists->pairs.begin[i + 1]; e++) {
            int32_t col = lists->col_of[lists->pairs.col[e]];
            double cost = lists->pairs.cost[e];
            note_candidate(&result->x, row, col, cost, result->x.candidates[row]++ == 0);
            note_candidate(&result->y, col, row, cost, result->y.candidates[col]++ == 0);
        }
    }
    result->candidates = lists->pairs.begin[lists->n];
}

/* Rows of groups that are not listed have all columns; those alone in their stratum are marked. */
static void mark_groups(const struct match_answer *answer, parot_match_result *result)
{
    const struct match_lists *lists = answer->lists;
    for (int32_t g = 0; g < lists->groups; g++) {
        const struct match_group *group = &lists->group[g];
        int is_alone = group->rows == 0 || group->cols == 0;
        int is_dense = !is_alone && lists->space &&
                       match_is_dense(lists->problem, lists->options, group->rows, group->cols);
        result->strata += !is_alone;
        if (is_dense)
            result->candidates = -1;
        for (int32_t k = 0; k < group->rows && (is_alone || is_dense); k++) {
            int32_t at = lists->row_of[group->first_row + k];
            result->x.candidates[at] = is_dense ? group->cols : 0;
            result->x.limited[at] = is_alone ? -2 : -1;
        }
        for (int32_t k = 0; k < group->cols && (is_alone || is_dense); k++) {
            int32_t at = lists->col_of[group->first_col + k];
            result->y.candidates[at] = is_dense ? group->rows : 0;
            result->y.limited[at] = is_alone ? -2 : -1;
        }
    }
}

void match_find_reasons(const struct match_answer *answer, parot_match_result *result)
{
    const struct match_lists *lists = answer->lists;
    struct side_view x = {&result->x,      lists->row_of,        lists->col_of,    answer->row_room,
                          lists->near_row, answer->is_short_row, answer->row_price};
    struct side_view y = {&result->y,      lists->col_of,        lists->row_of,    answer->col_room,
                          lists->near_col, answer->is_short_col, answer->col_price};
    begin_side(&x, lists->n);
    begin_side(&y, lists->m);
    count_candidates(lists, result);
    mark_groups(answer, result);
    for (int32_t i = 0; i < lists->n; i++)
        find_reason(answer, &x, i, 1);
    for (int32_t j = 0; j < lists->m; j++)
        find_reason(answer, &y, j, 0);
}
