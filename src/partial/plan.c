/* plan.c - sorts the arcs of a solved tree and rounds their masses.
 *
 * An integer mass times the unit is rounded to the nearest double. The sum of a full row may then
 * exceed its weight: that excess is taken from the largest entry, where it is the last digit, and
 * not from a small one, on which all of the cost may depend. The same for columns; what the sum of
 * all then misses, at most a unit in its last place or so, goes where both row and column have
 * room.
 */
#include "partial/plan.h"

#include <math.h>

void rounding_layout(struct rounding *rounding, int64_t n, int64_t m, struct arena *arena)
{
    rounding->rows = arena_take(arena, n, sizeof *rounding->rows);
    rounding->cols = arena_take(arena, m, sizeof *rounding->cols);
    rounding->pick = arena_take(arena, n > m ? n : m, sizeof *rounding->pick);
}

/* ---- Order -------------------------------------------------------------- */

/* Where each row begins. */
static void find_places(const parot_plan *plan, const struct arc *arcs, int64_t *place)
{
    for (int64_t i = 0; i < plan->rows; i++)
        place[i] = 0;
    for (int64_t k = 0; k < plan->count; k++)
        if (arcs[k].row + 1 < plan->rows)
            place[arcs[k].row + 1]++;
    for (int64_t i = 1; i < plan->rows; i++)
        place[i] += place[i - 1];
}

/* Within a row the arcs come by column, except for one, the arc under the row itself: a few steps
 * of insertion sort put it in its place. Rows not yet filled hold zeros, which no later row equals.
 */
static void insert(parot_plan *plan, int64_t at, int32_t row, int32_t col, double mass)
{
    for (; at > 0 && plan->row[at - 1] == row && plan->col[at - 1] > col; at--) {
        plan->col[at] = plan->col[at - 1];
        plan->mass[at] = plan->mass[at - 1];
        plan->row[at] = row;
    }
    plan->row[at] = row;
    plan->col[at] = col;
    plan->mass[at] = mass;
}

/* RN(flow unit), or the weight itself where all of it moves */
static double entry_mass(const struct units *units, unit_count flow, int32_t i, int32_t j,
                         struct weights p, struct weights q)
{
    double mass = (double)((long double)flow * units->unit);
    double row = weight_at(p, i), col = weight_at(q, j);
    if (flow == units->row[i])
        mass = row;
    else if (flow == units->col[j])
        mass = col;
    return fmin(mass, fmin(row, col));
}

/* ---- Rounding ----------------------------------------------------------- */

static double excess(const struct sum *sum, double limit)
{
    return (sum->high - limit) + sum->low;
}

static void add_up(const parot_plan *plan, const int32_t *index, struct sum *sums, int64_t count)
{
    for (int64_t g = 0; g < count; g++)
        sums[g] = (struct sum){0};
    for (int64_t k = 0; k < plan->count;) { /* a row's entries follow each other */
        int32_t g = index[k];
        struct sum sum = sums[g];
        for (; k < plan->count && index[k] == g; k++)
            sum_add(&sum, plan->mass[k]);
        sums[g] = sum;
    }
}

/* The largest double that is smaller than `mass` by at least `by`. */
static double reduced(double mass, double by)
{
    double less = mass - by;
    return mass - less >= by ? less : nextafter(less, 0);
}

/* One of the two sides: the rows, or the columns. */
struct side {
    const int32_t *index; /* of each entry */
    struct weights weights;
    struct sum *sums;
};

/* Of lines above their weights the largest entry; -1 for all others. */
static void pick_largest(const parot_plan *plan, const struct side *side, int64_t *pick)
{
    const int64_t none = -1, wanted = -2;
    int64_t over = 0;
    for (int64_t g = 0; g < side->weights.count; g++) {
        int is_over = excess(&side->sums[g], weight_at(side->weights, g)) > 0;
        pick[g] = is_over ? wanted : none;
        over += is_over;
    }
    for (int64_t k = 0; k < plan->count && over > 0; k++) {
        int64_t best = pick[side->index[k]];
        if (best == wanted || (best >= 0 && plan->mass[k] > plan->mass[best]))
            pick[side->index[k]] = k;
    }
}

