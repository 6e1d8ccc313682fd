/* parametric_heap.c - sift up, sift down. */
#include "transport/parametric/parametric_heap.h"

void heap_layout(struct forest_heap *heap, int32_t items, struct arena *arena)
{
    heap->item = arena_take(arena, items, sizeof *heap->item);
    heap->place = arena_take(arena, items, sizeof *heap->place);
    heap->key = arena_take(arena, items, sizeof *heap->key);
}

void heap_clear(struct forest_heap *heap, int32_t items)
{
    heap->count = 0;
    for (int32_t item = 0; item < items; item++)
        heap->place[item] = -1;
}

static void put(struct forest_heap *heap, int32_t at, int32_t item)
{
    heap->item[at] = item;
    heap->place[item] = at;
}

static int32_t sift_up(struct forest_heap *heap, int32_t at, double key)
{
    while (at > 0 && key < heap->key[heap->item[(at - 1) / 2]]) {
        put(heap, at, heap->item[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    return at;
}

static int32_t sift_down(struct forest_heap *heap, int32_t at, double key)
{
    for (int32_t child = 2 * at + 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count &&
            heap->key[heap->item[child + 1]] < heap->key[heap->item[child]])
            child++;
        if (!(heap->key[heap->item[child]] < key))
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
    at = sift_up(heap, at, key);
    put(heap, sift_down(heap, at, key), item);
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
    at = sift_up(heap, at, heap->key[last]);
    put(heap, sift_down(heap, at, heap->key[last]), last);
}
