/* wording.h - what the library calls its arguments, in the words of the command line. */
#ifndef PAROT_COMMAND_WORDING_H
#define PAROT_COMMAND_WORDING_H

#include "shell/outcome.h"

/* An argument, and the file or the option that it comes from; a NULL file leaves it as it is. */
struct wording {
    const char *argument, *given_as;
};

/* Refuses with the library's message: "source: ..." becomes "a.npy: ...", "options.whole_rows" is
 * "--whole-rows". After Ctrl-C, or when the time was too short to have anything, it says that
 * instead.
 */
enum outcome refuse_call(parot_status status, const parot_error *err, double time_limit,
                         const struct wording *words, int count);

#endif
