/* output.h - whole files from memory, complete or not at all. */
#ifndef PAROT_IO_OUTPUT_H
#define PAROT_IO_OUTPUT_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"

/* Writes a file without a name next to the file, or a temporary one where the system knows none,
 * and gives it the name once it is complete. An existing file is refused unless `overwrite`, also
 * when it appears in the meantime. New files get the permissions that the umask leaves, replaced
 * ones keep theirs, and a symbolic link keeps pointing to the file that is replaced. "-", pipes and
 * devices are written to directly. */
parot_status output_write(const struct filename *path, const struct bytes *bytes, int overwrite,
                          parot_error *err);

/* Whether it is "-", a pipe or a device: something that has no extension to choose a format by. */
int output_is_stream(const struct filename *path);

#endif
