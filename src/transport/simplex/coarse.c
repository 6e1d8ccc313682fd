/* coarse.c - prices and candidates from a problem of a ninth of the size.
 *
 * A third of the rows and columns is drawn. All other nodes give their weight to the drawn node
 * that is most like them (representatives.h), and the transport of the whole mass between the drawn
 * nodes is solved, by this same method. The prices of its rows are worth a price of every column,
 * by a pass over the costs of the drawn rows; and nodes whose representatives are joined in its
 * tree become candidates for each other.
 */
#include "transport/simplex/coarse.h"

#include "base/random.h"
#include "base/simd.h"
#include "transport/range.h"
#include "transport/simplex/duals.h"
#include "transport/simplex/representatives.h"

/* One node in this many is drawn: a ninth of the matrix. */
enum { ONE_IN = 3 };

/* Up to this share of the mass the cheapest pairs are good candidates by themselves; in many
 * dimensions, where a sample tells less of the whole, even up to the other. */
static const double LEAST_SHARE = 0.795, LOOSE_SHARE = 0.94;

/* Candidates of a row that the plan of the sample suggests, at most. */
enum { SUGGESTED = 64 };

/* The nodes of the whole, sorted by parent: those of r are node[first[r] .. first[r + 1]). */
struct children {
    int32_t *first, *node;
};

struct coarse {
    struct simplex simplex;
    struct costs costs;
    int32_t *row, *col; /* the nodes of the sample, in the whole */
    struct representatives representatives;
    struct children of_row, of_col;
    double *matrix;
    double *u, *v;
};

static int is_drawn(uint64_t seed, int32_t node, unit_count weight)
{
    return weight > 0 && random_bits(seed, RANDOM_SAMPLE, (uint64_t)node) % ONE_IN == 0;
}

static int32_t count_drawn(const unit_count *weights, int32_t count, int32_t first, uint64_t seed)
{
    int32_t drawn = 0;
    for (int32_t k = 0; k < count; k++)
        drawn += is_drawn(seed, first + k, weights[k]);
    return drawn;
}

static void children_layout(struct children *children, int32_t count, int32_t drawn,
                            struct arena *arena)
{
    children->first = arena_take(arena, (int64_t)drawn + 1, sizeof *children->first);
    children->node = arena_take(arena, count, sizeof *children->node);
}

static void layout(struct coarse *coarse, const struct costs *whole, int32_t n, int32_t m,
                   struct arena *arena)
{
    representatives_layout(&coarse->representatives, whole->n > whole->m ? whole->n : whole->m,
                           n > m ? n : m, arena);
    children_layout(&coarse->of_row, whole->n, n, arena);
    children_layout(&coarse->of_col, whole->m, m, arena);
    simplex_layout(&coarse->simplex, n, m, arena);
    coarse->row = arena_take(arena, n, sizeof *coarse->row);
    coarse->col = arena_take(arena, m, sizeof *coarse->col);
    coarse->u = arena_take(arena, n, sizeof *coarse->u);
    coarse->v = arena_take(arena, m, sizeof *coarse->v);
    coarse->matrix = arena_take(arena, n, (size_t)m * sizeof *coarse->matrix);
}

/* The drawn nodes of one side. */
static void draw(const unit_count *weights, int32_t count, int32_t first, uint64_t seed,
                 int32_t *node)
{
    int32_t drawn = 0;
    for (int32_t k = 0; k < count; k++)
        if (is_drawn(seed, first + k, weights[k]))
            node[drawn++] = k;
}

static unit_count smaller(unit_count a, unit_count b)
{
    return a < b ? a : b;
}

/* Every node gives its mass to its parent. No node can use more than the mass to move, and more
 * might overflow. */
static void adopt(const int32_t *parent, const unit_count *weights, int32_t count, unit_count mass,
                  unit_count *weight, int32_t drawn)
{
    for (int32_t r = 0; r < drawn; r++)
        weight[r] = 0;
    for (int32_t k = 0; k < count; k++)
        weight[parent[k]] = smaller(mass, weight[parent[k]] + smaller(mass, weights[k]));
}

static void sort_children(struct children *children, const int32_t *parent, int32_t count,
                          int32_t drawn)
{
    for (int32_t r = 0; r <= drawn; r++)
        children->first[r] = 0;
    for (int32_t k = 0; k < count; k++)
        children->first[parent[k]]++;
    for (int32_t r = 1; r <= drawn; r++)
        children->first[r] += children->first[r - 1];
    for (int32_t k = count - 1; k >= 0; k--)
        children->node[--children->first[parent[k]]] = k;
}

