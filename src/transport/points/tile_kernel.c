/* tile_kernel.c - the same loops for three instruction sets, chosen when they are asked for.
 *
 * Which of them runs changes the rounding of the filter, and hence how many pairs too many it lets
 * through, but no answer: double decides about these. */
#include "transport/points/tile_kernel.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_X86_KERNELS 1
#include <immintrin.h>
#endif

/* Sixteen registers of four floats; products and sums round separately. */
#define TARGET
#define NAME(x) plain_##x
#define KERNELS_NAME "plain"
#define WIDTH 4
#define ROWS 2
#define STRIPS 1
#define BROADCAST(x) ((plain_vector){(x), (x), (x), (x)})
#define FUSED(a, b, c) ((a) * (b) + (c))
#ifdef HAS_X86_KERNELS
#define MAGNITUDE(a) ((plain_vector)_mm_andnot_ps(_mm_set1_ps(-0.0f), (__m128)(a)))
#define LARGER(a, b) ((plain_vector)_mm_max_ps((__m128)(a), (__m128)(b)))
#define BITS(mask) ((uint32_t)_mm_movemask_ps((__m128)(mask)))
#else
typedef int32_t plain_integers __attribute__((vector_size(16)));
#define MAGNITUDE(a) ((plain_vector)((plain_integers)(a)&INT32_MAX))
#define LARGER(a, b)                                                                               \
    ((plain_vector)(((plain_integers)(a) & ((a) > (b))) | ((plain_integers)(b) & ~((a) > (b)))))
static uint32_t plain_bits(plain_integers mask)
{
    return (uint32_t)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
}
#define BITS(mask) plain_bits(mask)
#endif
#include "transport/points/tile_kernel.inc"

#ifdef HAS_X86_KERNELS

/* Sixteen registers of eight floats: twelve sums, two of y, one of x. */
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(x) avx2_##x
#define KERNELS_NAME "avx2"
#define WIDTH 8
#define ROWS 6
#define STRIPS 1
#define BROADCAST(x) ((avx2_vector)_mm256_set1_ps(x))
#define FUSED(a, b, c) ((avx2_vector)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define MAGNITUDE(a) ((avx2_vector)_mm256_andnot_ps(_mm256_set1_ps(-0.0f), (__m256)(a)))
#define LARGER(a, b) ((avx2_vector)_mm256_max_ps((__m256)(a), (__m256)(b)))
#define BITS(mask) ((uint32_t)_mm256_movemask_ps((__m256)(mask)))
#include "transport/points/tile_kernel.inc"

/* Thirty-two registers of sixteen: twelve sums again, for two strips at once. */
#define TARGET __attribute__((target("avx512f,avx512dq")))
#define NAME(x) avx512_##x
#define KERNELS_NAME "avx512"
#define WIDTH 16
#define ROWS 6
#define STRIPS 2
#define BROADCAST(x) ((avx512_vector)_mm512_set1_ps(x))
#define FUSED(a, b, c) ((avx512_vector)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define MAGNITUDE(a) ((avx512_vector)_mm512_abs_ps((__m512)(a)))
#define LARGER(a, b) ((avx512_vector)_mm512_max_ps((__m512)(a), (__m512)(b)))
#define BITS(mask) ((uint32_t)_mm512_movepi32_mask((__m512i)(mask)))
#include "transport/points/tile_kernel.inc"

#endif

const struct tile_kernels *const *tile_kernels_available(void)
{
#ifdef HAS_X86_KERNELS
    static const struct tile_kernels *const all[] = {&avx512_kernels, &avx2_kernels, &plain_kernels,
                                                     NULL};
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return all;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return all + 1;
    return all + 2;
#else
    static const struct tile_kernels *const all[] = {&plain_kernels, NULL};
    return all;
#endif
}
