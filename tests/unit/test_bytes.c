/* test_bytes.c - buffers, gzip and reading whole files. */
#include "test.h"

#include <unistd.h>

#include "io/bytes/bytes.h"
#include "io/bytes/gzip.h"
#include "io/bytes/stream.h"
#include "scratch.h"

static struct bytes copy_of(const char *text)
{
    struct bytes bytes = {0};
    assert_ok(bytes_append_text(&bytes, text, &err));
    return bytes;
}

static void assert_text(const struct bytes *bytes, const char *text)
{
    assert_int_equal(bytes->size, strlen(text));
    assert_memory_equal(bytes->data, text, bytes->size);
}

TEST(a_buffer_holds_what_was_appended)
{
    struct bytes bytes = {0};
    for (int k = 0; k < 1000; k++)
        assert_ok(bytes_append(&bytes, &k, sizeof k, &err));
    bytes_shrink(&bytes);
    assert_int_equal(bytes.capacity, 1000 * sizeof(int));
    for (int k = 0; k < 1000; k++)
        assert_memory_equal(bytes.data + (size_t)k * sizeof k, &k, sizeof k);
    FREED_BY(bytes_free) struct bytes moved = bytes_move(&bytes);
    assert_null(bytes.data);
    bytes_free(NULL);
}

TEST(an_impossible_size_is_refused)
{
    FREED_BY(bytes_free) struct bytes bytes = copy_of("x");
    assert_refused(bytes_reserve(&bytes, SIZE_MAX, &err), PAROT_ENOMEM, "out of memory");
    assert_text(&bytes, "x");
}

TEST(gzip_gives_back_what_it_packed)
{
    FREED_BY(bytes_free) struct bytes bytes = {0}, original = {0};
    for (int k = 0; k < 100000; k++)
        assert_ok(bytes_append(&bytes, &k, sizeof k, &err));
    assert_ok(bytes_append(&original, bytes.data, bytes.size, &err));
    assert_ok(gzip_pack(&bytes, &err));
    assert_true(bytes.size < original.size);
    assert_ok(gzip_unpack("x", &bytes, &err));
    assert_int_equal(bytes.size, original.size);
    assert_memory_equal(bytes.data, original.data, bytes.size);
}

TEST(bytes_that_are_not_gzip_stay_as_they_are)
{
    FREED_BY(bytes_free) struct bytes bytes = copy_of("1,2\n");
    assert_ok(gzip_unpack("x", &bytes, &err));
    assert_text(&bytes, "1,2\n");
}

TEST(members_of_a_gzip_file_are_joined)
{
    FREED_BY(bytes_free) struct bytes one = copy_of("one "), two = copy_of("two");
    assert_ok(gzip_pack(&one, &err));
    assert_ok(gzip_pack(&two, &err));
    assert_ok(bytes_append(&one, two.data, two.size, &err));
    assert_ok(bytes_append(&one, "\0\0\0", 3, &err));
    assert_ok(gzip_unpack("x", &one, &err));
    assert_text(&one, "one two");
}

TEST(gzip_cut_anywhere_is_refused)
{
    FREED_BY(bytes_free)
    struct bytes packed = copy_of("some text that is packed and then cut short");
    assert_ok(gzip_pack(&packed, &err));
    for (size_t size = 2; size < packed.size; size++) {
        FREED_BY(bytes_free) struct bytes cut = {0};
        assert_ok(bytes_append(&cut, packed.data, size, &err));
        assert_refused(gzip_unpack("cut.gz", &cut, &err), PAROT_EFORMAT, "cut.gz: ");
        assert_int_equal(cut.size, size);
    }
    packed.data[packed.size - 8] ^= 1; /* the checksum */
    assert_refused(gzip_unpack("x.gz", &packed, &err), PAROT_EFORMAT, "incorrect data check");
}

static parot_status read_path(const char *name, struct bytes *bytes, parot_error *err)
{
    struct filename path;
    parot_status status = filename_parse(name, "standard input", &path, err);
    return status == PAROT_OK ? input_read(&path, bytes, err) : status;
}

