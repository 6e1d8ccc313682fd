/* pricing.c - row by row over the matrix in place. */
#include "transport/pricing.h"

#include "linalg/scan.h"

static int is_less(struct reduced_cost a, struct reduced_cost b)
{
    return a.level < b.level || (a.level == b.level && a.cost < b.cost);
}

static void improve(struct nominee *nominee, int32_t row, int32_t col, struct reduced_cost reduced)
{
    if (is_less(reduced, nominee->reduced))
        *nominee = (struct nominee){row, col, reduced};
}

/* Arc by arc, levels first. */
static void price_arcs(const struct tree *tree, const struct costs *costs, int32_t row,
                       struct nominee *nominee)
{
    for (int32_t col = costs->n + 1; col < dummy_col(costs); col++)
        if (tree->node[col].size)
            improve(nominee, row, col, tree_reduced_cost(tree, costs, row, col));
}

/* While no arc of the tree has a level: arcs above the cap are out of the question. */
static void price_row(const struct tree *tree, const struct costs *costs, int32_t row,
                      struct nominee *nominee)
{
    struct scan scan = {costs->data + row * costs->stride, tree->potential + costs->n + 1, costs->m,
                        costs->scale, costs->cap};
    double least = scan_minimum(&scan);
    struct reduced_cost reduced = {0, least - tree->potential[row]};
    if (is_less(reduced, nominee->reduced))
        *nominee =
            (struct nominee){row, (int32_t)(costs->n + 1 + scan_find(&scan, least)), reduced};
}

/* The arc of a row with the least reduced cost, if that is negative. */
static void nominate(const struct pricing *pricing, const struct tree *tree,
                     const struct costs *costs, int32_t row, struct nominee *nominee)
{
    int32_t slack = dummy_col(costs);
    if (row != dummy_row(costs) && tree->node[slack].size)
        improve(nominee, row, slack, tree_reduced_cost(tree, costs, row, slack));
    if (row == dummy_row(costs) || pricing->forbidden > 0)
        price_arcs(tree, costs, row, nominee);
    else
        price_row(tree, costs, row, nominee);
}

/* Insertion into a short list, worst first; equals keep their order. */
static void insert(struct nominee *nominees, int count, struct nominee nominee)
{
    for (; count > 0 && is_less(nominee.reduced, nominees[count - 1].reduced); count--)
        nominees[count] = nominees[count - 1];
    nominees[count] = nominee;
}

int pricing_nominate(struct pricing *pricing, const struct tree *tree, const struct costs *costs,
                     struct nominee *nominees)
{
    int32_t rows = costs->n + 1;
    int count = 0;
    for (int32_t k = 0; k < rows && (count == 0 || k % PRICING_BLOCK != 0); k++) {
        int32_t row = pricing->next;
        struct nominee nominee = {row, TREE_NONE, {0, 0}};
        pricing->next = row + 1 < rows ? row + 1 : 0;
        if (tree->node[row].size == 0)
            continue;
        pricing->rows_priced++;
        nominate(pricing, tree, costs, row, &nominee);
        if (nominee.col != TREE_NONE && is_violated(tree, row, nominee.col, nominee.reduced))
            insert(nominees, count++, nominee);
    }
    return count;
}
