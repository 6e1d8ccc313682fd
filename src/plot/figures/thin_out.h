/* thin_out.h - some of many, evenly: one of each block of neighbours, at a random place in it.
 *
 * Every k-th would be as even, but files have rhythms: every second row of one class, say. The same
 * count always gives the same sample.
 */
#ifndef PAROT_PLOT_THIN_OUT_H
#define PAROT_PLOT_THIN_OUT_H

#include <stdint.h>

#include "base/random.h"

struct sample {
    int64_t count; /* of all */
    int64_t block; /* 1: all are in the sample */
    int64_t size;  /* of the sample, at most what was asked for */
};

static inline struct sample sample_of(int64_t count, int64_t most)
{
    struct sample sample = {count, count > most ? 1 + (count - 1) / most : 1, 0};
    sample.size = (count + sample.block - 1) / sample.block;
    return sample;
}

/* Member k of the sample, in increasing order. */
static inline int64_t sample_at(const struct sample *sample, int64_t k)
{
    int64_t first = k * sample->block, left = sample->count - first;
    int64_t block = left < sample->block ? left : sample->block;
    if (block <= 1)
        return first;
    return first + (int64_t)(random_uniform(0, RANDOM_SAMPLE, (uint64_t)k) * (double)block);
}

#endif
