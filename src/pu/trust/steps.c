/* steps.c - row r of `count` belongs to group r STEPS / count; then scores are standardised. */
#include "pu/trust/steps.h"

#include <math.h>

static void add_group(struct steps *steps, const struct scored *scored, int64_t first, int64_t end)
{
    double positive = 0, other = 0, sum = 0;
    for (int64_t r = first; r < end; r++) {
        *(scored[r].is_positive ? &positive : &other) += scored[r].weight;
        sum += scored[r].weight * scored[r].score;
    }
    if (!(positive + other > 0))
        return;
    steps->score[steps->count] = sum / (positive + other);
    steps->positive[steps->count] = positive;
    steps->other[steps->count++] = other;
    steps->positives += positive;
    steps->others += other;
}

static void standardise(struct steps *steps)
{
    double all = steps->positives + steps->others, mean = 0, variance = 0;
    for (int64_t b = 0; b < steps->count; b++)
        mean += (steps->positive[b] + steps->other[b]) / all * steps->score[b];
    for (int64_t b = 0; b < steps->count; b++) {
        double off = steps->score[b] - mean;
        variance += (steps->positive[b] + steps->other[b]) / all * off * off;
    }
    double unit = variance > 0 ? 1 / sqrt(variance) : 0; /* 0: all scores are the same */
    for (int64_t b = 0; b < steps->count; b++)
        steps->score[b] = unit * (steps->score[b] - mean);
}

void steps_fill(struct steps *steps, const struct scored *scored, int64_t count)
{
    int64_t groups = count < STEPS ? count : STEPS;
    *steps = (struct steps){0};
    for (int64_t g = 0; g < groups; g++)
        add_group(steps, scored, g * count / groups, (g + 1) * count / groups);
    standardise(steps);
}
