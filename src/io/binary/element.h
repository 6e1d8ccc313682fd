/* element.h - the numbers of binary arrays: integers and floats of 1 to 8 bytes, in either order.
 */
#ifndef PAROT_IO_ELEMENT_H
#define PAROT_IO_ELEMENT_H

#include <stdint.h>

/* The letters are NumPy's. */
enum element_kind {
    ELEMENT_BOOL = 'b',
    ELEMENT_SIGNED = 'i',
    ELEMENT_UNSIGNED = 'u',
    ELEMENT_FLOAT = 'f'
};

struct element_type {
    enum element_kind kind;
    int size;   /* bytes: 1, 2, 4 or 8; of floats 2, 4 or 8 */
    int is_big; /* most significant byte first */
};

/* The unsigned number of `size` bytes. */
uint64_t element_bits(const char *at, int size, int is_big);

/* The number at that place; integers beyond 2^53 are rounded. */
double element_value(const char *at, struct element_type type);

/* Whether it is a whole number that no double is equal to. */
int element_is_rounded(const char *at, struct element_type type);

#endif
