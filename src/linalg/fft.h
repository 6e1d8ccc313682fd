/* fft.h - the discrete Fourier transform of a cube of complex numbers, in place. */
#ifndef PAROT_LINALG_FFT_H
#define PAROT_LINALG_FFT_H

#include "base/arena.h"

struct complex_number {
    double re, im;
};

struct fft {
    int64_t side, dims;                 /* side: a power of two; the data has side^dims numbers */
    struct complex_number *root, *line; /* side / 2 roots of one; a line of the cube */
};

/* side and dims say how large the arrays are. */
void fft_layout(struct fft *fft, struct arena *arena);
void fft_prepare(struct fft *fft);

/* data_w = sum_x data_x exp(-2 pi i w.x / side), axis by axis; with `is_inverse` exp(+...), not
 * divided by the number of cells. */
void fft_transform(const struct fft *fft, int is_inverse, struct complex_number *data);

#endif
