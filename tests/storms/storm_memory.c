/* storm_memory.c - allocation k of every call fails, for every k: there is no memory, and the call
 * says so and leaves nothing behind; or it does without. */
#include "failing.h"
#include "instances.h"
#include "ledger.h"
#include "register.h"

enum { MOST_ALLOCATIONS = 20000 }; /* no small problem needs so many */

/* Whether somebody asked for allocation k, which was refused. */
static int survives(const struct call *call, long k)
{
    long before = failing_live();
    struct ledger ledger = {.refuse = -1};
    struct attempt attempt = attempt_open(call);
    attempt.run = run_with(&ledger);
    failing_arm(k);
    attempt_make(&attempt);
    int hit = failing_hit();
    failing_arm(0);
    if (attempt.status == call->status)
        attempt_settle(&attempt);
    else {
        if (!hit || attempt.status != PAROT_ENOMEM || !strstr(attempt.err.message, "memory"))
            attempt_blame(&attempt, "allocation %ld is refused, and it says something else", k);
        if (!attempt_is_untouched(&attempt))
            attempt_blame(&attempt,
                          "allocation %ld is refused, and its outputs are not as they were", k);
    }
    attempt_close(&attempt);
    if (ledger.held != 0 || failing_live() != before)
        attempt_blame(&attempt, "allocation %ld is refused, and memory is left", k);
    return hit;
}

TEST(every_call_survives_every_refusal_of_memory)
{
    FOR_CALLS(call)
    {
        long k = 1;
        /* Beyond the first hundred most are those of earlier rounds again: every tenth and so on.
         */
        while (k < MOST_ALLOCATIONS && survives(call, k))
            k += (1 + k / 100) * (long)test_stride(5);
        assert_true(k < MOST_ALLOCATIONS);
    }
    storm_end();
}

STORM(12, 9)
