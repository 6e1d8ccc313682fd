/* match_why.c - the reason of a row in a sentence, with its numbers. */
#include <stdio.h>

#include "parot/match.h"

static const char *limited_name(const char *const *limited, int32_t column, char text[32])
{
    snprintf(text, 32, "column %d", (int)column + 1);
    return limited && limited[column] ? limited[column] : text;
}

/* A row that is alone could have a partner in another choice of as many pairs, never of more: it is
 * the costs that decide. */
static void why_taken(const parot_match_result *result, const parot_match_side *side, int64_t row,
                      char text[PAROT_MATCH_WHY])
{
    const parot_match_side *other = side == &result->x ? &result->y : &result->x;
    const char *by =
        result->order == PAROT_MATCH_ORDER_PRICE ? "pairs that save more" : "cheaper pairs";
    int32_t nearest = side->nearest[row];
    if (nearest >= 0 && other->reason[nearest] == PAROT_MATCH_REASON_CAPACITY)
        snprintf(text, PAROT_MATCH_WHY,
                 "its nearest candidate, at %.6g, has a capacity of 0, and no other one has room",
                 side->nearest_cost[row]);
    else if (side->candidates[row] == 1)
        snprintf(text, PAROT_MATCH_WHY, "its only candidate, at %.6g, is taken by %s",
                 side->nearest_cost[row], by);
    else
        snprintf(text, PAROT_MATCH_WHY, "its %d candidates, the nearest at %.6g, are taken by %s",
                 (int)side->candidates[row], side->nearest_cost[row], by);
}

const char *parot_match_why(const parot_match_result *result, int is_target, int64_t row,
                            const char *const *limited, char text[PAROT_MATCH_WHY])
{
    const parot_match_side *side = is_target ? &result->y : &result->x;
    char name[32];
    text[0] = '\0';
    switch ((parot_match_reason)side->reason[row]) {
    case PAROT_MATCH_REASON_MATCHED:
        break;
    case PAROT_MATCH_REASON_FAR:
        snprintf(text, PAROT_MATCH_WHY, "nearest at %.6g, beyond the caliper %.6g",
                 side->nearest_cost[row], result->caliper);
        break;
    case PAROT_MATCH_REASON_COLUMN:
        snprintf(text, PAROT_MATCH_WHY,
                 "nearest at %.6g, but %.6g apart in %.80s, beyond its caliper %.6g",
                 side->nearest_cost[row], side->limited_by[row],
                 limited_name(limited, side->limited[row], name),
                 result->column_caliper[side->limited[row]]);
        break;
    case PAROT_MATCH_REASON_NOBODY:
        snprintf(text, PAROT_MATCH_WHY, "no row of the other table has the same exact values");
        break;
    case PAROT_MATCH_REASON_TAKEN:
        why_taken(result, side, row, text);
        break;
    case PAROT_MATCH_REASON_PRICE:
        snprintf(text, PAROT_MATCH_WHY, "its cheapest candidate costs %.6g, the price is %.6g",
                 side->nearest_cost[row], result->price);
        break;
    case PAROT_MATCH_REASON_CAPACITY:
        snprintf(text, PAROT_MATCH_WHY, "its capacity is 0");
        break;
    case PAROT_MATCH_REASON_FORBIDDEN:
        snprintf(text, PAROT_MATCH_WHY, "no pair with it has a cost");
        break;
    }
    return text;
}
