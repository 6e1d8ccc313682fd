/* parametric_exact.c - the parametric simplex's own trees first, then the simplex.
 *
 * The trees of the parametric simplex, tied together, are a basis with the right prices, and as a
 * rule exact ones. It is not strongly feasible, so if a pair is violated, the plan gets another
 * tree, for which pivots cannot go round in circles.
 */
#include "transport/parametric/parametric_exact.h"

/* All arcs of the trees, and the slack of their roots and of all that have mass left. */
static int64_t list_arcs(const struct parametric *parametric, const struct costs *costs,
                         const struct units *units, struct arc *arcs)
{
    int64_t count = branch_export_all(&parametric->tree, arcs);
    for (int32_t k = 0; k < parametric->n + parametric->m; k++) {
        const struct parametric_node *at = &parametric->tree.nodes[k];
        int is_row = k < parametric->n;
        if ((at->parent >= 0 && at->left == 0) ||
            (is_row ? units->row[k] : units->col[k - parametric->n]) == 0)
            continue;
        arcs[count++] = is_row ? (struct arc){k, dummy_col(costs), at->left}
                               : (struct arc){dummy_row(costs), k + 1, at->left};
    }
    return count;
}

parot_status parametric_finish(const struct parametric *parametric, const struct units *units,
                               struct initial_tree *initial, struct exact *exact,
                               struct control *control)
{
    const struct costs *costs = &exact->costs;
    int is_optimal = 0;
    struct arc tie = parametric->tie;
    if (exact->has_price)
        tie = (struct arc){dummy_row(costs), dummy_col(costs), parametric->moved};
    int64_t count = list_arcs(parametric, costs, units, initial->arcs);
    if (initial_tree_span(initial, costs, units, count, tie, exact->tree))
        TRY(exact_check(exact, control, &is_optimal));
    if (is_optimal)
        return PAROT_OK;
    count = branch_export(&parametric->tree, initial->arcs);
    if (!initial_tree_from_plan(initial, costs, units, initial->arcs, count, exact->has_price,
                                exact->tree))
        return PAROT_EINVAL;
    return exact_finish(exact, NULL, 0, control);
}
