/* stored.h - numbers of a text file. */
#ifndef PAROT_TESTS_STORED_H
#define PAROT_TESTS_STORED_H

#include <stdio.h>

#include "test.h"

static inline void read_numbers(FILE *file, double *numbers, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        assert_int_equal(fscanf(file, "%lf", &numbers[k]), 1);
}

#endif
