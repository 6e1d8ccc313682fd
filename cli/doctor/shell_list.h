/* shell_list.h - columns as a list that can be typed: for --drop, --columns and --id. */
#ifndef PAROT_COMMAND_SHELL_LIST_H
#define PAROT_COMMAND_SHELL_LIST_H

#include "parot/io.h"

enum { SHELL_LIST = 2048 };

/* The columns with a mark: by their names if there are few, else by numbers and ranges; quoted for
 * the list, and for the shell. Returns 0 if the text is too short for them. */
int shell_list(const parot_frame *frame, const char *marks, char text[SHELL_LIST]);

#endif
