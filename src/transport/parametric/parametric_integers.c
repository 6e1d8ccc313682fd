/* parametric_integers.c - doubles pick the few arcs that can be first, integers decide between
 * them. */
#include "transport/parametric/parametric_integers.h"

#include <float.h>

static uint64_t *level_of(const struct parametric_integers *integers, int32_t node)
{
    return integers->level + (int64_t)node * integers->format.limbs;
}

static uint64_t *time_of(const struct parametric_integers *integers, int32_t node)
{
    return integers->time + (int64_t)node * integers->format.limbs;
}

/* ---- Room --------------------------------------------------------------- */

/* A level is a sum of costs along a tree, a time one of two levels and a cost. */
static parot_status choose_format(const struct costs *costs, const struct parametric_clouds *clouds,
                                  struct control *control, struct fixed *format)
{
    struct fixed_span span = FIXED_EMPTY_SPAN;
    for (int32_t i = 0; i < costs->n; i++) {
        const double *c = clouds ? clouds->line : cost_row(costs, i);
        if (clouds) {
            TRY(control_poll_part(control, "range", i, costs->n));
            clouds_costs(clouds, i, costs->n, costs->m, clouds->line);
        }
        for (int64_t j = 0; j < costs->m; j++)
            if (c[j] < INFINITY)
                fixed_extend(&span, fixed_parts_of(c[j]));
    }
    *format = fixed_format(span, 2 * ((int64_t)costs->n + costs->m) + 1);
    return PAROT_OK;
}

parot_status integers_open(struct parametric_integers *integers, const struct costs *costs,
                           const struct parametric_clouds *clouds, struct control *control,
                           parot_error *err)
{
    int64_t nodes = (int64_t)costs->n + costs->m, bytes = 0;
    struct fixed format;
    uint64_t *block = NULL;
    TRY(choose_format(costs, clouds, control, &format));
    if (multiply_sizes(2 * nodes, (size_t)format.limbs * sizeof *block, &bytes))
        block = block_alloc(control, (size_t)bytes);
    if (!block)
        return fail_memory(err, (size_t)bytes);
    memset(block, 0, (size_t)bytes);
    *integers = (struct parametric_integers){format, block, block + nodes * format.limbs};
    return PAROT_OK;
}

void integers_free(struct parametric_integers *integers)
{
    block_free(integers->level);
    *integers = (struct parametric_integers){0};
}

/* ---- Decisions ---------------------------------------------------------- */

/* cost - level(node) */
static void subtract_level(const struct parametric_integers *integers, double cost, int32_t node,
                           uint64_t *to)
{
    fixed_floor(integers->format, fixed_parts_of(cost), to);
    fixed_subtract(integers->format.limbs, to, level_of(integers, node), to);
}

double integers_descend(struct parametric_integers *integers, int32_t node, int32_t parent,
                        double cost)
{
    subtract_level(integers, cost, parent, level_of(integers, node));
    return fixed_round_up(integers->format, level_of(integers, node));
}

double integers_meet(struct parametric_integers *integers, int32_t node,
                     const struct arc_view *view, const double *open)
{
    int limbs = integers->format.limbs, is_found = 0;
    uint64_t least[FIXED_MOST_LIMBS], x[FIXED_MOST_LIMBS];
    double limit = INFINITY; /* `least` rounded up */
    for (int64_t k = 0; k < view->count; k++) {
        double cost = view_cost(view, k);
        int32_t other = view_node(view, k);
        if (!(cost - open[other] <= limit) || !(cost < INFINITY) || open[other] == -INFINITY)
            continue;
        subtract_level(integers, cost, other, x);
        if (is_found && !fixed_is_less(limbs, x, least))
            continue;
        memcpy(least, x, (size_t)limbs * sizeof *x);
        limit = fixed_round_up(integers->format, x);
        is_found = 1;
    }
    if (!is_found)
        return INFINITY;
    fixed_subtract(limbs, least, level_of(integers, node), time_of(integers, node));
    return fmin(fixed_round_up(integers->format, time_of(integers, node)), DBL_MAX);
}

double integers_limit(const struct parametric_integers *integers, int32_t node)
{
    uint64_t x[FIXED_MOST_LIMBS];
    fixed_add(integers->format.limbs, time_of(integers, node), level_of(integers, node), x);
    return fixed_round_up(integers->format, x);
}

int integers_are_tight(const struct parametric_integers *integers, int32_t node, int32_t partner,
                       double cost)
{
    int limbs = integers->format.limbs;
    uint64_t x[FIXED_MOST_LIMBS];
    if (!(cost < INFINITY))
        return 0;
    subtract_level(integers, cost, partner, x);
    fixed_subtract(limbs, x, level_of(integers, node), x);
    return !fixed_is_less(limbs, time_of(integers, node), x);
}

double integers_time(const struct parametric_integers *integers, int32_t node)
{
    return fixed_round(integers->format, time_of(integers, node));
}
