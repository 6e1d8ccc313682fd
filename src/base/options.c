/* options.c - a prefix of bytes is what two versions of a struct have in common.
 *
 * That is true because fields are only ever appended and because no such struct ends in padding,
 * into which a new field could move without changing the size (tests/abi/layout.c).
 */
#include "base/options.h"

#include <stdio.h>
#include <string.h>

/* Beyond what any struct will ever need, and little enough to be looked at: a larger number is
 * memory that nobody has written to. */
enum { MOST_UNKNOWN_BYTES = 4096 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

void options_init(void *options, size_t size, const void *defaults, size_t defaults_size)
{
    size_t known = smaller(size, defaults_size);
    if (size < sizeof size)
        return;
    memcpy(options, defaults, known);
    memset((char *)options + known, 0, size - known);
    memcpy(options, &size, sizeof size);
}

static int is_zero(const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t k = 0; k < count; k++)
        if (byte[k])
            return 0;
    return 1;
}

/* "run.threads" */
static const char *field_name(const char *argument, const char *name, char field[64])
{
    snprintf(field, 64, "%s.%s", argument, name);
    return field;
}

parot_status options_take(void *taken, size_t size, const void *given, const char *name,
                          const char *type, parot_error *err)
{
    size_t given_size = 0;
    char field[64];
    memcpy(&given_size, given, sizeof given_size);
    if (given_size <= sizeof size || given_size % sizeof size ||
        given_size > size + MOST_UNKNOWN_BYTES)
        return fail_argument(
            err, PAROT_EINVAL, field_name(name, "struct_size", field),
            "got %zu, which is not the size of any %s; call %s_init before setting "
            "fields",
            given_size, type, type);
    if (given_size > size && !is_zero((const char *)given + size, given_size - size))
        return fail_argument(
            err, PAROT_EINVAL, name,
            "a field beyond the first %zu bytes is set, which parot %s does not know; "
            "leave it at 0 or use a newer library",
            size, parot_version());
    memcpy(taken, given, smaller(given_size, size));
    memcpy(taken, &size, sizeof size);
    return PAROT_OK;
}

parot_status check_reserved(const int64_t *reserved, size_t bytes, const char *name,
                            parot_error *err)
{
    char field[64];
    if (is_zero(reserved, bytes))
        return PAROT_OK;
    return fail_argument(err, PAROT_EINVAL, field_name(name, "reserved", field),
                         "must be 0, because parot %s does not know it; begin with = {0}, or use a "
                         "newer library",
                         parot_version());
}
