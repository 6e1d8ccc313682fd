/* plateau.c - Fisher scoring with damping (Levenberg, Marquardt) from several priors.
 *
 * Coordinates are t = (logit pi, a, log b), in which everything that can be is allowed. With
 * e = exp(-(a + b s)), x = pi + (1 - pi) e and f = P(positive) = m / (m + n x):
 *
 *     df/dx = -f (1 - f) / x,   dx/dt = (pi (1 - pi) (1 - e), -(1 - pi) e, -(1 - pi) e b s)
 *
 * A weight w+ of positives and w- of others contributes (w+ - (w+ + w-) f) / (f (1 - f)) df to the
 * gradient and (w+ + w-) / (f (1 - f)) df df' to the information.
 */
#include "pu/trust/plateau.h"

#include <math.h>
#include <stddef.h>

enum { PASSES = 60 }; /* of which some ten are needed */

static const double FARTHEST = 30;            /* of a; exp(30) is as good as infinite */
static const double LOG_SLOPE = 2.9957322736; /* log 20: steeper is a jump, flatter no slope */
static const double ENOUGH = 1e-9;            /* gain of likelihood at which to stop */

struct point {
    double t[3];
};

struct local {
    double value, gradient[3], information[3][3];
};

static struct plateau plateau_at(struct point at)
{
    return (struct plateau){1 / (1 + exp(-at.t[0])), at.t[1], exp(at.t[2])};
}

static double excess_odds(struct plateau plateau, double score)
{
    return exp(fmin(50, fmax(-50, -(plateau.shift + plateau.slope * score))));
}

double plateau_likelihood(const struct steps *steps, struct plateau plateau)
{
    double value = 0, pi = plateau.prior;
    for (int64_t b = 0; b < steps->count; b++) {
        double x = pi + (1 - pi) * excess_odds(plateau, steps->score[b]);
        double odds = steps->others / steps->positives * x; /* of not being a positive */
        value -= steps->positive[b] * log1p(odds) + steps->other[b] * log1p(1 / odds);
    }
    return value;
}

/* Gradient and information; the value is left alone. */
static void differentiate(const struct steps *steps, struct point at, struct local *local)
{
    struct plateau plateau = plateau_at(at);
    double pi = plateau.prior;
    *local = (struct local){.value = local->value};
    for (int64_t b = 0; b < steps->count; b++) {
        double e = excess_odds(plateau, steps->score[b]), x = pi + (1 - pi) * e;
        double f = 1 / (1 + steps->others / steps->positives * x);
        double all = steps->positive[b] + steps->other[b], slope = plateau.slope * steps->score[b];
        double log_x[3] = {pi * (1 - pi) * (1 - e) / x, -(1 - pi) * e / x,
                           -(1 - pi) * e * slope / x};
        for (int i = 0; i < 3; i++) {
            local->gradient[i] -= (steps->positive[b] - all * f) * log_x[i];
            for (int j = 0; j < 3; j++)
                local->information[i][j] += all * f * (1 - f) * log_x[i] * log_x[j];
        }
    }
}

/* (information + damping (diagonal + 1)) step = gradient, by Cholesky */
static void solve(const struct local *local, double damping, double step[3])
{
    double l[3][3] = {{0}};
    for (int i = 0; i < 3; i++) {
        step[i] = local->gradient[i];
        for (int j = 0; j <= i; j++) {
            double sum = local->information[i][j];
            sum += i == j ? damping * (sum + 1) : 0;
            for (int k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k];
            l[i][j] = i == j ? sqrt(fmax(sum, 1e-300)) : sum / l[j][j];
            step[i] -= j < i ? l[i][j] * step[j] : 0;
        }
        step[i] /= l[i][i];
    }
    for (int i = 2; i >= 0; i--) {
        for (int k = i + 1; k < 3; k++)
            step[i] -= l[k][i] * step[k];
        step[i] /= l[i][i];
    }
}

static struct point moved(const struct steps *steps, struct point at, const double step[3])
{
    double end = log(fmax(steps->others - 1, 1.5)); /* logit of 1 - 1/n */
    double most[3] = {end, FARTHEST, LOG_SLOPE};
    for (int i = 0; i < 3; i++)
        at.t[i] = fmin(most[i], fmax(-most[i], at.t[i] + step[i]));
    return at;
}

/* Uphill from `at`: damping falls where steps succeed and rises where they do not. */
static double climb(const struct steps *steps, struct point *at)
{
    struct local local = {.value = plateau_likelihood(steps, plateau_at(*at))};
    double damping = 1e-2, gain = INFINITY;
    differentiate(steps, *at, &local);
    for (int pass = 0; pass < PASSES && damping < 1e6 && gain > ENOUGH; pass++) {
        double step[3];
        solve(&local, damping, step);
        struct point next = moved(steps, *at, step);
        double value = plateau_likelihood(steps, plateau_at(next));
        if (!(value > local.value)) {
            damping *= 8;
            continue;
        }
        gain = value - local.value;
        local.value = value;
        *at = next;
        damping = fmax(1e-6, damping / 8);
        differentiate(steps, *at, &local);
    }
    return local.value;
}

struct plateau plateau_fit(const struct steps *steps)
{
    static const double STARTS[][3] = {{-2, 0, 0}, {0, 0, 0.7}, {2, 0, 0}};
    double best = -INFINITY;
    struct point found = {{0}};
    for (size_t k = 0; k < sizeof STARTS / sizeof *STARTS; k++) {
        struct point at = moved(steps, (struct point){{0}}, STARTS[k]);
        double value = climb(steps, &at);
        if (value > best) {
            best = value;
            found = at;
        }
    }
    return plateau_at(found);
}
