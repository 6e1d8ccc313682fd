/* phase.c - one ledger for the whole command: the thread that draws the progress line reads it
 * too, hence the lock.
 */
#include "shell/phase.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

#include "shell/launch.h"

/* ---- Seconds ------------------------------------------------------------ */

/* CLOCK_MONOTONIC, which changes of the system's time do not affect. */
double clock_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const char *const WORDS[PAROT_PHASES] = {
    [PAROT_PHASE_READ] = "reading",     [PAROT_PHASE_COST] = "costs",
    [PAROT_PHASE_PRIOR] = "estimating", [PAROT_PHASE_TUNE] = "comparing",
    [PAROT_PHASE_SOLVE] = "solving",    [PAROT_PHASE_CHECK] = "checking",
    [PAROT_PHASE_CERTIFY] = "proof",    [PAROT_PHASE_WRITE] = "writing"};

static struct {
    pthread_mutex_t lock;
    struct phase_now now;
    double seconds[PAROT_PHASES]; /* of ended ones */
    int is_known[PAROT_PHASES];
    const char *words[PAROT_PHASES];
    double limit;
} ledger = {.lock = PTHREAD_MUTEX_INITIALIZER};

void phase_start(void)
{
    double start = clock_now();
    ledger.now = (struct phase_now){PAROT_PHASE_READ, WORDS[PAROT_PHASE_READ], NULL, start, start};
    ledger.is_known[PAROT_PHASE_READ] = 1;
    ledger.words[PAROT_PHASE_READ] = WORDS[PAROT_PHASE_READ];
}

void phase_begin(parot_phase phase, const char *word, const char *object)
{
    double now = clock_now();
    pthread_mutex_lock(&ledger.lock);
    ledger.seconds[ledger.now.phase] += now - ledger.now.begin;
    ledger.is_known[phase] = 1;
    ledger.words[phase] = word ? word : WORDS[phase];
    ledger.now = (struct phase_now){phase, ledger.words[phase], object, now, ledger.now.start};
    pthread_mutex_unlock(&ledger.lock);
}

struct phase_now phase_now(void)
{
    pthread_mutex_lock(&ledger.lock);
    struct phase_now now = ledger.now;
    pthread_mutex_unlock(&ledger.lock);
    return now;
}

double phase_seconds(parot_phase phase)
{
    if (!ledger.is_known[phase])
        return -1;
    int is_current = phase == ledger.now.phase;
    return ledger.seconds[phase] + (is_current ? clock_now() - ledger.now.begin : 0);
}

void phase_print_ranks(FILE *file)
{
    parot_ranks_info info;
    parot_ranks_get_info(launch_ranks(), &info);
    if (launch_count() > 1 && info.jobs == 0)
        fprintf(file, ", with %d processes, but there was nothing to share", launch_count());
    else if (launch_count() > 1)
        fprintf(file, ", with %d processes that shared %lld task%s in %lld pieces", launch_count(),
                (long long)info.jobs, info.jobs == 1 ? "" : "s", (long long)info.pieces);
}

void phase_print(FILE *file)
{
    double seconds[PAROT_PHASES], total = 0;
    const char *comma = "";
    for (int k = 0; k < PAROT_PHASES; k++) {
        seconds[k] = phase_seconds((parot_phase)k);
        total += fmax(0, seconds[k]);
    }
    fprintf(file, "Time: %.3f s (", total);
    for (int k = 0; k < PAROT_PHASES; k++)
        if (ledger.is_known[k]) {
            fprintf(file, "%s%s %.3f", comma, ledger.words[k], seconds[k]);
            comma = ", ";
        }
    fputs(")", file);
    phase_print_ranks(file);
    fputs(".\n", file);
}

void phase_limit(double seconds)
{
    ledger.limit = seconds;
}

double phase_rest(void)
{
    if (ledger.limit == 0)
        return 0;
    return fmax(ledger.limit - (clock_now() - ledger.now.start), 1e-9);
}
