/* certify_crew.h - the certificate of clouds, shared with other processes (base/crew.h).
 *
 * They have copies of the coordinates, which they put in order themselves, get the prices of the
 * columns and send back the least v_j + C_ij of rows. Nothing comes from the solver.
 */
#ifndef PAROT_PARTIAL_CERTIFY_CREW_H
#define PAROT_PARTIAL_CERTIFY_CREW_H

#include "base/crew.h"
#include "partial/certify_clouds.h"

extern const struct crew_kind PROOF_CREW;

/* Whether there are ranks that can help, and are free: then they are taken, and proof_share is to
 * be called. */
int proof_take_crew(const struct audit_clouds *clouds, const struct control *control);

/* Fills clouds->least by the prices v. PAROT_ESTOPPED as audit_poll. */
parot_status proof_share(struct audit_clouds *clouds, const double *v, struct control *control,
                         parot_error *err);

#endif
