/* ledger.h - memory that counts, and refuses the allocation it is told to. */
#ifndef PAROT_TESTS_LEDGER_H
#define PAROT_TESTS_LEDGER_H

#include <stdlib.h>

#include "parot/parot.h"

struct ledger {
    int64_t asked, refuse; /* the allocation with this number fails */
    int64_t held;
};

static inline void *ledger_alloc(size_t bytes, void *user)
{
    struct ledger *ledger = user;
    if (ledger->asked++ == ledger->refuse)
        return NULL;
    void *block = malloc(bytes);
    ledger->held += block != NULL;
    return block;
}

static inline void ledger_release(void *block, void *user)
{
    struct ledger *ledger = user;
    ledger->held--;
    free(block);
}

static inline parot_run run_with(struct ledger *ledger)
{
    parot_run run;
    parot_run_init(&run);
    run.alloc = ledger_alloc;
    run.release = ledger_release;
    run.user = ledger;
    return run;
}

#endif
