/* units.c - the choice of a unit in which all masses are integers.
 *
 * Weights such as k / 300 are rounded multiples of a unit. Euclid's algorithm finds it, with
 * remainders that count as 0 within the rounding of the weights; its last digits come from the
 * totals. A mass between two multiples adds binary digits to the unit. If the sides have no unit in
 * common, but the mass is a multiple of the units that one or both have by themselves, these are
 * used; otherwise all is rounded to 2^-120 of the mass.
 */
#include "transport/units.h"

#include <float.h>
#include <math.h>

#include "base/sums.h"

/* A weight is a multiple of the unit when it misses by at most this share of itself: the rounding
 * of the weight and that of the unit's estimate, two units in the last place each. */
static const long double MULTIPLE = 0x1p-51L;

/* No weight may be more than this many units, so that a multiple is not a coincidence: random
 * weights pass the test above with probability 2^26 2^-51 each. */
static const long double LARGEST_MULTIPLE = 0x1p26L;

/* Fixed-point masses have this many bits: sums and differences of some stay inside unit_count. */
enum { MASS_BITS = 120 };

double weights_total(struct weights weights)
{
    if (!weights.values)
        return 1.0;
    struct sum sum = {0};
    for (int64_t i = 0; i < weights.count; i++)
        sum_add(&sum, weights.values[i]);
    return isinf(sum.high) ? INFINITY : sum_value(&sum);
}

/* Rounding of two doubles of at most `top`, in a remainder of theirs after one of `last`: it is a
 * combination of both with factors of up to top / last. Beyond 2^12 of these, random weights would
 * pass for multiples. */
static long double remainder_noise(long double top, long double last)
{
    return 0x1p-51L * top * fminl(fmaxl(top / last, 0x1p4L), 0x1p12L);
}

/* Largest g of which both are nearly multiples (Euclid with nearest remainders), or 0. Its last
 * digits come from the first of them. */
static long double common_unit(long double weight, long double unit)
{
    long double a = weight, b = unit, top = fmaxl(a, b);
    while (b > remainder_noise(top, a)) {
        long double rest = fabsl(a - roundl(a / b) * b);
        a = b;
        b = rest;
    }
    if (!(a > 16 * remainder_noise(top, a)))
        return 0;
    long double parts = roundl(weight / a);
    return parts >= 1 ? weight / parts : a;
}

static int is_multiple(long double weight, long double unit)
{
    return fabsl(weight - roundl(weight / unit) * unit) <= MULTIPLE * weight;
}

/* Shrinks *unit until it divides all weights; 0 when there is no such unit worth the name. */
static void refine_unit(struct weights weights, long double *unit)
{
    int64_t count = weights.values ? weights.count : 1;
    for (int64_t i = 0; i < count && 0 < *unit; i++) {
        long double weight = weight_at(weights, i);
        if (weight == 0 || (*unit < INFINITY && is_multiple(weight, *unit)))
            continue;
        *unit = *unit < INFINITY ? common_unit(weight, *unit) : weight;
        if (weight > LARGEST_MULTIPLE * *unit)
            *unit = 0;
    }
}

/* *parts += the number of units in all weights; 0 when one is not a multiple after all. */
static int count_parts(struct weights weights, long double unit, long double *parts)
{
    for (int64_t i = 0; i < weights.count; i++) {
        long double weight = weight_at(weights, i), multiple = roundl(weight / unit);
        if (multiple > LARGEST_MULTIPLE || fabsl(weight - multiple * unit) > 0x1p-40L * weight)
            return 0;
        *parts += multiple;
    }
    return 1;
}

static int all_multiples(struct weights weights, long double unit)
{
    for (int64_t i = 0; i < weights.count; i++)
        if (!is_multiple(weight_at(weights, i), unit))
            return 0;
    return 1;
}

/* The common unit of all weights, or 0. Its last digits come from the totals, where the rounding
 * of the single weights averages out. */
static long double find_unit(struct weights p, struct weights q)
{
    long double unit = INFINITY, parts = 0;
    refine_unit(p, &unit);
    refine_unit(q, &unit);
    if (!(unit > 0 && unit < INFINITY) || !count_parts(p, unit, &parts) ||
        !count_parts(q, unit, &parts))
        return 0;
    unit = ((long double)weights_total(p) + weights_total(q)) / parts;
    return all_multiples(p, unit) && all_multiples(q, unit) ? unit : 0;
}

