/* lowest.c - a binary heap. Which pairs are in it does not depend on the order in which they came.
 */
#include "transport/points/lowest.h"

static int is_lower(const struct lowest_pair *a, const struct lowest_pair *b)
{
    return a->value < b->value || (a->value == b->value && a->col < b->col);
}

static void sift_up(struct lowest_pair *heap, int32_t at, struct lowest_pair pair)
{
    while (at > 0 && is_lower(&heap[(at - 1) / 2], &pair)) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = pair;
}

/* Puts the pair on top of `count` places and lets it sink. */
static void sift_down(struct lowest_pair *heap, int32_t count, struct lowest_pair pair)
{
    int32_t at = 0;
    for (int32_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_lower(&heap[child], &heap[child + 1]))
            child++;
        if (!is_lower(&pair, &heap[child]))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = pair;
}

void lowest_offer(struct lowest *lowest, struct lowest_pair pair)
{
    if (!(pair.value <= lowest->limit))
        return;
    if (lowest->count < lowest->room)
        sift_up(lowest->pair, lowest->count++, pair);
    else if (is_lower(&pair, &lowest->pair[0]))
        sift_down(lowest->pair, lowest->count, pair);
    if (lowest->count == lowest->room)
        lowest->limit = lowest->pair[0].value;
}

void lowest_sort(struct lowest *lowest)
{
    for (int32_t last = lowest->count - 1; last > 0; last--) {
        struct lowest_pair highest = lowest->pair[0];
        sift_down(lowest->pair, last, lowest->pair[last]);
        lowest->pair[last] = highest;
    }
}
