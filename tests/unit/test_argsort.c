/* test_argsort.c - sorting keeps every item and the order of equals. */
#include "base/argsort.h"
#include "base/random.h"
#include "stopping.h"
#include "test.h"

enum { MOST = 200 };

TEST(sorted_items_are_the_same_items_in_order)
{
    struct keyed items[MOST], scratch[MOST];
    for (int64_t count = 0; count < MOST; count++) {
        int64_t seen = 0;
        for (int64_t k = 0; k < count; k++) /* few different keys: many ties */
            items[k] = (struct keyed){
                (double)(random_bits((uint64_t)count, RANDOM_TEST, (uint64_t)k) % 13) - 6, k};
        argsort(items, count, scratch, NULL);
        for (int64_t k = 1; k < count; k++) {
            assert_true(items[k - 1].key <= items[k].key);
            assert_true(items[k - 1].key < items[k].key || items[k - 1].index < items[k].index);
        }
        for (int64_t k = 0; k < count; k++)
            seen += items[k].index;
        assert_int_equal(seen, count * (count - 1) / 2);
    }
}

/* 2^20 items in 20 passes: each pass asks, and a stop loses none of the items. */
TEST(long_sorts_can_be_stopped_in_every_pass)
{
    enum { COUNT = 1 << 20, PASSES = 20 };
    FREED struct keyed *items = calloc(2 * (size_t)COUNT, sizeof *items);
    assert_non_null(items);
    for (int asked = 0; asked <= PASSES; asked++) {
        int left = asked;
        parot_run run = run_that_stops(&left);
        struct control control;
        assert_ok(control_init(&control, &run, &err));
        double seen = 0;
        for (int64_t k = 0; k < COUNT; k++)
            items[k] = (struct keyed){(double)(k * 7919 % COUNT), k};
        parot_status status = argsort(items, COUNT, items + COUNT, &control);
        assert_int_equal(status, asked < PASSES ? PAROT_CANCELLED : PAROT_OK);
        for (int64_t k = 0; k < COUNT; k++)
            seen += (double)items[k].index;
        assert_true(seen == (double)COUNT * (COUNT - 1) / 2);
    }
}
