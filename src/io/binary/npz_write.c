/* npz_write.c - libzip packs arrays into an archive in memory. The archive depends on the arrays
 * alone: every file in it is dated at the beginning of zip's time. */
#include "io/binary/npz.h"

#include <zip.h>

enum { DATE_1980_01_01 = 1 << 5 | 1, TIME_MIDNIGHT = 0 };

static parot_status fail_zip(parot_error *err, zip_error_t *error)
{
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY)
        return fail(err, PAROT_ENOMEM, "out of memory for an .npz archive");
    return fail(err, PAROT_EIO, "cannot make an .npz archive: %s", zip_error_strerror(error));
}

static parot_status add_member(zip_t *zip, const struct npz_member *member, parot_error *err)
{
    zip_source_t *source = zip_source_buffer(zip, member->array.data, member->array.size, 0);
    if (!source)
        return fail_zip(err, zip_get_error(zip));
    zip_int64_t position = zip_file_add(zip, member->name, source, ZIP_FL_ENC_UTF_8);
    if (position < 0) {
        zip_source_free(source);
        return fail_zip(err, zip_get_error(zip));
    }
    if (zip_file_set_dostime(zip, (zip_uint64_t)position, TIME_MIDNIGHT, DATE_1980_01_01, 0) != 0)
        return fail_zip(err, zip_get_error(zip));
    return PAROT_OK;
}

static parot_status add_members(zip_t *zip, const struct npz_member *members, int count,
                                parot_error *err)
{
    for (int k = 0; k < count; k++)
        TRY(add_member(zip, &members[k], err));
    return PAROT_OK;
}

static parot_status read_opened(zip_source_t *source, struct bytes *out, parot_error *err)
{
    zip_stat_t info;
    zip_stat_init(&info);
    if (zip_source_stat(source, &info) != 0)
        return fail_zip(err, zip_source_error(source));
    TRY(bytes_reserve(out, (size_t)info.size, err));
    zip_int64_t got = zip_source_read(source, out->data, info.size);
    if (got < 0 || (zip_uint64_t)got != info.size)
        return fail_zip(err, zip_source_error(source));
    out->size = (size_t)info.size;
    return PAROT_OK;
}

static parot_status read_source(zip_source_t *source, struct bytes *out, parot_error *err)
{
    if (zip_source_open(source) != 0)
        return fail_zip(err, zip_source_error(source));
    parot_status status = read_opened(source, out, err);
    zip_source_close(source);
    return status;
}

/* The archive is written into `source` when it is closed. */
static parot_status fill_source(zip_source_t *source, const struct npz_member *members, int count,
                                zip_error_t *error, parot_error *err)
{
    zip_t *zip = zip_open_from_source(source, ZIP_TRUNCATE, error);
    if (!zip)
        return fail_zip(err, error);
    zip_source_keep(source); /* closing gives up one reference; we go on to read from it */
    parot_status status = add_members(zip, members, count, err);
    if (status == PAROT_OK && zip_close(zip) == 0)
        return PAROT_OK;
    if (status == PAROT_OK)
        status = fail_zip(err, zip_get_error(zip));
    zip_discard(zip);
    return status;
}

static parot_status pack(const struct npz_member *members, int count, zip_error_t *error,
                         struct bytes *out, parot_error *err)
{
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, error);
    if (!source)
        return fail_zip(err, error);
    parot_status status = fill_source(source, members, count, error, err);
    if (status == PAROT_OK)
        status = read_source(source, out, err);
    zip_source_free(source);
    return status;
}

parot_status npz_pack(const struct npz_member *members, int count, struct bytes *out,
                      parot_error *err)
{
    zip_error_t error;
    zip_error_init(&error);
    parot_status status = pack(members, count, &error, out, err);
    zip_error_fini(&error);
    return status;
}
