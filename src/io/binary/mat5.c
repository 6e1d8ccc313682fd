/* mat5.c - a reader of our own for MATLAB files of version 5.
 *
 * 128 bytes of header, then elements: a type and a size of 4 bytes each, and the data, padded to 8
 * bytes. A size of up to 4 may stand in the upper half of the type, the data in place of the size.
 * A variable is an element of type MATRIX, in which flags, sizes, name and numbers are elements; or
 * it is one of type COMPRESSED, which unpacks to that.
 *
 * matio reads these files as well, but it allocates what they claim: a gigabyte for 232 bytes. Here
 * no size is believed before the bytes are there.
 */
#include "io/binary/mat5.h"

#include <string.h>
#include <zlib.h>

#include "io/binary/element.h"
#include "io/binary/mat_search.h"

enum { HEADER = 128, TAG = 8, ENDIAN = 126, PEEK = 1024, LONGEST_NAME = 256, DEFLATE_RATIO = 1032 };

enum type {
    INT8 = 1,
    UINT8,
    INT16,
    UINT16,
    INT32,
    UINT32,
    SINGLE,
    DOUBLE = 9,
    INT64 = 12,
    UINT64,
    MATRIX,
    COMPRESSED
};

enum class { SPARSE = 5, FIRST_NUMERIC = 6, LAST_NUMERIC = 15 };
enum { COMPLEX = 0x08 };

struct element {
    uint32_t type;
    const char *data;
    size_t size;  /* as it is stated */
    size_t there; /* of which so many bytes are there */
};

/* A place in the file, or in what was unpacked. */
struct cursor {
    const char *at, *end;
    int is_big; /* most significant byte first */
};

struct variable {
    char name[LONGEST_NAME];
    int is_numeric, is_sparse;
    int64_t rows, cols;
    struct element numbers;
};

/* ---- Elements ----------------------------------------------------------- */

/* The element at the cursor, which moves past it; 0 at the end, or where nothing makes sense. */
static int next_element(struct cursor *cursor, struct element *element)
{
    size_t left = (size_t)(cursor->end - cursor->at);
    if (left < TAG)
        return 0;
    uint32_t word = (uint32_t)element_bits(cursor->at, 4, cursor->is_big);
    int is_small = word >> 16 != 0;
    element->type = is_small ? word & 0xFFFF : word;
    element->size = is_small ? word >> 16 : element_bits(cursor->at + 4, 4, cursor->is_big);
    element->data = cursor->at + (is_small ? TAG / 2 : TAG);
    if (is_small && element->size > TAG / 2)
        return 0;
    size_t room = is_small ? TAG / 2 : left - TAG;
    element->there = element->size < room ? element->size : room;
    size_t padded = element->type == COMPRESSED ? element->size : (element->size + 7) / 8 * 8;
    cursor->at = is_small ? cursor->at + TAG : padded < room ? element->data + padded : cursor->end;
    return 1;
}

/* ---- Variables ---------------------------------------------------------- */

static void copy_name(struct variable *variable, const struct element *name)
{
    size_t size = name->there < LONGEST_NAME ? name->there : LONGEST_NAME - 1;
    memcpy(variable->name, name->data, size);
    variable->name[size] = '\0';
}

/* What an element of type MATRIX holds; 0 when it is damaged. */
static int read_variable(struct cursor inside, struct variable *variable)
{
    struct element flags, sizes, name;
    *variable = (struct variable){0};
    if (!next_element(&inside, &flags) || flags.type != UINT32 || flags.there < 8 ||
        !next_element(&inside, &sizes) || sizes.type != INT32 || sizes.there != sizes.size ||
        !next_element(&inside, &name) || name.type != INT8 || name.there != name.size)
        return 0;
    uint32_t word = (uint32_t)element_bits(flags.data, 4, inside.is_big);
    int class = (int)(word & 0xFF), is_complex = (word >> 8 & COMPLEX) != 0;
    copy_name(variable, &name);
    if (sizes.size != 8)
        return 1;
    variable->rows = (int32_t)element_bits(sizes.data, 4, inside.is_big);
    variable->cols = (int32_t)element_bits(sizes.data + 4, 4, inside.is_big);
    variable->is_sparse = class == SPARSE;
    variable->is_numeric = class >= FIRST_NUMERIC && class <= LAST_NUMERIC && !is_complex;
    if (variable->is_numeric && !next_element(&inside, &variable->numbers))
        variable->is_numeric = variable->rows * variable->cols == 0;
    return 1;
}

/* Up to `most` bytes of what a COMPRESSED element holds; whatever zlib says of the rest, these are
 * checked as all others are. */
static parot_status unpack(const struct element *element, size_t most, struct bytes *out,
                           parot_error *err)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)element->data};
    TRY(bytes_reserve(out, most, err));
    if (inflateInit(&stream) != Z_OK)
        return fail_memory(err, most);
    stream.avail_in = element->there < UINT32_MAX ? (uInt)element->there : UINT32_MAX;
    stream.next_out = (Bytef *)out->data;
    stream.avail_out = (uInt)most;
    inflate(&stream, Z_SYNC_FLUSH);
    out->size = most - stream.avail_out;
    inflateEnd(&stream);
    return PAROT_OK;
}

/* A variable of any storage, in at most `most` bytes of it; `unpacked` holds what it points to. */
static parot_status open_variable(const struct element *element, int is_big, size_t most,
                                  struct bytes *unpacked, struct variable *variable, int *is_sound,
                                  parot_error *err)
{
    struct cursor inside = {element->data, element->data + element->there, is_big};
    struct element matrix = *element;
    *is_sound = 0;
    if (element->type == COMPRESSED) {
        unpacked->size = 0;
        TRY(unpack(element, most, unpacked, err));
        inside = (struct cursor){unpacked->data, unpacked->data + unpacked->size, is_big};
        if (!next_element(&inside, &matrix))
            return PAROT_OK;
        inside = (struct cursor){matrix.data, matrix.data + matrix.there, is_big};
    }
    *is_sound = matrix.type == MATRIX && read_variable(inside, variable);
    return PAROT_OK;
}

