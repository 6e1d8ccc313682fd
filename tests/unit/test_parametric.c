/* test_parametric.c - after every event the potentials are feasible and the trees tight. */
#include "transport/parametric/parametric.h"

#include "instances.h"
#include "test.h"

enum { SIZE = 40 };

struct grown {
    struct parametric parametric;
    struct units units;
    struct costs costs;
    struct control control;
    struct arena arena;
    double last_slope;
    int64_t moved;
};

static void layout(struct grown *grown, int32_t n, int32_t m, int64_t wanted)
{
    grown->units.row = arena_take(&grown->arena, n, sizeof *grown->units.row);
    grown->units.col = arena_take(&grown->arena, m, sizeof *grown->units.col);
    parametric_layout(&grown->parametric, n, m, wanted, &grown->arena);
}

static void plant(struct grown *grown, const parot_problem *problem, int64_t wanted)
{
    int32_t n = (int32_t)problem->cost.rows, m = (int32_t)problem->cost.cols;
    *grown = (struct grown){.last_slope = -INFINITY};
    assert_ok(control_init(&grown->control, NULL, &err));
    layout(grown, n, m, wanted);
    assert_ok(arena_open(&grown->arena, &grown->control, &err));
    layout(grown, n, m, wanted);
    assert_ok(units_choose(&grown->units, (struct weights){problem->p, n},
                           (struct weights){problem->q, m}, problem->mass, &err));
    grown->costs = (struct costs){problem->cost.data, problem->cost.stride, n, m, 1, INFINITY};
    parametric_start(&grown->parametric, &grown->costs, &grown->units);
}

static parot_status note(void *user, int32_t row, unit_count amount, double slope)
{
    struct grown *grown = user;
    assert_true(amount > 0 && slope >= grown->last_slope);
    assert_true(row >= 0 && row < grown->parametric.n);
    grown->last_slope = slope;
    grown->moved += amount;
    return PAROT_OK;
}

static int is_moving(const struct parametric *parametric, int32_t node)
{
    return (parametric->open[node] > -INFINITY) == (node < parametric->n);
}

static double potential(const struct parametric *parametric, int32_t node)
{
    double level = parametric->tree.nodes[node].level;
    if (!is_moving(parametric, node))
        return level;
    return node < parametric->n ? level + parametric->lambda : level - parametric->lambda;
}

/* c - u - v >= 0; rows with mass left have u = lambda, columns with room v = 0. */
static void assert_feasible(const struct grown *grown, double scale)
{
    const struct parametric *parametric = &grown->parametric;
    const struct costs *costs = &grown->costs;
    for (int32_t i = 0; i < parametric->n; i++)
        for (int32_t j = 0; j < parametric->m; j++) {
            double cost = costs->data[i * costs->stride + j];
            double reduced =
                cost - potential(parametric, i) - potential(parametric, parametric->n + j);
            assert_true(reduced >= -1e-13 * scale);
        }
    for (int32_t k = 0; k < parametric->n + parametric->m; k++)
        if (parametric->tree.nodes[k].left > 0) {
            assert_int_equal(is_moving(parametric, k), k < parametric->n);
            assert_true(parametric->tree.nodes[k].level == 0);
        }
}

/* Arcs are tight, on one side, and not empty where that would block a moving tree. */
static void assert_trees(const struct grown *grown, double scale)
{
    const struct parametric *parametric = &grown->parametric;
    const struct costs *costs = &grown->costs;
    for (int32_t k = 0; k < parametric->n + parametric->m; k++) {
        const struct parametric_node *at = &parametric->tree.nodes[k];
        if (at->parent < 0)
            continue;
        int32_t i = k < parametric->n ? k : at->parent, j = k < parametric->n ? at->parent : k;
        double cost = costs->data[i * costs->stride + j - parametric->n];
        assert_true(fabs(cost - potential(parametric, i) - potential(parametric, j)) <=
                    1e-13 * scale);
        assert_int_equal(is_moving(parametric, i), is_moving(parametric, j));
        assert_true(at->flow > 0 || (at->flow == 0 && k >= parametric->n));
    }
}

/* What has left rows has reached columns by the arcs between them. */
static void assert_balanced(const struct grown *grown)
{
    const struct parametric *parametric = &grown->parametric;
    static int64_t sum[6 * SIZE]; /* up to 4 SIZE rows */
    for (int32_t k = 0; k < parametric->n + parametric->m; k++)
        sum[k] = parametric->tree.nodes[k].left;
    for (int32_t k = 0; k < parametric->n + parametric->m; k++)
        if (parametric->tree.nodes[k].parent >= 0) {
            sum[k] += parametric->tree.nodes[k].flow;
            sum[parametric->tree.nodes[k].parent] += parametric->tree.nodes[k].flow;
        }
    for (int32_t i = 0; i < parametric->n; i++)
        assert_int_equal(sum[i], grown->units.row[i]);
    for (int32_t j = 0; j < parametric->m; j++)
        assert_int_equal(sum[parametric->n + j], grown->units.col[j]);
}

