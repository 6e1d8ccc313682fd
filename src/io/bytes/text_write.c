/* text_write.c - a text that the caller made, as a file that is there complete or not at all. */
#include <string.h>

#include "base/status.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "parot/io.h"

static parot_status pack(const struct filename *path, const char *text, int overwrite,
                         struct bytes *out, parot_error *err)
{
    TRY(bytes_append_text(out, text, err));
    if (path->is_gzip)
        TRY(gzip_pack(out, err));
    return output_write(path, out, overwrite, err);
}

parot_status parot_text_write(const char *file, const char *text, int overwrite, parot_error *err)
{
    struct filename path;
    struct bytes out = {0};
    if (!text)
        return fail(err, PAROT_EINVAL, "text: must not be NULL");
    TRY(filename_parse(file, "standard output", &path, err));
    parot_status status = pack(&path, text, overwrite, &out, err);
    bytes_free(&out);
    return status;
}
