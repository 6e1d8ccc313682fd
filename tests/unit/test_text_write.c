/* test_text_write.c - texts as files. */
#include "test.h"

#include "parot/io.h"
#include "scratch.h"

TEST(a_text_is_written_as_it_is)
{
    size_t size = 0;
    assert_ok(parot_text_write(scratch_path("a.json"), "{\"x\": 1}\n", 0, &err));
    FREED char *text = scratch_read("a.json", &size);
    assert_string_equal(text, "{\"x\": 1}\n");
}

TEST(the_name_decides_on_gzip)
{
    AUTO(parot_table, back);
    assert_ok(parot_text_write(scratch_path("b.csv.gz"), "x,y\n1,2\n", 0, &err));
    assert_ok(parot_table_read(scratch_path("b.csv.gz"), &back, &err));
    assert_true(back.rows == 1 && back.cols == 2 && back.data[1] == 2);
    size_t size = 0;
    FREED char *bytes = scratch_read("b.csv.gz", &size);
    assert_memory_equal(bytes, "\x1f\x8b", 2);
}

TEST(nonsense_is_refused)
{
    const char *path = scratch_text("old.txt", "old");
    assert_refused(parot_text_write(path, "new", 0, &err), PAROT_EIO, "exists");
    assert_ok(parot_text_write(path, "new", 1, &err));
    assert_refused(parot_text_write(path, NULL, 1, &err), PAROT_EINVAL, "text: must not be NULL");
    assert_true(parot_text_write(scratch_path("none/a.txt"), "x", 0, NULL) < 0);
    assert_int_equal(scratch_count(), 3);
}

AROUND(scratch_open, scratch_close)