/* One event at a time, with long lists and with lists so short that epochs are many. */
static void grow_stepwise(const struct instance *instance, int64_t wanted)
{
    struct grown grown;
    plant(&grown, &instance->problem, wanted);
    struct parametric_goal goal = {grown.units.mass, INFINITY, note, &grown};
    parot_status status = PAROT_ITERATION_LIMIT;
    while (status == PAROT_ITERATION_LIMIT) {
        grown.control.run.max_iterations = grown.parametric.pivots + 1;
        status = parametric_run(&grown.parametric, &goal, &grown.control);
        assert_true(status == PAROT_OK || status == PAROT_ITERATION_LIMIT);
        double scale = fmax(fabs(grown.parametric.lambda), fabs(grown.last_slope));
        scale = isinf(scale) ? fabs(grown.parametric.lambda) : fmax(scale, 1.5);
        assert_balanced(&grown);
        if (grown.parametric.moved == grown.units.mass)
            continue; /* the last path may have been cut short */
        assert_feasible(&grown, scale);
        assert_trees(&grown, scale);
    }
    assert_int_equal(grown.moved, grown.parametric.moved);
    assert_int_equal(grown.moved, grown.units.mass);
    block_free(grown.arena.block);
}

TEST(every_event_keeps_the_potentials_sound)
{
    for (uint64_t number = 0; number < 400; number++) {
        MADE(instance, instance, number, SIZE);
        if (strcmp(instance.family, "huge") != 0 && strcmp(instance.family, "mixed") != 0 &&
            strcmp(instance.family, "tiny") != 0) {
            grow_stepwise(&instance, PARAMETRIC_WANTED);
            grow_stepwise(&instance, 1);
        }
    }
}

/* Lists of any length give the same curve. */
TEST(the_length_of_lists_changes_nothing)
{
    for (uint64_t number = 0; number < 400; number++) {
        struct grown first, other;
        MADE(instance, instance, number, SIZE);
        plant(&first, &instance.problem, SIZE * 4);
        struct parametric_goal goal = {first.units.mass / 2, INFINITY, note, &first};
        assert_ok(parametric_run(&first.parametric, &goal, &first.control));
        for (int64_t wanted = 1; wanted < 8; wanted++) {
            plant(&other, &instance.problem, wanted);
            goal.user = &other;
            assert_ok(parametric_run(&other.parametric, &goal, &other.control));
            assert_int_equal(first.moved, other.moved);
            double scale = fmax(fabs(first.last_slope), fabs(first.parametric.lambda));
            assert_true(first.last_slope == other.last_slope ||
                        fabs(first.last_slope - other.last_slope) <= 1e-12 * fmax(scale, 1e-300));
            block_free(other.arena.block);
        }
        block_free(first.arena.block);
    }
}

/* Tight clusters far apart: many arcs are nearly tight for a long time in which nothing happens. */
TEST(there_are_no_more_epochs_than_events)
{
    enum { N = 60 };
    static double cost[N * N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            cost[i * N + j] =
                pow(10 * (i % 3 - j * j % 4), 2) + 1e-6 * test_uniform(5, (uint64_t)(i * N + j));
    parot_problem problem = {{cost, N, N, N}, NULL, NULL, 1};
    for (int64_t wanted = 1; wanted <= PARAMETRIC_WANTED; wanted++) {
        struct grown grown;
        plant(&grown, &problem, wanted);
        struct parametric_goal goal = {grown.units.mass, INFINITY, note, &grown};
        assert_ok(parametric_run(&grown.parametric, &goal, &grown.control));
        assert_true(grown.parametric.epochs <= 2 * grown.parametric.pivots + 1);
        block_free(grown.arena.block);
    }
}

/* Stopping at prices on the way changes nothing. */
TEST(a_run_goes_on_to_a_higher_price)
{
    for (uint64_t number = 0; number < 200; number++) {
        struct grown first, other;
        MADE(instance, instance, number, SIZE);
        plant(&first, &instance.problem, PARAMETRIC_WANTED);
        plant(&other, &instance.problem, PARAMETRIC_WANTED);
        double low = first.parametric.lambda, high = low + fabs(low) + 1;
        struct parametric_goal goal = {2 * first.units.mass, high, note, &first};
        assert_ok(parametric_run(&first.parametric, &goal, &first.control));
        goal.user = &other;
        for (int k = 1; k <= 8; k++) {
            goal.price = k < 8 ? low + (high - low) * k / 8 : high;
            assert_ok(parametric_run(&other.parametric, &goal, &other.control));
        }
        assert_int_equal(first.moved, other.moved);
        assert_true(first.parametric.lambda == other.parametric.lambda);
        block_free(other.arena.block);
        block_free(first.arena.block);
    }
}

/* A failure of the listener ends the run, and is what it returns. */
static parot_status refuse(void *user, int32_t row, unit_count amount, double slope)
{
    (void)user, (void)row, (void)amount, (void)slope;
    return PAROT_ENOMEM;
}

TEST(the_listener_may_fail)
{
    double cost[] = {1, 2, 3, 4};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1};
    struct grown grown;
    plant(&grown, &problem, PARAMETRIC_WANTED);
    struct parametric_goal goal = {2, INFINITY, refuse, NULL};
    assert_int_equal(parametric_run(&grown.parametric, &goal, &grown.control), PAROT_ENOMEM);
    block_free(grown.arena.block);
}

TEST(prices_are_those_of_full_columns)
{
    double cost[] = {1, 5, 2, 4}, v[2];
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1};
    struct grown grown;
    plant(&grown, &problem, PARAMETRIC_WANTED);
    struct parametric_goal goal = {2, 3, NULL, NULL};
    assert_ok(parametric_run(&grown.parametric, &goal, &grown.control));
    assert_int_equal(grown.parametric.moved, 1);
    parametric_prices(&grown.parametric, v);
    assert_close(v[0], 1, 0); /* row 1 would take column 0 for 2 */
    assert_close(v[1], 0, 0);
    block_free(grown.arena.block);
}
