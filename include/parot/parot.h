/* parot.h - exact partial optimal transport: the public API.
 *
 * It includes one header for each subject, any of which may be included alone. Beside it, pu.h,
 * match.h and tasks.h belong to libparot, and io.h, json.h, plot.h and report.h to libparot-io.
 *
 * True of every function of all of them:
 *   - Matrices are row-major double; sizes are int64_t; indices start at 0.
 *   - Pointers to const are borrowed until the call returns; nothing else is.
 *   - Status < 0: failed, outputs untouched (except parot_cut, the proof that
 *     a problem is infeasible). Status >= 0: outputs are filled and owned by
 *     the caller, who releases them with the matching _free.
 *   - Every _free accepts NULL and zero-initialised objects.
 *   - A result is freed before it is filled again: filling it does not look at
 *     what it holds.
 *   - `run` and `err` may always be NULL.
 *   - Options begin with struct_size, which their _init function sets: call it,
 *     then set fields. Programs built with older and newer headers have shorter
 *     and longer structs; both work. Structs with `reserved` are begun with
 *     = {0} or a designated initialiser; it must be 0. See VERSIONING.md.
 *   - The library has no globals (except what it knows about OpenBLAS, which
 *     the first product opens), prints nothing, installs no signal handler and
 *     never exits. One object belongs to one thread at a time.
 */
#ifndef PAROT_H
#define PAROT_H

#include "parot/base.h"
#include "parot/batch.h"
#include "parot/certificate.h"
#include "parot/cost.h"
#include "parot/gradient.h"
#include "parot/graph.h"
#include "parot/gromov_entropic.h"
#include "parot/gromov_path.h"
#include "parot/gromov_wasserstein.h"
#include "parot/judge.h"
#include "parot/pairwise.h"
#include "parot/partial.h"
#include "parot/partial_curve.h"
#include "parot/partial_entropic.h"
#include "parot/partial_points.h"
#include "parot/principal_axes.h"
#include "parot/ranks.h"
#include "parot/synthetic.h"
#include "parot/transfer.h"

#endif /* PAROT_H */
