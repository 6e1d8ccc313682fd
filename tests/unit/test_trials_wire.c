/* test_trials_wire.c - trials of other ranks as rank 0 takes them: the best by objective and order,
 * its answer, and the first failure, as one process would have found them. */
#include "gromov/trials_wire.h"

#include <stdio.h>

#include "test.h"

enum { TRIALS = 4, ROWS = 3 };

/* Enough of a call for its trials. */
struct scene {
    struct call call;
    parot_trial trial[TRIALS];
    double moved[TRIALS * ROWS], record[2 * MOST_HISTORY * TRIALS];
};

static void open_scene(struct scene *scene)
{
    *scene = (struct scene){.call = {.trials = TRIALS, .rows = ROWS, .best = -1}};
    struct call *call = &scene->call;
    call->trial = scene->trial;
    call->moved = scene->moved;
    call->record = scene->record;
    call->perfect = TRIALS;
    pthread_mutex_init(&call->team.lock, NULL);
}

static void close_scene(struct scene *scene)
{
    free(scene->call.kept.data);
    pthread_mutex_destroy(&scene->call.team.lock);
}

/* Trial t of another rank, with a history of two steps, and its answer: one pair of mass 1 + t. */
static struct crew_answer message_of(int64_t t, double objective)
{
    static struct scene other;
    struct crew_answer message = {0};
    double objectives[2] = {objective + 1, objective}, gaps[2] = {0.5, 0.25 * (double)t};
    double u[ROWS] = {1, 2, 3}, v[2] = {4, (double)t}, mass = 1 + (double)t;
    int32_t row = 2, col = 1;
    const parot_trial trial = {.start = PAROT_START_RANDOM,
                               .number = (int32_t)t,
                               .objective = objective,
                               .history = 2,
                               .objectives = objectives,
                               .stationarities = gaps};
    const struct answer answer = {
        .trial = trial,
        .transport = {.plan = {ROWS, 2, 1, &row, &col, &mass}, .dual = {u, v, 7}, .mass = mass},
        .pivots = 10 + t};
    open_scene(&other);
    trials_store(&other.call, t, &trial);
    other.moved[t * ROWS + 2] = mass;
    assert_true(trials_put(&message, &other.call, t, t + 1));
    assert_true(answer_put(&message, t, &answer, PAROT_OK, NULL));
    close_scene(&other);
    return message;
}

static parot_status take(struct scene *scene, int64_t t, double objective)
{
    struct crew_answer message = message_of(t, objective);
    parot_status status = trials_take(&scene->call, t, message.data, message.bytes);
    free(message.data);
    return status;
}

static parot_status take_failure(struct scene *scene, int64_t t, const char *words)
{
    struct scene *other = calloc(1, sizeof *other);
    struct crew_answer message = {0};
    open_scene(other);
    other->trial[t].objective = NAN;
    other->call.failure = PAROT_ENUMERIC;
    other->call.failed = t;
    snprintf(other->call.err.message, sizeof other->call.err.message, "%s", words);
    assert_true(trials_put(&message, &other->call, t, t + 1));
    parot_status status = trials_take(&scene->call, t, message.data, message.bytes);
    free(message.data);
    close_scene(other);
    free(other);
    return status;
}

TEST(the_best_and_its_answer_are_kept)
{
    static struct scene scene;
    struct control control = {0};
    struct answer answer = {0};
    open_scene(&scene);
    assert_int_equal(take(&scene, 0, 5), PAROT_OK);
    assert_int_equal(take(&scene, 2, 3), PAROT_OK);
    assert_int_equal(take(&scene, 3, 3), PAROT_OK); /* as good, and later */
    assert_int_equal(take(&scene, 1, 4), PAROT_OK);
    assert_int_equal(scene.call.best, 2);
    assert_int_equal(scene.trial[3].number, 3);
    assert_true(scene.trial[3].objectives[0] == 4 && scene.trial[3].stationarities[1] == 0.75);
    assert_true(scene.moved[ROWS + 2] == 2 && scene.moved[ROWS] == 0);
    assert_ok(answer_get(&scene.call.kept, &answer, &control, &err));
    const parot_result *transport = &answer.transport;
    assert_true(answer.trial.objective == 3 && answer.trial.stationarities[1] == 0.5);
    assert_true(transport->plan.rows == ROWS && transport->plan.cols == 2);
    assert_true(transport->plan.count == 1 && transport->plan.mass[0] == 3);
    assert_true(transport->plan.row[0] == 2 && transport->plan.col[0] == 1);
    assert_true(transport->dual.u[2] == 3 && transport->dual.v[1] == 2);
    assert_true(transport->dual.lambda == 7 && transport->mass == 3 && answer.pivots == 12);
    parot_result_free(&answer.transport);
    close_scene(&scene);
}

TEST(an_answer_that_failed_says_why)
{
    static struct scene scene;
    struct control control = {0};
    struct crew_answer message = {0};
    struct answer none = {0};
    parot_error error = {.message = "cost: too large"}, told = {{0}};
    open_scene(&scene);
    scene.trial[0].objective = 1;
    assert_true(trials_put(&message, &scene.call, 0, 1));
    assert_true(answer_put(&message, 0, &none, PAROT_ENUMERIC, &error));
    assert_int_equal(trials_take(&scene.call, 0, message.data, message.bytes), PAROT_OK);
    assert_int_equal(answer_get(&scene.call.kept, &none, &control, &told), PAROT_ENUMERIC);
    assert_string_equal(told.message, "cost: too large");
    free(message.data);
    close_scene(&scene);
}

/* What comes after it does not count, whatever it says. */
TEST(the_first_failure_ends_the_search)
{
    static struct scene scene;
    open_scene(&scene);
    assert_int_equal(take(&scene, 0, 5), PAROT_OK);
    assert_int_equal(take_failure(&scene, 1, "the first"), PAROT_CANCELLED);
    assert_int_equal(take_failure(&scene, 2, "the second"), PAROT_CANCELLED);
    assert_int_equal(take(&scene, 3, 0), PAROT_CANCELLED);
    assert_int_equal(scene.call.failure, PAROT_ENUMERIC);
    assert_int_equal(scene.call.failed, 1);
    assert_string_equal(scene.call.err.message, "the first");
    assert_int_equal(scene.call.perfect, TRIALS);
    close_scene(&scene);
}

/* The bound is 0 here. */
TEST(a_perfect_start_ends_the_search)
{
    static struct scene scene;
    open_scene(&scene);
    assert_int_equal(take(&scene, 0, 5), PAROT_OK);
    assert_int_equal(take(&scene, 1, 0), PAROT_CANCELLED);
    assert_int_equal(take_failure(&scene, 2, "not heard"), PAROT_CANCELLED);
    assert_int_equal(take(&scene, 3, 0), PAROT_CANCELLED);
    assert_int_equal(scene.call.perfect, 1);
    assert_int_equal(scene.call.best, 1);
    assert_int_equal(scene.call.failure, PAROT_OK);
    close_scene(&scene);
}

/* One that was not tried has no objective, and is not the best. */
TEST(starts_that_were_left_out_are_not_compared)
{
    static struct scene scene;
    open_scene(&scene);
    assert_int_equal(take(&scene, 0, NAN), PAROT_OK);
    assert_int_equal(scene.call.best, -1);
    assert_int_equal(scene.call.kept.bytes, 0);
    assert_int_equal(take(&scene, 1, 2), PAROT_OK);
    assert_int_equal(scene.call.best, 1);
    close_scene(&scene);
}
