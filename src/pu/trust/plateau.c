/* plateau.c - sums over grids, since the likelihood has ridges and edges where classes overlap; so
 * its mean is known where its maximum means little. */
#include "pu/trust/plateau.h"

#include <math.h>

static const double BEND[BENDS] = {-0.8, -0.4, 0, 0.4, 0.8};
static const double FARTHEST = 3;                 /* of scores, in deviations */
static const double OUTERMOST = 2.4;              /* of s0 */
static const double LEAST_SLOPE = 0.3, MOST = 12; /* of b: nearly flat, and a jump */

/* Models are wrong and rows are scored by classifiers that share them: likelihoods exaggerate. */
static const double POWER = 0.25;

enum { PROBE = 6 }; /* divides CELLS */

/* The likelihood for all priors at one (s0, b, k). */
struct row {
    double value[CELLS];
};

static double warp(double score, double bend)
{
    return bend == 0 ? score : expm1(bend * score) / bend;
}

/* exp(-b (w(s) - w(s0))) */
static double excess_odds(struct plateau at, double score)
{
    double inside = fmin(FARTHEST, fmax(-FARTHEST, score));
    double way = at.slope * (warp(inside, at.bend) - warp(at.middle, at.bend));
    return exp(fmin(50, fmax(-50, -way)));
}

/* sum of log P(row), with odds n x / m of not being a positive, x = pi + (1 - pi) e */
double plateau_likelihood(const struct steps *steps, struct plateau plateau)
{
    double value = 0, pi = plateau.prior;
    for (int64_t b = 0; b < steps->count; b++) {
        double x = pi + (1 - pi) * excess_odds(plateau, steps->score[b]);
        double odds = steps->others / steps->positives * x;
        value -= steps->positive[b] * log1p(odds) + steps->other[b] * log1p(1 / odds);
    }
    return value;
}

/* As above, except for a constant: sum of other log x - (positive + other) log(m + n x). */
static double value_at(const struct steps *steps, const double *odds, int cell)
{
    double m = steps->positives, n = steps->others, pi = belief_prior(cell), value = 0;
    for (int64_t b = 0; b < steps->count; b++) {
        double x = pi + (1 - pi) * odds[b], other = steps->other[b];
        value += other * log(x) - (steps->positive[b] + other) * log(m + n * x);
    }
    return value;
}

/* 0, and no row, if all of it is less than exp(-30) times exp(scale). In the angle of which a prior
 * is the squared sine no likelihood of N rows is more curved than 4 N, so one cell in PROBE shows
 * the largest up to N/100. */
static int fill_row(const struct steps *steps, struct plateau at, double scale, struct row *row)
{
    double odds[STEPS], most = -INFINITY, rows = steps->positives + steps->others;
    for (int64_t b = 0; b < steps->count; b++)
        odds[b] = excess_odds(at, steps->score[b]);
    for (int c = PROBE / 2; c < CELLS; c += PROBE)
        most = fmax(most, value_at(steps, odds, c));
    if (most < scale - 30 - rows / 100)
        return 0;
    for (int c = 0; c < CELLS; c++)
        row->value[c] = value_at(steps, odds, c);
    return 1;
}

static double largest(const double *value, int count)
{
    double most = value[0];
    for (int k = 1; k < count; k++)
        most = fmax(most, value[k]);
    return most;
}

/* The mean of all rows, relative to the largest likelihood so far. */
static void add_row(const struct row *row, struct belief *sum, double *scale)
{
    double most = fmax(*scale, largest(row->value, CELLS));
    double shrink = exp(*scale - most);
    for (int c = 0; c < CELLS; c++)
        sum->mass[c] = shrink * sum->mass[c] + exp(row->value[c] - most);
    *scale = most;
}

/* As many as tell N rows from another: likelihoods are as narrow as 1/sqrt(N). */
int plateau_middles(const struct steps *steps)
{
    int half = (int)(0.7 * sqrt(steps->positives + steps->others));
    return 2 * (half < 6 ? 6 : half > 48 ? 48 : half) + 1;
}

int plateau_slopes(const struct steps *steps)
{
    return plateau_middles(steps) / 4 + 4;
}

static double sum_over_grid(const struct steps *steps, double bend, struct belief *sum)
{
    int middles = plateau_middles(steps), slopes = plateau_slopes(steps);
    double scale = -INFINITY;
    *sum = (struct belief){{0}};
    for (int i = 0; i < slopes; i++)
        for (int j = 0; j < middles; j++) {
            struct row row;
            struct plateau at = {0, OUTERMOST * (2.0 * j / (middles - 1) - 1),
                                 LEAST_SLOPE * pow(MOST / LEAST_SLOPE, i / (slopes - 1.0)), bend};
            if (fill_row(steps, at, scale, &row))
                add_row(&row, sum, &scale);
        }
    return scale;
}

void plateau_evidence(const struct steps *steps, struct evidence *evidence)
{
    for (int k = 0; k < BENDS; k++) {
        struct belief *belief = &evidence->belief[k];
        double scale = sum_over_grid(steps, BEND[k], belief), sum = 0;
        for (int c = 0; c < CELLS; c++) {
            belief->mass[c] *= belief_edge(c + 1) - belief_edge(c);
            sum += belief->mass[c];
        }
        evidence->value[k] = scale + log(sum / (plateau_slopes(steps) * plateau_middles(steps)));
        belief_normalise(belief);
    }
}

void plateau_mix(const struct evidence *evidence, int count, struct belief *belief)
{
    double most = -INFINITY;
    *belief = (struct belief){{0}};
    for (int e = 0; e < count; e++)
        most = fmax(most, largest(evidence[e].value, BENDS));
    for (int e = 0; e < count; e++)
        for (int k = 0; k < BENDS; k++) {
            double weight = exp(POWER * (evidence[e].value[k] - most));
            for (int c = 0; c < CELLS; c++)
                belief->mass[c] += weight * evidence[e].belief[k].mass[c];
        }
    belief_normalise(belief);
}
