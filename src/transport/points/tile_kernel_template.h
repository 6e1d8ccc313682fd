/* tile_kernel_template.h - the loops of the filter, for vectors of any width.
 *
 * Included once for each instruction set, after TARGET (a function attribute), NAME(x), WIDTH
 * (floats in a vector), ROWS and STRIPS (of the sums kept in registers), BROADCAST(x), FUSED(a, b,
 * c) = a b + c, MAGNITUDE(a), LARGER(a, b) and BITS(mask of a comparison).
 */
typedef float NAME(vector) __attribute__((vector_size(4 * WIDTH)));
typedef float NAME(unaligned) __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));

#define VECTOR NAME(vector)
#define LOAD(from) (*(const NAME(unaligned) *)(from))
#define ALWAYS static inline __attribute__((always_inline)) TARGET

enum { NAME(vectors) = STRIPS * TILE_STRIP / WIDTH, NAME(per_strip) = TILE_STRIP / WIDTH };

/* sum = <x, y>, sum_k |x_k - y_k| or max_k |x_k - y_k| for ROWS rows and STRIPS strips */
ALWAYS void NAME(accumulate)(enum tile_form form, int32_t dims, const float *rows,
                             const float *cols, VECTOR (*sum)[NAME(vectors)])
{
    for (int32_t k = 0; k < dims; k++) {
        VECTOR y[NAME(vectors)];
        for (int v = 0; v < NAME(vectors); v++)
            y[v] = LOAD(cols + (int64_t)(v / NAME(per_strip)) * dims * TILE_STRIP +
                        (int64_t)k * TILE_STRIP + v % NAME(per_strip) * WIDTH);
        for (int row = 0; row < ROWS; row++) {
            VECTOR x = BROADCAST(rows[(int64_t)k * TILE_PANEL + row]);
            for (int v = 0; v < NAME(vectors); v++)
                if (form == TILE_SUM)
                    sum[row][v] += MAGNITUDE(x - y[v]);
                else if (form == TILE_LARGEST)
                    sum[row][v] = LARGER(MAGNITUDE(x - y[v]), sum[row][v]);
                else
                    sum[row][v] = FUSED(x, y[v], sum[row][v]);
        }
    }
}

/* The comparison of tile_kernel.h: one rounding on each side, and rounding is monotone. */
ALWAYS uint32_t NAME(compare)(enum tile_form form, const struct tile_task *task, int row, int col,
                              VECTOR sum)
{
    VECTOR weight = LOAD(task->weight + col), limit = BROADCAST(task->limit[row]);
    if (form == TILE_SUM || form == TILE_LARGEST)
        return BITS(weight + sum <= limit);
    if (form == TILE_ROOT) {
        VECTOR reach = BROADCAST(task->reach[row]) + LOAD(task->slope + col);
        reach = LARGER(reach, BROADCAST(0.0f));
        limit = FUSED(reach * reach, BROADCAST(1 + 0x1p-21f), limit);
    }
    return BITS(FUSED(sum, BROADCAST(-2.0f), weight) <= limit);
}

ALWAYS void NAME(filter)(enum tile_form form, const struct tile_task *task,
                         uint16_t (*hit)[TILE_STRIPS])
{
    for (int strip = 0; strip < TILE_STRIPS; strip += STRIPS)
        for (int row = 0; row < task->panels * TILE_PANEL; row += ROWS) {
            VECTOR sum[ROWS][NAME(vectors)];
            for (int r = 0; r < ROWS; r++)
                for (int v = 0; v < NAME(vectors); v++)
                    sum[r][v] = BROADCAST(0.0f);
            NAME(accumulate)
            (form, task->dims,
             task->rows + (int64_t)(row / TILE_PANEL) * task->dims * TILE_PANEL + row % TILE_PANEL,
             task->cols + (int64_t)strip * task->dims * TILE_STRIP, sum);
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < STRIPS; s++) {
                    uint32_t bits = 0;
                    for (int v = 0; v < NAME(per_strip); v++)
                        bits |=
                            NAME(compare)(form, task, row + r, (strip + s) * TILE_STRIP + v * WIDTH,
                                          sum[r][s * NAME(per_strip) + v])
                            << v * WIDTH;
                    hit[row + r][strip + s] = (uint16_t)bits;
                }
        }
}

TARGET static void NAME(squared)(const struct tile_task *task, uint16_t (*hit)[TILE_STRIPS])
{
    NAME(filter)(TILE_SQUARED, task, hit);
}

TARGET static void NAME(root)(const struct tile_task *task, uint16_t (*hit)[TILE_STRIPS])
{
    NAME(filter)(TILE_ROOT, task, hit);
}

TARGET static void NAME(sum)(const struct tile_task *task, uint16_t (*hit)[TILE_STRIPS])
{
    NAME(filter)(TILE_SUM, task, hit);
}

TARGET static void NAME(largest)(const struct tile_task *task, uint16_t (*hit)[TILE_STRIPS])
{
    NAME(filter)(TILE_LARGEST, task, hit);
}

static const struct tile_kernels NAME(kernels) = {
    KERNELS_NAME, {NAME(squared), NAME(root), NAME(sum), NAME(largest)}};

#undef VECTOR
#undef LOAD
#undef BROADCAST
#undef ALWAYS
#undef TARGET
#undef NAME
#undef KERNELS_NAME
#undef WIDTH
#undef ROWS
#undef STRIPS
#undef FUSED
#undef MAGNITUDE
#undef LARGER
#undef BITS
