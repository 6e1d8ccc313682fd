/* phase.h - what the command is doing, for how long, and how long it still may.
 *
 * Every moment from the start of the command belongs to one phase, so that the seconds of all
 * phases add up to what a stopwatch shows.
 */
#ifndef PAROT_COMMAND_PHASE_H
#define PAROT_COMMAND_PHASE_H

#include <stdio.h>

#include "parot/json.h"

/* Starts the clock, in PAROT_PHASE_READ. */
void phase_start(void);

/* Ends the phase before. `word` names it in the progress line and in "Time:": "labelling"; NULL:
 * its usual name. Both texts are borrowed; `object` is what is worked on, a file, or NULL. A phase
 * that is begun again goes on counting. */
void phase_begin(parot_phase phase, const char *word, const char *object);

/* What is going on now, since when (clock_now), and since when at all. */
struct phase_now {
    parot_phase phase;
    const char *word, *object;
    double begin, start;
};
struct phase_now phase_now(void);

/* Until now; negative: there was no such phase. */
double phase_seconds(parot_phase phase);

/* "Time: 9.412 s (reading 0.020, comparing 9.200, labelling 0.192)." */
void phase_print(FILE *file);

/* ", with 3 processes that shared 12 tasks"; nothing if there is one process. */
void phase_print_ranks(FILE *file);

/* The limit of --time-limit, from the start of the command; 0: none. phase_rest is what is left of
 * it, never 0 unless there is none. */
void phase_limit(double seconds);
double phase_rest(void);

double clock_now(void);

#endif
