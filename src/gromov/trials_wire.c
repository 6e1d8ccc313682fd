/* trials_wire.c - structs as they are in memory, without their pointers, and arrays after them; all
 * numbers of eight bytes come before those of four, so that they can be read in place. */
#include "gromov/trials_wire.h"

#include <math.h>
#include <string.h>

#include "partial/result.h"

enum { ENTRY_TRIAL, ENTRY_FAILURE, ENTRY_ANSWER };

/* A message is a row of these, each with what belongs to it. */
struct entry {
    int64_t kind, t;
};

struct failure {
    int64_t status;
    parot_error error;
};

struct answer_head {
    int64_t status;
    parot_trial trial;
    int64_t rows, cols, count, pivots;
    double mass, lambda;
};

static int put_numbers(struct crew_answer *message, const double *numbers, int64_t count)
{
    return crew_put(message, numbers, (size_t)count * sizeof *numbers);
}

static int put_indices(struct crew_answer *message, const int32_t *indices, int64_t count)
{
    return crew_put(message, indices, (size_t)count * sizeof *indices);
}

static int put_history(struct crew_answer *message, const parot_trial *trial)
{
    return put_numbers(message, trial->objectives, trial->history) &&
           put_numbers(message, trial->stationarities, trial->history);
}

static int put_entry(struct crew_answer *message, int64_t kind, int64_t t)
{
    struct entry entry = {kind, t};
    return crew_put(message, &entry, sizeof entry);
}

static const char *get(const char *from, void *to, size_t bytes)
{
    if (bytes > 0)
        memcpy(to, from, bytes);
    return from + bytes;
}

/* The arrays are not written, but parot_trial does not say so. */
static const char *get_history(const char *from, parot_trial *trial)
{
    trial->objectives = (double *)(uintptr_t)from;
    trial->stationarities = trial->objectives + trial->history;
    return from + 2 * (size_t)trial->history * sizeof(double);
}

static parot_trial without_pointers(const parot_trial *trial)
{
    parot_trial sent = *trial;
    sent.objectives = sent.stationarities = NULL;
    return sent;
}

/* ---- Trials -------------------------------------------------------------- */

static int put_trial(struct crew_answer *message, const struct call *call, int64_t t)
{
    const parot_trial *trial = &call->trial[t];
    parot_trial sent = without_pointers(trial);
    return put_entry(message, ENTRY_TRIAL, t) && crew_put(message, &sent, sizeof sent) &&
           put_history(message, trial) &&
           put_numbers(message, call->moved + t * call->rows, call->rows);
}

int trials_put(struct crew_answer *message, const struct call *call, int64_t begin, int64_t end)
{
    struct failure failure = {call->failure, call->err};
    for (int64_t t = begin; t < end; t++)
        if (!put_trial(message, call, t))
            return 0;
    return call->failure == PAROT_OK || (put_entry(message, ENTRY_FAILURE, call->failed) &&
                                         crew_put(message, &failure, sizeof failure));
}

/* Those that were not tried are not compared. */
static const char *take_trial(const char *from, struct call *call, int64_t t)
{
    parot_trial trial;
    from = get(from, &trial, sizeof trial);
    from = get_history(from, &trial);
    trials_store(call, t, &trial);
    if (!isnan(trial.objective))
        trials_note(call, t);
    return get(from, call->moved + t * call->rows, (size_t)call->rows * sizeof *call->moved);
}

static const char *take_failure(const char *from, struct call *call, int64_t t)
{
    struct failure failure;
    from = get(from, &failure, sizeof failure);
    trials_note_failure(call, t, (parot_status)failure.status, &failure.error);
    return from;
}

static int keep(struct call *call, const char *answer, size_t bytes)
{
    call->kept.bytes = 0;
    return crew_put(&call->kept, answer, bytes);
}

static int is_decided(const struct call *call)
{
    return call->failure < 0 || call->perfect < call->trials;
}

parot_status trials_take(void *user, int64_t piece, const char *message, size_t bytes)
{
    struct call *call = user;
    const char *end = message + bytes;
    (void)piece;
    if (is_decided(call))
        return PAROT_CANCELLED;
    while (message < end) {
        struct entry entry;
        message = get(message, &entry, sizeof entry);
        if (entry.kind == ENTRY_TRIAL) {
            message = take_trial(message, call, entry.t);
            continue;
        }
        if (entry.kind == ENTRY_FAILURE) {
            message = take_failure(message, call, entry.t);
            continue;
        }
        if (entry.t == call->best && !keep(call, message, (size_t)(end - message)))
            return PAROT_ENOMEM;
        break;
    }
    return is_decided(call) ? PAROT_CANCELLED : PAROT_OK;
}

/* ---- Answers ------------------------------------------------------------- */

int answer_put(struct crew_answer *message, int64_t t, const struct answer *answer,
               parot_status status, const parot_error *err)
{
    const parot_result *transport = &answer->transport;
    const parot_plan *plan = &transport->plan;
    struct answer_head head = {.status = status,
                               .trial = without_pointers(&answer->trial),
                               .rows = plan->rows,
                               .cols = plan->cols,
                               .count = plan->count,
                               .pivots = answer->pivots,
                               .mass = transport->mass,
                               .lambda = transport->dual.lambda};
    if (!put_entry(message, ENTRY_ANSWER, t) || !crew_put(message, &head, sizeof head))
        return 0;
    if (status < 0)
        return crew_put(message, err, sizeof *err);
    return put_history(message, &answer->trial) &&
           put_numbers(message, transport->dual.u, plan->rows) &&
           put_numbers(message, transport->dual.v, plan->cols) &&
           put_numbers(message, plan->mass, plan->count) &&
           put_indices(message, plan->row, plan->count) &&
           put_indices(message, plan->col, plan->count);
}

static parot_status get_failure(const char *from, parot_status status, parot_error *err)
{
    if (err)
        get(from, err, sizeof *err);
    return status;
}

parot_status answer_get(const struct crew_answer *kept, struct answer *answer,
                        struct control *control, parot_error *err)
{
    struct answer_head head;
    parot_result *transport = &answer->transport;
    const char *at = get(kept->data, &head, sizeof head);
    if (head.status < 0)
        return get_failure(at, (parot_status)head.status, err);
    *answer = (struct answer){.trial = head.trial, .pivots = head.pivots};
    at = get_history(at, &answer->trial);
    transport->plan = (parot_plan){.rows = head.rows, .cols = head.cols, .count = head.count};
    TRY(result_open(transport, control, err));
    transport->mass = head.mass;
    transport->dual.lambda = head.lambda;
    at = get(at, transport->dual.u, (size_t)head.rows * sizeof(double));
    at = get(at, transport->dual.v, (size_t)head.cols * sizeof(double));
    at = get(at, transport->plan.mass, (size_t)head.count * sizeof(double));
    at = get(at, transport->plan.row, (size_t)head.count * sizeof(int32_t));
    get(at, transport->plan.col, (size_t)head.count * sizeof(int32_t));
    return PAROT_OK;
}
