/* shortest_paths.c - Dijkstra (1959).
 *
 * The node that is nearest of all that are not final becomes final, and its edges may bring others
 * nearer. A heap of nodes by distance finds it; a node that has left the heap keeps its key, which
 * is its distance, and since lengths are not negative no edge can improve it.
 */
#include "cost/shortest_paths.h"

#include <math.h>

void shortest_paths_layout(struct heap *heap, int64_t nodes, struct arena *arena)
{
    heap_layout(heap, (int32_t)nodes, arena);
}

static void begin(const struct adjacency *graph, int32_t source, struct heap *heap)
{
    heap_clear(heap, (int32_t)graph->nodes);
    for (int64_t j = 0; j < graph->nodes; j++)
        heap->key[j] = INFINITY;
    heap->key[source] = 0;
}

static double length_of(const struct adjacency *graph, int64_t edge)
{
    return graph->length ? graph->length[edge] : 1;
}

void shortest_paths(const struct adjacency *graph, int32_t source, struct heap *heap)
{
    begin(graph, source, heap);
    heap_set(heap, source, 0);
    while (heap->count > 0) {
        int32_t i = heap->item[0];
        heap_remove(heap, i);
        for (int64_t edge = graph->first[i]; edge < graph->first[i + 1]; edge++) {
            double distance = heap->key[i] + length_of(graph, edge);
            if (distance < heap->key[graph->to[edge]])
                heap_set(heap, graph->to[edge], distance);
        }
    }
}

void shortest_edges(const struct adjacency *graph, int32_t source, struct heap *heap)
{
    begin(graph, source, heap);
    for (int64_t edge = graph->first[source]; edge < graph->first[source + 1]; edge++)
        heap->key[graph->to[edge]] = fmin(heap->key[graph->to[edge]], length_of(graph, edge));
}
