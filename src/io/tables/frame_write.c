/* frame_write.c - parot_frame_write: a table with text in the format of the path. */
#include <string.h>

#include "base/arena.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "io/text/csv_table.h"

static int has_text(const parot_frame *frame)
{
    for (int64_t k = 0; k < frame->cols; k++)
        if (frame->columns[k].level_count > 0)
            return 1;
    return 0;
}

static parot_status check_frame(const parot_frame *frame, parot_error *err)
{
    int64_t count = 0;
    if (!frame)
        return fail(err, PAROT_EINVAL, "frame: must not be NULL");
    if (frame->rows < 1 || frame->cols < 1 || !multiply_sizes(frame->rows, frame->cols, &count))
        return fail(err, PAROT_EINVAL, "frame: must have a row and a column, got %lld x %lld",
                    (long long)frame->rows, (long long)frame->cols);
    if (!frame->data || !frame->columns)
        return fail(err, PAROT_EINVAL, "frame.%s: must not be NULL",
                    frame->data ? "columns" : "data");
    if (has_text(frame) && !frame->has_names)
        return fail(err, PAROT_EINVAL,
                    "frame.has_names: must be set for a table with text, or its "
                    "first row would be read as names");
    return PAROT_OK;
}

static parot_status check_format(const struct filename *path, parot_error *err)
{
    if (path->format == FORMAT_CSV || path->format == FORMAT_TSV || output_is_stream(path))
        return PAROT_OK;
    return fail(err, PAROT_EINVAL,
                "%s: a table with text is written as .csv or .tsv, each also with .gz",
                path->label);
}

static parot_status write_frame(const struct filename *path, const parot_frame *frame,
                                int overwrite, struct bytes *out, parot_error *err)
{
    TRY(check_frame(frame, err));
    TRY(check_format(path, err));
    TRY(csv_append_frame(frame, path->format == FORMAT_TSV ? '\t' : ',', out, err));
    if (path->is_gzip)
        TRY(gzip_pack(out, err));
    return output_write(path, out, overwrite, err);
}

static parot_table as_table(const parot_frame *frame)
{
    return (parot_table){.rows = frame->rows, .cols = frame->cols, .data = frame->data};
}

parot_status parot_frame_write(const char *path, const parot_frame *frame, int overwrite,
                               parot_error *err)
{
    struct filename parsed;
    struct bytes out = {0};
    TRY(filename_parse(path, "standard output", &parsed, err));
    if (parsed.format == FORMAT_NPY && frame && frame->columns && !has_text(frame)) {
        parot_table table = as_table(frame);
        return parot_table_write(path, &table, overwrite, err);
    }
    parot_status status = write_frame(&parsed, frame, overwrite, &out, err);
    bytes_free(&out);
    return status;
}
