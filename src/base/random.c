/* random.c - Philox by Random123, and the two distributions we need. */
#include "base/random.h"

#include <Random123/philox.h>
#include <math.h>

static const double TWO_PI = 6.283185307179586;

static philox4x32_ctr_t draw(uint64_t seed, enum random_purpose purpose, uint64_t index)
{
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    philox4x32_ctr_t counter = {{(uint32_t)index, (uint32_t)(index >> 32), (uint32_t)purpose, 0}};
    return philox4x32(counter, key);
}

static uint64_t word(philox4x32_ctr_t drawn, int k)
{
    return (uint64_t)drawn.v[2 * k] | (uint64_t)drawn.v[2 * k + 1] << 32;
}

static double unit(uint64_t bits)
{
    return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

uint64_t random_bits(uint64_t seed, enum random_purpose purpose, uint64_t index)
{
    return word(draw(seed, purpose, index), 0);
}

double random_uniform(uint64_t seed, enum random_purpose purpose, uint64_t index)
{
    return unit(random_bits(seed, purpose, index));
}

double random_normal(uint64_t seed, enum random_purpose purpose, uint64_t index)
{
    philox4x32_ctr_t drawn = draw(seed, purpose, index);
    return sqrt(-2 * log(unit(word(drawn, 0)))) * cos(TWO_PI * unit(word(drawn, 1)));
}

void random_shuffle(int32_t *items, int64_t count, uint64_t seed, enum random_purpose purpose,
                    uint64_t first)
{
    for (int64_t k = count - 1; k > 0; k--) {
        double uniform = random_uniform(seed, purpose, first + (uint64_t)k);
        int64_t other = (int64_t)((double)(k + 1) * uniform);
        int32_t kept = items[k];
        items[k] = items[other];
        items[other] = kept;
    }
}
