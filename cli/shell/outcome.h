/* outcome.h - how the command ends: an exit code, and one line on stderr when it is not 0. */
#ifndef PAROT_COMMAND_OUTCOME_H
#define PAROT_COMMAND_OUTCOME_H

#include "parot/parot.h"

/* The exit codes. */
enum outcome {
    SOLVED = 0,
    FAILED = 1,       /* the files, the data or the system; or a proof that does not hold */
    MISUSED = 2,      /* the command line */
    STOPPED = 3,      /* early; the best answer was written */
    FOUND = 4,        /* what --exit-code asks for */
    INTERRUPTED = 130 /* by Ctrl-C; the best answer was written if there was one */
};

/* Leaves the calling function unless all is well. Only for functions that own nothing. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum outcome try_outcome = (call);                                                         \
        if (try_outcome != SOLVED)                                                                 \
            return try_outcome;                                                                    \
    } while (0)

/* The name in front of every message, "parot partial"; borrowed for good. */
void speak_as(const char *name);

const char *speaking_as(void);

/* Prints "parot partial: MESSAGE" on stderr and returns `outcome`. */
__attribute__((format(printf, 2, 3))) enum outcome refuse(enum outcome outcome, const char *format,
                                                          ...);

/* The library's own words for a failure. */
enum outcome refuse_status(const parot_error *err);

/* SOLVED, or refuses with these words. */
enum outcome outcome_of(parot_status status, const parot_error *err);

/* The same line for what is not a failure. */
__attribute__((format(printf, 1, 2))) void note(const char *format, ...);

/* The same, unless --quiet was given: speak_quietly tells. */
__attribute__((format(printf, 1, 2))) void tip(const char *format, ...);
void speak_quietly(int is_quiet);

/* "s", unless there is one: "1 row", "0 rows". */
static inline const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

#endif
