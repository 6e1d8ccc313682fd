/* mat.c - the bytes say the version, and the reader of that version does the rest. */
#include "io/binary/mat.h"

#include "io/binary/mat5.h"
#include "io/binary/mat73.h"

int mat_recognize(const struct bytes *bytes)
{
    return bytes_begin(bytes, "MATLAB ", 7) || mat73_recognize(bytes);
}

parot_status mat_read(const char *label, const char *name, struct bytes *bytes,
                      struct rough_table *table, parot_error *err)
{
    if (mat73_recognize(bytes))
        return mat73_read(label, name, bytes, table, err);
    return mat5_read(label, name, bytes, table, err);
}
