/* npz.h - a zip archive of .npy arrays, by libzip, in memory. */
#ifndef PAROT_IO_NPZ_H
#define PAROT_IO_NPZ_H

#include "io/bytes/bytes.h"

/* Whether the bytes begin like a zip archive. */
int npz_recognize(const struct bytes *bytes);

/* An open archive; borrows the bytes it is read from. */
struct npz {
    const char *label;
    struct zip *zip;
};
parot_status npz_open(const char *label, const struct bytes *bytes, struct npz *npz,
                      parot_error *err);
void npz_close(struct npz *npz);

/* Position of the array `name` (without .npy); NULL: of the only one there is. Otherwise the
 * message lists the names. */
parot_status npz_find(const struct npz *npz, const char *name, int64_t *position, parot_error *err);

/* Whether there is an array of this name. */
int npz_has(const struct npz *npz, const char *name);

/* Unpacks the .npy file at a position. */
parot_status npz_extract(const struct npz *npz, int64_t position, struct bytes *array,
                         parot_error *err);

/* What npz_pack puts into an archive; the name has its .npy. */
struct npz_member {
    const char *name;
    struct bytes array;
};
parot_status npz_pack(const struct npz_member *members, int count, struct bytes *out,
                      parot_error *err);

#endif
