/* forest_heap.h - the events of the forest: one per column, the earliest on top.
 *
 * A binary heap that knows where each item is, so that a key may change in place. Of two events
 * at the same time the one that is not late comes first: mass moves before trees grow.
 */
#ifndef PAROT_TRANSPORT_FOREST_HEAP_H
#define PAROT_TRANSPORT_FOREST_HEAP_H

#include "base/arena.h"

struct forest_heap {
    int32_t count;
    int32_t *item;  /* m items, in heap order */
    int32_t *place; /* of every item in `item`, or -1 */
    double *key;    /* of every item */
    char *is_late;  /* of every item; set it before heap_set */
};

void heap_layout(struct forest_heap *heap, int32_t m, struct arena *arena);

/* Empties a heap of m items. */
void heap_clear(struct forest_heap *heap, int32_t m);

/* Inserts the item, or moves it to its new key. */
void heap_set(struct forest_heap *heap, int32_t item, double key);

void heap_remove(struct forest_heap *heap, int32_t item);

#endif
