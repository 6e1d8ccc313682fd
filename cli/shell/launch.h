/* launch.h - the command under mpirun: one process speaks, the others help it.
 *
 * libparot-mpi is loaded only if something like mpirun has started several of us, so that the
 * command itself needs no MPI.
 */
#ifndef PAROT_COMMAND_LAUNCH_H
#define PAROT_COMMAND_LAUNCH_H

#include <stdio.h>

#include "parot/parot.h"
#include "shell/outcome.h"

/* At the beginning of the program, with its words. *is_helper: this process has helped, and is to
 * end with what is returned. Otherwise it is the one that speaks, and goes on if that is SOLVED. */
enum outcome launch_begin(char **argv, int *is_helper);

/* For parot_run.ranks; NULL: there are no others. */
parot_ranks *launch_ranks(void);

/* How many processes there are. */
int launch_count(void);

/* mpirun, which passes on what is written to standard error, has a terminal for it. */
int launch_has_terminal(void);

/* Which process is the first, for those who want to stop it. */
void launch_introduce(void);

/* For a person to see: mpirun makes standard output a terminal for each process, wherever it goes
 * on to, and this is not one. */
int launch_is_terminal(FILE *file);

/* At the end: lets the others go. */
void launch_end(void);

/* In place of _exit: ends the others as well, who wait for this process. */
_Noreturn void launch_exit(int code);

/* Can the library be loaded? */
int launch_is_possible(void);

#endif
