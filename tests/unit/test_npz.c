/* test_npz.c - arrays in zip archives. */
#include "test.h"

#include <stdio.h>

#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/bytes/filename.h"
#include "io/tables/table.h"

/* An archive of `count` arrays, array k being [k]. */
static struct bytes archive_of(const char *const *names, int count)
{
    struct npz_member members[8] = {0};
    struct bytes archive = {0};
    for (int k = 0; k < count; k++) {
        const double value = k;
        const struct npy_array array = {ELEMENT_FLOAT, 8, 1, 1, 1, &value};
        members[k].name = names[k];
        assert_ok(npy_append(&members[k].array, &array, &err));
    }
    assert_ok(npz_pack(members, count, &archive, &err));
    for (int k = 0; k < count; k++)
        bytes_free(&members[k].array);
    return archive;
}

static parot_status parse(const char *name, struct bytes *bytes, parot_table *table,
                          parot_error *err)
{
    struct filename path;
    parot_status status = filename_parse(name, "standard input", &path, err);
    return status == PAROT_OK ? table_parse(&path, bytes, table, err) : status;
}

TEST(an_array_is_found_by_name)
{
    const char *names[] = {"a.npy", "readme.txt", "b.npy"};
    for (int k = 0; k < 3; k += 2) {
        FREED_BY(bytes_free) struct bytes archive = archive_of(names, 3);
        AUTO(parot_table, table);
        assert_ok(parse(k == 0 ? "x.npz:a" : "x.npz:b", &archive, &table, &err));
        assert_true(table.rows == 1 && table.cols == 1 && table.data[0] == k);
    }
}

TEST(the_only_array_needs_no_name)
{
    const char *names[] = {"arr_0.npy", "readme.txt"};
    FREED_BY(bytes_free) struct bytes archive = archive_of(names, 2);
    AUTO(parot_table, table);
    assert_ok(parse("no_extension", &archive, &table, &err));
    assert_int_equal(table.rows, 1);
}

TEST(the_names_are_listed_when_it_is_not_clear_which)
{
    const char *names[] = {"a.npy", "b.npy", "dir/c.npy"};
    FREED_BY(bytes_free) struct bytes archive = archive_of(names, 3);
    parot_table table = {0};
    assert_refused(parse("x.npz", &archive, &table, &err), PAROT_EFORMAT,
                   "x.npz: has several arrays; choose one as FILE.npz:NAME from a, b, dir/c");
    assert_refused(parse("x.npz:d", &archive, &table, &err), PAROT_EFORMAT,
                   "x.npz: has no array 'd'; it has a, b, dir/c");
    assert_null(table.data);
}

TEST(an_archive_without_arrays_is_refused)
{
    const char *names[] = {"sheet.xml"};
    struct bytes archive = archive_of(names, 1);
    parot_table table = {0};
    assert_refused(parse("x.xlsx", &archive, &table, &err), PAROT_EFORMAT,
                   "x.xlsx: the archive contains no .npy arrays");
    bytes_free(&archive);
    assert_ok(bytes_append_text(&archive, "1,2\n", &err));
    assert_refused(parse("x.npz", &archive, &table, &err), PAROT_EFORMAT,
                   "x.npz: damaged, or not an .npz archive");
    bytes_free(&archive);
}

TEST(an_archive_depends_on_its_arrays_alone)
{
    const char *names[] = {"a.npy", "b.npy"};
    FREED_BY(bytes_free) struct bytes one = archive_of(names, 2), two = archive_of(names, 2);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.data, two.data, one.size);
}

TEST(an_archive_cut_anywhere_is_refused)
{
    const char *names[] = {"a.npy"};
    FREED_BY(bytes_free) struct bytes archive = archive_of(names, 1);
    for (size_t size = 0; size < archive.size; size++) {
        FREED_BY(bytes_free) struct bytes cut = {0};
        parot_table table = {0};
        assert_ok(bytes_append(&cut, archive.data, size, &err));
        assert_refused(parse("x.npz", &cut, &table, &err), PAROT_EFORMAT, "x.npz: ");
    }
}

TEST(a_size_that_cannot_be_is_refused)
{
    const char *names[] = {"a.npy"};
    FREED_BY(bytes_free) struct bytes archive = archive_of(names, 1);
    parot_table table = {0};
    /* The size once unpacked, at offset 22 of the local header and 24 of the central one. */
    for (size_t k = 0; k + 30 < archive.size; k++) {
        if (memcmp(archive.data + k, "PK\3\4", 4) == 0)
            memset(archive.data + k + 22, 0x7F, 4);
        if (memcmp(archive.data + k, "PK\1\2", 4) == 0)
            memset(archive.data + k + 24, 0x7F, 4);
    }
    assert_refused(parse("x.npz", &archive, &table, &err), PAROT_EFORMAT, "impossible size");
}
