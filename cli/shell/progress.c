/* progress.c - a signal handler may only set a flag and a callback only has the library's time, so
 * a thread looks at the clock every twentieth of a second. It is the only one that ends the command
 * from outside, and only in phases that leave nothing behind: files are written under other names.
 */
#include "shell/progress.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shell/launch.h"
#include "shell/memory.h"
#include "shell/outcome.h"
#include "shell/phase.h"

enum { WIDTH = 79 }; /* columns: the last one of a terminal would wrap the line */

static const double PERIOD = 0.05;    /* seconds between two looks at the clock */
static const double SILENCE = 0.3;    /* after so long without a word of the library we draw */
static const double FIRST_LINE = 0.3; /* what is done by then needs no line */
static const double PATIENCE = 0.6;   /* for the library to stop by itself */
static const double SMALL_WORK = 0.2; /* seconds that a limit leaves to what cannot be cut short */

/* Where several processes work and no terminal shows it: a line of a log after so many seconds,
 * then after twice as many, and so on. */
static const double FIRST_LOG = 5, LAST_LOG = 60;

static atomic_int is_interrupted; /* set by the handler: lock-free */
static atomic_int is_closed;

/* All of it under `lock`. */
static struct {
    pthread_mutex_t lock;
    int is_drawing;   /* there is a terminal, and nobody asked for quiet */
    int is_logging;   /* there is none, but several processes; nobody asked for quiet */
    double next_log;  /* when the next line of the log is due */
    double log_after; /* and how long after it the one that follows */
    int is_visible;   /* something is on the line */
    const char *hint; /* at the end of the line while a solver works */
    double limit;     /* of the command, in seconds; 0: none */
    double bytes;     /* to be read */
    double heard;     /* when the library last had its say (clock_now) */
    double stopped;   /* when the first Ctrl-C was seen; 0: not yet */
    int has_thread;
    int keeps;           /* a solver that is stopped leaves an answer */
    int was_interrupted; /* before the proof began */
    int is_saved;        /* in this file, or nobody asked for one */
    const char *saved;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER, .hint = "Ctrl-C stops"};

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

/* The whole command's clock, and what is left of its limit. */
static void add_clock(struct line *line)
{
    double seconds = clock_now() - phase_now().start;
    add(line, ", %.1f s", seconds);
    if (state.limit > 0)
        add(line, ", %.1f s left", fmax(0, state.limit - seconds));
}

/* Parts are done one after the other, so what is left takes as long a part. */
static void add_parts(struct line *line, const parot_progress *progress)
{
    double part = fmin(1, (double)progress->iteration / (double)progress->total);
    add(line, " %.0f %%", 100 * part);
    add(line, ", %.1f s", progress->seconds);
    if (part > 0)
        add(line, ", %.1f s left", progress->seconds * (1 - part) / part);
}

static void add_solver(struct line *line, const parot_progress *progress)
{
    double gap = progress->objective - progress->bound;
    if (progress->start)
        add(line, " from %s", progress->start);
    add(line, ", round %lld", (long long)progress->iteration);
    if (isfinite(progress->objective))
        add(line, ", cost %.6g", progress->objective);
    if (isfinite(progress->stationarity))
        add(line, ", stationarity %.2g", fmax(0, progress->stationarity));
    else if (isfinite(gap))
        add(line, ", gap %.2g", fmax(0, gap));
    add_clock(line);
}

static int is_due(void)
{
    double now = clock_now();
    if (!state.is_logging || now < state.next_log)
        return state.is_drawing;
    state.log_after = fmin(2 * state.log_after, LAST_LOG);
    state.next_log = now + state.log_after;
    return 1;
}

/* Called with the lock. */
static void draw(struct line *line, const char *hint)
{
    if (state.is_logging) {
        fprintf(stderr, "%s: %s\n", speaking_as(), line->text);
        return;
    }
    add(line, " (%s)", is_interrupted ? "stopping" : hint);
    fprintf(stderr, "\r\033[K%s", line->text);
    fflush(stderr);
    state.is_visible = 1;
}

