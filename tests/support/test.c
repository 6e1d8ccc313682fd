/* test.c - the main function of the test programs. */
#include "test.h"

enum { MOST = 256 };

static struct CMUnitTest tests[MOST];
static size_t count;
static int (*before)(void **state), (*after)(void **state);

void test_add(const char *name, void (*run)(void **state))
{
    if (count == MOST)
        abort();
    tests[count++] = (struct CMUnitTest){name, run, NULL, NULL, NULL};
}

void test_around(int (*setup)(void **state), int (*teardown)(void **state))
{
    before = setup;
    after = teardown;
}

int test_run(void)
{
    return count == 0 ? 1 : _cmocka_run_group_tests("tests", tests, count, before, after);
}

/* A program that has to do more has a main function of its own. */
__attribute__((weak)) int main(void)
{
    return test_run();
}
