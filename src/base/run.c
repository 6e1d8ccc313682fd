/* run.c - defaults and checks of parot_run, the clock, and the one place that decides to stop. */
#include "base/run.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

#include "base/options.h"
#include "base/words.h"

enum { PROGRESS_PER_SECOND = 10 }; /* often enough to look alive, rare enough to cost nothing */

WORDS(costs, "costs", {"auto", PAROT_COSTS_AUTO}, {"matrix", PAROT_COSTS_MATRIX},
      {"points", PAROT_COSTS_POINTS});

double clock_seconds(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void parot_run_init_sized(parot_run *run, size_t struct_size)
{
    parot_run defaults = {.threads = 1, .progress_period = 1.0 / PROGRESS_PER_SECOND};
    options_init(run, struct_size, &defaults, sizeof defaults);
}

static parot_status check_run(const parot_run *run, parot_error *err)
{
    if (run->threads < 0)
        return fail(err, PAROT_EINVAL, "run.threads: must be 0 (one per core) or more, got %d",
                    (int)run->threads);
    if (run->max_iterations < 0)
        return fail(err, PAROT_EINVAL,
                    "run.max_iterations: must be 0 (the method's default) or more, got %lld",
                    (long long)run->max_iterations);
    if (!(run->time_limit >= 0))
        return fail(err, PAROT_EINVAL, "run.time_limit: must be 0 (none) or more seconds, got %g",
                    run->time_limit);
    if (!(run->progress_period >= 0))
        return fail(err, PAROT_EINVAL, "run.progress_period: must be 0 or more seconds, got %g",
                    run->progress_period);
    if (run->costs < PAROT_COSTS_AUTO || run->costs > PAROT_COSTS_POINTS)
        return fail(err, PAROT_EINVAL, "run.costs: unknown value %lld", (long long)run->costs);
    if (!run->alloc != !run->release)
        return fail(err, PAROT_EINVAL, "run.alloc and run.release: give both or neither");
    return PAROT_OK;
}

parot_status control_init(struct control *control, const parot_run *run, parot_error *err)
{
    *control = (struct control){0};
    parot_run_init(&control->run);
    if (run) {
        TRY(options_take(&control->run, sizeof control->run, run, "run", "parot_run", err));
        TRY(check_run(&control->run, err));
    }
    if (control->run.threads == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        control->run.threads = cores > 0 ? (int32_t)cores : 1;
    }
    control_restart(control);
    return PAROT_OK;
}

parot_status parot_run_check(const parot_run *run, parot_error *err)
{
    struct control control;
    return control_init(&control, run, err);
}

void control_restart(struct control *control)
{
    control->start = clock_seconds();
    control->next_progress = control->run.progress_period;
    control->allocations = 0;
    control->is_cancelled = 0;
}

double control_seconds(const struct control *control)
{
    return clock_seconds() - control->start;
}

int control_is_time_up(const struct control *control)
{
    return control->run.time_limit > 0 && control_seconds(control) >= control->run.time_limit;
}

parot_run control_rest(const struct control *control)
{
    parot_run run = control->run;
    if (run.time_limit > 0) /* 0 would mean no limit */
        run.time_limit = fmax(run.time_limit - control_seconds(control), 1e-9);
    return run;
}

/* Calls `progress` when it is due, and looks at the clock. */
static parot_status ask(struct control *control, parot_progress *progress)
{
    const parot_run *run = &control->run;
    if (control->is_cancelled)
        return PAROT_CANCELLED;
    if (!run->progress && run->time_limit == 0)
        return PAROT_OK;

    double seconds = control_seconds(control);
    if (run->progress && seconds >= control->next_progress) {
        control->next_progress = seconds + run->progress_period;
        progress->seconds = seconds;
        control->is_cancelled = run->progress(progress, run->user) != 0;
        if (control->is_cancelled)
            return PAROT_CANCELLED;
    }
    return run->time_limit > 0 && seconds >= run->time_limit ? PAROT_TIME_LIMIT : PAROT_OK;
}

parot_status control_poll(struct control *control, const char *stage, int64_t iteration,
                          double objective, double bound)
{
    parot_progress progress = {stage, iteration, objective, bound, 0, NAN, NULL, 0};
    int64_t most = control->run.max_iterations;
    if (!control->is_cancelled && most > 0 && iteration >= most)
        return PAROT_ITERATION_LIMIT;
    return ask(control, &progress);
}

parot_status control_poll_part(struct control *control, const char *stage, int64_t done,
                               int64_t total)
{
    parot_progress progress = {stage, done, NAN, NAN, 0, NAN, NULL, total};
    return ask(control, &progress);
}

parot_status control_go_on(struct control *control, const char *stage, int64_t done, int64_t total,
                           parot_error *err)
{
    parot_status status = control_poll_part(control, stage, done, total);
    if (status == PAROT_OK)
        return PAROT_OK;
    return fail(err, PAROT_ESTOPPED, "%s: stopped (%s) after %lld of %lld parts; allow more time",
                stage, parot_status_name(status), (long long)done, (long long)total);
}