TEST(a_file_is_read_whole)
{
    struct bytes bytes = {0};
    assert_ok(read_path(scratch_text("plain.txt", "hello"), &bytes, &err));
    assert_text(&bytes, "hello");
    bytes_free(&bytes);
    assert_ok(read_path(scratch_text("empty.txt", ""), &bytes, &err));
    assert_int_equal(bytes.size, 0);
    bytes_free(&bytes);
}

TEST(standard_input_is_read_whole)
{
    int ends[2], saved = dup(STDIN_FILENO);
    struct bytes bytes = {0};
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "from a pipe", 11), 11);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    assert_ok(read_path("-", &bytes, &err));
    assert_text(&bytes, "from a pipe");
    bytes_free(&bytes);
    dup2(saved, STDIN_FILENO);
    close(ends[0]);
    close(saved);
}

TEST(what_cannot_be_read_is_named)
{
    struct bytes bytes = {0};
    assert_refused(read_path(scratch_path("missing.csv"), &bytes, &err), PAROT_EIO,
                   "missing.csv: cannot be opened: No such file");
    assert_refused(read_path("/", &bytes, &err), PAROT_EIO, "/: cannot be read: Is a directory");
    assert_refused(read_path("", &bytes, &err), PAROT_EINVAL, "path: must name a file");
    assert_refused(read_path(NULL, &bytes, &err), PAROT_EINVAL, "path: must name a file");
    assert_null(bytes.data);
}

TEST(a_long_path_leaves_room_for_the_reason)
{
    struct bytes bytes = {0};
    char name[5000];
    memset(name, 'd', sizeof name);
    memcpy(name + 1000, "/unl.csv", sizeof "/unl.csv");
    assert_refused(read_path(name, &bytes, &err), PAROT_EIO, "d/unl.csv: cannot be opened: File");
    memset(name, 'd', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_refused(read_path(name, &bytes, &err), PAROT_EINVAL, "must be shorter than");
}

TEST(excerpts_do_not_break_characters)
{
    char short_text[8];
    assert_string_equal(excerpt_head("abc\n\x7F", short_text, 8), "abc??");
    assert_string_equal(excerpt_head("abcdefgh", short_text, 8), "abcd...");
    assert_string_equal(excerpt_head("abc\xC3\xA4xyz", short_text, 8), "abc...");
    assert_string_equal(excerpt_tail("abcdefgh", short_text, 8), "...efgh");
    assert_string_equal(excerpt_tail("abc\xC3\xA4xyz", short_text, 8), "...xyz");
}

TEST(a_path_tells_format_and_member)
{
    static const struct {
        const char *text, *file, *member;
        enum format format;
        int is_gzip;
    } expected[] = {{"a/b.csv", "a/b.csv", NULL, FORMAT_CSV, 0},
                    {"b.TSV.gz", "b.TSV.gz", NULL, FORMAT_TSV, 1},
                    {"b.npy", "b.npy", NULL, FORMAT_NPY, 0},
                    {"b.npz", "b.npz", NULL, FORMAT_NPZ, 0},
                    {"b:c.npz:x", "b:c.npz", "x", FORMAT_NPZ, 0},
                    {"b.npz.gz:x", "b.npz.gz", "x", FORMAT_NPZ, 1},
                    {"b.csv:x", "b.csv:x", NULL, FORMAT_UNKNOWN, 0},
                    {".csv", ".csv", NULL, FORMAT_UNKNOWN, 0},
                    {"b.json", "b.json", NULL, FORMAT_JSON, 0},
                    {"b.txt", "b.txt", NULL, FORMAT_UNKNOWN, 0}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        struct filename path;
        assert_ok(filename_parse(expected[k].text, "standard input", &path, &err));
        assert_string_equal(path.file, expected[k].file);
        assert_int_equal(path.format, expected[k].format);
        assert_int_equal(path.is_gzip, expected[k].is_gzip);
        assert_false(path.is_stream);
        if (expected[k].member)
            assert_string_equal(path.member, expected[k].member);
        else
            assert_null(path.member);
    }
}

AROUND(scratch_open, scratch_close)
