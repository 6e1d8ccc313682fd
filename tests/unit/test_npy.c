/* test_npy.c - .npy arrays against bytes put together by hand. */
#include "test.h"

#include <stdio.h>

#include "io/binary/npy.h"

/* magic, version, length of the header, header, values */
static struct bytes npy_file(int version, const char *header, const void *values, size_t size)
{
    struct bytes file = {0};
    size_t length = strlen(header);
    char lead[12] = {'\x93', 'N', 'U', 'M', 'P', 'Y', (char)version, 0};
    for (int k = 0; k < 4; k++)
        lead[8 + k] = (char)(length >> 8 * k);
    assert_ok(bytes_append(&file, lead, version == 1 ? 10 : 12, &err));
    assert_ok(bytes_append(&file, header, length, &err));
    assert_ok(bytes_append(&file, values, size, &err));
    return file;
}

static struct bytes typed_file(const char *type, int is_fortran, const char *shape,
                               const void *values, size_t size)
{
    char header[256];
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }      \n",
             type, is_fortran ? "True" : "False", shape);
    return npy_file(1, header, values, size);
}

/* The small number k in the bytes of a type, least significant byte first. */
static void encode(const char *type, int k, char *item)
{
    static const uint16_t half[] = {0, 0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    float single = (float)k;
    double twice = k;
    int64_t whole = k;
    if (strcmp(type, "f2") == 0)
        memcpy(item, &half[k], 2);
    else if (strcmp(type, "f4") == 0)
        memcpy(item, &single, 4);
    else if (strcmp(type, "f8") == 0)
        memcpy(item, &twice, 8);
    else
        memcpy(item, &whole, (size_t)(type[1] - '0'));
}

static void assert_reads_matrix(const char *type, char order, int is_fortran)
{
    int size = type[1] - '0';
    char values[6 * 8], full_type[8];
    for (int k = 0; k < 6; k++) {
        char item[8] = {0};
        int entry = is_fortran ? k / 2 + k % 2 * 3 : k; /* of [[1 2 3] [4 5 6]] */
        encode(type, strcmp(type, "b1") == 0 ? entry % 2 : entry + 1, item);
        for (int b = 0; b < size; b++)
            values[k * size + b] = item[order == '>' ? size - 1 - b : b];
    }
    snprintf(full_type, sizeof full_type, "%c%s", order, type);
    FREED_BY(bytes_free)
    struct bytes file = typed_file(full_type, is_fortran, "(2, 3)", values, (size_t)(6 * size));
    struct npy array = {0};
    assert_ok(npy_parse("x", file.data, file.size, &array, &err));
    assert_int_equal(array.rows, 2);
    assert_int_equal(array.cols, 3);
    for (int k = 0; k < 6; k++)
        assert_true(npy_value(&array, k) == (strcmp(type, "b1") == 0 ? k % 2 : k + 1));
}

TEST(every_type_order_and_layout_is_read)
{
    const char *types[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (const char *order = "<>|="; *order; order++)
            for (int is_fortran = 0; is_fortran < 2; is_fortran++)
                assert_reads_matrix(types[t], *order, is_fortran);
}

static void assert_reads_value(const char *type, const char *item, double expected)
{
    FREED_BY(bytes_free)
    struct bytes file = typed_file(type, 0, "(1,)", item, (size_t)(type[2] - '0'));
    struct npy array = {0};
    assert_ok(npy_parse("x", file.data, file.size, &array, &err));
    double value = npy_value(&array, 0);
    if (memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("%s: read %.17g, not %.17g", type, value, expected);
}

TEST(extreme_values_are_read)
{
    assert_reads_value("|i1", "\xFF", -1);
    assert_reads_value("|i1", "\x80", -128);
    assert_reads_value("|u1", "\xFF", 255);
    assert_reads_value("<i2", "\xFE\xFF", -2);
    assert_reads_value(">i4", "\x80\0\0\0", -2147483648.0);
    assert_reads_value("<i8", "\0\0\0\0\0\0\0\x80", -0x1p63);
    assert_reads_value("<u8", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 0x1p64);
    assert_reads_value("<f2", "\x01\x00", 0x1p-24);
    assert_reads_value("<f2", "\x00\x80", -0.0);
    assert_reads_value(">f2", "\x7B\xFF", 65504);
    assert_reads_value(">f2", "\xFC\x00", -INFINITY);
    assert_reads_value(">f4", "\x7F\x80\0\0", INFINITY);
    assert_reads_value(">f8", "\x3F\xF8\0\0\0\0\0\0", 1.5);
}

TEST(every_version_and_spelling_of_the_header_is_read)
{
    const char *headers[] = {
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n",
        "{'shape': (1, 2), 'fortran_order': False, 'descr': '<f8'}",
        "{\"descr\":\"<f8\",\"fortran_order\":False,\"shape\":(1,2)}\n",
        " { 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 1L , 2L , ) , } \n"};
    const double values[] = {1.5, -2.5};
    for (int version = 1; version <= 3; version++)
        for (size_t k = 0; k < sizeof headers / sizeof *headers; k++) {
            FREED_BY(bytes_free)
            struct bytes file = npy_file(version, headers[k], values, sizeof values);
            struct npy array = {0};
            assert_ok(npy_parse("x", file.data, file.size, &array, &err));
            assert_true(npy_value(&array, 0) == 1.5 && npy_value(&array, 1) == -2.5);
        }
}

TEST(fewer_dimensions_are_columns)
{
    const double values[] = {1, 2, 3};
    struct npy array = {0};
    struct bytes file = typed_file("<f8", 0, "(3,)", values, 24);
    assert_ok(npy_parse("x", file.data, file.size, &array, &err));
    assert_true(array.dims == 1 && array.rows == 3 && array.cols == 1);
    bytes_free(&file);
    file = typed_file("<f8", 0, "()", values, 8);
    assert_ok(npy_parse("x", file.data, file.size, &array, &err));
    assert_true(array.dims == 0 && array.rows == 1 && array.cols == 1);
    bytes_free(&file);
}

static void assert_header_refused(const char *header, const char *reason)
{
    const double values[] = {1, 2};
    struct npy array = {0};
    FREED_BY(bytes_free) struct bytes file = npy_file(1, header, values, sizeof values);
    assert_refused(npy_parse("x.npy", file.data, file.size, &array, &err), PAROT_EFORMAT, reason);
    assert_null(array.values);
}

TEST(headers_that_make_no_sense_are_refused)
{
    const char *nonsense = "x.npy: the .npy header makes no sense";
    assert_header_refused("", nonsense);
    assert_header_refused("{}", nonsense);
    assert_header_refused("{'descr': '<f8', 'fortran_order': False}", nonsense);
    assert_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)", nonsense);
    assert_header_refused("{'descr': '<f8', 'fortran_order': 0, 'shape': (2,)}", nonsense);
    assert_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (-2,)}", nonsense);
    assert_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': 2}", nonsense);
    assert_header_refused("{'descr': '<f8', 'descr': '<f8', 'shape': (2,)}", nonsense);
    assert_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} x", nonsense);
    assert_header_refused(
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}", nonsense);
}

