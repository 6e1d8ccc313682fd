/* test_clusters.c - the part of a space that lies closest together. */
#include "gromov/starts/clusters.h"
#include "small_descent.h"
#include "test.h"

enum { N = 40 };

TEST(parts_have_the_mass_and_stay_within_weights)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        double part[N], total = 0, mass = 0.05 + 0.9 * test_uniform(seed, 1);
        struct pair pair = pair_random(seed, N, 5, mass);
        if (seed % 2)
            pair_weights(&pair, seed, 1);
        OPENED(small_descent, small, pair);
        struct weights p = {small.gromov.p, N};
        assert_ok(clusters_part(&small.gromov.tensor.source, p, mass, &small.control, part, &err));
        for (int i = 0; i < N; i++) {
            assert_true(part[i] >= 0 && part[i] <= weight_at(p, i));
            total += part[i];
        }
        assert_close(total, mass, 1e-14);
    }
}

/* Two groups of known sizes, far apart: whichever has the mass asked for is found, point by point.
 */
TEST(a_group_of_that_mass_is_found)
{
    for (int size = 3; size < N; size += 5) { /* never half: that would be either group */
        double part[N];
        struct pair pair = pair_random((uint64_t)size, N, 5, (double)size / N);
        for (int i = 0; i < N; i++)
            pair.x[3 * i] += i < size ? 20 : 0;
        pair_distances(&pair);
        OPENED(small_descent, small, pair);
        assert_ok(clusters_part(&small.gromov.tensor.source, (struct weights){NULL, N},
                                (double)size / N, &small.control, part, &err));
        for (int i = 0; i < N; i++)
            assert_close(part[i], i < size ? 1.0 / N : 0, 1e-14);
    }
}

TEST(all_of_the_mass_is_all_of_the_weights)
{
    double part[N];
    OPENED(small_descent, small, pair_random(1, N, 5, 1));
    assert_ok(clusters_part(&small.gromov.tensor.source, (struct weights){NULL, N}, 1,
                            &small.control, part, &err));
    for (int i = 0; i < N; i++)
        assert_close(part[i], 1.0 / N, 1e-15);
}
