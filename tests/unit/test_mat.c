/* test_mat.c - MATLAB files of versions 5 and 7.3, written by matio itself. */
#include "test.h"

#include <hdf5.h>

#include <matio.h>

#include "io/bytes/bytes.h"
#include "io/bytes/gzip.h"
#include "parot/io.h"
#include "scratch.h"

/* 2 x 3, column by column: [1 3 5; 2 4 6] */
static double numbers[] = {1, 2, 3, 4, 5, 6};
static size_t shape[] = {2, 3}, single[] = {1, 1}, tall[] = {2, 1};

static void put(mat_t *file, matvar_t *variable)
{
    assert_non_null(variable);
    assert_int_equal(Mat_VarWrite(file, variable, MAT_COMPRESSION_ZLIB), 0);
    Mat_VarFree(variable);
}

static mat_t *create(const char *name, enum mat_ft version)
{
    mat_t *file = Mat_CreateVer(scratch_path(name), NULL, version);
    assert_non_null(file);
    return file;
}

/* A matrix, a single number and a text. */
static const char *one_matrix(const char *name, enum mat_ft version)
{
    mat_t *file = create(name, version);
    char text[] = "words";
    size_t length[] = {1, 5};
    put(file, Mat_VarCreate("text", MAT_C_CHAR, MAT_T_UTF8, 2, length, text, 0));
    put(file, Mat_VarCreate("fts", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, shape, numbers, 0));
    put(file, Mat_VarCreate("count", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, single, numbers, 0));
    Mat_Close(file);
    return scratch_path(name);
}

static void check_matrix(const char *path)
{
    const double expected[] = {1, 3, 5, 2, 4, 6};
    AUTO(parot_table, table);
    assert_ok(parot_table_read(path, &table, &err));
    assert_true(table.rows == 2 && table.cols == 3 && !table.names);
    assert_memory_equal(table.data, expected, sizeof expected);
}

TEST(the_only_matrix_needs_no_name)
{
    check_matrix(one_matrix("a5.mat", MAT_FT_MAT5));
    check_matrix(one_matrix("a7.mat", MAT_FT_MAT73));
    check_matrix(one_matrix("nameless5", MAT_FT_MAT5));
    check_matrix(one_matrix("nameless7", MAT_FT_MAT73));
}

TEST(compressed_files_are_read)
{
    FREED_BY(bytes_free) struct bytes bytes = {0};
    one_matrix("plain.mat", MAT_FT_MAT5);
    bytes.data = scratch_read("plain.mat", &bytes.size);
    bytes.capacity = bytes.size;
    assert_ok(gzip_pack(&bytes, &err));
    check_matrix(scratch_bytes("packed.mat.gz", bytes.data, bytes.size));
}

static const char *two_matrices(const char *name, enum mat_ft version)
{
    mat_t *file = create(name, version);
    uint8_t labels[] = {3, 255};
    put(file, Mat_VarCreate("fts", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, shape, numbers, 0));
    put(file, Mat_VarCreate("labels", MAT_C_UINT8, MAT_T_UINT8, 2, tall, labels, 0));
    Mat_Close(file);
    return scratch_path(name);
}

TEST(a_matrix_is_found_by_name)
{
    const enum mat_ft versions[] = {MAT_FT_MAT5, MAT_FT_MAT73};
    for (int k = 0; k < 2; k++) {
        char path[1100];
        parot_table table = {0};
        strcpy(path, two_matrices(k ? "b7.mat" : "b5.mat", versions[k]));
        assert_refused(parot_table_read(path, &table, &err), PAROT_EFORMAT,
                       "choose a matrix as FILE.mat:NAME from fts (2 x 3), labels (2 x 1)");
        assert_ok(parot_table_read(strcat(path, ":labels"), &table, &err));
        assert_true(table.rows == 2 && table.cols == 1);
        assert_true(table.data[0] == 3 && table.data[1] == 255);
        parot_table_free(&table);
        assert_refused(parot_table_read(strcat(path, "x"), &table, &err), PAROT_EFORMAT,
                       "no variable 'labelsx'; it has fts (2 x 3)");
    }
}

