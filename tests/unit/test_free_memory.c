/* test_free_memory.c - how much may be allocated, by the environment or by the system. */
#include "test.h"

TEST(the_environment_decides_if_it_names_a_number_of_bytes)
{
    assert_int_equal(setenv("PAROT_MEMORY", "1.5e6", 1), 0);
    assert_true(parot_memory_free() == 1.5e6);
    assert_int_equal(setenv("PAROT_MEMORY", "1", 1), 0);
    assert_true(parot_memory_free() == 1);
}

/* Else the system does, whose memory is far more than the numbers in question. */
TEST(nonsense_in_the_environment_is_ignored)
{
    const char *const values[] = {"", "0", "-5", "7 bytes", "nan", "inf", "many"};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        assert_int_equal(setenv("PAROT_MEMORY", values[k], 1), 0);
        assert_true(parot_memory_free() > 1000);
    }
    unsetenv("PAROT_MEMORY");
    assert_true(parot_memory_free() > 1000);
}

TEST(bytes_are_told_in_the_unit_that_fits)
{
    char text[32];
    assert_string_equal(parot_memory_text(999, text), "999 bytes");
    assert_string_equal(parot_memory_text(1000, text), "1.0 kB");
    assert_string_equal(parot_memory_text(1.54e6, text), "1.5 MB");
    assert_string_equal(parot_memory_text(76e9, text), "76 GB");
    assert_string_equal(parot_memory_text(2e21, text), "2000 EB");
    assert_string_equal(parot_memory_text(INFINITY, text), "inf EB");
}
