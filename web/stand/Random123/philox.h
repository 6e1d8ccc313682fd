/* philox.h - Philox4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, 2011): the numbers of
 * Random123, which knows no processor of this kind. */
#ifndef PAROT_WEB_PHILOX_H
#define PAROT_WEB_PHILOX_H

#include <stdint.h>

typedef struct philox4x32_ctr {
    uint32_t v[4];
} philox4x32_ctr_t;

typedef struct philox4x32_key {
    uint32_t v[2];
} philox4x32_key_t;

static inline philox4x32_ctr_t philox4x32(philox4x32_ctr_t c, philox4x32_key_t k)
{
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xD2511F53 * c.v[0], b = (uint64_t)0xCD9E8D57 * c.v[2];
        c = (philox4x32_ctr_t){{(uint32_t)(b >> 32) ^ c.v[1] ^ k.v[0], (uint32_t)b,
                                (uint32_t)(a >> 32) ^ c.v[3] ^ k.v[1], (uint32_t)a}};
        k.v[0] += 0x9E3779B9;
        k.v[1] += 0xBB67AE85;
    }
    return c;
}

#endif
