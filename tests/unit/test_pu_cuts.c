/* test_pu_cuts.c - cuts hold for every plan of whole rows, and split rows violate some. */
#include "pu/whole_rows/cut_prices.h"

#include "instances.h"
#include "test.h"

enum { N = 8, M = 7, MOST_FLOWS = N + M + 1 };

static parot_error err;

struct bed {
    int64_t m, k;
    double cost[N * M], priced[N * M], p[N], q[M];
    struct cuts cuts;
    struct flows flows;
    int32_t row[MOST_FLOWS], col[MOST_FLOWS];
    double amount[MOST_FLOWS];
    void *memory;
};

static void open_bed(struct bed *bed, uint64_t seed)
{
    struct control control;
    struct arena arena = {0};
    assert_int_equal(control_init(&control, NULL, &err), PAROT_OK);
    *bed = (struct bed){.m = 2 + (int64_t)(seed % (M - 1)), .k = 2 + (int64_t)(seed % 4)};
    test_fill(bed->cost, N * M, seed);
    for (int j = 0; j < bed->m; j++)
        bed->q[j] = ((double)bed->k / N + (seed % 3 == 0 ? 0.03 : 0)) / (double)bed->m;
    int is_uneven = seed % 2 && bed->m > 1; /* columns take 3/2 or 1/2 of that */
    for (int j = 0; is_uneven && j < bed->m - bed->m % 2; j++)
        bed->q[j] *= j % 2 ? 1.5 : 0.5;
    bed->flows = (struct flows){0, bed->row, bed->col, bed->amount};
    bed->cuts = (struct cuts){.n = N, .m = bed->m, .capacity = N * bed->q[0]};
    if (is_uneven) {
        bed->cuts.capacity = N;
        bed->cuts.multiple = bed->q;
    }
    cuts_layout(&bed->cuts, MOST_FLOWS, &arena);
    assert_int_equal(arena_open(&arena, &control, &err), PAROT_OK);
    bed->memory = arena.block;
    cuts_layout(&bed->cuts, MOST_FLOWS, &arena);
}

/* The cheapest plan that the weights p allow, under some costs, as flows. */
static void solve(struct bed *bed, const double *cost)
{
    AUTO(parot_result, result);
    parot_problem problem = {{cost, N, bed->m, bed->m}, bed->p, bed->q, (double)bed->k / N};
    assert_int_equal(parot_partial(&problem, NULL, &result, &err), PAROT_OK);
    bed->flows.count = result.plan.count;
    for (int64_t e = 0; e < result.plan.count; e++) {
        bed->row[e] = result.plan.row[e];
        bed->col[e] = result.plan.col[e];
        bed->amount[e] = N * result.plan.mass[e];
    }
}

/* sum_A (x_iB - h x_iN), from the definition */
static double left_side(const struct bed *bed, const struct cut *cut)
{
    const char *inside = bed->cuts.inside + (cut - bed->cuts.cut) * bed->m;
    double sum = 0;
    for (int32_t k = 0; k < cut->rows; k++)
        for (int64_t e = 0; e < bed->flows.count; e++)
            if (bed->row[e] == bed->cuts.row[cut->first + k])
                sum += bed->amount[e] * (inside[bed->col[e]] ? 1 : -cut->outside);
    return sum;
}

static int splits_a_row(const struct bed *bed)
{
    double share[N] = {0};
    int splits = 0;
    for (int64_t e = 0; e < bed->flows.count; e++)
        share[bed->row[e]] += bed->amount[e];
    for (int i = 0; i < N; i++)
        splits += share[i] > 0.05 && share[i] < 0.95;
    return splits > 0;
}

/* Cuts of the cheapest plan in which rows may split. */
static void find(struct bed *bed)
{
    test_set(bed->p, N, 1.0 / N);
    solve(bed, bed->cost);
    cuts_find(&bed->cuts, &bed->flows);
}

TEST(split_rows_violate_a_cut)
{
    int split = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct bed bed;
        open_bed(&bed, seed);
        find(&bed);
        split += splits_a_row(&bed);
        assert_true(bed.cuts.count > 0 || !splits_a_row(&bed));
        for (struct cut *cut = bed.cuts.cut; cut < bed.cuts.cut + bed.cuts.count; cut++) {
            assert_true(cut->excess > 0);
            assert_close(cut->excess, left_side(&bed, cut) - cut->most, 1e-12);
        }
        block_free(bed.memory);
    }
    assert_true(split > 20);
}

