/* geodesic.c - parot_geodesic_distances: a graph of near neighbours, and the paths along it.
 *
 * The caller's matrix holds the Euclidean distances first. Each point is joined to its nearest
 * neighbours, whichever of the two chose the other. Where that leaves several components, the
 * shortest edges that join them are among those of a minimum spanning tree of all points: each is
 * the shortest across some cut between components. So the tree's edges, the shortest first, join
 * what is not joined yet. Then the matrix gets the lengths of the paths.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/argsort.h"
#include "cost/components.h"
#include "parot/parot.h"

/* Rows between two looks at the clock. */
enum { ROWS = 64 };

struct geodesic {
    int64_t n, k;                  /* points, and neighbours of each */
    double *distances;             /* n x n, the caller's */
    int32_t *near;                 /* n x k */
    double *far;                   /* n: how far each point is from the tree */
    int32_t *above;                /* n: components, as a forest */
    int32_t *tree;                 /* n: the point of the tree that is nearest */
    int8_t *is_in;                 /* n: in the tree */
    struct keyed *order, *scratch; /* n: the tree's edges, the shortest first */
    int64_t *first;                /* n + 1, and the rest of the graph */
    int32_t *to, *ends;            /* of each edge twice; ends of those that join components */
    double *length;
    int64_t joined; /* edges that join components */
};

static void layout(struct geodesic *it, struct arena *arena)
{
    int64_t n = it->n, edges = 2 * n * it->k + 2 * n;
    it->near = arena_take(arena, n, (size_t)it->k * sizeof *it->near);
    it->far = arena_take(arena, n, sizeof *it->far);
    it->above = arena_take(arena, n, sizeof *it->above);
    it->tree = arena_take(arena, n, sizeof *it->tree);
    it->is_in = arena_take(arena, n, sizeof *it->is_in);
    it->order = arena_take(arena, n, sizeof *it->order);
    it->scratch = arena_take(arena, n, sizeof *it->scratch);
    it->first = arena_take(arena, n + 1, sizeof *it->first);
    it->to = arena_take(arena, edges, sizeof *it->to);
    it->length = arena_take(arena, edges, sizeof *it->length);
    it->ends = arena_take(arena, 2 * n, sizeof *it->ends);
}

/* ---- Neighbours --------------------------------------------------------- */

/* The k nearest of point i in the order of their distances, of equal ones the first. */
static void find_near(const struct geodesic *it, int64_t i)
{
    const double *row = it->distances + i * it->n;
    int32_t *near = it->near + i * it->k;
    int64_t count = 0;
    for (int64_t j = 0; j < it->n; j++) {
        if (j == i || (count == it->k && row[j] >= row[near[count - 1]]))
            continue;
        int64_t place = count < it->k ? count++ : count - 1;
        for (; place > 0 && row[near[place - 1]] > row[j]; place--)
            near[place] = near[place - 1];
        near[place] = (int32_t)j;
    }
}

static parot_status find_all_near(const struct geodesic *it, struct control *control,
                                  parot_error *err)
{
    for (int64_t i = 0; i < it->n; i++) {
        if (i % ROWS == 0)
            TRY(control_go_on(control, "neighbours", i, it->n, err));
        find_near(it, i);
    }
    return PAROT_OK;
}

/* ---- Components --------------------------------------------------------- */

/* 1 if they were apart. */
static int join(int32_t *above, int32_t a, int32_t b)
{
    a = component_of(above, a);
    b = component_of(above, b);
    above[a < b ? b : a] = a < b ? a : b;
    return a != b;
}

static int64_t join_neighbours(const struct geodesic *it)
{
    int64_t components = it->n;
    for (int64_t i = 0; i < it->n; i++)
        it->above[i] = (int32_t)i;
    for (int64_t e = 0; e < it->n * it->k; e++)
        components -= join(it->above, (int32_t)(e / it->k), it->near[e]);
    return components;
}

/* Prim's minimum spanning tree, from point 0: tree[i] is what i was joined to, far[i] how far that
 * is. */
static parot_status grow_tree(const struct geodesic *it, struct control *control, parot_error *err)
{
    int64_t n = it->n;
    int8_t *is_in = it->is_in;
    for (int64_t i = 0; i < n; i++) {
        it->far[i] = INFINITY;
        it->tree[i] = 0;
    }
    for (int64_t count = 0, next = 0; count < n; count++) {
        const double *row = it->distances + next * n;
        int64_t nearest = -1;
        if (count % ROWS == 0)
            TRY(control_go_on(control, "components", count, n, err));
        is_in[next] = 1;
        for (int64_t j = 0; j < n; j++) {
            if (is_in[j])
                continue;
            if (row[j] < it->far[j]) {
                it->far[j] = row[j];
                it->tree[j] = (int32_t)next;
            }
            nearest = nearest < 0 || it->far[j] < it->far[nearest] ? j : nearest;
        }
        next = nearest;
    }
    return PAROT_OK;
}

