/* status.h - how functions fail: a status, and one sentence in parot_error. */
#ifndef PAROT_BASE_STATUS_H
#define PAROT_BASE_STATUS_H

#include "parot/parot.h"

/* Leaves the calling function with the failure of `call`. Only for functions that
 * own nothing. Positive statuses (stopped early) pass on as well. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        parot_status try_status = (call);                                                          \
        if (try_status != PAROT_OK)                                                                \
            return try_status;                                                                     \
    } while (0)

/* For plans that are steps on the way: one without a proof is as good as any, and its bound is
 * true; only a stop ends the way. */
static inline parot_status status_of_step(parot_status status)
{
    return status == PAROT_UNPROVED ? PAROT_OK : status;
}

/* Writes the message and returns `status`, so that refusals read `return fail(...)`. A format that
 * begins with a name and a colon, "mass: must be ...", is about that argument. */
__attribute__((format(printf, 3, 4), nonnull(3))) parot_status
fail(parot_error *err, parot_status status, const char *format, ...);

/* The same about one argument, which the message begins with: "NAME: " and the rest. */
__attribute__((format(printf, 4, 5), nonnull(4))) parot_status
fail_argument(parot_error *err, parot_status status, const char *argument, const char *format, ...);

/* Refuses the first of some pointers that is NULL, by its name: CHECK_GIVEN(err, problem, result).
 */
parot_status check_given(parot_error *err, const char *names, const void *const *given,
                         size_t count);
#define CHECK_GIVEN(err, ...)                                                                      \
    check_given(err, #__VA_ARGS__, (const void *const[]){__VA_ARGS__},                             \
                sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))

parot_status fail_memory(parot_error *err, size_t bytes);

/* "s", unless there is one: "1 row", "0 rows". */
static inline const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

#endif