/* The unit of one side by itself, or 0. */
static long double find_own_unit(struct weights weights)
{
    long double unit = INFINITY, parts = 0;
    refine_unit(weights, &unit);
    if (!(unit > 0 && unit < INFINITY) || !count_parts(weights, unit, &parts))
        return 0;
    if (weights.values) /* else all are alike, and rounded alike */
        unit = (long double)weights_total(weights) / parts;
    return all_multiples(weights, unit) ? unit : 0;
}

/* `factor` of the units that masses are counted in make one of these, of which weights may be
 * multiples. */
struct grid {
    long double unit;
    unit_count factor;
};

/* Weights in units, each at most `most`; returns their sum, or MOST_UNITS if it is more. Multiples
 * of the grid's unit are that without a remainder. */
static unit_count convert(struct weights weights, struct grid grid, unit_count most, unit_count *to)
{
    unit_count sum = 0;
    for (int64_t i = 0; i < weights.count; i++) {
        long double weight = weight_at(weights, i), whole = roundl(weight / grid.unit);
        int is_whole = is_multiple(weight, grid.unit);
        long double parts = (is_whole ? whole : weight / grid.unit) * (long double)grid.factor;
        if (parts >= (long double)most)
            to[i] = most;
        else
            to[i] = is_whole ? (unit_count)whole * grid.factor : (unit_count)roundl(parts);
        sum = sum > MOST_UNITS - to[i] ? MOST_UNITS : sum + to[i];
    }
    return sum;
}

/* Takes `surplus` units, about one part in 2^50 and of any sign, from the largest weight. */
static void trim(struct units *units, unit_count *weights, int64_t count, unit_count surplus)
{
    int64_t largest = 0;
    for (int64_t i = 1; i < count; i++)
        if (weights[i] > weights[largest])
            largest = i;
    weights[largest] -= surplus;
    units->trimmed += surplus < 0 ? -surplus : surplus;
}

/* One side after conversion to integers. */
struct side {
    unit_count *weights;
    int64_t count;
    unit_count sum;
    int is_full; /* all of it was to move */
};

/* After rounding, the mass may not exceed what there is; and when all of both sides was to move,
 * both must have the same sum. */
static void reconcile(struct units *units, struct side rows, struct side cols)
{
    unit_count least = rows.sum < cols.sum ? rows.sum : cols.sum;
    if (rows.is_full && cols.is_full) {
        trim(units, rows.weights, rows.count, rows.sum - least);
        trim(units, cols.weights, cols.count, cols.sum - least);
    }
    if ((rows.is_full && rows.sum == least) || (cols.is_full && cols.sum == least) ||
        units->mass > least)
        units->mass = least;
}

/* The same for a mass of whole units, which stays as it is: a side that all moves, to within
 * rounding, moves without a remainder. */
static void reconcile_whole(struct units *units, struct side side)
{
    unit_count surplus = side.sum - units->mass;
    if (side.is_full || surplus < 0)
        trim(units, side.weights, side.count, surplus);
}

/* Is the mass a whole number of these units, to within the rounding of both? If so, with as many
 * binary digits behind the point as there is room for: *digits. It is then understood as that
 * number. */
static int is_whole_mass(struct units *units, long double unit, double rounding, int *digits)
{
    if (!(unit > 0))
        return 0;
    long double parts = roundl(units->request / unit);
    long double most = fminl(rounding * units->request, unit / 256); /* else all masses would be */
    if (parts < 1 || fabsl(parts * unit - units->request) > most)
        return 0;
    if (fabsl(parts * unit - units->request) > nextafter(units->request, INFINITY) - units->request)
        units->request = (double)(parts * unit);
    *digits = MASS_BITS - 1 - ilogbl(parts);
    units->unit = ldexpl(unit, -*digits);
    units->mass = (unit_count)ldexpl(parts, *digits);
    return 1;
}

/* The mass is k of the units of one side and l of those of the other: 1 / (k l) of it measures both
 * without a remainder, although the sides have no unit in common. */
static int choose_both(struct units *units, struct grid *rows, struct grid *cols, double rounding)
{
    int digits = 0;
    struct units whole = *units;
    if (!is_whole_mass(&whole, rows->unit, rounding, &digits) ||
        !is_whole_mass(&whole, cols->unit, rounding, &digits))
        return 0;
    long double k = roundl(whole.request / rows->unit), l = roundl(whole.request / cols->unit);
    digits = MASS_BITS - 2 - ilogbl(k) - ilogbl(l);
    if (digits < 0)
        return 0;
    rows->factor = (unit_count)l << digits;
    cols->factor = (unit_count)k << digits;
    units->request = whole.request;
    units->mass = (unit_count)k * rows->factor;
    units->unit = rows->unit / (long double)rows->factor;
    return 1;
}

