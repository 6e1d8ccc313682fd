/* libfuzzer_solvers.c - the door by which libFuzzer comes in to the solvers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "solvers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *wrong = solvers_try(data, size);
    if (wrong) {
        fprintf(stderr, "%s: %s\n", solvers_name(data, size), wrong);
        abort();
    }
    return 0;
}
