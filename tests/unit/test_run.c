/* test_run.c - the defaults and checks of parot_run, and when a run stops.
 *
 * Time is not waited for: moving control.start into the past makes it pass.
 */
#include <unistd.h>

#include "base/run.h"
#include "test.h"

struct listener {
    int calls, answer;
    parot_progress last;
};

static int listen(const parot_progress *progress, void *user)
{
    struct listener *listener = user;
    listener->calls++;
    listener->last = *progress;
    return listener->answer;
}

static void *allocate(size_t bytes, void *user)
{
    (void)user;
    return malloc(bytes);
}

static void release(void *block, void *user)
{
    (void)user;
    free(block);
}

static parot_run defaults(void)
{
    parot_run run;
    memset(&run, 0xff, sizeof run);
    parot_run_init(&run);
    return run;
}

static struct control control_of(const parot_run *run)
{
    struct control control;
    assert_ok(control_init(&control, run, &err));
    return control;
}

static parot_status poll_at(struct control *control, double seconds, int64_t iteration)
{
    control->start = clock_seconds() - seconds;
    return control_poll(control, "stage", iteration, 2.5, 1.5);
}

TEST(init_sets_every_field)
{
    parot_run run = defaults();
    assert_int_equal(run.struct_size, sizeof run);
    assert_int_equal(run.threads, 1);
    assert_int_equal(run.seed, 0);
    assert_int_equal(run.max_iterations, 0);
    assert_true(run.time_limit == 0);
    assert_true(run.progress_period > 0 && run.progress_period <= 1);
    assert_null(run.progress);
    assert_null(run.alloc);
    assert_null(run.release);
    assert_null(run.user);
}

TEST(no_run_means_the_defaults)
{
    parot_run run = defaults();
    struct control control = control_of(NULL);
    assert_int_equal(control.run.threads, run.threads);
    assert_int_equal(control.run.seed, run.seed);
    assert_true(control.run.progress_period == run.progress_period);
    assert_int_equal(control.allocations, 0);
    assert_int_equal(control_poll(&control, "stage", INT64_MAX, 0, 0), PAROT_OK);
}

TEST(every_field_is_copied)
{
    int user = 0;
    parot_run run = {sizeof run, 3, 42, 7, 8.5, 0.25, listen, allocate, release, &user};
    struct control control = control_of(&run);
    assert_int_equal(control.run.threads, 3);
    assert_int_equal(control.run.seed, 42);
    assert_int_equal(control.run.max_iterations, 7);
    assert_true(control.run.time_limit == 8.5 && control.run.progress_period == 0.25);
    assert_true(control.run.progress == listen && control.run.user == &user);
    assert_true(control.run.alloc == allocate && control.run.release == release);
}

TEST(one_memory_callback_without_the_other_is_refused)
{
    struct control control;
    parot_run run = defaults();
    run.alloc = allocate;
    assert_refused(control_init(&control, &run, &err), PAROT_EINVAL, "both or neither");
    run = defaults();
    run.release = release;
    assert_refused(control_init(&control, &run, &err), PAROT_EINVAL, "both or neither");
}

TEST(zero_threads_mean_one_per_core)
{
    parot_run run = defaults();
    run.threads = 0;
    assert_int_equal(control_of(&run).run.threads, sysconf(_SC_NPROCESSORS_ONLN));
}

TEST(the_clock_never_runs_backwards)
{
    struct control control = control_of(NULL);
    double before = control_seconds(&control);
    assert_true(before >= 0);
    for (int k = 0; k < 1000; k++) {
        double now = control_seconds(&control);
        assert_true(now >= before);
        before = now;
    }
}

TEST(restart_resets_the_clock_and_the_counters)
{
    struct control control = control_of(NULL);
    control.start -= 1000;
    control.allocations = 5;
    control.next_progress = 2000;
    control_restart(&control);
    assert_true(control_seconds(&control) < 500);
    assert_int_equal(control.allocations, 0);
    assert_true(control.next_progress == control.run.progress_period);
}

