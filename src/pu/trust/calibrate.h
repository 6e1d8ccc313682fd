/* calibrate.h - probabilities, recall and precision from spies that were sent already. */
#ifndef PAROT_PU_CALIBRATE_H
#define PAROT_PU_CALIBRATE_H

#include "pu/trust/spies.h"

/* Refuses ranks that are not those of the unlabeled rows. */
parot_status calibration_check(const parot_pu_data *data, const parot_pu_result *labelled,
                               parot_error *err);

/* `spies`: data->positive.rows of them, of these data; data->prior is a number. *result is as it
 * was on failure. */
parot_status calibration_make(const struct spy *spies, const parot_pu_data *data,
                              const parot_pu_result *labelled,
                              const parot_pu_prior_result *estimate, struct control *control,
                              parot_pu_calibration *result, parot_error *err);

#endif
