/* belief.c - sums over cells; what is left of a belief that a bin contradicts everywhere is the
 * bin. */
#include "pu/trust/belief.h"

#include <math.h>

static const double HALF_TURN = 1.5707963267948966; /* pi/2 */

/* What negatives there are in a best bin, as a fraction of the positives, is seldom twice as
 * much. Over the problems of docs/theory/pu.md 0.3 makes ranges too narrow; without limit they are
 * a quarter wider. */
static const double IMPURITY = 0.4;

/* Standard errors of the lowest bin: it is too low by about one, being the lowest. */
static const double BIN_ERRORS = 2;

double belief_edge(int cell)
{
    double root = sin(HALF_TURN * cell / CELLS);
    return root * root;
}

double belief_prior(int cell)
{
    double root = sin(HALF_TURN * (cell + 0.5) / CELLS);
    return root * root;
}

void belief_normalise(struct belief *belief)
{
    double sum = 0;
    for (int c = 0; c < CELLS; c++)
        sum += belief->mass[c];
    for (int c = 0; c < CELLS; c++)
        belief->mass[c] /= sum;
}

double belief_quantile(const struct belief *belief, double part)
{
    double below = 0;
    int cell = 0;
    while (cell < CELLS - 1 && below + belief->mass[cell] < part)
        below += belief->mass[cell++];
    double inside = belief->mass[cell] > 0 ? (part - below) / belief->mass[cell] : 0;
    double low = belief_edge(cell), high = belief_edge(cell + 1);
    return low + fmin(1, fmax(0, inside)) * (high - low);
}

/* exp(-x^2 / 2): see the header for x */
static double density_of_bin(struct bestbin bin, double prior)
{
    double above = (prior - bin.estimate) / (BIN_ERRORS * bin.error);
    double below = (bin.estimate - prior) / (1 - prior) / IMPURITY;
    double off = prior > bin.estimate ? above : below;
    return exp(-off * off / 2);
}

void belief_weigh_bin(struct belief *belief, struct bestbin bin)
{
    struct belief both, alone;
    double sum = 0;
    for (int c = 0; c < CELLS; c++) {
        double density = density_of_bin(bin, belief_prior(c));
        both.mass[c] = belief->mass[c] * density;
        alone.mass[c] = (belief_edge(c + 1) - belief_edge(c)) * density;
        sum += both.mass[c];
    }
    *belief = sum > 1e-200 ? both : alone;
    belief_normalise(belief);
}