/* Without a common unit, one side may have a unit of which the mass is a multiple, or both may. */
static int choose_own(struct units *units, struct grid *rows, struct grid *cols, double rounding)
{
    int digits = 0;
    if (choose_both(units, rows, cols, rounding))
        return 1;
    long double own = rows->unit;
    if (!is_whole_mass(units, own, rounding, &digits)) {
        own = cols->unit;
        if (!is_whole_mass(units, own, rounding, &digits))
            return 0;
    }
    *rows = *cols = (struct grid){own, (unit_count)1 << digits};
    return 1;
}

/* A mass in units of common / 2^digits. What it leaves of the smaller side, which has `most`, is
 * counted where that is less: there the rounding of the unit is not seen in it. */
static unit_count count_mass(double request, double most, long double common, int digits)
{
    long double unit = ldexpl(common, -digits);
    if (request <= most / 2)
        return (unit_count)roundl(request / unit);
    unit_count all = (unit_count)roundl(most / common);
    return (all << digits) - (unit_count)roundl(((long double)most - request) / unit);
}

/* The mass in units: a whole number of common units when it is one to within its last place, else
 * with as many binary digits behind the point as there is room for. Returns those digits. */
static int choose_mass(struct units *units, long double common, double most, double rounding)
{
    double request = units->request;
    int digits = 0;
    if (is_whole_mass(units, common, rounding, &digits)) {
        units->unit = common;
        units->mass >>= digits;
        return 0;
    }
    if (common > 0) {
        long double parts = roundl(request / common);
        digits = MASS_BITS - (parts >= 1 ? ilogbl(parts) + 1 : 0);
        units->unit = ldexpl(common, -digits);
        units->mass = count_mass(request, most, common, digits);
        if (units->mass >= (unit_count)1 << (MASS_BITS - 8)) /* else it would lose its own digits */
            return digits;
    }
    units->unit = ldexpl(1.0L, ilogb(request) - MASS_BITS);
    units->mass = (unit_count)roundl(request / units->unit);
    return -1;
}

static parot_status check_mass(double mass, double most, double rounding, parot_error *err)
{
    if (!(mass > 0) || !isfinite(mass))
        return fail(err, PAROT_EINVAL, "mass: must be positive and finite, got %g", mass);
    if (mass > most && !(mass - most <= rounding * most))
        return fail(err, PAROT_EINVAL, "mass %.17g exceeds min(sum p, sum q) = %.17g", mass, most);
    return PAROT_OK;
}

parot_status units_choose(struct units *units, struct weights p, struct weights q, double mass,
                          parot_error *err)
{
    double rows = weights_total(p), cols = weights_total(q), most = fmin(rows, cols);
    double count = (double)(p.count + q.count);
    double rounding = 1e-12 + count * DBL_EPSILON; /* of callers' sums, at worst */
    TRY(check_mass(mass, most, rounding, err));
    double usual = (16 + count / 8) * DBL_EPSILON;                /* and as a rule */
    int is_full = most < INFINITY && most - mass <= most * usual; /* near, exact */
    units->request = is_full ? most : mass;
    units->trimmed = 0;

    struct side row_side = {units->row, p.count, 0, is_full && rows - most <= most * usual};
    struct side col_side = {units->col, q.count, 0, is_full && cols - most <= most * usual};
    long double common = find_unit(p, q);
    struct grid rows_grid = {0, 1}, cols_grid = {0, 1};
    int is_own = 0;
    if (common == 0) {
        rows_grid.unit = find_own_unit(p);
        cols_grid.unit = find_own_unit(q);
        is_own = choose_own(units, &rows_grid, &cols_grid, usual);
    }
    if (!is_own) {
        int digits = choose_mass(units, common, most, usual);
        rows_grid.unit = digits < 0 ? units->unit : common;
        rows_grid.factor = digits < 0 ? 1 : (unit_count)1 << digits;
        cols_grid = rows_grid;
    }
    /* Rounding may yet raise the mass: of the request itself, and of every weight. */
    unit_count cap = units->mass + (units->mass >> 48) + p.count + q.count;
    row_side.sum = convert(p, rows_grid, cap, units->row);
    col_side.sum = convert(q, cols_grid, cap, units->col);
    if (is_own) {
        reconcile_whole(units, row_side);
        reconcile_whole(units, col_side);
    } else {
        reconcile(units, row_side, col_side);
    }
    return PAROT_OK;
}