TEST(the_iteration_limit_stops_at_its_number)
{
    parot_run run = defaults();
    run.max_iterations = 3;
    struct control control = control_of(&run);
    assert_int_equal(poll_at(&control, 0, 2), PAROT_OK);
    assert_int_equal(poll_at(&control, 0, 3), PAROT_ITERATION_LIMIT);
    assert_int_equal(poll_at(&control, 0, 4), PAROT_ITERATION_LIMIT);
}

TEST(the_time_limit_stops_when_it_has_passed)
{
    parot_run run = defaults();
    run.time_limit = 1000;
    struct control control = control_of(&run);
    assert_int_equal(poll_at(&control, 500, 0), PAROT_OK);
    assert_int_equal(poll_at(&control, 1001, 0), PAROT_TIME_LIMIT);
    run.time_limit = INFINITY;
    control = control_of(&run);
    assert_int_equal(poll_at(&control, 1e9, 0), PAROT_OK);
}

TEST(progress_tells_what_it_was_told)
{
    struct listener listener = {0};
    parot_run run = defaults();
    run.progress = listen;
    run.user = &listener;
    struct control control = control_of(&run);
    assert_int_equal(poll_at(&control, 50, 12), PAROT_OK);
    assert_int_equal(listener.calls, 1);
    assert_string_equal(listener.last.stage, "stage");
    assert_int_equal(listener.last.iteration, 12);
    assert_true(listener.last.objective == 2.5 && listener.last.bound == 1.5);
    assert_close(listener.last.seconds, 50, 0.5);
}

TEST(progress_keeps_its_period)
{
    const double seconds[] = {0, 99, 101, 150, 200, 302, 350, 403};
    const int calls[] = {0, 0, 1, 1, 1, 2, 2, 3};
    struct listener listener = {0};
    parot_run run = defaults();
    run.progress = listen;
    run.user = &listener;
    run.progress_period = 100;
    struct control control = control_of(&run);
    for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++) {
        assert_int_equal(poll_at(&control, seconds[k], 0), PAROT_OK);
        assert_int_equal(listener.calls, calls[k]);
    }
}

TEST(a_period_of_zero_reports_every_poll)
{
    struct listener listener = {0};
    parot_run run = defaults();
    run.progress = listen;
    run.user = &listener;
    run.progress_period = 0;
    struct control control = control_of(&run);
    for (int k = 0; k < 10; k++)
        assert_int_equal(control_poll(&control, "stage", k, 0, 0), PAROT_OK);
    assert_int_equal(listener.calls, 10);
}

TEST(a_nonzero_answer_cancels)
{
    struct listener listener = {.answer = -1};
    parot_run run = defaults();
    run.progress = listen;
    run.user = &listener;
    run.time_limit = 10;
    struct control control = control_of(&run);
    assert_int_equal(poll_at(&control, 20, 0), PAROT_CANCELLED);
    listener.answer = 0; /* need not be said twice */
    assert_int_equal(poll_at(&control, 40, 0), PAROT_CANCELLED);
    assert_int_equal(listener.calls, 1);
    control_restart(&control);
    assert_int_equal(control_poll(&control, "stage", 0, 0, 0), PAROT_OK);
}

TEST(a_part_tells_its_total_and_is_no_iteration)
{
    struct listener listener = {0};
    parot_run run = defaults();
    run.progress = listen;
    run.user = &listener;
    run.progress_period = 0;
    run.max_iterations = 3;
    run.time_limit = 100;
    struct control control = control_of(&run);
    assert_int_equal(control_poll_part(&control, "cost", 7, 9), PAROT_OK);
    assert_int_equal(listener.last.iteration, 7);
    assert_int_equal(listener.last.total, 9);
    assert_true(isnan(listener.last.objective) && isnan(listener.last.bound));
    control.start -= 101;
    assert_int_equal(control_poll_part(&control, "cost", 8, 9), PAROT_TIME_LIMIT);
    listener.answer = 1;
    assert_int_equal(control_poll_part(&control, "cost", 8, 9), PAROT_CANCELLED);
    assert_int_equal(control_poll(&control, "stage", 100, 0, 0), PAROT_CANCELLED);
}
