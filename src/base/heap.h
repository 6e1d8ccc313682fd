/* heap.h - numbered items by key, the least on top: events of the parametric simplex, cells of a
 * line, columns of the auction.
 *
 * A binary heap that knows where each item is, so that a key may change in place.
 */
#ifndef PAROT_BASE_HEAP_H
#define PAROT_BASE_HEAP_H

#include "base/arena.h"

struct heap {
    int32_t count;
    int32_t *item;  /* the items, in heap order */
    int32_t *place; /* of every item in `item`, or -1 */
    double *key;    /* of every item */
    const uint64_t
        *behind; /* of every item, `limbs` words that decide between equal keys; or NULL */
    int limbs;
};

/* `behind` is the caller's to set, or to leave NULL. */
void heap_layout(struct heap *heap, int32_t items, struct arena *arena);

/* Empties a heap of so many items. */
void heap_clear(struct heap *heap, int32_t items);

/* Inserts the item, or moves it to its new key. */
void heap_set(struct heap *heap, int32_t item, double key);

void heap_remove(struct heap *heap, int32_t item);

#endif
