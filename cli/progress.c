/* progress.c - see progress.h. A signal handler may only set a flag, hence the static ones. */
#include "progress.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t is_interrupted;
static int is_visible;          /* something is on the progress line */
static const char *solver_hint; /* on that line */
static double time_limit;       /* of the solver; 0: none */
static int64_t total;           /* rows of costs; 0: unknown */

enum { WIDTH = 79 }; /* columns: the last one of a terminal would wrap the line */

static void interrupt(int signal)
{
    (void)signal;
    is_interrupted = 1;
}

/* ---- The line ----------------------------------------------------------- */

/* Text of at most WIDTH columns; what does not fit is left out as a whole. */
struct line {
    char text[WIDTH + 1];
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
    va_list arguments;
    char part[WIDTH + 1];
    va_start(arguments, format);
    int size = vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    if (size < 0 || line->used + (size_t)size > WIDTH)
        return;
    memcpy(line->text + line->used, part, (size_t)size + 1);
    line->used += (size_t)size;
}

/* Rows of costs are done one after the other, so what is left takes as long a row. */
static void add_rows(struct line *line, const parot_progress *progress)
{
    double part = total > 0 ? fmin(1, (double)progress->iteration / (double)total) : 0;
    if (total > 0)
        add(line, " %.0f %%", 100 * part);
    else
        add(line, " row %lld", (long long)progress->iteration);
    add(line, ", %.1f s", progress->seconds);
    if (part > 0)
        add(line, ", %.1f s left", progress->seconds * (1 - part) / part);
}

static void add_solver(struct line *line, const parot_progress *progress)
{
    double gap = isfinite(progress->gap) ? progress->gap : progress->objective - progress->bound;
    if (progress->start)
        add(line, " from %s", progress->start);
    add(line, ", round %lld", (long long)progress->iteration);
    if (isfinite(progress->objective))
        add(line, ", cost %.6g", progress->objective);
    if (isfinite(gap))
        add(line, ", gap %.2g", fmax(0, gap));
    add(line, ", %.1f s", progress->seconds);
    if (time_limit > 0)
        add(line, ", %.1f s left", fmax(0, time_limit - progress->seconds));
}

/* There is something to keep as soon as the solver works. */
static void show(const parot_progress *progress)
{
    struct line line = {"", 0};
    int is_cost = strcmp(progress->stage, "cost") == 0;
    add(&line, "%s", progress->stage);
    if (is_cost)
        add_rows(&line, progress);
    else
        add_solver(&line, progress);
    add(&line, " (%s)", is_interrupted ? "stopping" : is_cost ? "Ctrl-C stops" : solver_hint);
    fprintf(stderr, "\r\033[K%s", line.text);
    fflush(stderr);
    is_visible = 1;
}

/* ---- Watching ----------------------------------------------------------- */

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
    time_limit = run->time_limit;
    run->progress = !is_quiet && isatty(STDERR_FILENO) ? show_and_ask : ask;
}

void progress_expect(int64_t rows)
{
    total = rows;
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