/* ---- Numbers ------------------------------------------------------------ */

/* What a type means; a size of 0: its elements are not numbers. */
static struct element_type type_of(uint32_t type, int is_big)
{
    static const struct element_type types[] = {
        [INT8] = {ELEMENT_SIGNED, 1, 0},  [UINT8] = {ELEMENT_UNSIGNED, 1, 0},
        [INT16] = {ELEMENT_SIGNED, 2, 0}, [UINT16] = {ELEMENT_UNSIGNED, 2, 0},
        [INT32] = {ELEMENT_SIGNED, 4, 0}, [UINT32] = {ELEMENT_UNSIGNED, 4, 0},
        [SINGLE] = {ELEMENT_FLOAT, 4, 0}, [DOUBLE] = {ELEMENT_FLOAT, 8, 0},
        [INT64] = {ELEMENT_SIGNED, 8, 0}, [UINT64] = {ELEMENT_UNSIGNED, 8, 0}};
    struct element_type found = {0};
    if (type < sizeof types / sizeof *types)
        found = types[type];
    found.is_big = is_big;
    return found;
}

/* Column by column in the file, row by row in the table. */
static parot_status copy(const char *label, const struct variable *variable, int is_big,
                         struct rough_table *table, parot_error *err)
{
    struct bytes block = {0};
    const struct element *numbers = &variable->numbers;
    const struct element_type type = type_of(numbers->type, is_big);
    int64_t rows = variable->rows, cols = variable->cols;
    if (type.size == 0 || numbers->there != numbers->size ||
        numbers->size != (size_t)(rows * cols * type.size))
        return fail(err, PAROT_EFORMAT, "%s: damaged, or cut short: '%.32s' is not all there",
                    label, variable->name);
    TRY(bytes_reserve(&block, (size_t)(rows * cols) * sizeof(double), err));
    parot_table *to = &table->table;
    *to = (parot_table){.rows = rows, .cols = cols, .owner = block.data};
    to->data = to->owner;
    for (int64_t j = 0; j < cols; j++)
        for (int64_t i = 0; i < rows; i++) {
            const char *at = numbers->data + (j * rows + i) * type.size;
            to->data[i * cols + j] = element_value(at, type);
            if (element_is_rounded(at, type))
                TRY(rounding_note(&table->rounding, i, j, cols, err));
        }
    return PAROT_OK;
}

/* ---- The file ----------------------------------------------------------- */

static parot_status search_file(struct cursor file, struct mat_search *search,
                                struct bytes *unpacked, parot_error *err)
{
    struct element element;
    struct variable variable;
    int is_sound = 0;
    while (next_element(&file, &element)) {
        TRY(open_variable(&element, file.is_big, PEEK, unpacked, &variable, &is_sound, err));
        struct mat_info info = {variable.name, 0, 0, 0, 0};
        if (is_sound)
            info = (struct mat_info){variable.name, variable.is_numeric, variable.is_sparse,
                                     variable.rows, variable.cols};
        else
            variable.name[0] = '\0';
        mat_search_see(search, &info);
    }
    return PAROT_OK;
}

/* Everything that the element can hold, and 8 bytes for each number at most. */
static size_t most_bytes(const struct element *element, const struct mat_info *info)
{
    double claimed = PEEK + 8.0 * (double)info->rows * (double)info->cols;
    double possible = (double)DEFLATE_RATIO * (double)element->there;
    return (size_t)(claimed < possible ? claimed : possible) + TAG;
}

static parot_status read_found(struct cursor file, const struct mat_search *search,
                               struct bytes *unpacked, struct rough_table *table, parot_error *err)
{
    struct element element = {0};
    struct variable variable;
    int is_sound = 0;
    for (int64_t k = 0; k <= search->found; k++)
        next_element(&file, &element);
    size_t most = most_bytes(&element, &search->of_found);
    if (most > UINT32_MAX)
        return fail(err, PAROT_EFORMAT, "%s: a matrix above 4 GB needs a file saved with -v7.3",
                    search->label);
    TRY(open_variable(&element, file.is_big, most, unpacked, &variable, &is_sound, err));
    if (!is_sound || !variable.is_numeric)
        return fail(err, PAROT_EFORMAT, "%s: damaged", search->label);
    return copy(search->label, &variable, file.is_big, table, err);
}

static parot_status read_file(struct cursor file, struct mat_search *search, size_t size,
                              struct bytes *unpacked, struct rough_table *table, parot_error *err)
{
    TRY(search_file(file, search, unpacked, err));
    TRY(mat_search_judge(search, size, err));
    return read_found(file, search, unpacked, table, err);
}

parot_status mat5_read(const char *label, const char *name, const struct bytes *bytes,
                       struct rough_table *table, parot_error *err)
{
    struct mat_search search;
    struct bytes unpacked = {0};
    if (bytes->size < HEADER || (bytes->data[ENDIAN] != 'I' && bytes->data[ENDIAN] != 'M'))
        return fail(
            err, PAROT_EFORMAT,
            "%s: is not a MATLAB file of version 5 or 7.3, or is cut short; save it with -v7",
            label);
    struct cursor file = {bytes->data + HEADER, bytes->data + bytes->size,
                          bytes->data[ENDIAN] == 'M'};
    mat_search_begin(&search, label, name);
    parot_status status = read_file(file, &search, bytes->size, &unpacked, table, err);
    mat_search_free(&search);
    bytes_free(&unpacked);
    return status;
}
