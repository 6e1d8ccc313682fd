/* argsort.c - merge sort from the bottom up: stable, no bad cases, no branches that guess. */
#include "gromov/argsort.h"

#include <string.h>

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* out = the sorted runs a and b in one */
static void merge(const struct keyed *a, int64_t count_a, const struct keyed *b, int64_t count_b,
                  struct keyed *out)
{
    const struct keyed *end_a = a + count_a, *end_b = b + count_b;
    while (a < end_a && b < end_b) {
        int takes_b = b->key < a->key;
        *out++ = *(takes_b ? b : a);
        a += !takes_b;
        b += takes_b;
    }
    memcpy(out, a, (size_t)(end_a - a) * sizeof *out);
    memcpy(out + (end_a - a), b, (size_t)(end_b - b) * sizeof *out);
}

void order_sort(struct keyed *items, int64_t count, struct keyed *scratch)
{
    struct keyed *from = items, *to = scratch;
    for (int64_t run = 1; run < count; run *= 2) {
        for (int64_t begin = 0; begin < count; begin += 2 * run) {
            int64_t first = least(run, count - begin);
            int64_t second = least(run, count - begin - first);
            merge(from + begin, first, from + begin + first, second, to + begin);
        }
        struct keyed *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != items)
        memcpy(items, from, (size_t)count * sizeof *items);
}
