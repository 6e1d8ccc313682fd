/* parametric_heap.h - the events of the parametric simplex: one per node, the earliest on top.
 *
 * A binary heap that knows where each item is, so that a key may change in place.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_HEAP_H
#define PAROT_TRANSPORT_PARAMETRIC_HEAP_H

#include "base/arena.h"

struct parametric_heap {
    int32_t count;
    int32_t *item;  /* the items, in heap order */
    int32_t *place; /* of every item in `item`, or -1 */
    double *key;    /* of every item */
    const uint64_t
        *behind; /* of every item, `limbs` words that decide between equal keys; or NULL */
    int limbs;
};

/* `behind` is the caller's to set, or to leave NULL. */
void heap_layout(struct parametric_heap *heap, int32_t items, struct arena *arena);

/* Empties a heap of so many items. */
void heap_clear(struct parametric_heap *heap, int32_t items);

/* Inserts the item, or moves it to its new key. */
void heap_set(struct parametric_heap *heap, int32_t item, double key);

void heap_remove(struct parametric_heap *heap, int32_t item);

#endif
