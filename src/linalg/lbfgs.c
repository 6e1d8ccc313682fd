/* lbfgs.c - the two-loop recursion with backtracking.
 *
 * The direction is -H g, H the inverse Hessian that the remembered pairs s (step) and y (change of
 * the gradient) imply, by the two-loop recursion. Along it we halve the step until f falls by at
 * least a small part of what the gradient promises (Armijo); pairs with <s, y> <= 0 teach nothing.
 */
#include "linalg/lbfgs.h"

#include <math.h>
#include <string.h>

static const double PROMISE = 1e-4; /* part of the promised fall that must come true */
enum { HALVINGS = 30 };             /* a billionth of the first step: there is no descent */

void lbfgs_layout(struct lbfgs *lbfgs, struct arena *arena)
{
    int64_t n = lbfgs->n;
    lbfgs->x = arena_take(arena, n, sizeof *lbfgs->x);
    lbfgs->gradient = arena_take(arena, n, sizeof *lbfgs->gradient);
    lbfgs->direction = arena_take(arena, n, sizeof *lbfgs->direction);
    lbfgs->next_x = arena_take(arena, n, sizeof *lbfgs->next_x);
    lbfgs->next_gradient = arena_take(arena, n, sizeof *lbfgs->next_gradient);
    lbfgs->step = arena_take(arena, LBFGS_PAIRS * n, sizeof *lbfgs->step);
    lbfgs->change = arena_take(arena, LBFGS_PAIRS * n, sizeof *lbfgs->change);
}

static double dot(const double *a, const double *b, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* y += factor x */
static void add(double *y, double factor, const double *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        y[i] += factor * x[i];
}

static double largest(const double *x, int64_t n)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* direction = -H gradient; pairs first..last-1 are there, pair k at k mod LBFGS_PAIRS */
static void find_direction(struct lbfgs *lbfgs, int first, int last)
{
    int64_t n = lbfgs->n;
    double *d = lbfgs->direction, alpha[LBFGS_PAIRS];
    for (int64_t i = 0; i < n; i++)
        d[i] = -lbfgs->gradient[i];
    for (int k = last - 1; k >= first; k--) {
        int at = k % LBFGS_PAIRS;
        alpha[at] = lbfgs->rho[at] * dot(lbfgs->step + at * n, d, n);
        add(d, -alpha[at], lbfgs->change + at * n, n);
    }
    if (last > first) { /* the scale of the last pair, <s, y> / <y, y> */
        int at = (last - 1) % LBFGS_PAIRS;
        const double *y = lbfgs->change + at * n;
        double scale = 1 / (lbfgs->rho[at] * dot(y, y, n));
        for (int64_t i = 0; i < n; i++)
            d[i] *= scale;
    }
    for (int k = first; k < last; k++) {
        int at = k % LBFGS_PAIRS;
        double beta = lbfgs->rho[at] * dot(lbfgs->change + at * n, d, n);
        add(d, alpha[at] - beta, lbfgs->step + at * n, n);
    }
}

/* Moves to next_x; returns f there, or INFINITY when no step along the direction helps. */
static double descend(struct lbfgs *lbfgs, lbfgs_function f, void *user, double value, double step)
{
    double slope = dot(lbfgs->gradient, lbfgs->direction, lbfgs->n);
    for (int k = 0; k < HALVINGS && slope < 0; k++, step *= 0.5) {
        memcpy(lbfgs->next_x, lbfgs->x, (size_t)lbfgs->n * sizeof *lbfgs->x);
        add(lbfgs->next_x, step, lbfgs->direction, lbfgs->n);
        double next = f(lbfgs->next_x, lbfgs->next_gradient, user);
        if (next <= value + PROMISE * step * slope)
            return next;
    }
    return INFINITY;
}

/* The pair of the step just made; 0 when it teaches nothing. */
static int remember(struct lbfgs *lbfgs, int place)
{
    int64_t n = lbfgs->n;
    double *s = lbfgs->step + place * n, *y = lbfgs->change + place * n;
    for (int64_t i = 0; i < n; i++) {
        s[i] = lbfgs->next_x[i] - lbfgs->x[i];
        y[i] = lbfgs->next_gradient[i] - lbfgs->gradient[i];
    }
    double product = dot(s, y, n);
    lbfgs->rho[place] = 1 / product;
    return product > 1e-12 * dot(y, y, n);
}

double lbfgs_minimise(struct lbfgs *lbfgs, lbfgs_function f, void *user, int most, double tolerance)
{
    size_t bytes = (size_t)lbfgs->n * sizeof *lbfgs->x;
    int first = 0, last = 0;
    double value = f(lbfgs->x, lbfgs->gradient, user);
    for (int k = 0; k < most && largest(lbfgs->gradient, lbfgs->n) > tolerance; k++) {
        find_direction(lbfgs, first, last);
        double length = sqrt(dot(lbfgs->gradient, lbfgs->gradient, lbfgs->n));
        double next = descend(lbfgs, f, user, value, last > first ? 1 : 1 / fmax(1, length));
        if (!(next <= value)) {
            if (last == first)
                break; /* not even along the gradient */
            first = last = 0;
            continue;
        }
        last += remember(lbfgs, last % LBFGS_PAIRS);
        first = last - first > LBFGS_PAIRS ? last - LBFGS_PAIRS : first;
        memcpy(lbfgs->x, lbfgs->next_x, bytes);
        memcpy(lbfgs->gradient, lbfgs->next_gradient, bytes);
        value = next;
    }
    return value;
}
