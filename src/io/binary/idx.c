/* idx.c - the first dimension is the rows, the product of the others the columns. The header must
 * announce exactly the bytes that follow, so that no size is allocated before its bytes are
 * there. */
#include "io/binary/idx.h"

#include "base/arena.h"
#include "io/binary/element.h"

enum {
    MAGIC = 4, /* bytes: 0, 0, type, dimensions */
    MOST_DIMS = 4,
    SIZE_BYTES = 4 /* of the size of a dimension */
};

/* What the code of a type means; a size of 0: it is not known. All numbers are big-endian. */
static struct element_type type_of(int code)
{
    static const struct element_type types[] = {
        [0x08] = {ELEMENT_UNSIGNED, 1, 1}, [0x09] = {ELEMENT_SIGNED, 1, 1},
        [0x0B] = {ELEMENT_SIGNED, 2, 1},   [0x0C] = {ELEMENT_SIGNED, 4, 1},
        [0x0D] = {ELEMENT_FLOAT, 4, 1},    [0x0E] = {ELEMENT_FLOAT, 8, 1}};
    int is_known = code >= 0 && code < (int)(sizeof types / sizeof *types);
    return is_known ? types[code] : (struct element_type){0};
}

int idx_recognize(const struct bytes *bytes)
{
    const char *magic = bytes->data;
    return bytes->size >= MAGIC && magic[0] == 0 && magic[1] == 0 && type_of(magic[2]).size > 0 &&
           magic[3] >= 1 && magic[3] <= MOST_DIMS;
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
        int64_t size = (int64_t)element_bits(bytes->data + MAGIC + k * SIZE_BYTES, SIZE_BYTES, 1);
        int64_t *product = k == 0 ? &table->rows : &table->cols;
        if (!multiply_sizes(k == 0 ? 1 : *product, size, product))
            return fail(err, PAROT_EFORMAT, "%s: the sizes of the IDX header are impossible",
                        label);
    }
    int is_possible = multiply_sizes(table->rows, table->cols, &cells) &&
                      multiply_sizes(cells, type_of(bytes->data[2]).size, &needed);
    if (is_possible && cells == 0)
        return fail(err, PAROT_EFORMAT, "%s: the array is empty: it is %lld x %lld", label,
                    (long long)table->rows, (long long)table->cols);
    if (!is_possible || (uint64_t)needed != bytes->size - header)
        return fail(err, PAROT_EFORMAT,
                    "%s: %lld x %lld elements of %d bytes do not fit the %zu bytes after the "
                    "header: the file is %s",
                    label, (long long)table->rows, (long long)table->cols,
                    type_of(bytes->data[2]).size, bytes->size - header,
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
    struct element_type type = type_of(bytes->data[2]);
    const char *first = bytes->data + MAGIC + bytes->data[3] * SIZE_BYTES;
    TRY(bytes_reserve(&block, (size_t)count * sizeof(double), err));
    read.owner = block.data;
    read.data = read.owner;
    for (int64_t k = 0; k < count; k++)
        read.data[k] = element_value(first + k * type.size, type);
    *table = read;
    return PAROT_OK;
}
