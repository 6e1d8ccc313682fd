/* npz_read.c - libzip reads the archive from memory. No more room is reserved than the packed
 * bytes can unpack to. */
#include "io/binary/npz.h"

#include <string.h>
#include <strings.h>
#include <zip.h>

#include "io/bytes/excerpt.h"

static const char EXTENSION[] = ".npy";

enum {
    DEFLATE_RATIO = 1032, /* no more bytes can come out of one byte of deflate */
    PIECE = 1 << 16,
    NAMES = 120 /* bytes for the list of names in a message */
};

int npz_recognize(const struct bytes *bytes)
{
    return bytes_begin(bytes, "PK\3\4", 4) || bytes_begin(bytes, "PK\5\6", 4);
}

static parot_status fail_zip(parot_error *err, const char *label, zip_error_t *error)
{
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY)
        return fail(err, PAROT_ENOMEM, "%s: out of memory", label);
    return fail(err, PAROT_EFORMAT, "%s: damaged, or not an .npz archive: %s", label,
                zip_error_strerror(error));
}

static parot_status open_buffer(const struct bytes *bytes, struct npz *npz, zip_error_t *error,
                                parot_error *err)
{
    zip_source_t *source = zip_source_buffer_create(bytes->data, bytes->size, 0, error);
    if (!source)
        return fail_zip(err, npz->label, error);
    npz->zip = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, error);
    if (npz->zip)
        return PAROT_OK;
    zip_source_free(source);
    return fail_zip(err, npz->label, error);
}

parot_status npz_open(const char *label, const struct bytes *bytes, struct npz *npz,
                      parot_error *err)
{
    zip_error_t error;
    *npz = (struct npz){.label = label};
    zip_error_init(&error);
    parot_status status = open_buffer(bytes, npz, &error, err);
    zip_error_fini(&error);
    return status;
}

void npz_close(struct npz *npz)
{
    if (npz->zip)
        zip_discard(npz->zip);
    *npz = (struct npz){0};
}

/* The length of the array's name at a position, or 0 when that file is not an array. */
static size_t array_name(const struct npz *npz, int64_t position, const char **name)
{
    *name = zip_get_name(npz->zip, (zip_uint64_t)position, ZIP_FL_ENC_RAW);
    size_t length = *name ? strlen(*name) : 0;
    size_t suffix = strlen(EXTENSION);
    if (length <= suffix || strcasecmp(*name + length - suffix, EXTENSION) != 0)
        return 0;
    return length - suffix;
}

static int64_t locate(const struct npz *npz, const char *wanted)
{
    int64_t count = zip_get_num_entries(npz->zip, 0);
    for (int64_t k = 0; k < count; k++) {
        const char *name = NULL;
        size_t length = array_name(npz, k, &name);
        if (length > 0 && strlen(wanted) == length && memcmp(name, wanted, length) == 0)
            return k;
    }
    return -1;
}

/* "a, b, c", as many as there is room for; returns how many arrays there are. */
static int64_t list_names(const struct npz *npz, char list[NAMES])
{
    int64_t count = zip_get_num_entries(npz->zip, 0), arrays = 0;
    struct bytes names = {0};
    list[0] = '\0';
    for (int64_t k = 0; k < count; k++) {
        const char *name = NULL;
        size_t length = array_name(npz, k, &name);
        if (length == 0)
            continue;
        if ((arrays > 0 && bytes_append_text(&names, ", ", NULL) != PAROT_OK) ||
            bytes_append(&names, name, length, NULL) != PAROT_OK)
            break;
        arrays++;
    }
    if (bytes_append(&names, "", 1, NULL) == PAROT_OK)
        excerpt_head(names.data, list, NAMES);
    bytes_free(&names);
    return arrays;
}

static int64_t locate_only(const struct npz *npz)
{
    int64_t count = zip_get_num_entries(npz->zip, 0), found = -1;
    for (int64_t k = 0; k < count; k++) {
        const char *name = NULL;
        if (array_name(npz, k, &name) == 0)
            continue;
        if (found >= 0)
            return -1;
        found = k;
    }
    return found;
}

parot_status npz_find(const struct npz *npz, const char *name, int64_t *position, parot_error *err)
{
    int64_t found = name ? locate(npz, name) : locate_only(npz);
    if (found >= 0) {
        *position = found;
        return PAROT_OK;
    }
    char names[NAMES], wanted[EXCERPT];
    if (list_names(npz, names) == 0)
        return fail(err, PAROT_EFORMAT, "%s: the archive contains no .npy arrays", npz->label);
    if (name)
        return fail(err, PAROT_EFORMAT, "%s: has no array '%s'; it has %s", npz->label,
                    excerpt_head(name, wanted, sizeof wanted), names);
    return fail(err, PAROT_EFORMAT, "%s: has several arrays; choose one as FILE.npz:NAME from %s",
                npz->label, names);
}

int npz_has(const struct npz *npz, const char *name)
{
    return locate(npz, name) >= 0;
}

/* Room for what the archive says, but not more than its bytes can unpack to. */
static parot_status reserve_claimed(const struct npz *npz, int64_t position, struct bytes *array,
                                    parot_error *err)
{
    zip_stat_t info;
    zip_stat_init(&info);
    if (zip_stat_index(npz->zip, (zip_uint64_t)position, 0, &info) != 0 ||
        !(info.valid & ZIP_STAT_SIZE) || !(info.valid & ZIP_STAT_COMP_SIZE))
        return fail_zip(err, npz->label, zip_get_error(npz->zip));
    if (info.comp_method != ZIP_CM_STORE && info.comp_method != ZIP_CM_DEFLATE)
        return PAROT_OK; /* there is no telling; the buffer grows as the bytes come */
    if (info.size / DEFLATE_RATIO > info.comp_size)
        return fail(err, PAROT_EFORMAT, "%s: damaged .npz archive: impossible size", npz->label);
    return bytes_reserve(array, (size_t)info.size + 1, err);
}

static parot_status read_entry(const struct npz *npz, zip_file_t *entry, struct bytes *array,
                               parot_error *err)
{
    for (;;) {
        if (array->size == array->capacity)
            TRY(bytes_reserve(array, PIECE, err));
        zip_int64_t got =
            zip_fread(entry, array->data + array->size, array->capacity - array->size);
        if (got < 0)
            return fail_zip(err, npz->label, zip_file_get_error(entry));
        if (got == 0)
            return PAROT_OK;
        array->size += (size_t)got;
    }
}

parot_status npz_extract(const struct npz *npz, int64_t position, struct bytes *array,
                         parot_error *err)
{
    TRY(reserve_claimed(npz, position, array, err));
    zip_file_t *entry = zip_fopen_index(npz->zip, (zip_uint64_t)position, 0);
    if (!entry)
        return fail_zip(err, npz->label, zip_get_error(npz->zip));
    parot_status status = read_entry(npz, entry, array, err);
    zip_fclose(entry);
    return status;
}
