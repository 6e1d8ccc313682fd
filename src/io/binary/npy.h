/* npy.h - NumPy's file format for one array.
 *
 * "\x93NUMPY", two bytes of version, the length of the header (2 bytes in version 1, 4 in 2 and
 * 3), the header - {'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), } - and the elements.
 * See numpy.lib.format.
 */
#ifndef PAROT_IO_NPY_H
#define PAROT_IO_NPY_H

#include "io/binary/element.h"
#include "io/bytes/bytes.h"

/* An array inside a buffer, which it borrows. */
struct npy {
    struct element_type type;
    int is_fortran; /* column by column */
    int dims;       /* 0, 1 or 2 */
    int64_t rows, cols;
    int64_t count;      /* rows cols */
    const char *values; /* count items */
};

/* Whether the bytes begin like an .npy file. */
int npy_recognize(const struct bytes *bytes);

/* Finds the array in `size` bytes, which must end where it ends. An array without dimensions has
 * one row and one column, one of one dimension has one column. */
parot_status npy_parse(const char *label, const char *data, size_t size, struct npy *array,
                       parot_error *err);

/* Element k, counted row by row; integers beyond 2^53 are rounded. */
double npy_value(const struct npy *array, int64_t k);

/* Whether element k is a whole number that no double is equal to. */
int npy_is_rounded(const struct npy *array, int64_t k);

/* Whether the values already are what a double array in memory looks like. */
int npy_is_native(const struct npy *array);

/* What npy_append writes: `dims` (0, 1 or 2) of the sizes rows, cols; row by row. */
struct npy_array {
    enum element_kind kind; /* ELEMENT_FLOAT with 8 bytes, ELEMENT_SIGNED with 4 or 8 */
    int item, dims;
    int64_t rows, cols;
    const void *values;
};
parot_status npy_append(struct bytes *out, const struct npy_array *array, parot_error *err);

#endif
