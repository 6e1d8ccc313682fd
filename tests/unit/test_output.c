/* test_output.c - files appear complete or not at all. */
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/bytes/output.h"
#include "scratch.h"

static parot_status put(const char *name, const char *text, int overwrite, parot_error *err)
{
    struct filename path;
    FREED_BY(bytes_free) struct bytes bytes = {0};
    parot_status status = filename_parse(name, "standard output", &path, err);
    if (status == PAROT_OK)
        status = bytes_append_text(&bytes, text, err);
    if (status == PAROT_OK)
        status = output_write(&path, &bytes, overwrite, err);
    return status;
}

static void assert_file(const char *name, const char *text)
{
    size_t size = 0;
    FREED char *data = scratch_read(name, &size);
    assert_string_equal(data, text);
}

static mode_t mode_of(const char *name)
{
    struct stat info;
    assert_int_equal(stat(scratch_path(name), &info), 0);
    return info.st_mode & 0777;
}

TEST(a_new_file_is_complete_and_alone)
{
    int before = scratch_count();
    assert_ok(put(scratch_path("new.txt"), "hello", 0, &err));
    assert_file("new.txt", "hello");
    assert_int_equal(scratch_count(), before + 1);
}

TEST(an_existing_file_is_replaced_only_on_request)
{
    const char *path = scratch_text("old.txt", "old");
    int before = scratch_count();
    assert_refused(put(path, "new", 0, &err), PAROT_EIO, "old.txt: exists already");
    assert_file("old.txt", "old");
    assert_ok(put(path, "new", 1, &err));
    assert_file("old.txt", "new");
    assert_int_equal(scratch_count(), before);
}

TEST(permissions_follow_the_umask_or_the_old_file)
{
    mode_t saved = umask(027);
    assert_ok(put(scratch_path("mode.txt"), "x", 0, &err));
    umask(saved);
    assert_int_equal(mode_of("mode.txt"), 0640);
    assert_int_equal(chmod(scratch_path("mode.txt"), 0600), 0);
    assert_ok(put(scratch_path("mode.txt"), "y", 1, &err));
    assert_int_equal(mode_of("mode.txt"), 0600);
}

TEST(a_link_keeps_pointing_to_the_replaced_file)
{
    struct stat info;
    scratch_text("real.txt", "old");
    assert_int_equal(symlink("real.txt", scratch_path("link.txt")), 0);
    assert_ok(put(scratch_path("link.txt"), "new", 1, &err));
    assert_file("real.txt", "new");
    assert_int_equal(lstat(scratch_path("link.txt"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
}

TEST(a_link_to_nowhere_is_not_replaced_unasked)
{
    assert_int_equal(symlink("nowhere", scratch_path("dangling.txt")), 0);
    assert_refused(put(scratch_path("dangling.txt"), "x", 0, &err), PAROT_EIO, "exists already");
    assert_int_equal(access(scratch_path("nowhere"), F_OK), -1);
}

TEST(places_that_cannot_be_written_are_explained)
{
    assert_refused(put(scratch_path("no/such/x.txt"), "x", 0, &err), PAROT_EIO,
                   "there is no directory '");
    assert_refused(put(scratch_path("no/such/x.txt"), "x", 1, &err), PAROT_EIO, "/no/such'");
    assert_refused(put(scratch_path(""), "x", 1, &err), PAROT_EIO, "is a directory");
    scratch_text("plain", "x");
    assert_refused(put(scratch_path("plain/x.txt"), "x", 0, &err), PAROT_EIO, "Not a directory");
}

TEST(read_only_files_and_directories_stay_as_they_are)
{
    if (geteuid() == 0)
        skip(); /* nothing is read-only to root */
    const char *path = scratch_text("locked.txt", "old");
    assert_int_equal(chmod(path, 0400), 0);
    assert_refused(put(path, "new", 1, &err), PAROT_EIO, "cannot be replaced");
    assert_file("locked.txt", "old");
    assert_int_equal(mkdir(scratch_path("locked"), 0500), 0);
    assert_refused(put(scratch_path("locked/x.txt"), "new", 0, &err), PAROT_EIO, "Permission");
}

TEST(devices_are_written_to_directly)
{
    assert_ok(put("/dev/null", "gone", 0, &err));
    assert_int_equal(access("/dev/null", F_OK), 0);
    if (access("/dev/full", W_OK) == 0)
        assert_refused(put("/dev/full", "x", 0, &err), PAROT_EIO, "No space left");
}

/* In a child whose files cannot grow beyond 1000 bytes. */
static int write_with_limit(const char *path)
{
    const struct rlimit limit = {1000, 1000};
    parot_error err = {0};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 2;
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    return put(path, text, 1, &err) == PAROT_EIO && strstr(err.message, "cannot be written") ? 0
                                                                                             : 1;
}

TEST(a_full_disk_leaves_the_old_file)
{
    const char *path = scratch_text("precious.txt", "old");
    int before = scratch_count(), code = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(write_with_limit(path));
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_int_equal(code, 0);
    assert_file("precious.txt", "old");
    assert_int_equal(scratch_count(), before);
}

TEST(standard_output_receives_the_bytes)
{
    const char *path = scratch_path("stdout.txt");
    int saved = dup(STDOUT_FILENO);
    fflush(stdout);
    assert_non_null(freopen(path, "w", stdout));
    printf("first, ");
    parot_error err = {0};
    parot_status status = put("-", "second", 0, &err);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    assert_int_equal(status, PAROT_OK);
    assert_file("stdout.txt", "first, second");
}

/* Of writers that race for a name without `overwrite`, one wins and all others are told. */
TEST(only_one_of_many_writers_gets_a_name)
{
    enum { WRITERS = 8 };
    const char *path = scratch_path("raced.txt");
    int winners = 0;
    for (int k = 0; k < WRITERS; k++)
        if (fork() == 0)
            _exit(put(path, "whole", 0, NULL) == PAROT_OK ? 1 : 0);
    for (int k = 0; k < WRITERS; k++) {
        int code = 0;
        assert_true(wait(&code) > 0);
        winners += WEXITSTATUS(code);
    }
    assert_int_equal(winners, 1);
    assert_file("raced.txt", "whole");
}

AROUND(scratch_open, scratch_close)
