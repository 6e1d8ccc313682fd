/* test_options.c - callers of other versions: what they know is taken, what they do not is left. */
#include "base/options.h"
#include "test.h"

/* What three versions of a library say a struct is. */
struct first {
    size_t struct_size;
    int64_t a;
};

struct second {
    size_t struct_size;
    int64_t a;
    double b;
};

struct third {
    size_t struct_size;
    int64_t a;
    double b;
    int64_t c, d;
};

static const struct second DEFAULTS = {.a = 7, .b = 0.5};

static parot_status take(struct second *taken, const void *given, parot_error *err)
{
    options_init(taken, sizeof *taken, &DEFAULTS, sizeof DEFAULTS);
    return options_take(taken, sizeof *taken, given, "options", "parot_example", err);
}

TEST(defaults_fill_the_struct)
{
    struct second options;
    memset(&options, 0xff, sizeof options);
    options_init(&options, sizeof options, &DEFAULTS, sizeof DEFAULTS);
    assert_int_equal(options.struct_size, sizeof options);
    assert_int_equal(options.a, 7);
    assert_true(options.b == 0.5);
}

TEST(defaults_end_where_an_older_struct_ends)
{
    struct {
        struct first options;
        int64_t behind;
    } caller = {.behind = 12345};
    options_init(&caller.options, sizeof caller.options, &DEFAULTS, sizeof DEFAULTS);
    assert_int_equal(caller.options.struct_size, sizeof caller.options);
    assert_int_equal(caller.options.a, 7);
    assert_int_equal(caller.behind, 12345);
}

TEST(what_a_newer_struct_has_more_begins_at_zero)
{
    struct third options;
    memset(&options, 0xff, sizeof options);
    options_init(&options, sizeof options, &DEFAULTS, sizeof DEFAULTS);
    assert_int_equal(options.struct_size, sizeof options);
    assert_true(options.b == 0.5);
    assert_int_equal(options.c, 0);
    assert_int_equal(options.d, 0);
}

TEST(nothing_is_written_where_not_even_the_size_fits)
{
    char bytes[8] = "unread";
    options_init(bytes, 3, &DEFAULTS, sizeof DEFAULTS);
    assert_string_equal(bytes, "unread");
}

TEST(fields_that_an_older_caller_lacks_keep_their_defaults)
{
    struct first given = {sizeof given, 3};
    struct second taken;
    assert_ok(take(&taken, &given, &err));
    assert_int_equal(taken.struct_size, sizeof taken);
    assert_int_equal(taken.a, 3);
    assert_true(taken.b == 0.5);
}

TEST(a_newer_caller_is_understood_while_new_fields_are_zero)
{
    struct third given = {sizeof given, 3, 2.5, 0, 0};
    struct second taken;
    assert_ok(take(&taken, &given, &err));
    assert_int_equal(taken.struct_size, sizeof taken);
    assert_int_equal(taken.a, 3);
    assert_true(taken.b == 2.5);
}

TEST(a_new_field_that_is_set_is_refused)
{
    struct third given = {sizeof given, 3, 2.5, 0, 1};
    struct second taken;
    assert_refused(take(&taken, &given, &err), PAROT_EINVAL,
                   "options: a field beyond the first 24");
    assert_int_equal(taken.a, 7);
}

TEST(a_number_that_is_no_size_is_refused)
{
    const size_t sizes[] = {0, 1, 8, 23, 25, 1u << 20, SIZE_MAX - 7, SIZE_MAX};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct second given = {.struct_size = sizes[k]}, taken;
        assert_refused(take(&taken, &given, &err), PAROT_EINVAL, "call parot_example_init before");
    }
}

TEST(room_for_fields_to_come_must_be_zero)
{
    int64_t reserved[3] = {0};
    assert_ok(check_reserved(reserved, sizeof reserved, "problem", &err));
    reserved[2] = 1;
    assert_refused(check_reserved(reserved, sizeof reserved, "problem", &err), PAROT_EINVAL,
                   "problem.reserved: must be 0");
}
