/* kd_order.c - halves by selection (Hoare's, with pivots that look random, so that no input is
 * slow), ties decided by the number of the point. */
#include "transport/points/kd_order.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"

/* Points whose spread decides about the cut of a larger part: looking at all of them would take as
 * long as the cut. */
enum { SAMPLE = 512 };

/* Coordinates read between two looks at the clock, some 10 ms. */
static const double WORK = 1e7;

struct place {
    double key;
    int32_t point;
};

struct ordering {
    const double *at;
    int32_t count, dims;
    struct place *place;
    double *low, *high; /* room for the spread, dims each */
    double work;
    int64_t done;
    struct control *control;
};

static int is_before(struct place a, struct place b)
{
    return a.key < b.key || (a.key == b.key && a.point < b.point);
}

/* The `rank` lowest places come first. */
static void select_lowest(struct place *place, int32_t count, int32_t rank)
{
    int32_t begin = 0, end = count - 1;
    while (begin < end) {
        uint64_t bits = random_bits(0, RANDOM_ORDER, (uint64_t)begin << 32 | (uint32_t)end);
        struct place pivot = place[begin + (int32_t)(bits % (uint64_t)(end - begin + 1))];
        int32_t i = begin, j = end;
        while (i <= j) {
            while (is_before(place[i], pivot))
                i++;
            while (is_before(pivot, place[j]))
                j--;
            if (i <= j) {
                struct place other = place[i];
                place[i++] = place[j];
                place[j--] = other;
            }
        }
        if (rank <= j)
            end = j;
        else if (rank >= i)
            begin = i;
        else
            return;
    }
}

int32_t kd_cut(int32_t count)
{
    if (count <= KD_GROUP)
        return 0;
    int32_t unit = count > KD_BLOCK ? KD_BLOCK : count > KD_TILE ? KD_TILE : KD_GROUP;
    int32_t units = (count + unit - 1) / unit;
    return (units + 1) / 2 * unit;
}

/* The coordinate in which the part is widest; -1: all points are equal, as far as is seen. */
static int32_t widest(struct ordering *ordering, const struct place *place, int32_t count)
{
    int32_t dims = ordering->dims, step = count > SAMPLE ? count / SAMPLE : 1, best = -1;
    double most = 0;
    for (int32_t k = 0; k < dims; k++) {
        ordering->low[k] = INFINITY;
        ordering->high[k] = -INFINITY;
    }
    for (int32_t i = 0; i < count; i += step) {
        const double *x = ordering->at + (int64_t)place[i].point * dims;
        for (int32_t k = 0; k < dims; k++) {
            ordering->low[k] = x[k] < ordering->low[k] ? x[k] : ordering->low[k];
            ordering->high[k] = x[k] > ordering->high[k] ? x[k] : ordering->high[k];
        }
    }
    for (int32_t k = 0; k < dims; k++)
        if (ordering->high[k] / 2 - ordering->low[k] / 2 > most) {
            most = ordering->high[k] / 2 - ordering->low[k] / 2;
            best = k;
        }
    ordering->work += (double)dims * (count / step) + 4.0 * count;
    return best;
}

static parot_status look_at_clock(struct ordering *ordering)
{
    if (ordering->work < WORK)
        return PAROT_OK;
    ordering->work = 0;
    return control_poll_part(ordering->control, "order", ordering->done, ordering->count);
}

/* Recursion is as deep as the logarithm of the number of points. */
static parot_status order_part(struct ordering *ordering, int32_t begin, int32_t count)
{
    struct place *place = ordering->place + begin;
    int32_t cut = kd_cut(count), coordinate = cut > 0 ? widest(ordering, place, count) : -1;
    TRY(look_at_clock(ordering));
    if (cut == 0) {
        ordering->done += count;
        return PAROT_OK;
    }
    for (int32_t i = 0; i < count && coordinate >= 0; i++)
        place[i].key = ordering->at[(int64_t)place[i].point * ordering->dims + coordinate];
    if (coordinate >= 0)
        select_lowest(place, count, cut);
    TRY(order_part(ordering, begin, cut));
    return order_part(ordering, begin + cut, count - cut);
}

static parot_status order_all(struct ordering *ordering, int32_t *order)
{
    for (int32_t i = 0; i < ordering->count; i++)
        ordering->place[i].point = i;
    parot_status status = order_part(ordering, 0, ordering->count);
    for (int32_t i = 0; i < ordering->count; i++)
        order[i] = ordering->place[i].point;
    return status;
}

static void layout(struct ordering *ordering, struct arena *arena)
{
    ordering->place = arena_take(arena, ordering->count, sizeof *ordering->place);
    ordering->low = arena_take(arena, ordering->dims, sizeof *ordering->low);
    ordering->high = arena_take(arena, ordering->dims, sizeof *ordering->high);
}

parot_status kd_order(const double *at, int32_t count, int32_t dims, int32_t *order,
                      struct control *control)
{
    struct ordering ordering = {.at = at, .count = count, .dims = dims, .control = control};
    struct arena arena = {0};
    layout(&ordering, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout(&ordering, &arena);
    parot_status status = order_all(&ordering, order);
    block_free(arena.block);
    return status;
}
