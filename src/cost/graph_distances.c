/* graph_distances.c - parot_graph_distances: one search from each node, then finite numbers for
 * pairs without a path.
 *
 * Threads share the nodes to begin at, each with a heap of its own, a batch at a time between two
 * looks at the clock. A row is computed the same way whatever the number of threads.
 */
#include <float.h>
#include <math.h>

#include "base/options.h"
#include "base/parallel.h"
#include "base/sums.h"
#include "base/words.h"
#include "cost/components.h"
#include "cost/shortest_paths.h"

/* Edges and nodes that one thread visits between two looks at the clock: some hundredths of a
 * second. */
static const double BATCH_WORK = 1e6;

/* There and back: sums of the same lengths in another order. */
static const double ROUNDING = 1e-12;

struct search {
    struct adjacency graph;
    parot_graph_options options;
    int64_t count; /* nodes to begin at */
    double *distances;
    struct heap *heaps; /* one for each thread */
    int64_t grain;      /* nodes that a thread takes at a time */
    int64_t first;      /* of the batch */
};

WORDS(graph_distance, "distance", {"shortest-path", PAROT_GRAPH_DISTANCE_SHORTEST_PATH},
      {"adjacency", PAROT_GRAPH_DISTANCE_ADJACENCY});

void parot_graph_options_init_sized(parot_graph_options *options, size_t struct_size)
{
    parot_graph_options defaults = {.distance = PAROT_GRAPH_DISTANCE_SHORTEST_PATH};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

/* ---- Checking ----------------------------------------------------------- */

static parot_status check_edges(const parot_graph *graph, parot_error *err)
{
    int64_t edges = graph->first[graph->nodes];
    for (int64_t i = 0; i < graph->nodes; i++)
        if (graph->first[i + 1] < graph->first[i])
            return fail(err, PAROT_EINVAL,
                        "graph.first: must not decrease, got %lld after %lld at node %lld",
                        (long long)graph->first[i + 1], (long long)graph->first[i], (long long)i);
    if (edges > 0 && !graph->to)
        return fail(err, PAROT_EINVAL, "graph.to: must not be NULL, there are %lld edges",
                    (long long)edges);
    for (int64_t edge = 0; edge < edges; edge++) {
        if (graph->to[edge] < 0 || graph->to[edge] >= graph->nodes)
            return fail(err, PAROT_EINVAL,
                        "graph.to: edge %lld leads to node %lld of %lld; nodes count from 0",
                        (long long)edge, (long long)graph->to[edge], (long long)graph->nodes);
        if (graph->length && !(graph->length[edge] >= 0 && isfinite(graph->length[edge])))
            return fail(err, PAROT_EINVAL,
                        "graph.length: must be finite and >= 0, got %g at edge %lld; a length is a "
                        "distance, not a similarity",
                        graph->length[edge], (long long)edge);
    }
    return PAROT_OK;
}

static parot_status check_graph(const parot_graph *graph, parot_error *err)
{
    if (!graph)
        return fail(err, PAROT_EINVAL, "graph: must not be NULL");
    TRY(CHECK_RESERVED(graph, err));
    if (graph->nodes < 1 || graph->nodes > INT32_MAX)
        return fail(err, PAROT_EINVAL, "graph.nodes: must be between 1 and %d, got %lld", INT32_MAX,
                    (long long)graph->nodes);
    if (!graph->first || graph->first[0] != 0)
        return fail(err, PAROT_EINVAL, "graph.first: must be %lld numbers that begin with 0",
                    (long long)graph->nodes + 1);
    return check_edges(graph, err);
}

static parot_status check_options(const parot_graph_options *options, int64_t nodes,
                                  parot_error *err)
{
    if (!parot_graph_distance_name(options->distance))
        return fail(err, PAROT_EINVAL, "options.distance: unknown value %d",
                    (int)options->distance);
    if (!(options->unreachable >= 0 && isfinite(options->unreachable)))
        return fail(err, PAROT_EINVAL,
                    "options.unreachable: must be positive and finite, or 0 for one step more than "
                    "the largest distance; got %g",
                    options->unreachable);
    if (options->node && options->node_count < 1)
        return fail(err, PAROT_EINVAL, "options.node_count: must be positive, got %lld",
                    (long long)options->node_count);
    for (int64_t k = 0; options->node && k < options->node_count; k++)
        if (options->node[k] < 0 || options->node[k] >= nodes)
            return fail(err, PAROT_EINVAL, "options.node: there is no node %lld among %lld",
                        (long long)options->node[k], (long long)nodes);
    return PAROT_OK;
}

/* ---- Searching ---------------------------------------------------------- */

static int32_t node_at(const struct search *it, int64_t k)
{
    return it->options.node ? it->options.node[k] : (int32_t)k;
}

static void search_piece(int64_t begin, int64_t end, void *context)
{
    const struct search *it = context;
    struct heap *heap = &it->heaps[begin / it->grain];
    for (int64_t k = it->first + begin; k < it->first + end; k++) {
        if (it->options.distance == PAROT_GRAPH_DISTANCE_ADJACENCY)
            shortest_edges(&it->graph, node_at(it, k), heap);
        else
            shortest_paths(&it->graph, node_at(it, k), heap);
        double *row = it->distances + k * it->count;
        for (int64_t j = 0; j < it->count; j++)
            row[j] = heap->key[node_at(it, j)];
    }
}

static parot_status search_all(struct search *it, struct control *control, parot_error *err)
{
    int64_t batch = it->grain * control->run.threads;
    for (it->first = 0; it->first < it->count; it->first += batch) {
        int64_t rest = it->count - it->first;
        TRY(control_go_on(control, "graph distances", it->first, it->count, err));
        parallel_for(control->run.threads, rest < batch ? rest : batch, it->grain, search_piece,
                     it);
    }
    return PAROT_OK;
}

/* ---- Pairs without a path ----------------------------------------------- */

/* Components by union of the ends of each edge. */
static int64_t count_components(const struct adjacency *graph, int32_t *above)
{
    int64_t components = graph->nodes;
    for (int64_t i = 0; i < graph->nodes; i++)
        above[i] = (int32_t)i;
    for (int64_t i = 0; i < graph->nodes; i++)
        for (int64_t edge = graph->first[i]; edge < graph->first[i + 1]; edge++) {
            int32_t a = component_of(above, (int32_t)i), b = component_of(above, graph->to[edge]);
            components -= a != b;
            above[a < b ? b : a] = a < b ? a : b;
        }
    return components;
}

/* A path that is longer than any double has no distance, unlike a path that is not there: then the
 * lengths of all edges add up to infinity. */
static parot_status check_lengths(const struct adjacency *graph, double *mean, parot_error *err)
{
    int64_t edges = graph->first[graph->nodes];
    struct sum sum = {0};
    *mean = 1;
    if (!graph->length || edges == 0)
        return PAROT_OK;
    for (int64_t edge = 0; edge < edges; edge++)
        sum_add(&sum, graph->length[edge]);
    if (!(sum_value(&sum) <= DBL_MAX / 2))
        return fail(err, PAROT_ENUMERIC,
                    "graph.length: the lengths add up to more than the largest double; divide them "
                    "all by the same number");
    double average = sum_value(&sum) / (double)edges;
    *mean = average > 0 ? average : 1;
    return PAROT_OK;
}

static void find_facts(const struct search *it, parot_graph_facts *facts)
{
    int64_t count = it->count;
    for (int64_t i = 0; i < count; i++)
        for (int64_t j = 0; j < count; j++) {
            double *there = &it->distances[i * count + j], *back = &it->distances[j * count + i];
            if (isinf(*there))
                facts->apart++;
            else if (fabs(*there - *back) <= ROUNDING * *there)
                *there = *back = fmin(*there, *back);
            if (isfinite(*there))
                facts->largest = fmax(facts->largest, *there);
        }
}

static void fill(const struct search *it, double unreachable)
{
    for (int64_t k = 0; k < it->count * it->count; k++)
        if (isinf(it->distances[k]))
            it->distances[k] = unreachable;
}

/* ---- The call ----------------------------------------------------------- */

static int32_t *layout(struct search *it, int32_t threads, struct arena *arena)
{
    it->heaps = arena_take(arena, threads, sizeof *it->heaps);
    for (int32_t t = 0; t < threads; t++) {
        struct heap heap = {0};
        shortest_paths_layout(&heap, it->graph.nodes, arena);
        if (it->heaps)
            it->heaps[t] = heap;
    }
    return arena_take(arena, it->graph.nodes, sizeof(int32_t));
}

static parot_status compute(struct search *it, struct arena *arena, struct control *control,
                            parot_graph_facts *facts, parot_error *err)
{
    double step = 0;
    double work = (double)it->graph.nodes + (double)it->graph.first[it->graph.nodes];
    it->grain = 1 + (int64_t)(BATCH_WORK / work);
    TRY(check_lengths(&it->graph, &step, err));
    layout(it, control->run.threads, arena);
    TRY(arena_open(arena, control, err));
    int32_t *above = layout(it, control->run.threads, arena);
    TRY(search_all(it, control, err));
    facts->components = count_components(&it->graph, above);
    find_facts(it, facts);
    if (facts->apart == 0)
        return PAROT_OK;
    facts->unreachable =
        it->options.unreachable > 0 ? it->options.unreachable : facts->largest + step;
    fill(it, facts->unreachable);
    return PAROT_OK;
}

parot_status parot_graph_distances(const parot_graph *graph, const parot_graph_options *given,
                                   const parot_run *run, double *distances,
                                   parot_graph_facts *facts, parot_error *err)
{
    struct control control;
    struct search it = {.distances = distances};
    parot_graph_facts found = {.unreachable = NAN};
    struct arena arena = {0};
    TRY(control_init(&control, run, err));
    control.run.max_iterations = 0; /* means solvers */
    TRY(check_graph(graph, err));
    parot_graph_options_init(&it.options);
    if (given)
        TRY(options_take(&it.options, sizeof it.options, given, "options", "parot_graph_options",
                         err));
    TRY(check_options(&it.options, graph->nodes, err));
    if (!distances)
        return fail(err, PAROT_EINVAL, "distances: must not be NULL");
    it.graph = (struct adjacency){graph->nodes, graph->first, graph->to, graph->length};
    it.count = it.options.node ? it.options.node_count : graph->nodes;
    parot_status status = compute(&it, &arena, &control, &found, err);
    block_free(arena.block);
    if (status == PAROT_OK && facts)
        *facts = found;
    return status;
}
