/* storm_stop.c - whoever watches a call says stop from question k on, for every k: the call is
 * interrupted with an answer that is true as far as it goes, or with none; and nothing is left. */
#include "instances.h"
#include "ledger.h"
#include "register.h"

enum { MOST_STOPS = 40, MOST_MORE = 7 }; /* of one call; and questions after it */

struct watch {
    struct ledger ledger; /* first: it is the user of all callbacks */
    int64_t asked, stop_at;
};

static int stop(const parot_progress *progress, void *user)
{
    struct watch *watch = user;
    if (!progress->stage || !(progress->seconds >= 0) || progress->iteration < 0 ||
        (progress->total > 0 && progress->iteration > progress->total))
        fail_msg("a question about nothing");
    return watch->asked++ >= watch->stop_at && watch->stop_at >= 0;
}

/* At the last of `all` questions, all may be done. */
static void judge(struct attempt *attempt, int64_t k, int64_t all)
{
    const struct call *call = attempt->call;
    int is_quiet = call->flags & STOPS_QUIETLY && attempt->status == call->status;
    int is_done = k == all - 1 && attempt->status == call->status;
    if (attempt->status == PAROT_CANCELLED || is_quiet || is_done)
        attempt_settle(attempt);
    else if (attempt->status != PAROT_ESTOPPED || !strstr(attempt->err.message, "stop"))
        attempt_blame(attempt, "stopped at question %lld of %lld", (long long)k, (long long)all);
    else if (!attempt_is_untouched(attempt))
        attempt_blame(attempt, "stopped at question %lld, its outputs are not as they were",
                      (long long)k);
}

/* How many questions it asks until it is stopped, or ends. */
static int64_t asked(const struct call *call, int64_t stop_at, int64_t all)
{
    struct watch watch = {.ledger = {.refuse = -1}, .stop_at = stop_at};
    struct attempt attempt = attempt_open(call);
    attempt.run = run_with(&watch.ledger);
    attempt.run.progress = stop;
    attempt.run.progress_period = 0;
    attempt_make(&attempt);
    if (watch.asked > stop_at && stop_at >= 0)
        judge(&attempt, stop_at, all);
    else if (attempt.status != call->status)
        attempt_blame(&attempt, "nobody stopped it");
    /* one question for each call inside */
    if (stop_at >= 0 && watch.asked > stop_at + 1 + MOST_MORE)
        attempt_blame(&attempt, "stopped at question %lld, it asks until %lld", (long long)stop_at,
                      (long long)watch.asked);
    attempt_close(&attempt);
    if (watch.ledger.held != 0)
        attempt_blame(&attempt, "stopped at question %lld, memory is left", (long long)stop_at);
    return watch.asked;
}

TEST(every_call_can_be_stopped_at_every_question)
{
    FOR_CALLS(call)
    {
        if (!call_runs(call))
            continue;
        int64_t all = asked(call, -1, 0), step = 1 + all / MOST_STOPS;
        if ((all == 0) != (call->flags & NEVER_ASKS ? 1 : 0))
            attempt_blame(&(struct attempt){.call = call}, "it asks %lld times", (long long)all);
        for (int64_t k = 0; k < all; k += step * (int64_t)test_stride(4))
            asked(call, k, all);
    }
    storm_end();
}

STORM(12, 9)
