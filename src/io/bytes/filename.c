/* filename.c - the format follows from the extension, before .gz. In "file.npz:name" the last
 * colon after an archive's extension separates the name of the array. */
#include "io/bytes/filename.h"

#include <string.h>
#include <strings.h>

static int ends_in(const char *text, size_t length, const char *extension)
{
    size_t size = strlen(extension);
    return length > size && strncasecmp(text + length - size, extension, size) == 0;
}

/* The colon behind the last ".npz" or ".mat", also with ".gz", or NULL. */
static const char *find_member(const char *text)
{
    static const char *const archives[] = {".npz", ".npz.gz", ".mat", ".mat.gz"};
    const char *found = NULL;
    for (const char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
        size_t length = (size_t)(colon - text);
        for (size_t k = 0; k < sizeof archives / sizeof *archives; k++)
            if (ends_in(text, length, archives[k]))
                found = colon;
    }
    return found;
}

static enum format format_of(const char *file, size_t length)
{
    static const struct {
        const char *extension;
        enum format format;
    } known[] = {{".csv", FORMAT_CSV},    {".tsv", FORMAT_TSV},   {".npy", FORMAT_NPY},
                 {".npz", FORMAT_NPZ},    {".json", FORMAT_JSON}, {".libsvm", FORMAT_LIBSVM},
                 {".svm", FORMAT_LIBSVM}, {".idx", FORMAT_IDX},   {".ubyte", FORMAT_IDX},
                 {".mat", FORMAT_MAT}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (ends_in(file, length, known[k].extension))
            return known[k].format;
    return FORMAT_UNKNOWN;
}

parot_status filename_parse(const char *text, const char *stream, struct filename *path,
                            parot_error *err)
{
    if (!text || !*text)
        return fail(err, PAROT_EINVAL, "path: must name a file, got %s", text ? "''" : "NULL");
    const char *colon = find_member(text);
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    if (length >= sizeof path->file)
        return fail(err, PAROT_EINVAL, "path: must be shorter than %zu bytes, got %zu",
                    sizeof path->file, length);

    *path = (struct filename){.member = colon ? colon + 1 : NULL};
    memcpy(path->file, text, length);
    path->is_stream = strcmp(path->file, "-") == 0;
    excerpt_tail(path->is_stream ? stream : path->file, path->label, sizeof path->label);
    path->is_gzip = ends_in(path->file, length, ".gz");
    path->format = format_of(path->file, path->is_gzip ? length - strlen(".gz") : length);
    return PAROT_OK;
}
