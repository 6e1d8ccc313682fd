/* random.h - random numbers without a state: a function of (seed, purpose, index).
 *
 * Philox 4x32-10 (Salmon et al., 2011), so that number i is the same whatever the thread, the
 * order or the numbers drawn before it. Each use has its own purpose and hence its own stream.
 */
#ifndef PAROT_BASE_RANDOM_H
#define PAROT_BASE_RANDOM_H

#include <stdint.h>

enum random_purpose {
    RANDOM_POINT = 1, /* where on its shape a point lies */
    RANDOM_NOISE = 2, /* what is added to its coordinates */
    RANDOM_WEIGHT = 3,
    RANDOM_TEST = 4,
    RANDOM_SAMPLE = 5, /* which nodes a coarse problem is made of */
    RANDOM_START = 7,  /* costs whose best plan is a random vertex */
    RANDOM_ORDER = 8,  /* the order of rows, by their contents */
    RANDOM_BOOTSTRAP = 9,
    RANDOM_ROTATION = 20,       /* where a registration begins */
    RANDOM_SPLIT = 21,          /* which half a row of a table belongs to */
    RANDOM_ROWS = 22,           /* which rows of a table are used */
    RANDOM_WALK = 23,           /* in which order columns change from one row to another */
    RANDOM_TRIANGLE = 24,       /* which points of two spaces are compared by triangles */
    RANDOM_ALIGN = 25,          /* along which directions two tables may have been cut */
    RANDOM_REPRESENTATIVE = 26, /* which points stand for all in a coarse problem */
    RANDOM_LANDMARK = 27,       /* which points classical scaling begins with */
    RANDOM_BAG = 30,            /* which trees of a forest learn from a row */
    RANDOM_COLUMN = 31          /* which columns a tree may split */
};

uint64_t random_bits(uint64_t seed, enum random_purpose purpose, uint64_t index);

/* In the open interval (0, 1), multiples of 2^-53. */
double random_uniform(uint64_t seed, enum random_purpose purpose, uint64_t index);

/* `count` items in random order (Fisher and Yates), by the numbers first + 1 to first + count - 1.
 */
void random_shuffle(int32_t *items, int64_t count, uint64_t seed, enum random_purpose purpose,
                    uint64_t first);

/* Standard normal, by Box and Muller. */
double random_normal(uint64_t seed, enum random_purpose purpose, uint64_t index);

#endif
