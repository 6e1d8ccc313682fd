/* result_npz.h - a result as an archive of arrays, for numpy.load:
 *
 *     row, col (int32), mass          the plan
 *     u, v, lambda                    its proof
 *     shape (int64: rows, cols), total (the mass), objective, bound, status (int32)
 *
 * and stationarity if it is an answer of parot_gromov. Objective, bound and status may be
 * missing: then they are NAN and PAROT_OK.
 */
#ifndef PAROT_IO_RESULT_NPZ_H
#define PAROT_IO_RESULT_NPZ_H

#include "io/bytes/bytes.h"

/* `gap` NULL: the result is one of partial transport. */
parot_status result_npz_append(struct bytes *out, const parot_result *result,
                               const double *stationarity, parot_error *err);
parot_status result_npz_read(const char *label, const struct bytes *bytes, parot_result *result,
                             parot_error *err);

/* NAN if the archive has none. */
parot_status result_npz_read_stationarity(const char *label, const struct bytes *bytes,
                                          double *stationarity, parot_error *err);

#endif
