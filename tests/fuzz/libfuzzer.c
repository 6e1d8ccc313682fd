/* libfuzzer.c - the door by which libFuzzer comes in; `make fuzz` builds it once for each format,
 * with PAROT_FUZZ_NAME as the name of the file: "x.csv". */
#include <stdint.h>
#include <stdlib.h>

#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!target_try(PAROT_FUZZ_NAME, data, size))
        abort();
    return 0;
}
