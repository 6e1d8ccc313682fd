/* npy.c - the header is parsed first and must announce exactly the bytes that follow. */
#include "io/binary/npy.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "io/binary/npy_header.h"

enum {
    VERSION = 2,   /* bytes of it */
    ALIGNMENT = 64 /* of the values in a file, as NumPy has it; then they can be mapped */
};

static const char MAGIC[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

int npy_recognize(const struct bytes *bytes)
{
    return bytes_begin(bytes, MAGIC, sizeof MAGIC);
}

static int is_host_big(void)
{
    const uint16_t one = 1;
    unsigned char first = 0;
    memcpy(&first, &one, 1);
    return first == 0;
}

/* The header's text, whose length is little-endian in 2 or 4 bytes behind the version. */
static parot_status find_header(const char *label, const char *data, size_t size,
                                struct npy_text *text, parot_error *err)
{
    if (size < sizeof MAGIC + VERSION || memcmp(data, MAGIC, sizeof MAGIC) != 0)
        return fail(err, PAROT_EFORMAT, "%s: not an .npy array: it does not begin with \\x93NUMPY",
                    label);
    int version = (unsigned char)data[sizeof MAGIC];
    if (version < 1 || version > 3)
        return fail(err, PAROT_EFORMAT, "%s: .npy version %d is not known; 1, 2 and 3 are", label,
                    version);
    size_t start = sizeof MAGIC + VERSION + (version == 1 ? 2 : 4);
    size_t length = 0;
    for (size_t k = sizeof MAGIC + VERSION; k < start && start <= size; k++)
        length |= (size_t)(unsigned char)data[k] << 8 * (k - sizeof MAGIC - VERSION);
    if (start > size || length > size - start)
        return fail(err, PAROT_EFORMAT, "%s: the file ends inside the .npy header", label);
    *text = (struct npy_text){data + start, data + start + length};
    return PAROT_OK;
}

/* "<f8": byte order, kind, bytes of an element. */
static int set_type(const char *type, struct npy *array)
{
    static const char *const known[] = {"b1", "i1", "i2", "i4", "i8", "u1",
                                        "u2", "u4", "u8", "f2", "f4", "f8"};
    if (!*type || !strchr("<>|=", *type))
        return 0;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(type + 1, known[k]) != 0)
            continue;
        array->type = (struct element_type){(enum element_kind)known[k][0], known[k][1] - '0',
                                            *type == '>' || (*type != '<' && is_host_big())};
        return 1;
    }
    return 0;
}

static parot_status set_shape(const char *label, const struct npy_header *header, struct npy *array,
                              parot_error *err)
{
    if (header->dims > 2)
        return fail(err, PAROT_EFORMAT,
                    "%s: the array has %d dimensions; at most 2 can be read, so reshape it", label,
                    header->dims);
    array->dims = header->dims;
    array->rows = header->dims > 0 ? header->shape[0] : 1;
    array->cols = header->dims > 1 ? header->shape[1] : 1;
    array->is_fortran = header->is_fortran;
    if (!multiply_sizes(array->rows, array->cols, &array->count))
        return fail(err, PAROT_EFORMAT, "%s: the shape (%lld, %lld) is impossible", label,
                    (long long)array->rows, (long long)array->cols);
    return PAROT_OK;
}

static parot_status set_values(const char *label, const char *values, size_t size,
                               struct npy *array, parot_error *err)
{
    int64_t needed = 0;
    int is_possible = multiply_sizes(array->count, array->type.size, &needed);
    if (!is_possible || (uint64_t)needed != size)
        return fail(err, PAROT_EFORMAT,
                    "%s: %lld x %lld elements of %d bytes do not fit the %zu bytes after the "
                    "header: the file is %s",
                    label, (long long)array->rows, (long long)array->cols, array->type.size, size,
                    is_possible && (uint64_t)needed < size ? "too long" : "cut short");
    array->values = values;
    return PAROT_OK;
}

parot_status npy_parse(const char *label, const char *data, size_t size, struct npy *array,
                       parot_error *err)
{
    struct npy parsed = {0};
    struct npy_text text = {0};
    struct npy_header header = {0};
    char type[EXCERPT];
    TRY(find_header(label, data, size, &text, err));
    if (!npy_header_parse(text, &header))
        return fail(err, PAROT_EFORMAT, "%s: the .npy header makes no sense", label);
    if (!set_type(header.type, &parsed))
        return fail(err, PAROT_EFORMAT,
                    "%s: elements of type '%s' cannot be read; save it with .astype('float64')",
                    label, excerpt_head(header.type, type, sizeof type));
    TRY(set_shape(label, &header, &parsed, err));
    TRY(set_values(label, text.end, size - (size_t)(text.end - data), &parsed, err));
    *array = parsed;
    return PAROT_OK;
}

static const char *place_of(const struct npy *array, int64_t k)
{
    if (array->is_fortran)
        k = k % array->cols * array->rows + k / array->cols;
    return array->values + k * array->type.size;
}

int npy_is_rounded(const struct npy *array, int64_t k)
{
    return element_is_rounded(place_of(array, k), array->type);
}

double npy_value(const struct npy *array, int64_t k)
{
    return element_value(place_of(array, k), array->type);
}

int npy_is_native(const struct npy *array)
{
    int is_row_by_row = !array->is_fortran || array->rows <= 1 || array->cols <= 1;
    return array->type.kind == ELEMENT_FLOAT && array->type.size == 8 &&
           array->type.is_big == is_host_big() && is_row_by_row;
}

/* The header's text, padded with blanks to end in a newline at a multiple of ALIGNMENT. */
static int print_header(const struct npy_array *array, char *text, int size)
{
    char shape[64] = "()";
    if (array->dims == 1)
        snprintf(shape, sizeof shape, "(%lld,)", (long long)array->rows);
    else if (array->dims == 2)
        snprintf(shape, sizeof shape, "(%lld, %lld)", (long long)array->rows,
                 (long long)array->cols);
    int length =
        snprintf(text, (size_t)size, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': %s, }",
                 is_host_big() ? '>' : '<', (char)array->kind, array->item, shape);
    int prefix = (int)sizeof MAGIC + VERSION + 2;
    int padded = (prefix + length + ALIGNMENT) / ALIGNMENT * ALIGNMENT - prefix;
    assert(padded <= size);
    memset(text + length, ' ', (size_t)(padded - length));
    text[padded - 1] = '\n';
    return padded;
}

parot_status npy_append(struct bytes *out, const struct npy_array *array, parot_error *err)
{
    char header[256];
    int length = print_header(array, header, sizeof header);
    const char lead[] = {1, 0, (char)(length & 255), (char)(length >> 8)};
    int64_t count = 0, size = 0;
    if (!multiply_sizes(array->rows, array->cols, &count) ||
        !multiply_sizes(count, array->item, &size))
        return fail(err, PAROT_ENOMEM, "out of memory: the array's size overflows");
    TRY(bytes_reserve(out, sizeof MAGIC + sizeof lead + (size_t)length + (size_t)size, err));
    TRY(bytes_append(out, MAGIC, sizeof MAGIC, err));
    TRY(bytes_append(out, lead, sizeof lead, err));
    TRY(bytes_append(out, header, (size_t)length, err));
    return bytes_append(out, array->values, (size_t)size, err);
}
