/* progress.c - see progress.h. A signal handler may only set a flag, hence the static ones. */
#include "progress.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t is_interrupted;
static int is_visible;          /* something is on the progress line */
static const char *solver_hint; /* on that line */

static void interrupt(int signal)
{
    (void)signal;
    is_interrupted = 1;
}

/* There is something to keep as soon as the solver works. */
static void show(const parot_progress *progress)
{
    int is_cost = strcmp(progress->stage, "cost") == 0;
    fprintf(stderr, "\r\033[K%s: %s %lld", progress->stage, is_cost ? "row" : "round",
            (long long)progress->iteration);
    if (isfinite(progress->objective))
        fprintf(stderr, ", cost %.6g", progress->objective);
    if (isfinite(progress->gap))
        fprintf(stderr, ", gap %.2g", progress->gap);
    fprintf(stderr, ", %.1f s (%s)", progress->seconds,
            is_interrupted ? "stopping"
            : is_cost      ? "Ctrl-C stops"
                           : solver_hint);
    fflush(stderr);
    is_visible = 1;
}

static int show_and_ask(const parot_progress *progress, void *user)
{
    (void)user;
    show(progress);
    return is_interrupted;
}

static int ask(const parot_progress *progress, void *user)
{
    (void)progress;
    (void)user;
    return is_interrupted;
}

void progress_watch(parot_run *run, int is_quiet, const char *hint)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND | SA_RESTART};
    struct sigaction before = {0};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, NULL, &before);
    if (before.sa_handler != SIG_IGN) /* whoever started us in the background wants it ignored */
        sigaction(SIGINT, &action, NULL);
    solver_hint = hint;
    run->progress = !is_quiet && isatty(STDERR_FILENO) ? show_and_ask : ask;
}

void progress_clear(void)
{
    if (is_visible)
        fputs("\r\033[K", stderr);
    is_visible = 0;
}

int progress_interrupted(void)
{
    return is_interrupted;
}

void progress_unwatch(void)
{
    struct sigaction before = {0};
    sigaction(SIGINT, NULL, &before);
    if (before.sa_handler == interrupt)
        signal(SIGINT, SIG_DFL);
}