TEST(shapes_that_lie_are_refused)
{
    assert_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}", "cut short");
    assert_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", "too long");
    assert_header_refused(
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846976, 1)}", "cut short");
    assert_header_refused(
        "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
        "impossible");
    assert_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 2)}",
                          "has 3 dimensions");
}

TEST(types_that_are_no_numbers_are_refused)
{
    const char *types[] = {"<c16", "|S5", "<U3", "|O", "<f16", "<M8[ns]", "f8", "", "<f3"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        char header[128];
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (2,)}",
                 types[k]);
        assert_header_refused(header, "cannot be read; save it with .astype('float64')");
    }
    assert_header_refused("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,)}",
                          "'structured'");
}

TEST(a_file_cut_anywhere_is_refused)
{
    const double values[] = {1, 2};
    FREED_BY(bytes_free) struct bytes file = typed_file("<f8", 0, "(2,)", values, sizeof values);
    for (size_t size = 0; size < file.size; size++) {
        struct npy array = {0};
        char *cut = malloc(size + 1); /* exactly as long, for the sanitizer to see */
        memcpy(cut, file.data, size);
        assert_refused(npy_parse("x.npy", cut, size, &array, &err), PAROT_EFORMAT, "x.npy: ");
        free(cut);
    }
    file.data[6] = 4;
    struct npy array = {0};
    assert_refused(npy_parse("x.npy", file.data, file.size, &array, &err), PAROT_EFORMAT,
                   "version 4 is not known");
}

TEST(what_is_written_follows_the_format)
{
    const double values[] = {1, 2, 3, 4, 5, 6};
    const struct npy_array array = {ELEMENT_FLOAT, 8, 2, 3, 2, values};
    char header[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }"
                    "                                                          \n";
    FREED_BY(bytes_free) struct bytes file = {0};
    FREED_BY(bytes_free) struct bytes expected = npy_file(1, header, values, sizeof values);
    assert_int_equal((10 + strlen(header)) % 64, 0);
    assert_ok(npy_append(&file, &array, &err));
    assert_int_equal(file.size, expected.size);
    assert_memory_equal(file.data, expected.data, file.size);
}

TEST(integers_and_scalars_round_trip)
{
    const int32_t narrow[] = {-1, 2147483647};
    const int64_t wide = -5;
    const struct npy_array arrays[] = {{ELEMENT_SIGNED, 4, 1, 2, 1, narrow},
                                       {ELEMENT_SIGNED, 8, 0, 1, 1, &wide},
                                       {ELEMENT_FLOAT, 8, 1, 0, 1, NULL}};
    const double first[] = {-1, -5};
    for (int k = 0; k < 3; k++) {
        FREED_BY(bytes_free) struct bytes file = {0};
        struct npy array = {0};
        assert_ok(npy_append(&file, &arrays[k], &err));
        assert_ok(npy_parse("x", file.data, file.size, &array, &err));
        assert_int_equal(array.dims, arrays[k].dims);
        assert_int_equal(array.count, arrays[k].rows);
        if (array.count > 0)
            assert_true(npy_value(&array, 0) == first[k]);
    }
}
