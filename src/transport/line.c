/* line.c - cells on a line, the cheapest first.
 *
 * In a cell, x and y are coupled in order: at each level t from 0 to the mass of the cell, F(t) of
 * the side of the left end meets B(t) of the other side. A unit more from the left end to the right
 * one goes in front of F and behind B. F(t) becomes F(t - epsilon): where F jumps from f to f' at
 * level t, the mass just above t is now of f, and the price of one unit is
 *
 *   sum over jumps of |f - B(t+)|^e - |f' - B(t+)|^e,   then |last f - right end|^e,
 *
 * up to the amount at which a jump of F meets the next one of B.
 */
#include "transport/line.h"

#include <math.h>

#include "base/sums.h"

void line_layout(struct line *line, int64_t n, int64_t m, struct arena *arena)
{
    line->points = arena_take(arena, n + m, sizeof *line->points);
    line->room = arena_take(arena, n + m, sizeof *line->room);
    line->sorted = arena_take(arena, n + m, sizeof *line->sorted);
    line->scratch = arena_take(arena, n + m, sizeof *line->scratch);
    heap_layout(&line->heap, (int32_t)(n + m), arena);
}

/* ---- What a cell charges ------------------------------------------------ */

static double price_between(const struct line *line, int32_t a, int32_t b)
{
    double distance = fabs(line->points[a].at - line->points[b].at);
    return line->exponent == 1   ? distance
           : line->exponent == 2 ? distance * distance
                                 : pow(distance, line->exponent);
}

/* The next point of `side` after k, before `end`; `end` when there is none. */
static int32_t next_of(const struct line *line, int32_t k, int32_t end, int32_t side)
{
    for (k++; k < end && line->points[k].side != side; k++)
        continue;
    return k;
}

static void price_cell(struct line *line, int32_t left)
{
    const struct line_point *points = line->points;
    int32_t right = points[left].after, front = left;
    if (right < 0 || points[left].side == points[right].side) {
        if (line->heap.place[left] >= 0)
            heap_remove(&line->heap, left);
        return;
    }
    int32_t back = next_of(line, left, right, points[right].side);
    unit_count level = points[left].right; /* where `front` ends */
    unit_count back_end = back < right ? points[back].weight : points[right].left;
    unit_count room = MOST_UNITS;
    struct sum price = {0};
    for (int32_t next = next_of(line, front, right, points[left].side); next < right;
         next = next_of(line, front, right, points[left].side)) {
        while (back < right && back_end <= level) {
            back = next_of(line, back, right, points[right].side);
            back_end += back < right ? points[back].weight : points[right].left;
        }
        sum_add(&price, price_between(line, front, back));
        sum_add(&price, -price_between(line, next, back));
        if (back < right && back_end - level < room)
            room = back_end - level;
        front = next;
        level += points[next].weight;
    }
    sum_add(&price, price_between(line, front, right));
    line->room[left] = room;
    heap_set(&line->heap, left, sum_value(&price));
}

/* ---- Moving ------------------------------------------------------------- */

/* A point without rest joins its two cells. Returns the left end of the new one, or -1. */
static int32_t join(struct line *line, int32_t k)
{
    struct line_point *points = line->points;
    int32_t before = points[k].before, after = points[k].after;
    if (line->heap.place[k] >= 0)
        heap_remove(&line->heap, k);
    if (before >= 0)
        points[before].after = after;
    if (after >= 0)
        points[after].before = before;
    return before;
}

static void move(struct line *line, int32_t left, unit_count amount)
{
    struct line_point *points = line->points;
    int32_t right = points[left].after, changed = left;
    points[left].rest -= amount;
    points[left].right += amount;
    points[right].rest -= amount;
    points[right].left += amount;
    if (points[right].rest == 0)
        join(line, right);
    if (points[left].rest == 0)
        changed = join(line, left);
    if (changed >= 0)
        price_cell(line, changed);
    line->moved += amount;
    line->steps++;
}

/* Its ends may have given to the cells beside it since it was priced. */
static unit_count room_of(const struct line *line, int32_t left)
{
    unit_count room = line->room[left], from = line->points[left].rest;
    unit_count to = line->points[line->points[left].after].rest;
    room = from < room ? from : room;
    return to < room ? to : room;
}

parot_status line_run(struct line *line, unit_count mass, line_observer observer, void *user,
                      struct control *control)
{
    while (line->moved < mass && line->heap.count > 0) {
        int32_t left = line->heap.item[0], right = line->points[left].after;
        double price = line->heap.key[left];
        unit_count amount = room_of(line, left);
        if (amount > mass - line->moved)
            amount = mass - line->moved;
        parot_status status = control_poll(control, "line", line->steps, NAN, NAN);
        if (status != PAROT_OK)
            return status;
        move(line, left, amount);
        status = observer(user, &line->points[left], &line->points[right], amount, price);
        if (status != PAROT_OK)
            return status;
    }
    return PAROT_OK;
}

/* ---- Begin and end ------------------------------------------------------ */

/* Cells that are priced between two looks at the clock. */
enum { PIECE = 4096 };

static void note_points(struct line *line, const double *at, int64_t count,
                        const unit_count *weights, int64_t first)
{
    for (int64_t i = 0; i < count; i++)
        if (weights[i] > 0)
            line->sorted[line->count++] = (struct keyed){at[i], first + i};
}

/* By place; where several are in one place, x before y, then by index. */
static void put_points(struct line *line, int64_t n, const struct units *units)
{
    for (int32_t k = 0; k < line->count; k++) {
        int64_t index = line->sorted[k].index;
        int32_t side = index >= n;
        int64_t own = side ? index - n : index;
        unit_count weight = side ? units->col[own] : units->row[own];
        line->points[k] = (struct line_point){.at = line->sorted[k].key,
                                              .side = side,
                                              .index = (int32_t)own,
                                              .weight = weight,
                                              .rest = weight,
                                              .before = k - 1,
                                              .after = k + 1 < line->count ? k + 1 : -1};
    }
}

parot_status line_start(struct line *line, const parot_line *stated, const struct units *units,
                        struct control *control)
{
    line->count = 0;
    line->moved = line->steps = 0;
    note_points(line, stated->x, stated->n, units->row, 0);
    note_points(line, stated->y, stated->m, units->col, stated->n);
    heap_clear(&line->heap, line->count);
    parot_status status = argsort(line->sorted, line->count, line->scratch, control);
    put_points(line, stated->n, units);
    for (int32_t k = 0; status == PAROT_OK && k < line->count; k++) {
        if (k % PIECE == PIECE - 1)
            status = control_poll_part(control, "line", k, line->count);
        price_cell(line, k);
    }
    return status;
}

/* Adds up to the plan: what is used of either side, met in order. */
int64_t line_export(const struct line *line, int64_t n, struct arc *arcs)
{
    unit_count open[2] = {0, 0};
    int64_t count = 0;
    int32_t at[2] = {-1, -1};
    for (;;) {
        for (int side = 0; side < 2; side++)
            while (open[side] == 0 && at[side] < line->count) {
                at[side] = next_of(line, at[side], line->count, side);
                if (at[side] < line->count)
                    open[side] = line->points[at[side]].left + line->points[at[side]].right;
            }
        if (open[0] == 0 || open[1] == 0)
            return count;
        unit_count amount = open[0] < open[1] ? open[0] : open[1];
        arcs[count++] = (struct arc){line->points[at[0]].index,
                                     (int32_t)n + 1 + line->points[at[1]].index, amount};
        open[0] -= amount;
        open[1] -= amount;
    }
}