/* The tree's edges between components, the shortest first. */
static parot_status join_components(struct geodesic *it, struct control *control, parot_error *err)
{
    TRY(grow_tree(it, control, err));
    for (int64_t i = 1; i < it->n; i++) /* point 0 begins the tree and has no edge */
        it->order[i - 1] = (struct keyed){it->far[i], i};
    (void)argsort(it->order, it->n - 1, it->scratch, NULL); /* without a control it does not stop */
    for (int64_t k = 0; k < it->n - 1; k++) {
        int32_t i = (int32_t)it->order[k].index, other = it->tree[i];
        if (!join(it->above, i, other))
            continue;
        it->ends[2 * it->joined] = i;
        it->ends[2 * it->joined++ + 1] = other;
    }
    return PAROT_OK;
}

/* ---- The graph ---------------------------------------------------------- */

static int64_t edge_count(const struct geodesic *it)
{
    return it->n * it->k + it->joined;
}

/* The ends of an edge: those to neighbours, then those between components. */
static void ends_of(const struct geodesic *it, int64_t edge, int32_t ends[2])
{
    int64_t joins = edge - it->n * it->k;
    ends[0] = joins < 0 ? (int32_t)(edge / it->k) : it->ends[2 * joins];
    ends[1] = joins < 0 ? it->near[edge] : it->ends[2 * joins + 1];
}

/* Each edge from both of its ends. Edges may come twice, which changes no path. */
static parot_graph build(const struct geodesic *it)
{
    int32_t ends[2];
    int64_t *first = it->first;
    memset(first, 0, (size_t)(it->n + 1) * sizeof *first);
    for (int64_t edge = 0; edge < edge_count(it); edge++) {
        ends_of(it, edge, ends);
        first[ends[0] + 1]++;
        first[ends[1] + 1]++;
    }
    for (int64_t i = 0; i < it->n; i++)
        first[i + 1] += first[i];
    for (int64_t edge = edge_count(it); edge-- > 0;) { /* rows are filled from their ends */
        ends_of(it, edge, ends);
        for (int side = 0; side < 2; side++) {
            int64_t place = --first[ends[side] + 1];
            it->to[place] = ends[1 - side];
            it->length[place] = it->distances[(int64_t)ends[side] * it->n + ends[1 - side]];
        }
    }
    for (int64_t i = 0; i < it->n; i++) /* each is where its row begins */
        first[i] = first[i + 1];
    first[it->n] = 2 * edge_count(it);
    return (parot_graph){.nodes = it->n, .first = first, .to = it->to, .length = it->length};
}

/* ---- The call ----------------------------------------------------------- */

static parot_status compute(struct geodesic *it, parot_matrix x, struct arena *arena,
                            struct control *control, int64_t *components, parot_error *err)
{
    parot_run run = control_rest(control);
    TRY(parot_cost(x, x, PAROT_METRIC_EUCLIDEAN, &run, it->distances, err));
    layout(it, arena);
    TRY(arena_open(arena, control, err));
    layout(it, arena);
    TRY(find_all_near(it, control, err));
    *components = join_neighbours(it);
    if (*components > 1)
        TRY(join_components(it, control, err));
    parot_graph graph = build(it);
    run = control_rest(control);
    parot_status status = parot_graph_distances(&graph, NULL, &run, it->distances, NULL, err);
    if (status == PAROT_ENUMERIC)
        return fail(err, status, "x: its paths are longer than the largest double; rescale it");
    return status;
}

parot_status parot_geodesic_distances(parot_matrix x, int64_t neighbours, const parot_run *run,
                                      double *distances, int64_t *components, parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    int64_t found = 0;
    TRY(control_init(&control, run, err));
    control.run.max_iterations = 0; /* means solvers */
    if (neighbours < 1)
        return fail(err, PAROT_EINVAL, "neighbours: must be 1 or more, got %lld",
                    (long long)neighbours);
    if (!distances)
        return fail(err, PAROT_EINVAL, "distances: must not be NULL");
    struct geodesic it = {.n = x.rows, .distances = distances};
    it.k = neighbours < it.n ? neighbours : it.n - 1;
    parot_status status = compute(&it, x, &arena, &control, &found, err);
    block_free(arena.block);
    if (status == PAROT_OK && components)
        *components = found;
    return status;
}