TEST(what_is_no_real_matrix_is_refused)
{
    char path[1100];
    parot_table table = {0};
    struct mat_complex_split_t both = {numbers, numbers};
    double nans[] = {NAN, 1};
    mat_t *file = create("c.mat", MAT_FT_MAT5);
    put(file, Mat_VarCreate("z", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, shape, &both, MAT_F_COMPLEX));
    put(file, Mat_VarCreate("n", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, tall, nans, 0));
    Mat_Close(file);
    strcpy(path, scratch_path("c.mat"));
    assert_refused(parot_table_read(path, &table, &err), PAROT_EFORMAT, "is nan");
    assert_refused(parot_table_read(strcat(path, ":z"), &table, &err), PAROT_EFORMAT,
                   "is not a two-dimensional matrix of real numbers");
    file = create("d.mat", MAT_FT_MAT5);
    put(file, Mat_VarCreate("z", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, shape, &both, MAT_F_COMPLEX));
    Mat_Close(file);
    assert_refused(parot_table_read(scratch_path("d.mat"), &table, &err), PAROT_EFORMAT,
                   "no matrix of numbers");
    assert_true(!table.data && !table.owner);
}

/* Every file that is cut short is refused, or is whole without what was cut. */
TEST(files_cut_short_are_refused)
{
    const char *names[] = {"e5.mat", "e7.mat"};
    const enum mat_ft versions[] = {MAT_FT_MAT5, MAT_FT_MAT73};
    for (int k = 0; k < 2; k++) {
        size_t size = 0;
        two_matrices(names[k], versions[k]);
        FREED char *whole = scratch_read(names[k], &size);
        for (size_t cut = 0; cut < size; cut += 1 + size / 50) {
            AUTO(parot_table, table);
            parot_error refusal = {0};
            parot_status status =
                parot_table_read(scratch_bytes("cut.mat", whole, cut), &table, &refusal);
            assert_true(status == PAROT_OK || refusal.message[0]);
        }
    }
}

/* 2^40 doubles in chunks of which none is stored: a file of some kilobytes. */
static const char *make_promise(const char *name)
{
    static const char head[] = "MATLAB 7.3 MAT-file";
    const char *path = scratch_path(name);
    hsize_t size[2] = {1 << 20, 1 << 20}, chunk[2] = {64, 64};
    hid_t creation = H5Pcreate(H5P_FILE_CREATE), layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_userblock(creation, 512);
    H5Pset_chunk(layout, 2, chunk);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, creation, H5P_DEFAULT);
    hid_t space = H5Screate_simple(2, size, NULL), text = H5Tcopy(H5T_C_S1);
    hid_t data = H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
    H5Tset_size(text, 7); /* with its NUL */
    hid_t one = H5Screate(H5S_SCALAR);
    hid_t class = H5Acreate2(data, "MATLAB_class", text, one, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(class, text, "double");
    H5Aclose(class);
    H5Sclose(one);
    H5Tclose(text);
    H5Dclose(data);
    H5Sclose(space);
    H5Pclose(layout);
    H5Pclose(creation);
    H5Fclose(file);
    FILE *patched = fopen(path, "r+b");
    char block[128];
    memset(block, ' ', sizeof block);
    memcpy(block, head, sizeof head - 1);
    memcpy(block + 124, "\0\2IM", 4);
    assert_int_equal(fwrite(block, 1, sizeof block, patched), sizeof block);
    fclose(patched);
    return path;
}

TEST(promises_are_not_believed)
{
    parot_table table = {0};
    const char *path = make_promise("promise.mat");
    assert_refused(parot_table_read(path, &table, &err), PAROT_EFORMAT, "does not fit into it");
}

AROUND(scratch_open, scratch_close)
