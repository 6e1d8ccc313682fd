/* sample_rows.c - parot_sample_rows: a random sample of the rows.
 *
 * Selection sampling (Knuth, volume 2, 3.4.2, algorithm S): row i is taken with the probability
 * (rows still wanted) / (rows still to come), which makes all subsets equally likely.
 */
#include "base/random.h"
#include "parot/io.h"

void parot_sample_rows(int64_t count, int64_t wanted, uint64_t seed, int64_t *row)
{
    int64_t taken = 0;
    wanted = wanted < count ? wanted : count;
    for (int64_t i = 0; i < count && taken < wanted; i++) {
        double u = random_uniform(seed, RANDOM_ROWS, (uint64_t)i);
        if (u * (double)(count - i) < (double)(wanted - taken))
            row[taken++] = i;
    }
}
