/* scaled_tables.h - two tables as a method compares them, for pictures. */
#ifndef PAROT_COMMAND_SCALED_TABLES_H
#define PAROT_COMMAND_SCALED_TABLES_H

#include "parot/pu.h"
#include "shell/args.h"

/* Tables of more than two columns are drawn scaled: in raw ones the column with the largest numbers
 * hides all others. *is_scaled is 0 where they are drawn as they are. An answer that a limit or
 * Ctrl-C left is drawn all the same. */
enum outcome scaled_tables(const parot_pu_data *data, const parot_pu_options *options,
                           const struct args *args, parot_pu_scaled *scaled, int *is_scaled);

#endif
