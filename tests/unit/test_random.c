/* test_random.c - the generator is Philox, and its numbers have the moments they should.
 *
 * Samples are fixed by their seeds; bounds on moments are five standard deviations of the sample.
 */
#include "base/random.h"
#include "test.h"

enum { SAMPLE = 100000, BINS = 64 };
static const double FIVE = 5;

struct block {
    uint32_t word[4];
};

/* Philox 4x32-10, as Salmon et al. (2011) define it. */
static struct block philox(struct block counter, uint32_t key0, uint32_t key1)
{
    for (int round = 0; round < 10; round++) {
        uint64_t left = (uint64_t)0xD2511F53u * counter.word[0];
        uint64_t right = (uint64_t)0xCD9E8D57u * counter.word[2];
        counter = (struct block){{(uint32_t)(right >> 32) ^ counter.word[1] ^ key0, (uint32_t)right,
                                  (uint32_t)(left >> 32) ^ counter.word[3] ^ key1, (uint32_t)left}};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return counter;
}

static struct block philox_of(uint64_t seed, uint32_t purpose, uint64_t index)
{
    struct block counter = {{(uint32_t)index, (uint32_t)(index >> 32), purpose, 0}};
    return philox(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
}

static uint64_t bits_of(struct block block, int half)
{
    return (uint64_t)block.word[2 * half + 1] << 32 | block.word[2 * half];
}

/* The vectors for philox4x32, 10 rounds, in the file kat_vectors of Random123. */
TEST(our_philox_passes_the_known_answer_test)
{
    static const struct {
        struct block counter;
        uint32_t key[2];
        struct block answer;
    } known[] = {
        {{{0, 0, 0, 0}}, {0, 0}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
        {{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}},
         {0xffffffff, 0xffffffff},
         {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
        {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
         {0xa4093822, 0x299f31d0},
         {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct block answer = philox(known[k].counter, known[k].key[0], known[k].key[1]);
        assert_memory_equal(&answer, &known[k].answer, sizeof answer);
    }
}

TEST(bits_are_philox_of_seed_purpose_and_index)
{
    const uint64_t numbers[] = {0, 1, 2, 0xffffffff, 0x100000000, 0x123456789abcdef0, UINT64_MAX};
    for (size_t a = 0; a < sizeof numbers / sizeof *numbers; a++)
        for (size_t b = 0; b < sizeof numbers / sizeof *numbers; b++)
            for (uint32_t purpose = 0; purpose <= RANDOM_TEST; purpose++)
                assert_true(random_bits(numbers[a], (enum random_purpose)purpose, numbers[b]) ==
                            bits_of(philox_of(numbers[a], purpose, numbers[b]), 0));
}

TEST(numbers_do_not_depend_on_the_order_of_drawing)
{
    static uint64_t forwards[1000];
    for (uint64_t i = 0; i < 1000; i++)
        forwards[i] = random_bits(7, RANDOM_TEST, i);
    for (uint64_t i = 1000; i-- > 0;)
        assert_true(random_bits(7, RANDOM_TEST, i) == forwards[i]);
}

/* (floor(bits / 2^12) + 1/2) / 2^52 */
TEST(uniform_is_its_definition)
{
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t bits = random_bits(3, RANDOM_TEST, i);
        double u = random_uniform(3, RANDOM_TEST, i);
        assert_true(u == ldexp((double)(2 * (bits >> 12) + 1), -53));
        assert_true(u > 0 && u < 1);
    }
}

TEST(normal_is_box_and_muller)
{
    for (uint64_t i = 0; i < 1000; i++) {
        struct block block = philox_of(3, RANDOM_TEST, i);
        long double radius = ldexpl((long double)(2 * (bits_of(block, 0) >> 12) + 1), -53);
        long double turn = ldexpl((long double)(2 * (bits_of(block, 1) >> 12) + 1), -53);
        long double z = sqrtl(-2 * logl(radius)) * cosl(2 * 3.14159265358979323846L * turn);
        assert_close(random_normal(3, RANDOM_TEST, i), (double)z, 1e-14);
    }
}

/* chi^2 with 63 degrees of freedom has mean 63 and variance 126 */
TEST(uniform_fills_equal_bins_equally)
{
    int count[BINS] = {0};
    double chi_squared = 0, expected = (double)SAMPLE / BINS;
    for (uint64_t i = 0; i < SAMPLE; i++)
        count[(int)(BINS * random_uniform(11, RANDOM_TEST, i))]++;
    for (int bin = 0; bin < BINS; bin++)
        chi_squared += (count[bin] - expected) * (count[bin] - expected) / expected;
    assert_true(fabs(chi_squared - (BINS - 1)) <= FIVE * sqrt(2.0 * (BINS - 1)));
}

/* Lag one within a stream, and the same index in two streams: a covariance of 0 +- 1/12. */
TEST(uniform_numbers_are_not_correlated)
{
    double lag = 0, streams = 0, seeds = 0;
    for (uint64_t i = 0; i < SAMPLE; i++) {
        double u = random_uniform(1, RANDOM_POINT, i) - 0.5;
        lag += u * (random_uniform(1, RANDOM_POINT, i + 1) - 0.5);
        streams += u * (random_uniform(1, RANDOM_NOISE, i) - 0.5);
        seeds += u * (random_uniform(2, RANDOM_POINT, i) - 0.5);
    }
    assert_true(fabs(lag) <= FIVE * sqrt(SAMPLE) / 12);
    assert_true(fabs(streams) <= FIVE * sqrt(SAMPLE) / 12);
    assert_true(fabs(seeds) <= FIVE * sqrt(SAMPLE) / 12);
}

/* E z^k = 0, 1, 0, 3 for k = 1..4; Var z^k = 1, 2, 15, 96 */
TEST(normal_has_the_moments_of_its_name)
{
    const double moment[] = {0, 1, 0, 3}, variance[] = {1, 2, 15, 96};
    double sum[4] = {0};
    for (uint64_t i = 0; i < SAMPLE; i++) {
        double z = random_normal(5, RANDOM_TEST, i), power = 1;
        assert_true(isfinite(z));
        for (int k = 0; k < 4; k++)
            sum[k] += power *= z;
    }
    for (int k = 0; k < 4; k++)
        assert_true(fabs(sum[k] / SAMPLE - moment[k]) <= FIVE * sqrt(variance[k] / SAMPLE));
}

/* Each of the 24 orders of four items, 1/24 of the time; and other numbers give other orders. */
TEST(all_orders_are_equally_likely)
{
    enum { ITEMS = 4, DRAWS = 24000 };
    int seen[256] = {0};
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        int32_t items[ITEMS] = {0, 1, 2, 3}, found[ITEMS] = {0};
        random_shuffle(items, ITEMS, 7, RANDOM_TEST, draw * ITEMS);
        for (int k = 0; k < ITEMS; k++)
            found[items[k]]++;
        for (int k = 0; k < ITEMS; k++)
            assert_int_equal(found[k], 1);
        seen[items[0] * 64 + items[1] * 16 + items[2] * 4 + items[3]]++;
    }
    int orders = 0;
    for (int code = 0; code < 256; code++) {
        orders += seen[code] > 0;
        assert_true(seen[code] == 0 ||
                    fabs(seen[code] - DRAWS / 24.0) <= FIVE * sqrt(DRAWS / 24.0));
    }
    assert_int_equal(orders, 24);
}
