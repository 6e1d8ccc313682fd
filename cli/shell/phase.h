/* phase.h - what the command is doing, for how long, and how long it still may.
 *
 * Every moment from the start of the command belongs to one phase, so that the seconds of all
 * phases add up to what a stopwatch shows.
 */
#ifndef PAROT_COMMAND_PHASE_H
#define PAROT_COMMAND_PHASE_H

#include <stdio.h>

#include "parot/io.h"

enum phase {
    PHASE_READ,
    PHASE_COST,
    PHASE_PRIOR,
    PHASE_TUNE,
    PHASE_SOLVE,
    PHASE_CHECK,
    PHASE_CERTIFY,
    PHASE_WRITE,
    PHASES
};

/* Starts the clock, in PHASE_READ. */
void phase_start(void);

/* Ends the phase before. `word` names it in the progress line and in "Time:": "labelling"; NULL:
 * its usual name. Both texts are borrowed; `object` is what is worked on, a file, or NULL. A phase
 * that is begun again goes on counting. */
void phase_begin(enum phase phase, const char *word, const char *object);

/* What is going on now, since when (clock_now), and since when at all. */
struct phase_now {
    enum phase phase;
    const char *word, *object;
    double begin, start;
};
struct phase_now phase_now(void);

/* Until now; negative: there was no such phase. */
double phase_seconds(enum phase phase);

/* "Time: 9.412 s (reading 0.020, comparing 9.200, labelling 0.192)." */
void phase_print(FILE *file);

/* , "seconds": {"read": 0.02, ...} */
void phase_json(FILE *file);

/* For the documents of the library, which know five phases. */
parot_seconds phase_library_seconds(void);

/* The limit of --time-limit, from the start of the command; 0: none. phase_rest is what is left of
 * it, never 0 unless there is none. */
void phase_limit(double seconds);
double phase_rest(void);

double clock_now(void);

#endif
