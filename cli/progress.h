/* progress.h - while the library works: a line on the terminal, and Ctrl-C. */
#ifndef PAROT_CLI_PROGRESS_H
#define PAROT_CLI_PROGRESS_H

#include "parot/parot.h"

/* Lets `run` report on stderr if it is a terminal (and not `is_quiet`), and makes the first Ctrl-C
 * a request to stop with the best answer. The second one kills. While a solver works, the line ends
 * in `hint`: "Ctrl-C keeps the best plan". */
void progress_watch(parot_run *run, int is_quiet, const char *hint);

/* How many rows of costs there are, for a percentage and the time that is left. */
void progress_expect(int64_t rows);

/* Removes the line. */
void progress_clear(void);

int progress_interrupted(void);

/* From here on Ctrl-C kills: for what cannot be stopped half-way and kept. */
void progress_unwatch(void);

#endif
