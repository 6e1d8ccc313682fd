/* forest_heap.c - sift up, sift down. */
#include "transport/forest_heap.h"

void heap_layout(struct forest_heap *heap, int32_t m, struct arena *arena)
{
    heap->item = arena_take(arena, m, sizeof *heap->item);
    heap->place = arena_take(arena, m, sizeof *heap->place);
    heap->key = arena_take(arena, m, sizeof *heap->key);
    heap->is_late = arena_take(arena, m, sizeof *heap->is_late);
}

void heap_clear(struct forest_heap *heap, int32_t m)
{
    heap->count = 0;
    for (int32_t item = 0; item < m; item++)
        heap->place[item] = -1;
}

static int comes_before(const struct forest_heap *heap, int32_t a, int32_t b)
{
    return heap->key[a] < heap->key[b] ||
           (heap->key[a] == heap->key[b] && heap->is_late[a] < heap->is_late[b]);
}

static void put(struct forest_heap *heap, int32_t at, int32_t item)
{
    heap->item[at] = item;
    heap->place[item] = at;
}

static int32_t sift_up(struct forest_heap *heap, int32_t at, int32_t item)
{
    while (at > 0 && comes_before(heap, item, heap->item[(at - 1) / 2])) {
        put(heap, at, heap->item[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    return at;
}

static int32_t sift_down(struct forest_heap *heap, int32_t at, int32_t item)
{
    for (int32_t child = 2 * at + 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && comes_before(heap, heap->item[child + 1], heap->item[child]))
            child++;
        if (!comes_before(heap, heap->item[child], item))
            break;
        put(heap, at, heap->item[child]);
        at = child;
    }
    return at;
}

void heap_set(struct forest_heap *heap, int32_t item, double key)
{
    int32_t at = heap->place[item] < 0 ? heap->count++ : heap->place[item];
    heap->key[item] = key;
    at = sift_up(heap, at, item);
    put(heap, sift_down(heap, at, item), item);
}

void heap_remove(struct forest_heap *heap, int32_t item)
{
    int32_t at = heap->place[item];
    if (at < 0)
        return;
    heap->place[item] = -1;
    int32_t last = heap->item[--heap->count];
    if (last == item)
        return;
    at = sift_up(heap, at, last);
    put(heap, sift_down(heap, at, last), last);
}
