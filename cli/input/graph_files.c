/* graph_files.c - edges are read by parot_edge_list_read, nodes to match are looked up by name, and
 * what the library leaves out or makes up (loops, distances of pairs without a path) is said. */
#include "input/graph_files.h"

#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/progress.h"
#include "shell/wording.h"

const struct option GRAPH_OPTIONS[] = {
    FLAG_OPTION("graph", struct graph_request, is_graph,
                "SOURCE and TARGET are lists of edges: FROM TO [LENGTH]"),
    CHOICE_OPTION("graph-distance", struct graph_request, distance, "D", GRAPH_DISTANCES,
                  "between nodes: {} (shortest-path)"),
    FLAG_OPTION("directed", struct graph_request, is_directed, "edges lead one way"),
    SIZE_OPTION("unreachable", struct graph_request, unreachable, "D",
                "distance of nodes without a path (one mean edge above the largest)"),
    TEXT_OPTION("source-nodes", struct graph_request, source_nodes, "FILE",
                "match these nodes of SOURCE alone: a name on each line"),
    {0}};

/* ---- Before reading ----------------------------------------------------- */

enum outcome graphs_check(const struct graph_request *request, const struct args *args)
{
    static const char *const names[] = {"graph-distance", "directed", "unreachable",
                                        "source-nodes"};
    for (size_t k = 0; !request->is_graph && k < sizeof names / sizeof *names; k++)
        if (args_text(args, names[k]))
            return refuse(MISUSED,
                          "--%s applies only to graphs; add --graph if the files "
                          "are lists of edges",
                          names[k]);
    if (args_text(args, "unreachable") && !(request->unreachable > 0))
        return refuse(MISUSED, "--unreachable %s: must be positive",
                      args_text(args, "unreachable"));
    return SOLVED;
}

/* ---- Reading ------------------------------------------------------------ */

static void tell_edges(const struct graph_side *side)
{
    const parot_edge_list *list = &side->list;
    if (list->loops > 0)
        tip("note: %s: %lld edge%s from a node to itself dropped", path_label(side->path),
            (long long)list->loops, plural(list->loops));
    if (list->repeated > 0)
        tip("note: %s: %lld edge%s between nodes that have another one dropped; the shortest is "
            "kept",
            path_label(side->path), (long long)list->repeated, plural(list->repeated));
}

static int by_name(const void *a, const void *b, void *names)
{
    char *const *name = names;
    return strcmp(name[*(const int32_t *)a], name[*(const int32_t *)b]);
}

/* By search in `order`, the nodes sorted by their names. */
static enum outcome find_nodes(struct graph_side *side, const parot_edge_list *wanted,
                               int32_t *order, const char *path)
{
    parot_edge_list *list = &side->list;
    int64_t nodes = list->graph.nodes;
    for (int64_t i = 0; i < nodes; i++)
        order[i] = (int32_t)i;
    qsort_r(order, (size_t)nodes, sizeof *order, by_name, list->names);
    for (int64_t k = 0; k < side->count; k++) {
        int64_t low = 0, high = nodes;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (strcmp(list->names[order[middle]], wanted->names[k]) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == nodes || strcmp(list->names[order[low]], wanted->names[k]) != 0)
            return refuse(FAILED, "%s: node '%.64s' is not in %s", path_label(path),
                          wanted->names[k], path_label(side->path));
        side->node[k] = order[low];
        side->names[k] = list->names[order[low]];
    }
    return SOLVED;
}

/* The names of a list of edges are the nodes, whether edges are there or not. */
static enum outcome choose_nodes(struct graph_side *side, const parot_edge_list *wanted,
                                 const char *path)
{
    side->count = wanted->graph.nodes;
    side->node = malloc((size_t)side->count * sizeof *side->node);
    side->names = malloc((size_t)side->count * sizeof *side->names);
    int32_t *order = malloc((size_t)side->list.graph.nodes * sizeof *order);
    enum outcome outcome = side->node && side->names && order
                               ? find_nodes(side, wanted, order, path)
                               : refuse(FAILED, "out of memory");
    free(order);
    return outcome;
}

static enum outcome read_nodes(struct graph_side *side, const char *path)
{
    parot_edge_list wanted = {0};
    parot_error err = {0};
    TRY(input_check(path));
    if (parot_edge_list_read(path, 0, &wanted, &err) != PAROT_OK)
        return refuse_status(&err);
    enum outcome outcome = choose_nodes(side, &wanted, path);
    parot_edge_list_free(&wanted);
    return outcome;
}

enum outcome graph_read(struct graph_side *side, const struct graph_request *request,
                        const char *nodes)
{
    parot_error err = {0};
    TRY(input_check(side->path));
    if (parot_edge_list_read(side->path, request->is_directed, &side->list, &err) != PAROT_OK)
        return refuse_status(&err);
    tell_edges(side);
    side->count = side->list.graph.nodes;
    return nodes ? read_nodes(side, nodes) : SOLVED;
}

/* ---- Distances ---------------------------------------------------------- */

static void tell_apart(const struct graph_side *side, const parot_graph_facts *facts)
{
    if (facts->apart > 0 && facts->components > 1)
        tip("note: %s has %lld parts that no edge connects; nodes in different parts count as %g "
            "apart (--unreachable D)",
            path_label(side->path), (long long)facts->components, facts->unreachable);
}

enum outcome graph_compute(const struct graph_side *side, const struct graph_request *request,
                           const parot_run *run, double **block)
{
    const struct wording words[] = {{"graph", path_label(side->path)},
                                    {"graph.length", path_label(side->path)}};
    parot_error err = {0};
    parot_graph_facts facts = {0};
    parot_graph_options options;
    parot_graph_options_init(&options);
    options.distance = (parot_graph_distance)request->distance;
    options.unreachable = request->unreachable;
    options.node = side->node;
    options.node_count = side->node ? side->count : 0;
    TRY(memory_take_matrix("the distances between nodes", side->count, side->count, 0,
                           "use smaller graphs", block));
    parot_run rest = progress_run_patient(run);
    parot_status status =
        parot_graph_distances(&side->list.graph, &options, &rest, *block, &facts, &err);
    progress_clear();
    if (status != PAROT_OK)
        return refuse_call(status, &err, run->time_limit, words, 2);
    if (options.distance == PAROT_GRAPH_DISTANCE_SHORTEST_PATH)
        tell_apart(side, &facts);
    return SOLVED;
}

const char *const *graph_names(const struct graph_side *side)
{
    return side->names ? side->names : (const char *const *)side->list.names;
}

void graph_free(struct graph_side *side)
{
    parot_edge_list_free(&side->list);
    free(side->node);
    free(side->names);
}
