/* json.h - the one writer of JSON: what the command prints with --json, and what .json files hold.
 *
 * docs/reference/json.md lists every field. A field is called as the field of the struct that it
 * comes from, here and in Python; `gap` is objective - bound, everywhere. Numbers are the shortest
 * that read back as the same double. What is not finite becomes null. Texts are UTF-8: what is not
 * becomes U+FFFD.
 *
 *     parot_json *json = parot_json_open(parot_status_name(result.status));
 *     parot_json_result(json, &result, 1);
 *     parot_json_check(json, &check, PAROT_PROOF_TOLERANCE);
 *     status = parot_json_close(json, &text, &err);
 *
 * A document grows from top to bottom. Calls between open and close need no check: the first
 * failure is kept, and parot_json_close returns it. Pointers to results must not be NULL.
 */
#ifndef PAROT_JSON_H
#define PAROT_JSON_H

#include "parot/io.h"
#include "parot/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document that is being written. */
typedef struct parot_json parot_json;

enum {
    PAROT_JSON_SCHEMA = 1
}; /* version of all documents; readers refuse those they do not know */

/* {"schema": 1, "status": STATUS. NULL if memory is out, which parot_json_close reports. */
PAROT_API parot_json *parot_json_open(const char *status);

/* Ends the document, with a newline, and releases the writer in any case. *text is released with
 * free(). */
PAROT_CHECKED parot_status parot_json_close(parot_json *json, char **text, parot_error *err);

/* The same into a file, as parot_text_write writes it. */
PAROT_CHECKED parot_status parot_json_write(parot_json *json, const char *path, int overwrite,
                                            parot_error *err);

/* ---- Fields ------------------------------------------------------------- */

/* One more field; in a list `name` is NULL. A text that is NULL becomes null. */
PAROT_API void parot_json_text(parot_json *json, const char *name, const char *value);
PAROT_API void parot_json_integer(parot_json *json, const char *name, int64_t value);
PAROT_API void parot_json_number(parot_json *json, const char *name, double value);
PAROT_API void parot_json_flag(parot_json *json, const char *name, int value);
PAROT_API void parot_json_numbers(parot_json *json, const char *name, const double *values,
                                  int64_t count);
PAROT_API void parot_json_indices(parot_json *json, const char *name, const int32_t *values,
                                  int64_t count);
PAROT_API void parot_json_texts(parot_json *json, const char *name, const char *const *values,
                                int64_t count);
/* A list of rows, each a list of numbers. */
PAROT_API void parot_json_matrix(parot_json *json, const char *name, parot_matrix matrix);

/* One more object or list, to which all that follows belongs until parot_json_end. */
PAROT_API void parot_json_object(parot_json *json, const char *name);
PAROT_API void parot_json_list(parot_json *json, const char *name);
PAROT_API void parot_json_end(parot_json *json);

/* ---- Results ------------------------------------------------------------ */

/* What a program does, one after the other; each may be begun again. */
typedef enum parot_phase {
    PAROT_PHASE_READ = 0,
    PAROT_PHASE_COST = 1,
    PAROT_PHASE_PRIOR = 2,
    PAROT_PHASE_TUNE = 3,
    PAROT_PHASE_SOLVE = 4,
    PAROT_PHASE_CHECK = 5,
    PAROT_PHASE_CERTIFY = 6,
    PAROT_PHASE_WRITE = 7
} parot_phase;
enum { PAROT_PHASES = 8 };

PAROT_API const parot_word *parot_phase_words(void);
PAROT_API const char *parot_phase_name(parot_phase phase);
PAROT_CHECKED parot_status parot_phase_parse(const char *name, parot_phase *phase,
                                             parot_error *err);

/* "seconds": {...}, of each phase of seconds[PAROT_PHASES], to the nanosecond; those below 0 did
 * not happen. */
PAROT_API void parot_json_seconds(parot_json *json, const double *seconds);

/* The fields of a result, into the object that is open. `with_plan` adds plan, u and v. After
 * PAROT_EINFEASIBLE a result has "cut" alone. */
PAROT_API void parot_json_result(parot_json *json, const parot_result *result, int with_plan);
PAROT_API void parot_json_gromov(parot_json *json, const parot_gromov_result *result,
                                 int with_plan);

/* source_names and target_names, each if it is not NULL: of the rows and columns of the plan. */
PAROT_API void parot_json_names(parot_json *json, const parot_plan_names *names,
                                const parot_plan *plan);
PAROT_API void parot_json_curve(parot_json *json, const parot_curve *curve);
PAROT_API void parot_json_entropic(parot_json *json, const parot_entropic_result *result);
PAROT_API void parot_json_gromov_entropic(parot_json *json,
                                          const parot_gromov_entropic_result *result);
PAROT_API void parot_json_line(parot_json *json, const parot_line_result *result);
PAROT_API void parot_json_register(parot_json *json, const parot_register_result *result);
PAROT_API void parot_json_align(parot_json *json, const parot_align_result *result);
PAROT_API void parot_json_drift(parot_json *json, const parot_drift_result *result);
PAROT_API void parot_json_pairwise(parot_json *json, const parot_pairwise_result *result);
/* `covariates` are the names of the columns of the balance; NULL: they have numbers. `with_pairs`
 * adds pairs, partners, reasons and nearest rows, each as a list. */
PAROT_API void parot_json_match(parot_json *json, const parot_match_result *result,
                                const char *const *covariates, int with_pairs);

/* "certificate": {"proved": ..., ...} of pairs. */
PAROT_API void parot_json_match_check(parot_json *json, const parot_match_result *result,
                                      const parot_match_check *check, double tolerance);
PAROT_API void parot_json_pu(parot_json *json, const parot_pu_result *result);
PAROT_API void parot_json_prior(parot_json *json, const parot_pu_prior_result *result);

/* "elbow": {...}, null for a straight curve, and "has_elbow" (parot_curve_has_elbow). */
PAROT_API void parot_json_elbow(parot_json *json, const parot_curve *curve);

/* "certificate": {"proved": ..., ...}, proved if parot_is_proved with this tolerance. */
PAROT_API void parot_json_check(parot_json *json, const parot_check *check, double tolerance);

/* The fields of a judgement, "certificate" with this tolerance among them, into the object that is
 * open. */
PAROT_API void parot_json_judgement(parot_json *json, const parot_judgement *judgement,
                                    double tolerance);

/* "move": {...} */
PAROT_API void parot_json_move(parot_json *json, const parot_move *move);

/* Why a row has its label: "columns": {...} with the row's values and, unless NULL, names of the
 * columns, and "move", as far as there are such reasons. */
PAROT_API void parot_json_reasons(parot_json *json, const parot_label_reasons *reasons,
                                  const double *values, const char *const *names);

/* "calibration": {...} and "criteria": {...}, of labelling the first `rows` ranks 1 */
PAROT_API void parot_json_calibration(parot_json *json, const parot_pu_calibration *calibration,
                                      int64_t rows);

/* "sensitivity": {...} */
PAROT_API void parot_json_sensitivity(parot_json *json, const parot_pu_sensitivity_result *result);

/* "columns": [{...}, ...], with their names unless NULL */
PAROT_API void parot_json_columns(parot_json *json, const parot_pu_columns_result *result,
                                  const char *const *names);

/* "bias", "spies": {...}, "metrics": {...}, "tuning": {...} */
PAROT_API void parot_json_trust(parot_json *json, const parot_pu_trust *trust);
PAROT_API void parot_json_metrics(parot_json *json, const parot_pu_metrics *metrics);
PAROT_API void parot_json_tuning(parot_json *json, const parot_pu_tune_result *result);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_JSON_H */
