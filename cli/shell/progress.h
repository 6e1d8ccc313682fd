/* progress.h - while the command works: a line on the terminal, Ctrl-C, and --time-limit.
 *
 * What the library polls, it stops by itself, with the best answer if there is one. Everything else
 * (reading, writing, a stage that is long in coming back) is watched by a thread of our own, which
 * draws the line and ends the command where nothing would be lost.
 */
#ifndef PAROT_COMMAND_PROGRESS_H
#define PAROT_COMMAND_PROGRESS_H

#include "parot/parot.h"
#include "shell/outcome.h"
#include "shell/phase.h"

/* At the beginning of a verb: the thread starts, the first Ctrl-C becomes a request to stop, the
 * second one kills. `run` reports to us from here on; its time limit is the command's. `operands`
 * are the files to read, for their sizes. */
void progress_open(parot_run *run, int is_quiet, const char *const *operands, int count);

/* From here on a solver that is stopped leaves something to keep, and the line says so while it
 * works: "Ctrl-C keeps the best plan". */
void progress_hint(const char *hint);

/* The answer is written, to `path` if that is not NULL: a proof that is interrupted loses nothing.
 */
void progress_saved(const char *path);

/* `run` with what is left of the command's time limit, for the next call of the library; a run
 * without a limit keeps none. */
parot_run progress_run(const parot_run *run);

/* The same at the beginning of a phase; see phase_begin. */
parot_run progress_begin(const parot_run *run, parot_phase phase, const char *word);

/* The same for a call that has nothing to give before its end: a limit that is over does not stop
 * it in the first tenths of a second, so that small problems have an answer under any limit. */
parot_run progress_run_patient(const parot_run *run);

/* For the proof of an answer that is there: no limit, and only a Ctrl-C that comes after this. */
parot_run progress_run_proof(const parot_run *run);

/* Removes the line. */
void progress_clear(void);

/* The line is not drawn, and the command not ended, from here on: it ends by itself. */
void progress_close(void);

int progress_interrupted(void);

/* How a command ends whose answer was stopped early: by Ctrl-C, or by a limit. */
enum outcome progress_stopped(void);

#endif
