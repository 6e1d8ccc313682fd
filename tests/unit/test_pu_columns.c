/* test_pu_columns.c - areas and their errors are those of the definition; leaks and shifts are
 * found where they were planted, and nowhere else. */
#include "parot/pu.h"
#include "test.h"

#include "instances.h"

enum { N = 300, M = 120, D = 6, K = 100, PLANTED = 5 };

struct tables {
    double unlabeled[N * D], positive[M * D];
    int8_t label[N];
    parot_pu_data data;
    parot_pu_result result;
};

/* About normal, by the sum of four uniform numbers. */
static double noise(uint64_t seed, uint64_t k)
{
    double sum = -2;
    for (uint64_t j = 0; j < 4; j++)
        sum += test_uniform(seed, 4 * k + j);
    return 1.7 * sum;
}

/* Positives are at +1 in columns 0 and 1, negatives at -1; the other columns are noise, the third
 * one rounded. The first K unlabeled rows are positive, and labelled so. */
static void make(struct tables *tables, uint64_t seed)
{
    for (int i = 0; i < N + M; i++)
        for (int k = 0; k < D; k++) {
            int is_positive = i < K || i >= N;
            double value = noise(seed, (uint64_t)(i * D + k));
            value += k < 2 ? (is_positive ? 1 : -1) : 0;
            value = k == 2 ? round(2 * value) : value;
            *(i < N ? &tables->unlabeled[i * D + k] : &tables->positive[(i - N) * D + k]) = value;
        }
    for (int i = 0; i < N; i++)
        tables->label[i] = i < K ? 1 : -1;
    tables->data =
        (parot_pu_data){{tables->unlabeled, N, D, D}, {tables->positive, M, D, D}, (double)K / N};
    tables->result = (parot_pu_result){
        .count = N, .positives = K, .prior = (double)K / N, .label = tables->label};
}

static parot_pu_columns_result look(const struct tables *tables)
{
    parot_pu_columns_result found = {0};
    assert_ok(parot_pu_columns(&tables->data, &tables->result, NULL, &found, &err));
    assert_int_equal(found.count, D);
    return found;
}

/* ---- By definition ------------------------------------------------------ */

struct group {
    double number[N + M];
    int count;
};

static void add(struct group *group, double value)
{
    group->number[group->count++] = value;
}

/* All pairs; and the variance of a mean of ranks that are drawn without replacement. */
static void compare(const struct group *a, const struct group *b, double *auc, double *z)
{
    int all = a->count + b->count;
    double pairs = 0, mean = (all + 1) / 2.0, square = 0;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            pairs += a->number[i] > b->number[j] ? 1 : a->number[i] == b->number[j] ? 0.5 : 0;
    for (int i = 0; i < all; i++) {
        double own = i < a->count ? a->number[i] : b->number[i - a->count], rank = 0.5;
        for (int j = 0; j < all; j++) {
            double other = j < a->count ? a->number[j] : b->number[j - a->count];
            rank += other < own ? 1 : other == own ? 0.5 : 0;
        }
        square += (rank - mean) * (rank - mean) / (all - 1);
    }
    double product = (double)a->count * b->count;
    *auc = pairs / product;
    *z = (*auc - 0.5) / sqrt(square / (all * product));
}

TEST(areas_are_fractions_of_pairs)
{
    static struct tables tables;
    make(&tables, 3);
    FREED_BY(parot_pu_columns_free) parot_pu_columns_result found = look(&tables);
    for (int k = 0; k < D; k++) {
        static struct group known, positive, rest, unlabeled;
        double auc, z;
        known.count = positive.count = rest.count = unlabeled.count = 0;
        for (int i = 0; i < N; i++) {
            add(i < K ? &positive : &rest, tables.unlabeled[i * D + k]);
            add(&unlabeled, tables.unlabeled[i * D + k]);
        }
        for (int j = 0; j < M; j++)
            add(&known, tables.positive[j * D + k]);
        compare(&positive, &rest, &auc, &z);
        assert_close(found.column[k].separation, auc, 1e-12);
        compare(&positive, &known, &auc, &z);
        assert_close(found.column[k].shift, auc, 1e-12);
        assert_close(found.column[k].shift_z, z, 1e-9);
        compare(&known, &unlabeled, &auc, &z);
        assert_close(found.column[k].contrast, auc, 1e-12);
        assert_close(found.column[k].contrast_z, z, 1e-9);
    }
    assert_true(found.column[0].separation > 0.9 && fabs(found.column[4].separation - 0.5) < 0.15);
    assert_true(found.column[0].known > 0.7 && found.column[0].found > 0.7 &&
                found.column[0].rest < -0.7);
}

/* ---- Leaks -------------------------------------------------------------- */

static double *cell(struct tables *tables, int row)
{
    return row < N ? &tables->unlabeled[row * D + PLANTED]
                   : &tables->positive[(row - N) * D + PLANTED];
}

