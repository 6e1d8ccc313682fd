/* test_heap.c - items come out in order, whatever happened to their keys. */
#include "base/heap.h"

#include "instances.h"
#include "test.h"

enum { M = 60 };

static int32_t item[M], place[M];
static double key[M];

static struct heap new_heap(void)
{
    struct heap heap = {.item = item, .place = place, .key = key};
    heap_clear(&heap, M);
    return heap;
}

static int32_t pop(struct heap *heap)
{
    int32_t top = heap->item[0];
    heap_remove(heap, top);
    return top;
}

TEST(keys_may_rise_fall_and_vanish)
{
    struct heap heap = new_heap();
    for (uint64_t k = 0; k < 2000; k++) {
        int32_t which = (int32_t)(test_uniform(1, k) * M);
        if (test_uniform(2, k) < 0.2)
            heap_remove(&heap, which);
        else
            heap_set(&heap, which, floor(test_uniform(3, k) * 20));
    }
    double last = -1;
    for (int32_t left = heap.count; left > 0; left--) {
        int32_t top = pop(&heap);
        assert_true(key[top] >= last);
        last = key[top];
        assert_int_equal(heap.count, left - 1);
    }
    heap_remove(&heap, 0); /* not there: nothing happens */
    assert_int_equal(heap.count, 0);
}

TEST(numbers_behind_equal_keys_decide)
{
    static uint64_t behind[2 * M];
    struct heap heap = new_heap();
    heap.behind = behind;
    heap.limbs = 2;
    for (int32_t k = 0; k < M; k++) {
        behind[2 * k] = (uint64_t)(test_uniform(4, (uint64_t)k) * 0x1p63);
        behind[2 * k + 1] = (uint64_t) - (int64_t)(k % 3); /* the sign is in the upper word */
        heap_set(&heap, k, k % 2);
    }
    for (int32_t before = pop(&heap), next; heap.count > 0; before = next) {
        next = pop(&heap);
        int64_t upper = (int64_t)behind[2 * before + 1], other = (int64_t)behind[2 * next + 1];
        assert_true(
            key[before] < key[next] ||
            (key[before] == key[next] &&
             (upper < other || (upper == other && behind[2 * before] <= behind[2 * next]))));
    }
}