/* In two steps: the difference itself may not be a double. */
static void replace(struct sum *sum, double old, double new)
{
    sum_add(sum, -old);
    sum_add(sum, new);
}

/* Brings the sums of all rows (or of all columns) under their weights; the other side's sums
 * follow. */
static void fit(parot_plan *plan, const struct side *side, const struct side *other, int64_t *pick)
{
    pick_largest(plan, side, pick);
    for (int64_t g = 0; g < side->weights.count; g++)
        if (pick[g] >= 0) {
            double *mass = &plan->mass[pick[g]];
            double less = reduced(*mass, excess(&side->sums[g], weight_at(side->weights, g)));
            replace(&side->sums[g], *mass, less);
            replace(&other->sums[other->index[pick[g]]], *mass, less);
            *mass = less;
        }
}

/* Entries that were all excess are gone. */
static void drop_empty(parot_plan *plan)
{
    int64_t kept = 0;
    while (kept < plan->count && plan->mass[kept] > 0)
        kept++;
    for (int64_t k = kept; k < plan->count; k++)
        if (plan->mass[k] > 0) {
            plan->row[kept] = plan->row[k];
            plan->col[kept] = plan->col[k];
            plan->mass[kept++] = plan->mass[k];
        }
    plan->count = kept;
}

/* Adds what is missing to the entry, as far as its row and its column have room. */
static double top_up(parot_plan *plan, int64_t k, double missing, struct weights p,
                     struct weights q, const struct rounding *rounding)
{
    struct sum *row = &rounding->rows[plan->row[k]], *col = &rounding->cols[plan->col[k]];
    double room =
        fmin(-excess(row, weight_at(p, plan->row[k])), -excess(col, weight_at(q, plan->col[k])));
    double more = plan->mass[k] + fmin(missing, room);
    while (more - plan->mass[k] > room)
        more = nextafter(more, 0);
    double added = more - plan->mass[k];
    if (!(added > 0))
        return 0;
    sum_add(row, added);
    sum_add(col, added);
    plan->mass[k] = more;
    return added;
}

static int64_t largest_entry(const parot_plan *plan)
{
    int64_t largest = 0;
    for (int64_t k = 1; k < plan->count; k++)
        largest = plan->mass[k] > plan->mass[largest] ? k : largest;
    return largest;
}

void plan_settle(parot_plan *plan, double request, struct weights p, struct weights q,
                 const struct rounding *rounding)
{
    const struct side rows = {plan->row, p, rounding->rows};
    const struct side cols = {plan->col, q, rounding->cols};
    add_up(plan, plan->row, rounding->rows, plan->rows);
    add_up(plan, plan->col, rounding->cols, plan->cols);
    fit(plan, &rows, &cols, rounding->pick);
    fit(plan, &cols, &rows, rounding->pick);
    drop_empty(plan);
    /* Brings the sum of all to the mass that was asked for. */
    struct sum total = {0};
    for (int64_t i = 0; i < plan->rows; i++) {
        sum_add(&total, rounding->rows[i].high);
        total.low += rounding->rows[i].low;
    }
    double place = nextafter(request, INFINITY) - request; /* that much may be whole rows */
    double missing = -excess(&total, request);
    if (missing < -place)
        plan->mass[largest_entry(plan)] += missing;
    for (int64_t k = 0; k < plan->count && missing > place; k++)
        missing -= top_up(plan, k, missing, p, q, rounding);
}

void plan_fill(parot_plan *plan, const struct arc *arcs, const struct units *units,
               struct weights p, struct weights q, const struct rounding *rounding)
{
    find_places(plan, arcs, rounding->pick);
    for (int64_t k = 0; k < plan->count; k++) {
        int32_t i = arcs[k].row, j = arcs[k].col - (int32_t)plan->rows - 1;
        insert(plan, rounding->pick[i]++, i, j, entry_mass(units, arcs[k].flow, i, j, p, q));
    }
    plan_settle(plan, units->request, p, q, rounding);
}
