/* result_npz.h - a result as an archive of arrays, for numpy.load:
 *
 *     row, col (int32), mass          the plan
 *     u, v, lambda                    its proof
 *     shape (int64: rows, cols), total (the mass), objective, bound, status (int32)
 *
 * Objective, bound and status may be missing: then they are NAN and PAROT_OK.
 */
#ifndef PAROT_IO_RESULT_NPZ_H
#define PAROT_IO_RESULT_NPZ_H

#include "io/bytes.h"

parot_status result_npz_append(struct bytes *out, const parot_result *result, parot_error *err);
parot_status result_npz_read(const char *label, const struct bytes *bytes, parot_result *result,
                             parot_error *err);

#endif
