/* motion_end.c - a run of its own, without limits: what was found is to be kept and proved. */
#include "verbs/motion_end.h"

#include <stdlib.h>

#include "parot/report.h"
#include "shell/memory.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"

enum outcome motion_end_find(struct motion_end *end, parot_matrix source, parot_matrix target,
                             const parot_register_result *result, int32_t threads)
{
    parot_error err = {0};
    parot_run plain;
    parot_run_init(&plain);
    plain.threads = threads;
    phase_begin(PAROT_PHASE_CERTIFY, NULL, NULL);
    TRY(memory_take_matrix("the moved points", source.rows, source.cols, 0, TAKE_A_SAMPLE,
                           &end->moved));
    TRY(memory_take_matrix("the distances", source.rows, 1, 0, TAKE_A_SAMPLE, &end->distance));
    parot_matrix moved = {end->moved, source.rows, source.cols, source.cols};
    TRY(outcome_of(parot_register_apply(result, source, end->moved, &err), &err));
    TRY(outcome_of(parot_register_distances(result, moved, target, end->distance, &err), &err));
    TRY(outcome_of(parot_register_certify(source, target, result, &plain, &end->check, &err),
                   &err));
    end->is_proved = parot_register_is_proved(result, target, &end->check);
    return SOLVED;
}

enum outcome motion_end_outcome(const struct motion_end *end, parot_status status)
{
    char words[PAROT_CHECK_WORDS];
    if (status != PAROT_OK)
        return progress_stopped();
    if (!end->is_proved)
        return refuse(FAILED, "not proved optimal; all that is proved is: this plan %s",
                      parot_check_words(&end->check, words));
    return SOLVED;
}

void motion_end_free(struct motion_end *end)
{
    free(end->moved);
    free(end->distance);
}
