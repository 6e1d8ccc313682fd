/* test_pu_cause.c - planted violations: a prior that is too large, and a biased choice of
 * positives, are told apart where the data can tell, and what they cannot tell is not claimed. */
#include "pu_data.h"
#include "test.h"

enum { ROWS = 500, KNOWN = 250, DIMS = 4 };

enum planted {
    NOTHING,    /* positives are a random choice */
    UNEVEN,     /* half of them, by their first column, are chosen ten times as often */
    WHOLE_KIND, /* of two kinds of positives, far from each other, one is never chosen */
};

struct study {
    double unlabeled[ROWS * DIMS], positive[KNOWN * DIMS], propensity[KNOWN];
    parot_pu_data data;
};

/* Four of ten rows are positive; the others are 3 away in all columns but the first. Positives of
 * the second kind are far beyond those. */
static void draw_row(struct draws *draws, int is_positive, int is_second, double *row)
{
    for (int k = 0; k < DIMS; k++)
        row[k] = pu_normal(draws) + (is_positive || k == 0 ? 0 : 3);
    for (int k = 1; is_second && k < DIMS; k++)
        row[k] += 7;
}

static void draw_study(struct study *study, enum planted planted, double prior, uint64_t seed)
{
    struct draws draws = {seed, 0};
    for (int i = 0; i < ROWS; i++) {
        int is_positive = i % 5 < 2;
        int is_second = planted == WHOLE_KIND && is_positive && next_uniform(&draws) < 0.5;
        draw_row(&draws, is_positive, is_second, study->unlabeled + i * DIMS);
    }
    for (int j = 0; j < KNOWN;) {
        double *row = study->positive + j * DIMS;
        draw_row(&draws, 1, 0, row);
        study->propensity[j] = planted == UNEVEN && row[0] < 0 ? 0.1 : 1;
        j += next_uniform(&draws) < study->propensity[j];
    }
    study->data = (parot_pu_data){.unlabeled = {study->unlabeled, ROWS, DIMS, DIMS},
                                  .positive = {study->positive, KNOWN, DIMS, DIMS},
                                  .prior = prior};
}

static int draws(void)
{
    return 10 / (int)test_stride(2);
}

/* How often each cause is found. */
static void count_causes(enum planted planted, double prior, int count[4])
{
    static struct study study;
    memset(count, 0, 4 * sizeof *count);
    for (int seed = 0; seed < draws(); seed++) {
        parot_pu_bias_result found = {0};
        draw_study(&study, planted, prior, (uint64_t)seed);
        assert_ok(parot_pu_bias_cause(&study.data, NULL, NULL, &found, &err));
        count[found.cause]++;
    }
    print_message("neither %d, prior %d, choice %d, either %d of %d\n", count[0], count[1],
                  count[2], count[3], draws());
}

TEST(what_fits_has_no_cause)
{
    int count[4];
    count_causes(NOTHING, 0.4, count);
    assert_int_equal(count[PAROT_PU_CAUSE_NEITHER], draws());
}

TEST(a_prior_that_is_too_large_is_found)
{
    int count[4];
    count_causes(NOTHING, 0.6, count);
    assert_true(count[PAROT_PU_CAUSE_PRIOR] >= draws() * 3 / 4);
    assert_int_equal(count[PAROT_PU_CAUSE_CHOICE], 0);
}

TEST(a_biased_choice_is_found)
{
    int count[4];
    count_causes(UNEVEN, 0.4, count);
    assert_true(count[PAROT_PU_CAUSE_CHOICE] >= draws() / 2);
    assert_true(count[PAROT_PU_CAUSE_PRIOR] <= draws() / 10);
}

/* Nothing in the data says that the other kind is positive (docs/theory/pu.md): a biased choice
 * that cannot be known for one. */
TEST(a_kind_that_is_far_and_never_chosen_looks_like_a_prior)
{
    int count[4];
    count_causes(WHOLE_KIND, 0.4, count);
    assert_int_equal(count[PAROT_PU_CAUSE_NEITHER] + count[PAROT_PU_CAUSE_CHOICE], 0);
    assert_true(count[PAROT_PU_CAUSE_PRIOR] >= draws() / 2);
}

TEST(known_propensities_leave_no_cause)
{
    static struct study study;
    int fits = 0;
    for (int seed = 0; seed < draws(); seed++) {
        parot_pu_bias_result found = {0};
        draw_study(&study, UNEVEN, 0.4, (uint64_t)seed);
        study.data.propensity = study.propensity;
        assert_ok(parot_pu_bias_cause(&study.data, NULL, NULL, &found, &err));
        fits += found.cause == PAROT_PU_CAUSE_NEITHER;
    }
    assert_true(fits >= draws() - 1);
}

/* The numbers behind the cause are what they say, and z is that of parot_pu_bias. */
TEST(numbers_are_those_of_the_test_for_bias)
{
    static struct study study;
    for (int is_large = 0; is_large < 2; is_large++) {
        parot_pu_bias_result found = {0};
        double z = 0;
        draw_study(&study, NOTHING, is_large ? 0.6 : 0.4, 3);
        assert_ok(parot_pu_bias_cause(&study.data, NULL, NULL, &found, &err));
        assert_ok(parot_pu_bias(&study.data, NULL, NULL, &z, &err));
        assert_true(z == found.z && (z > PAROT_PU_BIASED) == is_large);
        assert_int_equal(isnan(found.by_border), !is_large);
        if (!is_large) {
            assert_true(isnan(found.border_z) && isnan(found.most_by_border) && found.rounds == 0);
            continue;
        }
        study.data.prior = found.by_border;
        assert_ok(parot_pu_bias(&study.data, NULL, NULL, &z, &err));
        assert_true(z == found.border_z);
        assert_true(fabs(found.by_border - 0.4) < 4 * found.by_border_error);
    }
}

TEST(order_and_threads_do_not_matter)
{
    static struct study study, moved;
    parot_pu_bias_result first = {0}, second = {0};
    DEFAULTS(parot_run, run);
    draw_study(&study, UNEVEN, 0.4, 1);
    moved = study;
    for (int j = 0; j < KNOWN; j++)
        memcpy(moved.positive + j * DIMS, study.positive + (KNOWN - 1 - j) * DIMS,
               DIMS * sizeof(double));
    moved.data.positive.data = moved.positive;
    assert_ok(parot_pu_bias_cause(&study.data, NULL, &run, &first, &err));
    run.threads = 3;
    assert_ok(parot_pu_bias_cause(&moved.data, NULL, &run, &second, &err));
    assert_memory_equal(&first, &second, sizeof first);
}

/* The check of labels says the same. */
TEST(a_check_tells_the_cause)
{
    static struct study study;
    AUTO(parot_pu_result, result);
    parot_pu_trust trust = {0};
    parot_pu_bias_result found = {0};
    draw_study(&study, NOTHING, 0.6, 2);
    assert_ok(parot_pu_classify(&study.data, NULL, NULL, &result, &err));
    assert_ok(parot_pu_check(&study.data, NULL, &result, NULL, &trust, &err));
    assert_ok(parot_pu_bias_cause(&study.data, NULL, NULL, &found, &err));
    assert_true(trust.has_cause && trust.cause == found.cause);
    assert_true(trust.by_border == found.by_border && trust.border_z == found.border_z);
}
