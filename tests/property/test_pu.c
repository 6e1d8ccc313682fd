/* test_pu.c - labels depend neither on the order of rows nor on the number of threads. */
#include "pu_data.h"
#include "test.h"

static int rows_are_equal(const double *a, const double *b)
{
    return memcmp(a, b, PU_D * sizeof *a) == 0;
}

/* Number i is the only one of its kind. */
static int is_unique(const double *rows, int i)
{
    for (int j = 0; j < PU_N; j++)
        if (j != i && rows_are_equal(rows + i * PU_D, rows + j * PU_D))
            return 0;
    return 1;
}

static int copies_labelled(const double *rows, const parot_pu_result *result, const double *row)
{
    int count = 0;
    for (int j = 0; j < PU_N; j++)
        count += rows_are_equal(rows + j * PU_D, row) && result->label[j] > 0;
    return count;
}

/* Exactly the same numbers for the same row; of copies, as many are positive. */
static void check_permuted(const struct pu_tables *tables, const parot_pu_options *options,
                           uint64_t seed)
{
    struct pu_tables moved = *tables;
    AUTO(parot_pu_result, first, second);
    DEFAULTS(parot_run, run);
    run.seed = seed;
    pu_permute(moved.unlabeled, tables->unlabeled, PU_N);
    pu_permute(moved.positive, tables->positive, PU_M);
    moved.data.unlabeled.data = moved.unlabeled;
    moved.data.positive.data = moved.positive;
    assert_ok(parot_pu_classify(&tables->data, options, &run, &first, &err));
    run.threads = 3;
    assert_ok(parot_pu_classify(&moved.data, options, &run, &second, &err));
    for (int i = 0; i < PU_N; i++) {
        int64_t source = pu_source(i, PU_N);
        const double *row = moved.unlabeled + i * PU_D;
        assert_int_equal(copies_labelled(tables->unlabeled, &first, row),
                         copies_labelled(moved.unlabeled, &second, row));
        if (!is_unique(moved.unlabeled, i))
            continue;
        assert_int_equal(second.label[i], first.label[source]);
        assert_int_equal(second.rank[i], first.rank[source]);
        assert_true(second.score[i] == first.score[source]);
        assert_true(second.share[i] == first.share[source]);
    }
    assert_true(first.transport.objective == second.transport.objective);
}

static const parot_pu_method METHODS[] = {PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_MATCHING,
                                          PAROT_PU_METHOD_MINED,       PAROT_PU_METHOD_RIDGE,
                                          PAROT_PU_METHOD_NEAREST,     PAROT_PU_METHOD_GROMOV,
                                          PAROT_PU_METHOD_FUSED,       PAROT_PU_METHOD_FOREST,
                                          PAROT_PU_METHOD_ENSEMBLE,    PAROT_PU_METHOD_LEARNED};

TEST(the_order_of_rows_does_not_matter)
{
    struct pu_tables tables;
    for (size_t method = 0; method < sizeof METHODS / sizeof *METHODS; method++)
        for (uint64_t seed = 0; seed < 12; seed += test_stride(5)) {
            parot_pu_options options = pu_options_of(METHODS[method]);
            options.noise = seed % 3 == 0 ? 0 : NAN;
            options.whole_rows = (parot_pu_whole_rows)(seed % 3);
            options.rounds = (int32_t)(seed % 4);
            options.classifier = (parot_pu_classifier)(seed % 3);
            options.trees = 30;
            pu_tables_make(&tables, seed, 0.4, seed % 2 ? 2 : 0);
            check_permuted(&tables, &options, seed);
        }
}

/* 20 rows, plus and minus the ten unit vectors, at distance 1 from the only positive: the seed
 * decides, not the place. */
TEST(ties_are_broken_by_the_seed)
{
    double unlabeled[20 * 10] = {0}, positive[10] = {0};
    int first_row = 0, first_rows = 0;
    for (int i = 0; i < 20; i++)
        unlabeled[i * 10 + i / 2] = i % 2 ? -1 : 1;
    parot_pu_data data = {{unlabeled, 20, 10, 10}, {positive, 1, 10, 10}, 0.5};
    for (uint64_t seed = 0; seed < 40; seed++) {
        AUTO(parot_pu_result, result);
        DEFAULTS(parot_run, run);
        DEFAULTS(parot_pu_options, options);
        run.seed = seed;
        options.scale = PAROT_SCALE_NONE;
        options.metric = PAROT_METRIC_EUCLIDEAN;
        assert_ok(parot_pu_classify(&data, &options, &run, &result, &err));
        first_row += result.label[0] > 0;
        for (int i = 0; i < 10; i++)
            first_rows += result.label[i] > 0;
    }
    assert_true(first_row > 8 && first_row < 32); /* of 40 */
    assert_true(first_rows > 150 && first_rows < 250);
}
