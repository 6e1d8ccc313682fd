/* heap.c - after a key changes, its item moves up or down until the heap order holds
 * again; `place` is updated with every move. */
#include "base/heap.h"

#include "base/fixed.h"

void heap_layout(struct heap *heap, int32_t items, struct arena *arena)
{
    heap->item = arena_take(arena, items, sizeof *heap->item);
    heap->place = arena_take(arena, items, sizeof *heap->place);
    heap->key = arena_take(arena, items, sizeof *heap->key);
}

void heap_clear(struct heap *heap, int32_t items)
{
    heap->count = 0;
    for (int32_t item = 0; item < items; item++)
        heap->place[item] = -1;
}

static void put(struct heap *heap, int32_t at, int32_t item)
{
    heap->item[at] = item;
    heap->place[item] = at;
}

/* Of items with equal keys the numbers behind them decide, if there are any. */
static int is_less_behind(const struct heap *heap, int32_t a, int32_t b)
{
    return fixed_is_less(heap->limbs, heap->behind + (int64_t)a * heap->limbs,
                         heap->behind + (int64_t)b * heap->limbs);
}

/* From a free place to where the item belongs. */
static inline void sift(struct heap *heap, int32_t at, int32_t item, int is_exact)
{
    const double *keys = heap->key;
    double key = keys[item];
    while (at > 0) {
        int32_t above = heap->item[(at - 1) / 2];
        if (!(key < keys[above] ||
              (is_exact && key == keys[above] && is_less_behind(heap, item, above))))
            break;
        put(heap, at, above);
        at = (at - 1) / 2;
    }
    for (int32_t child = 2 * at + 1; child < heap->count; child = 2 * at + 1) {
        int32_t below = heap->item[child];
        if (child + 1 < heap->count) {
            int32_t other = heap->item[child + 1];
            if (keys[other] < keys[below] ||
                (is_exact && keys[other] == keys[below] && is_less_behind(heap, other, below))) {
                below = other;
                child++;
            }
        }
        if (!(keys[below] < key ||
              (is_exact && keys[below] == key && is_less_behind(heap, below, item))))
            break;
        put(heap, at, below);
        at = child;
    }
    put(heap, at, item);
}

/* Keys alone, in a loop of its own: this is where much of the time goes. */
static void place_item(struct heap *heap, int32_t at, int32_t item)
{
    if (heap->behind)
        sift(heap, at, item, 1);
    else
        sift(heap, at, item, 0);
}

void heap_set(struct heap *heap, int32_t item, double key)
{
    int32_t at = heap->place[item] < 0 ? heap->count++ : heap->place[item];
    heap->key[item] = key;
    place_item(heap, at, item);
}

void heap_remove(struct heap *heap, int32_t item)
{
    int32_t at = heap->place[item];
    if (at < 0)
        return;
    heap->place[item] = -1;
    int32_t last = heap->item[--heap->count];
    if (last != item)
        place_item(heap, at, last);
}
