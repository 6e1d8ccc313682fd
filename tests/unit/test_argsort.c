/* test_argsort.c - sorting keeps every item and the order of equals. */
#include "base/random.h"
#include "gromov/argsort.h"
#include "support.h"

enum { MOST = 200 };

static void sorted_items_are_the_same_items_in_order(void **state)
{
    (void)state;
    struct keyed items[MOST], scratch[MOST];
    for (int64_t count = 0; count < MOST; count++) {
        int64_t seen = 0;
        for (int64_t k = 0; k < count; k++) /* few different keys: many ties */
            items[k] = (struct keyed){
                (double)(random_bits((uint64_t)count, RANDOM_TEST, (uint64_t)k) % 13) - 6, k};
        order_sort(items, count, scratch);
        for (int64_t k = 1; k < count; k++) {
            assert_true(items[k - 1].key <= items[k].key);
            assert_true(items[k - 1].key < items[k].key || items[k - 1].index < items[k].index);
        }
        for (int64_t k = 0; k < count; k++)
            seen += items[k].index;
        assert_int_equal(seen, count * (count - 1) / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorted_items_are_the_same_items_in_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
