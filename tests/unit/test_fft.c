/* test_fft.c - the transform against its definition, and back. */
#include "linalg/fft.h"

#include "instances.h"
#include "test.h"

enum { MOST = 4096 };

/* data_w by its definition. */
static struct complex_number term(const struct complex_number *data, int64_t side, int64_t dims,
                                  int64_t cells, int64_t w)
{
    struct complex_number sum = {0};
    for (int64_t x = 0; x < cells; x++) {
        int64_t product = 0;
        for (int64_t k = 0, a = x, b = w; k < dims; k++, a /= side, b /= side)
            product += (a % side) * (b % side);
        double angle = -2 * acos(-1) * (double)(product % side) / (double)side;
        sum.re += data[x].re * cos(angle) - data[x].im * sin(angle);
        sum.im += data[x].re * sin(angle) + data[x].im * cos(angle);
    }
    return sum;
}

static void check(int64_t side, int64_t dims, int64_t cells)
{
    static struct complex_number data[MOST], copy[MOST];
    struct complex_number root[MOST], line[MOST];
    struct fft fft = {.side = side, .dims = dims, .root = root, .line = line};
    for (int64_t c = 0; c < cells; c++)
        data[c] = copy[c] =
            (struct complex_number){test_uniform(1, (uint64_t)c), test_uniform(2, (uint64_t)c)};
    fft_prepare(&fft);
    fft_transform(&fft, 0, data);
    for (int64_t w = 0; w < cells; w += 1 + cells / 50) {
        struct complex_number wanted = term(copy, side, dims, cells, w);
        assert_true(fabs(data[w].re - wanted.re) < 1e-10 * (double)cells);
        assert_true(fabs(data[w].im - wanted.im) < 1e-10 * (double)cells);
    }
    fft_transform(&fft, 1, data);
    for (int64_t c = 0; c < cells; c++) {
        assert_true(fabs(data[c].re / (double)cells - copy[c].re) < 1e-13);
        assert_true(fabs(data[c].im / (double)cells - copy[c].im) < 1e-13);
    }
}

TEST(transforms_are_those_of_the_definition)
{
    check(1, 1, 1);
    check(2, 1, 2);
    check(64, 1, 64);
    check(16, 2, 256);
    check(16, 3, 4096);
}
