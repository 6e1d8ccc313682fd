/* certify_plan.c - what the plan moves, what it costs, and where it breaks its constraints.
 *
 * Sums over the whole plan are exact (base/wide_sum.h). Those of single rows and columns are kept
 * as high + low, two doubles that lose next to nothing, with a bound on what they do lose.
 */
#include <float.h>
#include <math.h>

#include "partial/certify.h"

/* x + y = sum + *error (Knuth) */
static double two_sum(double x, double y, double *error)
{
    double sum = x + y, shift = sum - x;
    *error = (x - (sum - shift)) + (y - shift);
    return sum;
}

static void total_add(struct total *total, double x)
{
    double error, rest;
    total->high = two_sum(total->high, x, &error);
    total->low = two_sum(total->low, error, &rest);
    total->slip += fabs(rest);
}

double side_weight(const struct side *side, int64_t i)
{
    return side->weights ? side->weights[i] : 1 / (double)side->count;
}

int side_is_idle(const struct side *side, int64_t i)
{
    return side->weights && side->weights[i] == 0 && side->moved[i].high == 0;
}

/* (high - weight) + (low - rest) + slip, where weight + rest is the weight: 1 / count is not a
 * double. The second sum has five terms, each of which adds an error of at most 2^-53 of their
 * magnitudes; slip is a sum of up to 2^32 terms, each rounded to 2^-53. */
double side_excess(const struct side *side, int64_t i)
{
    const struct total *moved = &side->moved[i];
    double weight = side_weight(side, i), rest = 0, low;
    if (!side->weights)
        rest = fma(-weight, (double)side->count, 1) / (double)side->count;
    double high = two_sum(moved->high, -weight, &low);
    double slip = moved->slip * (1 + 0x1p-20);
    double magnitude = fabs(low) + fabs(moved->low) + fabs(rest) + slip;
    double by = high + (low + moved->low - rest + slip + 0x1p-49 * magnitude);
    if (by <= 0)
        return 0;
    return by <= DBL_MAX ? nextafter(by, INFINITY) : INFINITY;
}

/* ---- The plan ------------------------------------------------------------ */

static void miss(struct audit *audit, double mass)
{
    if (!(mass <= DBL_MAX)) {
        audit->is_nonsense = 1;
        return;
    }
    wide_sum_add(&audit->missed, mass);
    audit->worst_mass = fmax(audit->worst_mass, mass);
}

/* <C,T> and <|C|,T>, with what each unit saves: a_i + b_j. */
static void add_entry(struct audit *audit, int64_t i, int64_t j, double cost, double mass)
{
    wide_sum_add_product(&audit->cost, cost, mass);
    wide_sum_add_product(&audit->scale, fabs(cost), mass);
    if (!audit->prices)
        return;
    double a = source_price(audit->prices, i), b = target_price(audit->prices, j);
    wide_sum_add_product(&audit->cost, -a, mass);
    wide_sum_add_product(&audit->cost, -b, mass);
    wide_sum_add_product(&audit->scale, fabs(a), mass);
    wide_sum_add_product(&audit->scale, fabs(b), mass);
}

/* An entry below 0 moves nothing, is missed, and costs its magnitude, so that it cannot help. */
static void read_entry(struct audit *audit, int64_t k)
{
    const parot_plan *plan = audit->plan;
    double mass = plan->mass[k], price = audit_cost(audit, plan->row[k], plan->col[k]);
    if (mass == 0)
        return;
    if (!isfinite(mass) || !isfinite(price)) {
        audit->is_nonsense = 1;
    } else if (mass < 0) {
        miss(audit, -mass);
        wide_sum_add_product(&audit->cost, fabs(price), -mass);
    } else {
        total_add(&audit->rows.moved[plan->row[k]], mass);
        total_add(&audit->cols.moved[plan->col[k]], mass);
        wide_sum_add(&audit->moved, mass);
        add_entry(audit, plan->row[k], plan->col[k], price, mass);
    }
}

static void read_side(struct audit *audit, const struct side *side)
{
    for (int64_t i = 0; i < side->count; i++) {
        double by = side_excess(side, i);
        if (by != 0)
            miss(audit, by);
    }
}

void audit_plan(struct audit *audit)
{
    for (int64_t k = 0; k < audit->plan->count; k++)
        read_entry(audit, k);
    read_side(audit, &audit->rows);
    read_side(audit, &audit->cols);
    if (audit->has_price)
        return;
    struct wide_sum off = audit->moved;
    wide_sum_join(&off, &audit->mass, -1);
    double by = fmax(wide_sum_upper(&off), -wide_sum_lower(&off));
    if (by != 0)
        miss(audit, by);
}