/* There is something to keep as soon as a solver works. */
static void show_stage(const parot_progress *progress)
{
    struct line line = {"", 0};
    parot_phase phase = phase_now().phase;
    int is_part = progress->total > 0;
    if (phase == PAROT_PHASE_PRIOR || phase == PAROT_PHASE_TUNE || phase == PAROT_PHASE_CHECK)
        add(&line, "%s: ", phase_now().word);
    add(&line, "%s", progress->stage);
    if (is_part)
        add_parts(&line, progress);
    else
        add_solver(&line, progress);
    draw(&line, is_part || phase != PAROT_PHASE_SOLVE ? "Ctrl-C stops" : state.hint);
}

/* "reading (12 MB), 1.3 s", "writing plan.npz, 0.4 s" */
static void show_phase(const struct phase_now *now)
{
    struct line line = {"", 0};
    char size[32];
    if (now->object && strcmp(now->object, "-") == 0)
        return; /* what goes to standard output may be seen on the same terminal */
    add(&line, "%s", now->word);
    if (now->object)
        add(&line, " %s", now->object);
    if (now->phase == PAROT_PHASE_READ && state.bytes > 0)
        add(&line, " (%s)", parot_memory_text(state.bytes, size));
    add_clock(&line);
    draw(&line, now->phase == PAROT_PHASE_SOLVE ? state.hint : "Ctrl-C stops");
}

/* ---- The library's reports ---------------------------------------------- */

static int hear(const parot_progress *progress, void *user)
{
    (void)user;
    pthread_mutex_lock(&state.lock);
    state.heard = clock_now();
    if (!is_closed && is_due())
        show_stage(progress);
    pthread_mutex_unlock(&state.lock);
    return is_interrupted;
}

static int hear_proof(const parot_progress *progress, void *user)
{
    return hear(progress, user) && !state.was_interrupted;
}

/* ---- The thread --------------------------------------------------------- */

/* How long the library may take to stop by itself; INFINITY: there may be something to keep. */
static double patience_of(parot_phase phase, int is_limit)
{
    switch (phase) {
    case PAROT_PHASE_READ:
        return 0;
    case PAROT_PHASE_COST:
    case PAROT_PHASE_PRIOR:
    case PAROT_PHASE_TUNE:
        return PATIENCE;
    case PAROT_PHASE_WRITE: /* the answer is there: no limit keeps it from being written */
        return is_limit ? INFINITY : PATIENCE;
    case PAROT_PHASE_CERTIFY:
        return state.is_saved && !is_limit ? PATIENCE : INFINITY;
    default:
        return state.keeps ? INFINITY : PATIENCE;
    }
}

/* Called with the lock, which nobody gets again. */
static void end(const struct phase_now *now, int is_limit)
{
    const char *object = now->object ? now->object : "";
    const char *rest = now->phase == PAROT_PHASE_WRITE
                           ? "this file is unchanged; the files written before it are complete"
                       : now->phase == PAROT_PHASE_CERTIFY && state.saved
                           ? "the answer is written, but not proved"
                           : "nothing was written";
    if (state.is_visible)
        fputs("\r\033[K", stderr);
    state.is_visible = 0;
    is_closed = 1;
    if (is_limit)
        refuse(FAILED, "--time-limit %g is too short (%s%s%s took longer); %s", state.limit,
               now->word, *object ? " " : "", object, rest);
    else
        refuse(INTERRUPTED, "interrupted (%s%s%s); %s", now->word, *object ? " " : "", object,
               rest);
    launch_exit(is_limit ? FAILED : INTERRUPTED);
}

/* Called with the lock. */
static void look(void)
{
    const struct phase_now now = phase_now();
    double clock = clock_now();
    if (is_interrupted && state.stopped == 0)
        state.stopped = clock;
    if (state.stopped > now.begin && clock - state.stopped >= patience_of(now.phase, 0))
        end(&now, 0);
    double over = state.limit > 0 ? clock - fmax(now.start + state.limit, now.begin) : -1;
    if (over > 0 && over >= fmax(SMALL_WORK, patience_of(now.phase, 1)))
        end(&now, 1);
    if (clock - now.start > FIRST_LINE && clock - fmax(state.heard, now.begin) > SILENCE &&
        is_due())
        show_phase(&now);
}

