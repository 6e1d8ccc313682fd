/* fft.c - radix two (Cooley and Tukey, 1965), a line at a time: each line of each axis is copied
 * in bit-reversed order, transformed by butterflies, and copied back. */
#include "linalg/fft.h"

#include <math.h>

void fft_layout(struct fft *fft, struct arena *arena)
{
    fft->root = arena_take(arena, fft->side / 2 + 1, sizeof *fft->root);
    fft->line = arena_take(arena, fft->side, sizeof *fft->line);
}

void fft_prepare(struct fft *fft)
{
    for (int64_t k = 0; k < fft->side / 2; k++) {
        double angle = 2 * acos(-1) * (double)k / (double)fft->side;
        fft->root[k] = (struct complex_number){cos(angle), -sin(angle)};
    }
}

/* Butterflies of fft->line, which is in bit-reversed order. */
static void transform_line(const struct fft *fft, double sign)
{
    struct complex_number *line = fft->line;
    for (int64_t half = 1; half < fft->side; half *= 2) {
        int64_t skip = fft->side / (2 * half);
        for (int64_t first = 0; first < fft->side; first += 2 * half)
            for (int64_t k = 0; k < half; k++) {
                struct complex_number w = fft->root[k * skip], *a = &line[first + k], *b = a + half;
                double re = w.re * b->re - sign * w.im * b->im;
                double im = w.re * b->im + sign * w.im * b->re;
                *b = (struct complex_number){a->re - re, a->im - im};
                *a = (struct complex_number){a->re + re, a->im + im};
            }
    }
}

void fft_transform(const struct fft *fft, int is_inverse, struct complex_number *data)
{
    int64_t cells = 1, side = fft->side;
    for (int64_t k = 0; k < fft->dims; k++)
        cells *= side;
    for (int64_t stride = 1; stride < cells; stride *= side)
        for (int64_t block = 0; block < cells; block += stride * side)
            for (int64_t at = block; at < block + stride; at++) {
                int64_t mirrored = 0; /* the digits of k, the last one first */
                for (int64_t k = 0; k < side; k++) {
                    fft->line[mirrored] = data[at + k * stride];
                    int64_t digit = side / 2;
                    for (; digit > 0 && (mirrored & digit); digit /= 2)
                        mirrored ^= digit;
                    mirrored |= digit;
                }
                transform_line(fft, is_inverse ? -1 : 1);
                for (int64_t k = 0; k < side; k++)
                    data[at + k * stride] = fft->line[k];
            }
}
