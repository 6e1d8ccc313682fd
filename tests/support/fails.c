/* fails.c - one test that passes and two that fail; counted.py looks at how they are counted. */
#include "test.h"

TEST(one_is_one)
{
    AUTO(parot_result, result);
    assert_int_equal(result.plan.count, 0);
}

TEST(one_is_two)
{
    assert_int_equal(1, 2);
}

TEST(two_is_three)
{
    fail_msg("%d is not %d", 2, 3);
}
