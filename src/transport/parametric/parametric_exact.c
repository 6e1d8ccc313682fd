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

parot_status parametric_check(const struct parametric *parametric, const struct units *units,
                              struct initial_tree *initial, struct exact *exact,
                              struct control *control, int *is_optimal)
{
    const struct costs *costs = &exact->costs;
    struct arc tie = parametric->tie;
    *is_optimal = 0;
    if (exact->has_price)
        tie = (struct arc){dummy_row(costs), dummy_col(costs), parametric->moved};
    int64_t count = list_arcs(parametric, costs, units, initial->arcs);
    if (!initial_tree_span(initial, costs, units, count, tie, exact->tree))
        return PAROT_OK;
    return exact_check(exact, control, is_optimal);
}

int parametric_plan_tree(const struct parametric *parametric, const struct units *units,
                         struct initial_tree *initial, struct exact *exact)
{
    int64_t count = branch_export(&parametric->tree, initial->arcs);
    return initial_tree_from_plan(initial, &exact->costs, units, initial->arcs, count,
                                  exact->has_price, exact->tree);
}

parot_status parametric_finish(const struct parametric *parametric, const struct units *units,
                               struct initial_tree *initial, struct exact *exact,
                               struct control *control)
{
    int is_optimal = 0;
    TRY(parametric_check(parametric, units, initial, exact, control, &is_optimal));
    if (is_optimal)
        return PAROT_OK;
    if (!parametric_plan_tree(parametric, units, initial, exact))
        return PAROT_EINVAL;
    return exact_finish(exact, NULL, 0, control);
}
