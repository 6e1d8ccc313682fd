/* simd.h - one loop, compiled for several instruction sets and chosen when the library is loaded.
 */
#ifndef PAROT_BASE_SIMD_H
#define PAROT_BASE_SIMD_H

#include <stdint.h>

/* For functions that only compare, add and multiply: every variant rounds alike, since products and
 * sums are never fused (-ffp-contract=off). Sanitizers do not know the loader's resolvers. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SIMD_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SIMD_CLONES
#endif

/* The place of the lowest bit that is set; there must be one. */
static inline int lowest_bit(int64_t bits)
{
    return __builtin_ctzll((unsigned long long)bits);
}

#endif
