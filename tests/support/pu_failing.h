/* pu_failing.h - parot_pu_classify when each allocation in turn is refused. */
#ifndef PAROT_TESTS_PU_FAILING_H
#define PAROT_TESTS_PU_FAILING_H

#include "instances.h"
#include "ledger.h"
#include "parot/pu.h"
#include "test.h"

/* A clean failure every time, nothing kept, until the first call that needs no more than it gets.
 */
static inline void assert_fails_cleanly(const parot_pu_data *data, const parot_pu_options *options)
{
    enum { MOST = 5000 }; /* allocations of a call: no small problem needs so many */
    parot_status status = PAROT_ENOMEM;
    for (int64_t k = 0; status != PAROT_OK && k < MOST; k += (int64_t)test_stride(5)) {
        struct ledger ledger = {.refuse = k};
        parot_run run = run_with(&ledger);
        parot_pu_result result = {0};
        parot_error err = {0};
        status = parot_pu_classify(data, options, &run, &result, &err);
        assert_true(status == PAROT_OK || status == PAROT_ENOMEM);
        assert_true(status == PAROT_OK || (!result.owner && strstr(err.message, "memory")));
        parot_pu_result_free(&result);
        assert_int_equal(ledger.held, 0);
    }
    assert_int_equal(status, PAROT_OK);
}

#endif
