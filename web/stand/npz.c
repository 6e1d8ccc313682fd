/* npz.c - archives of NumPy need libzip, which the page does without. */
#include "io/binary/npz.h"

#include "base/status.h"

int npz_recognize(const struct bytes *bytes)
{
    return bytes_begin(bytes, "PK\3\4", 4) || bytes_begin(bytes, "PK\5\6", 4);
}

parot_status npz_open(const char *label, const struct bytes *bytes, struct npz *npz,
                      parot_error *err)
{
    (void)bytes;
    *npz = (struct npz){.label = label};
    return fail(
        err, PAROT_EIO,
        "%s: archives (.npz, .zip) are not read in the page; save the table as .csv or .npy",
        label);
}

void npz_close(struct npz *npz)
{
    *npz = (struct npz){0};
}

parot_status npz_find(const struct npz *npz, const char *name, int64_t *position, parot_error *err)
{
    (void)name, (void)position;
    return npz_open(npz->label, NULL, &(struct npz){0}, err);
}

int npz_has(const struct npz *npz, const char *name)
{
    (void)npz, (void)name;
    return 0;
}

parot_status npz_extract(const struct npz *npz, int64_t position, struct bytes *array,
                         parot_error *err)
{
    (void)position, (void)array;
    return npz_open(npz->label, NULL, &(struct npz){0}, err);
}

parot_status npz_pack(const struct npz_member *members, int count, struct bytes *out,
                      parot_error *err)
{
    (void)members, (void)count, (void)out;
    return fail(err, PAROT_EIO, "archives (.npz) are not written in the page; use .csv or .npy");
}