/* Every set of k rows, moved as other costs like it. */
TEST(plans_of_whole_rows_satisfy_all_cuts)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct bed bed;
        open_bed(&bed, seed);
        find(&bed);
        for (unsigned set = 0; set < 1 << N; set++) {
            double other[N * M];
            if (__builtin_popcount(set) != bed.k)
                continue;
            for (int i = 0; i < N; i++)
                bed.p[i] = set >> i & 1 ? 1.0 / N : 0;
            for (uint64_t e = 0; e < N * M; e++)
                other[e] = test_uniform(seed + 100, set * N * M + e);
            solve(&bed, other);
            for (struct cut *cut = bed.cuts.cut; cut < bed.cuts.cut + bed.cuts.count; cut++)
                assert_true(left_side(&bed, cut) <= cut->most + 1e-12);
        }
        block_free(bed.memory);
    }
}

/* <priced - cost, x> = sum mu (left side), for any plan x. */
TEST(prices_are_added_to_the_costs_of_their_pairs)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct bed bed;
        double added = 0, expected = 0, most = 0;
        open_bed(&bed, seed);
        find(&bed);
        for (int32_t c = 0; c < bed.cuts.count; c++) {
            bed.cuts.cut[c].price = test_uniform(seed, 1000 + (uint64_t)c);
            expected += bed.cuts.cut[c].price * left_side(&bed, &bed.cuts.cut[c]);
            most += bed.cuts.cut[c].price * bed.cuts.cut[c].most;
        }
        assert_close(cuts_apply(&bed.cuts, bed.cost, bed.priced), most, 1e-12);
        for (int64_t e = 0; e < bed.flows.count; e++) {
            int64_t at = bed.row[e] * bed.m + bed.col[e];
            added += (bed.priced[at] - bed.cost[at]) * bed.amount[e];
        }
        assert_close(added, expected, 1e-12);
        block_free(bed.memory);
    }
}

/* The least cost of `set`, whose rows weigh 1; the capacity is that of the bed. */
static double cost_of_set(const struct bed *bed, const struct transport *transport, unsigned set)
{
    double p[N];
    AUTO(parot_result, result);
    for (int i = 0; i < N; i++)
        p[i] = set >> i & 1 ? 1 : 0;
    parot_problem problem = {{bed->cost, N, bed->m, bed->m}, p, transport->q, (double)transport->k};
    assert_int_equal(parot_partial(&problem, NULL, &result, &err), PAROT_OK);
    double cost = result.objective;
    return cost;
}

/* Any prices of columns and cuts; rows that must move or stay. */
TEST(no_set_of_rows_costs_less_than_its_bound)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct bed bed;
        char decision[N] = {0};
        double v[M], scratch[N];
        open_bed(&bed, seed);
        find(&bed);
        struct transport transport = {N, bed.m, bed.k, bed.cost, bed.p, bed.q, (double)bed.k, 1};
        for (int32_t c = 0; c < bed.cuts.count; c++)
            bed.cuts.cut[c].price = test_uniform(seed, 1000 + (uint64_t)c) / 4;
        for (int j = 0; j < bed.m; j++) {
            v[j] = test_uniform(seed, 2000 + (uint64_t)j) - 0.3;
            bed.q[j] *= N;
        }
        decision[seed % N] = seed % 3 ? ROW_MOVES : ROW_STAYS;
        double offset = cuts_apply(&bed.cuts, bed.cost, bed.priced);
        struct priced priced = {bed.priced, bed.cuts.added, bed.cuts.times, offset};
        double bound = bound_of_prices(&transport, &priced, v, decision, scratch);
        for (unsigned set = 0; set < 1 << N; set++)
            if (__builtin_popcount(set) == bed.k && (set >> seed % N & 1) == (seed % 3 != 0))
                assert_true(cost_of_set(&bed, &transport, set) >= bound);
        block_free(bed.memory);
    }
}

/* Found again, a cut is not added again; neither priced nor violated, it goes. */
TEST(cuts_come_once_and_go_when_idle)
{
    struct bed bed;
    open_bed(&bed, 4);
    find(&bed);
    int32_t before = bed.cuts.count;
    assert_true(before > 0);
    cuts_find(&bed.cuts, &bed.flows);
    assert_int_equal(bed.cuts.count, before);
    for (int32_t c = 0; c < before; c++)
        bed.cuts.cut[c].excess = -1;
    bed.cuts.cut[before - 1].price = 0.5;
    bed.flows.count = 0; /* violates nothing */
    cuts_find(&bed.cuts, &bed.flows);
    assert_int_equal(bed.cuts.count, 1);
    assert_true(bed.cuts.cut[0].price == 0.5);
    block_free(bed.memory);
}