/* Row N + j is positive j. */
static double plant(int kind, uint64_t seed, int row)
{
    int is_known = row >= N;
    double chance = test_uniform(seed + 99, (uint64_t)row);
    switch (kind) {
    case 0: /* a date: positives were collected later */
        return is_known ? 1000 + chance : 100 * chance;
    case 1: /* which file it is from, with two values */
        return is_known;
    case 2: /* a constant in the unlabeled table */
        return is_known ? floor(4 * chance) : 1;
    case 3: /* ids of two lists that do not overlap */
        return is_known ? 5000 + row : row;
    case 4: /* half of the positives have a mark that no other row has */
        return is_known && chance < 0.5 ? 7 : floor(5 * chance);
    default: /* one value that many others have not */
        return is_known ? 3 : floor(5 * chance);
    }
}

TEST(leaks_are_found_where_they_are_planted)
{
    static struct tables tables;
    for (int kind = 0; kind < 6; kind++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            make(&tables, seed);
            for (int row = 0; row < N + M; row++)
                *cell(&tables, row) = plant(kind, seed, row);
            FREED_BY(parot_pu_columns_free) parot_pu_columns_result found = look(&tables);
            const parot_pu_column *column = &found.column[PLANTED];
            assert_int_equal(found.leaks, 1);
            assert_int_equal(column->leaks, kind == 3 ? PAROT_PU_LEAK_APART | PAROT_PU_LEAK_NUMBERED
                                            : kind == 5 ? PAROT_PU_LEAK_CONSTANT
                                                        : PAROT_PU_LEAK_APART);
            if (kind != 5) {
                double inside[2] = {0, 0};
                for (int row = 0; row < N + M; row++) {
                    double value = *cell(&tables, row);
                    inside[row >= N] +=
                        (value >= column->low && value <= column->high) / (double)(row < N ? N : M);
                }
                assert_close(column->unlabeled_inside, inside[0], 1e-12);
                assert_close(column->known_inside, inside[1], 1e-12);
                assert_true(inside[0] < 0.25 * inside[1] * K / N);
            }
        }
}

/* Random samples of the same positives: neither leaks nor shifts, in hundreds of columns. */
TEST(honest_tables_have_neither)
{
    static struct tables tables;
    int64_t leaks = 0, shifts = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        make(&tables, 500 + seed);
        FREED_BY(parot_pu_columns_free) parot_pu_columns_result found = look(&tables);
        leaks += found.leaks;
        shifts += found.shifts;
    }
    assert_int_equal(leaks, 0);
    assert_true(shifts <= 5); /* 60 tables, one in 40 has a false alarm in this measure */
}

TEST(a_shift_is_found_where_it_is_planted)
{
    static struct tables tables;
    for (uint64_t seed = 0; seed < 8; seed++) {
        make(&tables, seed);
        for (int row = 0; row < K; row++)
            *cell(&tables, row) += 1.2;
        FREED_BY(parot_pu_columns_free) parot_pu_columns_result found = look(&tables);
        assert_true(parot_pu_is_shifted(&found, PLANTED));
        assert_true(found.column[PLANTED].shift > 0.5);
        assert_true(found.shifts == 1);
    }
}

/* ---- Numbers of rows ---------------------------------------------------- */

TEST(numbers_of_rows_are_known)
{
    static struct tables tables;
    for (int kind = 0; kind < 5; kind++) {
        make(&tables, 8);
        for (int row = 0; row < N + M; row++) {
            int mixed = row * 11 % (N + M);           /* 11 and 420 have no common divisor */
            *cell(&tables, row) = kind == 0   ? mixed /* ids in random order */
                                  : kind == 1 ? 1e6 + 1e5 * mixed  /* whole, but far apart */
                                  : kind == 2 ? mixed / 2          /* each twice */
                                  : kind == 3 ? mixed + 0.5        /* not whole */
                                              : 977.0 * (row % N); /* in order */
        }
        FREED_BY(parot_pu_columns_free) parot_pu_columns_result found = look(&tables);
        assert_int_equal((found.column[PLANTED].leaks & PAROT_PU_LEAK_NUMBERED) != 0,
                         kind == 0 || kind == 4);
    }
}

/* ---- The door ----------------------------------------------------------- */

TEST(what_cannot_be_compared_is_refused)
{
    static struct tables tables;
    parot_pu_columns_result found = {.z = 77};
    make(&tables, 1);
    tables.result.count--;
    assert_refused(parot_pu_columns(&tables.data, &tables.result, NULL, &found, &err), PAROT_ESHAPE,
                   "result: has 299 labels for 300 unlabeled rows");
    tables.result.count++;
    tables.unlabeled[4] = NAN;
    assert_refused(parot_pu_columns(&tables.data, &tables.result, NULL, &found, &err), PAROT_EINVAL,
                   "unlabeled");
    assert_true(found.z == 77);
}

/* No row labelled +1, one value, one row: there is an answer, or NAN. */
TEST(small_tables_are_answered)
{
    double u[] = {1, 1, 1, 1}, p[] = {1, 2};
    int8_t label[] = {-1, -1};
    parot_pu_data data = {{u, 2, 2, 2}, {p, 1, 2, 2}, 0.5};
    parot_pu_result result = {.count = 2, .label = label, .prior = NAN};
    FREED_BY(parot_pu_columns_free) parot_pu_columns_result found = {0};
    assert_ok(parot_pu_columns(&data, &result, NULL, &found, &err));
    assert_true(isnan(found.column[0].separation) && isnan(found.column[0].shift));
    assert_true(found.column[0].contrast == 0.5 && found.column[1].contrast == 1);
    assert_int_equal(found.leaks, 0);
}
