/* test_pu_memory.c - what labelling needs is known before, refused where it does not fit, and near
 * to what it takes. */
#include "parot/pu.h"

#include <malloc.h>

#include "pu_data.h"
#include "test.h"

/* ---- Measured ----------------------------------------------------------- */

enum { M = 240, N = 480, D = 3 }; /* gromov gets a quarter of them, which takes as long */

/* An allocator that knows how much it lent at the same time. */
struct meter {
    double held, peak;
};

static void *metered_alloc(size_t bytes, void *user)
{
    struct meter *meter = user;
    void *block = malloc(bytes);
    meter->held += (double)malloc_usable_size(block);
    meter->peak = fmax(meter->peak, meter->held);
    return block;
}

static void metered_release(void *block, void *user)
{
    struct meter *meter = user;
    meter->held -= (double)malloc_usable_size(block);
    free(block);
}

static double peak_of(const parot_pu_data *data, const parot_pu_options *options)
{
    struct meter meter = {0};
    parot_pu_result result = {0};
    DEFAULTS(parot_run, run);
    run.alloc = metered_alloc;
    run.release = metered_release;
    run.user = &meter;
    assert_ok(parot_pu_classify(data, options, &run, &result, &err));
    parot_pu_result_free(&result);
    assert_true(meter.held == 0);
    return meter.peak;
}

TEST(the_estimate_is_near_to_what_is_taken)
{
    static double unlabeled[N * D], positive[M * D];
    static const parot_pu_method methods[] = {
        PAROT_PU_METHOD_MINED,   PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_MATCHING,
        PAROT_PU_METHOD_GROMOV,  PAROT_PU_METHOD_FUSED,       PAROT_PU_METHOD_RIDGE,
        PAROT_PU_METHOD_NEAREST, PAROT_PU_METHOD_UPU,         PAROT_PU_METHOD_NNPU,
        PAROT_PU_METHOD_FOREST,  PAROT_PU_METHOD_ENSEMBLE,    PAROT_PU_METHOD_LEARNED};
    for (int k = 0; k < N * D; k++)
        unlabeled[k] = 3 * test_uniform(1, (uint64_t)k);
    test_fill(positive, M * D, 2);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k += test_stride(3)) {
        parot_pu_options options = pu_options_of(methods[k]);
        int part =
            methods[k] == PAROT_PU_METHOD_GROMOV || methods[k] == PAROT_PU_METHOD_FUSED ? 4 : 1;
        const parot_pu_data data = {{unlabeled, N / part, D, D}, {positive, M / part, D, D}, 0.3};
        double ratio = peak_of(&data, &options) / parot_pu_memory(&data, &options);
        print_message("%-12s took %.2f of the estimate\n", parot_pu_method_name(methods[k]), ratio);
        assert_true(ratio > 0.4 && ratio < 2);
    }
}

/* Tables of so many pairs that there is no matrix, which would take 320 MB. */
TEST(the_estimate_without_a_matrix_is_near_to_what_is_taken)
{
    enum { MANY = 20000, SOME = 2000 };
    FREED double *unlabeled = malloc(MANY * D * sizeof *unlabeled);
    FREED double *positive = malloc(SOME * D * sizeof *positive);
    static const parot_pu_method methods[] = {PAROT_PU_METHOD_WASSERSTEIN,
                                              PAROT_PU_METHOD_MATCHING};
    for (int k = 0; k < MANY * D; k++)
        unlabeled[k] = 3 * test_uniform(1, (uint64_t)k);
    test_fill(positive, SOME * D, 2);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        parot_pu_options options = pu_options_of(methods[k]);
        const parot_pu_data data = {{unlabeled, MANY, D, D}, {positive, SOME, D, D}, 0.1};
        double ratio = peak_of(&data, &options) / parot_pu_memory(&data, &options);
        print_message("%-12s took %.2f of the estimate\n", parot_pu_method_name(methods[k]), ratio);
        assert_true(ratio > 0.4 && ratio < 1.5);
    }
}

/* ---- Refused ------------------------------------------------------------ */

TEST(what_does_not_fit_is_refused_before_the_work_begins)
{
    struct pu_tables tables;
    parot_pu_result result = {0};
    parot_pu_model model = {0};
    parot_pu_prior_result prior;
    parot_pu_options options;
    pu_tables_make(&tables, 1, 0.5, 0);
    parot_pu_options_init(&options);
    setenv("PAROT_MEMORY", "1000", 1);
    assert_refused(parot_pu_classify(&tables.data, NULL, NULL, &result, &err), PAROT_ENOMEM,
                   "options.method mined with 25 positives and 60 unlabeled rows needs ");
    assert_refused(parot_pu_memory_check(&tables.data, NULL, &err), PAROT_ENOMEM,
                   "1.0 kB are free; use options.method ridge, whose memory does not grow");
    assert_refused(parot_pu_train(&tables.data, NULL, NULL, &model, &result, &err), PAROT_ENOMEM,
                   "are free");
    assert_refused(parot_pu_prior(&tables.data, NULL, NULL, &prior, &err), PAROT_ENOMEM,
                   "the estimate of the prior needs");
    options.method = PAROT_PU_METHOD_RIDGE;
    assert_refused(parot_pu_memory_check(&tables.data, &options, &err), PAROT_ENOMEM,
                   "use fewer rows, for instance a random sample");
    assert_null(result.owner);
    peak_of(&tables.data, NULL); /* who brings an allocator is trusted */
    unsetenv("PAROT_MEMORY");
    assert_ok(parot_pu_memory_check(&tables.data, NULL, &err));
    assert_refused(parot_pu_memory_check(NULL, NULL, &err), PAROT_EINVAL, "data");
}

/* Sizes alone are asked, so that a table need not be there; more rows never need less. */
TEST(the_estimate_grows_with_the_rows)
{
    for (int method = PAROT_PU_METHOD_WASSERSTEIN; method <= PAROT_PU_METHOD_LEARNED; method++) {
        double last = 0;
        parot_pu_options options = pu_options_of((parot_pu_method)method);
        for (int64_t n = 10; n < 1000000; n *= 10) {
            const parot_pu_data data = {{NULL, n, 5, 5}, {NULL, n / 2, 5, 5}, 0.5};
            double bytes = parot_pu_memory(&data, &options);
            assert_true(bytes > last);
            last = bytes;
        }
    }
}

TEST(bytes_are_told_in_units)
{
    char text[32];
    assert_string_equal(parot_memory_text(12, text), "12 bytes");
    assert_string_equal(parot_memory_text(1.5e6, text), "1.5 MB");
    assert_string_equal(parot_memory_text(76e9, text), "76 GB");
}
