/* options.h - structs that can grow: options of any size, and room that is kept free.
 *
 * Options begin with a size_t struct_size, which says how much of the struct the caller knows. New
 * fields are appended, so that what both sides know is at the beginning. All other structs have a
 * fixed size, and room for fields to come that is 0 until then.
 */
#ifndef PAROT_BASE_OPTIONS_H
#define PAROT_BASE_OPTIONS_H

#include "base/status.h"

/* Writes the first `size` bytes of the defaults, with `size` as struct_size: a caller who knows
 * less than this library has no memory for the rest. Who knows more gets 0 there. */
void options_init(void *options, size_t size, const void *defaults, size_t defaults_size);

/* Copies `given` over the defaults in `taken`, `size` bytes. Fields that the caller does not know
 * keep their defaults. Fields that this library does not know must be 0, else the caller wants
 * something that nobody would do. Messages name the argument, "run", and its type, "parot_run". */
parot_status options_take(void *taken, size_t size, const void *given, const char *name,
                          const char *type, parot_error *err);

/* Refuses what was written to the room for fields to come. */
parot_status check_reserved(const int64_t *reserved, size_t bytes, const char *name,
                            parot_error *err);

/* The same for an argument that points to a struct with such room. */
#define CHECK_RESERVED(argument, err)                                                              \
    check_reserved((argument)->reserved, sizeof(argument)->reserved, #argument, err)

#endif
