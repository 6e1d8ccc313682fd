/* steps.c - row r of `count` belongs to group r most / count; then scores are standardised. */
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

void steps_fill(struct steps *steps, const struct scored *scored, int64_t count, int64_t most)
{
    int64_t groups = count < most ? count : most;
    *steps = (struct steps){0};
    for (int64_t g = 0; g < groups; g++)
        add_group(steps, scored, g * count / groups, (g + 1) * count / groups);
    standardise(steps);
}

/* Abramowitz and Stegun 26.2.23, off by 0.00045 at most; `tail` is in (0, 1/2]. */
static double normal_distance(double tail)
{
    double t = sqrt(-2 * log(tail));
    double above = 2.515517 + t * (0.802853 + t * 0.010328);
    double below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    return t - above / below;
}

void steps_rank(struct scored *scored, int64_t count)
{
    for (int64_t first = 0, end = 0; first < count; first = end) {
        double score = scored[first].score;
        while (end < count && scored[end].score == score)
            end++;
        double above = (double)(first + end) / (2 * (double)count); /* the largest comes first */
        double distance = normal_distance(fmin(above, 1 - above));
        for (int64_t r = first; r < end; r++)
            scored[r].score = above < 0.5 ? distance : -distance;
    }
}
