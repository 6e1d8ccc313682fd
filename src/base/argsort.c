/* argsort.c - merge sort from the bottom up: stable, no bad cases, no branches that guess. */
#include "base/argsort.h"

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

/* Moves between two looks at the clock: some milliseconds. */
static const int64_t PIECE = 1000000;

/* One pass over the items, from runs to runs of twice the length. After a stop `from` is as it was.
 */
static parot_status pass(const struct keyed *from, int64_t count, int64_t run, struct keyed *to,
                         struct control *control)
{
    int64_t since = 0;
    for (int64_t begin = 0; begin < count; begin += 2 * run) {
        int64_t first = least(run, count - begin);
        int64_t second = least(run, count - begin - first);
        merge(from + begin, first, from + begin + first, second, to + begin);
        since += first + second;
        if (control && since >= PIECE) {
            TRY(control_poll_part(control, "sorting", begin, count));
            since = 0;
        }
    }
    return PAROT_OK;
}

parot_status argsort(struct keyed *items, int64_t count, struct keyed *scratch,
                     struct control *control)
{
    struct keyed *from = items, *to = scratch;
    parot_status status = PAROT_OK;
    for (int64_t run = 1; status == PAROT_OK && run < count; run *= 2) {
        status = pass(from, count, run, to, control);
        if (status == PAROT_OK) {
            struct keyed *sorted = to;
            to = from;
            from = sorted;
        }
    }
    if (from != items)
        memcpy(items, from, (size_t)count * sizeof *items);
    return status;
}