/* The sample with the mass of the whole: what moves there tells where mass has to move here. */
static void sample(struct coarse *coarse, const struct simplex *whole, uint64_t seed,
                   int32_t threads)
{
    const struct costs *costs = &whole->costs;
    struct units *units = &coarse->simplex.units;
    int32_t n = coarse->costs.n, m = coarse->costs.m;
    struct side rows = side_of_rows(costs),
                cols = {costs->data, 1, costs->stride, costs->m, costs->n};
    units->mass = whole->units.mass;
    units->unit = whole->units.unit;
    draw(whole->units.row, costs->n, 0, seed, coarse->row);
    draw(whole->units.col, costs->m, costs->n + 1, seed, coarse->col);
    representatives_find(&coarse->representatives, rows, coarse->row, n, coarse->col, m, threads);
    adopt(coarse->representatives.parent, whole->units.row, costs->n, units->mass, units->row, n);
    sort_children(&coarse->of_row, coarse->representatives.parent, costs->n, n);
    representatives_find(&coarse->representatives, cols, coarse->col, m, coarse->row, n, threads);
    adopt(coarse->representatives.parent, whole->units.col, costs->m, units->mass, units->col, m);
    sort_children(&coarse->of_col, coarse->representatives.parent, costs->m, m);
    for (int32_t i = 0; i < n; i++) {
        const double *from = costs->data + coarse->row[i] * costs->stride;
        for (int32_t j = 0; j < m; j++)
            coarse->matrix[(int64_t)i * m + j] = from[coarse->col[j]];
    }
}

/* best_j = min(best_j, c_j - price) */
SIMD_CLONES static void lower(double *restrict best, const double *restrict c, int64_t m,
                              double price)
{
    for (int64_t j = 0; j < m; j++) {
        double x = c[j] - price;
        best[j] = x < best[j] ? x : best[j];
    }
}

/* The prices of all columns that those of the sample's rows allow:
 * -v_j = min(0, min_i (c_ij - (lambda - u_i))). */
static void extend(const struct coarse *coarse, const struct simplex *whole, double lambda,
                   double *col_price)
{
    const struct costs *costs = &whole->costs;
    for (int32_t j = 0; j < costs->m; j++)
        col_price[j] = 0;
    for (int32_t i = 0; i < coarse->costs.n; i++)
        lower(col_price, costs->data + coarse->row[i] * costs->stride, costs->m,
              lambda - coarse->u[i]);
}

/* Lists the pairs of children of r and q, columns without mass apart. */
static void suggest_pairs(const struct coarse *coarse, struct simplex *whole, int32_t r, int32_t q)
{
    struct candidates *candidates = &whole->candidates;
    for (int32_t a = coarse->of_row.first[r]; a < coarse->of_row.first[r + 1]; a++) {
        int32_t i = coarse->of_row.node[a];
        int32_t most = candidates->share < SUGGESTED ? candidates->share : SUGGESTED;
        for (int32_t b = coarse->of_col.first[q]; b < coarse->of_col.first[q + 1]; b++)
            if (candidates->count[i] < most && whole->units.col[coarse->of_col.node[b]] > 0)
                candidates->col[candidates->begin[i] + candidates->count[i]++] =
                    coarse->of_col.node[b];
    }
}

/* Children of neighbours in the sample's tree will exchange mass here: with these pairs alone,
 * except for the limit of a row, there is a plan that costs little more than the sample's. */
static void suggest(const struct coarse *coarse, struct simplex *whole)
{
    const struct tree *tree = &coarse->simplex.tree;
    const struct costs *costs = &coarse->costs;
    candidates_clear(&whole->candidates);
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node))
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        if (!is_slack(costs, row, col))
            suggest_pairs(coarse, whole, row, col - costs->n - 1);
    }
}

/* Works: the block in `arena` belongs to the caller. */
static int guess(struct simplex *whole, struct arena *arena, struct control *control, double *price)
{
    struct coarse coarse = {0};
    uint64_t seed = control->run.seed + (uint64_t)whole->depth;
    int32_t n = count_drawn(whole->units.row, whole->costs.n, 0, seed);
    int32_t m = count_drawn(whole->units.col, whole->costs.m, whole->costs.n + 1, seed);
    if (n < 1 || m < 1)
        return 0;
    layout(&coarse, &whole->costs, n, m, arena);
    if (arena_open(arena, control, NULL) != PAROT_OK)
        return 0;
    layout(&coarse, &whole->costs, n, m, arena);
    coarse.costs = (struct costs){coarse.matrix, m, n, m, 1, INFINITY};
    coarse.simplex.depth = whole->depth + 1;
    sample(&coarse, whole, seed, control->run.threads);
    struct cost_range range = range_find(&coarse.costs, control->run.threads);
    if (range.has_forbidden || range.is_invalid)
        return 0;
    if (simplex_solve(&coarse.simplex, &coarse.costs, control) != PAROT_OK)
        return 0;
    parot_dual dual = {coarse.u, coarse.v, 0};
    duals_fill(&dual, &coarse.simplex);
    extend(&coarse, whole, dual.lambda, whole->col_price);
    suggest(&coarse, whole);
    /* its rows twice, by `sample` and `extend`; the copy counts by its size */
    whole->pricing.entries += coarse.simplex.pricing.entries + 2 * (int64_t)n * whole->costs.m;
    *price = dual.lambda;
    return 1;
}

int coarse_is_useful(const struct simplex *simplex)
{
    const struct costs *costs = &simplex->costs;
    double share = simplex_tightness(simplex);
    if (costs->n < SAMPLE_NODES || costs->m < SAMPLE_NODES || share < LEAST_SHARE)
        return 0;
    return share >= LOOSE_SHARE || representatives_looseness(side_of_rows(costs)) < LOOSE;
}

int coarse_prices(struct simplex *simplex, struct control *control, double *price)
{
    struct arena arena = {0};
    int is_done = guess(simplex, &arena, control, price);
    block_free(arena.block);
    return is_done;
}
