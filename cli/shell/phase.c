/* phase.c - one ledger for the whole command: the thread that draws the progress line reads it
 * too, hence the lock.
 */
#include "shell/phase.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

/* ---- Seconds ------------------------------------------------------------ */

/* CLOCK_MONOTONIC, which changes of the system's time do not affect. */

double clock_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* In words, and as JSON has it. */
static const struct {
    const char *word, *key;
} NAMES[PHASES] = {[PHASE_READ] = {"reading", "read"},      [PHASE_COST] = {"costs", "cost"},
                   [PHASE_PRIOR] = {"estimating", "prior"}, [PHASE_TUNE] = {"comparing", "tune"},
                   [PHASE_SOLVE] = {"solving", "solve"},    [PHASE_CHECK] = {"checking", "check"},
                   [PHASE_CERTIFY] = {"proof", "certify"},  [PHASE_WRITE] = {"writing", "write"}};

static struct {
    pthread_mutex_t lock;
    struct phase_now now;
    double seconds[PHASES]; /* of ended ones */
    int is_known[PHASES];
    const char *words[PHASES];
    double limit;
} ledger = {.lock = PTHREAD_MUTEX_INITIALIZER};

void phase_start(void)
{
    double start = clock_now();
    ledger.now = (struct phase_now){PHASE_READ, NAMES[PHASE_READ].word, NULL, start, start};
    ledger.is_known[PHASE_READ] = 1;
    ledger.words[PHASE_READ] = NAMES[PHASE_READ].word;
}

void phase_begin(enum phase phase, const char *word, const char *object)
{
    double now = clock_now();
    pthread_mutex_lock(&ledger.lock);
    ledger.seconds[ledger.now.phase] += now - ledger.now.begin;
    ledger.is_known[phase] = 1;
    ledger.words[phase] = word ? word : NAMES[phase].word;
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

double phase_seconds(enum phase phase)
{
    if (!ledger.is_known[phase])
        return -1;
    int is_current = phase == ledger.now.phase;
    return ledger.seconds[phase] + (is_current ? clock_now() - ledger.now.begin : 0);
}

void phase_print(FILE *file)
{
    double seconds[PHASES], total = 0;
    const char *comma = "";
    for (int k = 0; k < PHASES; k++) {
        seconds[k] = phase_seconds((enum phase)k);
        total += fmax(0, seconds[k]);
    }
    fprintf(file, "Time: %.3f s (", total);
    for (int k = 0; k < PHASES; k++)
        if (ledger.is_known[k]) {
            fprintf(file, "%s%s %.3f", comma, ledger.words[k], seconds[k]);
            comma = ", ";
        }
    fputs(").\n", file);
}

void phase_json(FILE *file)
{
    const char *comma = "";
    fputs(", \"seconds\": {", file);
    for (int k = 0; k < PHASES; k++)
        if (ledger.is_known[k]) {
            fprintf(file, "%s\"%s\": %.9g", comma, NAMES[k].key, phase_seconds((enum phase)k));
            comma = ", ";
        }
    fputs("}", file);
}

parot_seconds phase_library_seconds(void)
{
    return (parot_seconds){phase_seconds(PHASE_READ), phase_seconds(PHASE_COST),
                           phase_seconds(PHASE_SOLVE), phase_seconds(PHASE_CERTIFY),
                           phase_seconds(PHASE_WRITE)};
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