static void *keep_watch(void *user)
{
    const struct timespec period = {0, (long)(1e9 * PERIOD)};
    (void)user;
    while (!is_closed) {
        nanosleep(&period, NULL);
        pthread_mutex_lock(&state.lock);
        if (!is_closed)
            look();
        pthread_mutex_unlock(&state.lock);
    }
    return NULL;
}

/* Without a thread, which the system may refuse, Ctrl-C kills until the library listens. */
static int start_thread(void)
{
    enum { STACK = 256 * 1024 }; /* some lines of text */
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return 0;
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int is_started = pthread_create(&thread, &attributes, keep_watch, NULL) == 0;
    pthread_attr_destroy(&attributes);
    return is_started;
}

/* ---- The command's side ------------------------------------------------- */

static void listen_to_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND | SA_RESTART};
    struct sigaction before = {0};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, NULL, &before);
    if (before.sa_handler != SIG_IGN) /* whoever started us in the background wants it ignored */
        sigaction(SIGINT, &action, NULL);
    if (launch_count() > 1) /* what mpirun makes of Ctrl-C, and what ends jobs of a cluster */
        sigaction(SIGTERM, &action, NULL);
}

static double size_of(const char *const *paths, int count)
{
    struct stat info;
    double bytes = 0;
    for (int k = 0; k < count; k++)
        if (stat(paths[k], &info) == 0 && S_ISREG(info.st_mode))
            bytes += (double)info.st_size;
    return bytes;
}

void progress_open(parot_run *run, int is_quiet, const char *const *operands, int count)
{
    state.is_drawing = !is_quiet && (isatty(STDERR_FILENO) || launch_has_terminal());
    state.is_logging = !is_quiet && !state.is_drawing && launch_count() > 1;
    state.log_after = FIRST_LOG;
    state.next_log = clock_now() + FIRST_LOG;
    state.limit = run->time_limit;
    state.bytes = size_of(operands, count);
    phase_limit(run->time_limit);
    run->progress = hear;
    state.has_thread = start_thread();
    if (state.has_thread)
        listen_to_interrupts();
}

void progress_hint(const char *hint)
{
    pthread_mutex_lock(&state.lock);
    state.hint = hint;
    state.keeps = 1;
    pthread_mutex_unlock(&state.lock);
    if (!state.has_thread)
        listen_to_interrupts();
}

void progress_saved(const char *path)
{
    pthread_mutex_lock(&state.lock);
    state.is_saved = 1;
    state.saved = path;
    pthread_mutex_unlock(&state.lock);
    if (path && is_interrupted && launch_count() > 1) /* mpirun may not wait for the report */
        note("interrupted; the best answer so far is written to %s, its proof is under way", path);
}

parot_run progress_run(const parot_run *run)
{
    parot_run rest = *run;
    rest.time_limit = run->time_limit > 0 ? phase_rest() : 0;
    return rest;
}

parot_run progress_begin(const parot_run *run, parot_phase phase, const char *word)
{
    phase_begin(phase, word, NULL);
    return progress_run(run);
}

parot_run progress_run_patient(const parot_run *run)
{
    parot_run rest = progress_run(run);
    if (rest.time_limit > 0)
        rest.time_limit = fmax(rest.time_limit, SMALL_WORK);
    return rest;
}

parot_run progress_run_proof(const parot_run *run)
{
    parot_run rest = *run;
    rest.time_limit = 0;
    rest.progress = hear_proof;
    state.was_interrupted = is_interrupted;
    return rest;
}

static void clear(void)
{
    if (state.is_visible)
        fputs("\r\033[K", stderr);
    state.is_visible = 0;
}

void progress_clear(void)
{
    if (is_closed) /* by the thread, which speaks now */
        return;
    pthread_mutex_lock(&state.lock);
    clear();
    pthread_mutex_unlock(&state.lock);
}

void progress_close(void)
{
    if (is_closed) /* by the thread, which has the lock for good */
        return;
    pthread_mutex_lock(&state.lock);
    clear();
    is_closed = 1;
    pthread_mutex_unlock(&state.lock);
}

int progress_interrupted(void)
{
    return is_interrupted;
}

enum outcome progress_stopped(void)
{
    return is_interrupted ? INTERRUPTED : STOPPED;
}
