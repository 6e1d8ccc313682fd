/* certify_crew.h - the certificate of clouds, shared with other processes (base/crew.h).
 *
 * They have copies of the coordinates or shares of them, get the prices of the columns and send
 * back the least v_j + C_ij of rows. Nothing comes from the solver.
 */
#ifndef PAROT_PARTIAL_CERTIFY_CREW_H
#define PAROT_PARTIAL_CERTIFY_CREW_H

#include "base/crew.h"
#include "partial/certify_clouds.h"

extern const struct crew_kind PROOF_CREW, PROOF_ROUND_CREW;

/* Whether there are ranks that can help, and are free: then they are taken, and proof_share is to
 * be called. */
int proof_take_crew(const struct audit_clouds *clouds, const struct control *control);

/* Fills clouds->least by the prices v. PAROT_ESTOPPED as audit_poll. */
parot_status proof_share(struct audit_clouds *clouds, const double *v, struct control *control,
                         parot_error *err);

/* The same with shares of the rows, where the columns go round in so many parts: PAROT_OK, why
 * `control` stopped it, or what went wrong. */
parot_status proof_round(struct audit_clouds *clouds, const double *v, int64_t parts,
                         struct control *control);

/* The least of these rows, in the order of clouds->rows; PAROT_EIO: the answer has more or fewer.
 */
parot_status proof_take_rows(struct audit_clouds *clouds, struct crew_share rows,
                             const char *answer, size_t bytes);

#endif
