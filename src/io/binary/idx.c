/* idx.c - the first dimension is the rows, the product of the others the columns. The header must
 * announce exactly the bytes that follow, so that no size is allocated before its bytes are
 * there. */
#include "io/binary/idx.h"

#include <string.h>

#include "base/arena.h"

enum {
    MAGIC = 4, /* bytes: 0, 0, type, dimensions */
    MOST_DIMS = 4,
    SIZE_BYTES = 4 /* of the size of a dimension */
};

/* The codes of elements, and their bytes. */
enum type { UINT8 = 0x08, INT8 = 0x09, INT16 = 0x0B, INT32 = 0x0C, FLOAT = 0x0D, DOUBLE = 0x0E };

static int bytes_of(int type)
{
    switch (type) {
    case UINT8:
    case INT8:
        return 1;
    case INT16:
        return 2;
    case INT32:
    case FLOAT:
        return 4;
    case DOUBLE:
        return 8;
    default:
        return 0;
    }
}

int idx_recognize(const struct bytes *bytes)
{
    const char *magic = bytes->data;
    return bytes->size >= MAGIC && magic[0] == 0 && magic[1] == 0 && bytes_of(magic[2]) > 0 &&
           magic[3] >= 1 && magic[3] <= MOST_DIMS;
}

static uint64_t big_endian(const char *data, int size)
{
    uint64_t value = 0;
    for (int k = 0; k < size; k++)
        value = value << 8 | (unsigned char)data[k];
    return value;
}

static double element(const char *data, int type)
{
    uint64_t bits = big_endian(data, bytes_of(type));
    uint32_t low = (uint32_t)bits;
    float single = 0;
    double value = 0;
    switch (type) {
    case INT8:
        return (int8_t)bits;
    case INT16:
        return (int16_t)bits;
    case INT32:
        return (int32_t)bits;
    case FLOAT:
        memcpy(&single, &low, sizeof single);
        return single;
    case DOUBLE:
        memcpy(&value, &bits, sizeof value);
        return value;
    default:
        return (double)bits;
    }
}

static parot_status read_shape(const char *label, const struct bytes *bytes, parot_table *table,
                               parot_error *err)
{
    int dims = bytes->data[3];
    size_t header = MAGIC + (size_t)dims * SIZE_BYTES;
    int64_t cells = 0, needed = 0;
    if (bytes->size < header)
        return fail(err, PAROT_EFORMAT, "%s: the file ends inside the IDX header", label);
    table->cols = 1;
    for (int k = 0; k < dims; k++) {
        int64_t size = (int64_t)big_endian(bytes->data + MAGIC + k * SIZE_BYTES, SIZE_BYTES);
        int64_t *product = k == 0 ? &table->rows : &table->cols;
        if (!multiply_sizes(k == 0 ? 1 : *product, size, product))
            return fail(err, PAROT_EFORMAT, "%s: the sizes of the IDX header are impossible",
                        label);
    }
    int is_possible = multiply_sizes(table->rows, table->cols, &cells) &&
                      multiply_sizes(cells, bytes_of(bytes->data[2]), &needed);
    if (is_possible && cells == 0)
        return fail(err, PAROT_EFORMAT, "%s: the array is empty: it is %lld x %lld", label,
                    (long long)table->rows, (long long)table->cols);
    if (!is_possible || (uint64_t)needed != bytes->size - header)
        return fail(err, PAROT_EFORMAT,
                    "%s: %lld x %lld elements of %d bytes do not fit the %zu bytes after the "
                    "header: the file is %s",
                    label, (long long)table->rows, (long long)table->cols, bytes_of(bytes->data[2]),
                    bytes->size - header,
                    is_possible && (uint64_t)needed < bytes->size - header ? "too long"
                                                                           : "cut short");
    return PAROT_OK;
}

parot_status idx_read(const char *label, const struct bytes *bytes, parot_table *table,
                      parot_error *err)
{
    parot_table read = {0};
    struct bytes block = {0};
    if (!idx_recognize(bytes))
        return fail(err, PAROT_EFORMAT,
                    "%s: not an IDX array: it does not begin with two zeros, a type and 1 to %d "
                    "dimensions",
                    label, MOST_DIMS);
    TRY(read_shape(label, bytes, &read, err));
    int64_t count = read.rows * read.cols;
    int type = bytes->data[2], size = bytes_of(type);
    const char *first = bytes->data + MAGIC + bytes->data[3] * SIZE_BYTES;
    TRY(bytes_reserve(&block, (size_t)count * sizeof(double), err));
    read.owner = block.data;
    read.data = read.owner;
    for (int64_t k = 0; k < count; k++)
        read.data[k] = element(first + k * size, type);
    *table = read;
    return PAROT_OK;
}
