/* result_npz.h - a result as an archive of arrays, for numpy.load:
 *
 *     plan_row, plan_col (int32), plan_mass     the plan
 *     u, v, lambda                              its proof
 *     shape (int64: rows, cols), mass, objective, bound, status (int32)
 *
 * and stationarity if it is a result of parot_gromov. Names are those of C and JSON. Objective,
 * bound and status may be missing: then they are NAN and PAROT_OK.
 */
#ifndef PAROT_IO_RESULT_NPZ_H
#define PAROT_IO_RESULT_NPZ_H

#include "io/results/result_file.h"

/* `stationarity` NULL: the result is one of partial transport. */
parot_status result_npz_append(struct bytes *out, const parot_result *result,
                               const double *stationarity, parot_error *err);

/* The stationarity of a match is NAN if the archive has none. */
parot_status result_npz_read(const char *label, const struct bytes *bytes,
                             struct result_target target, parot_error *err);

#endif
