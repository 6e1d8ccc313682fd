/* pu_data.h - small tables of positives and unlabeled rows whose truth is known. */
#ifndef PAROT_TESTS_PU_DATA_H
#define PAROT_TESTS_PU_DATA_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "instances.h"
#include "parot/pu.h"

enum { PU_N = 60, PU_M = 25, PU_D = 4, PU_K = 24 };

struct pu_tables {
    double unlabeled[PU_N * PU_D], positive[PU_M * PU_D];
    int truth[PU_N];
    parot_pu_data data;
};

static inline parot_pu_options pu_options_of(parot_pu_method method)
{
    parot_pu_options options;
    parot_pu_options_init(&options);
    options.method = method;
    return options;
}

/* Nearly normal: twelve uniform numbers, less six. */
static inline double pu_normal(struct draws *draws)
{
    double sum = -6;
    for (int k = 0; k < 12; k++)
        sum += next_uniform(draws);
    return sum;
}

/* Positives around 0, negatives around `apart` in every coordinate, each row within 1 of its
 * centre. The unlabeled positives are at no particular place. `steps` > 0 rounds the coordinates to
 * multiples of 1/steps, so that rows and distances have ties. */
static inline void pu_tables_make(struct pu_tables *tables, uint64_t seed, double apart, int steps)
{
    for (int i = 0; i < PU_N; i++)
        tables->truth[i] = (i * 7 + (int)seed) % PU_N < PU_K;
    for (int e = 0; e < PU_N * PU_D; e++)
        tables->unlabeled[e] =
            2 * test_uniform(seed, (uint64_t)e) - 1 + (tables->truth[e / PU_D] ? 0 : apart);
    for (int e = 0; e < PU_M * PU_D; e++)
        tables->positive[e] = 2 * test_uniform(seed + 1000, (uint64_t)e) - 1;
    for (int e = 0; steps && e < PU_N * PU_D; e++)
        tables->unlabeled[e] = floor(tables->unlabeled[e] * steps) / steps;
    for (int e = 0; steps && e < PU_M * PU_D; e++)
        tables->positive[e] = floor(tables->positive[e] * steps) / steps;
    tables->data = (parot_pu_data){{tables->unlabeled, PU_N, PU_D, PU_D},
                                   {tables->positive, PU_M, PU_D, PU_D},
                                   (double)PU_K / PU_N};
}

/* Such tables, of that name. */
#define PU_TABLES(name, ...)                                                                       \
    struct pu_tables name;                                                                         \
    pu_tables_make(&(name), __VA_ARGS__)

/* Row i of the copy is row (step i + shift) mod count of the original; step and count have no
 * common divisor. */
static inline int64_t pu_source(int64_t i, int64_t count)
{
    return (7 * i + 11) % count;
}

static inline void pu_permute(double *to, const double *from, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        memcpy(to + i * PU_D, from + pu_source(i, count) * PU_D, PU_D * sizeof *to);
}

#endif
