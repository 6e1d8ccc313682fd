/* column_names.c - reads each file whole, as the verbs do, so that what is offered is what they
 * find. */
#include "input/column_names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "parot/io.h"

/* In bytes; some tenths of a second of CSV. */
enum { LARGEST = 64 << 20 };

static int is_quick(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) && found.st_size <= LARGEST;
}

/* A name that is one line. */
static int is_printable(const char *name)
{
    for (const char *letter = name; *letter; letter++)
        if (iscntrl((unsigned char)*letter))
            return 0;
    return *name != '\0';
}

static int has_column(const parot_frame *frame, const char *name)
{
    for (int64_t k = 0; k < frame->cols; k++)
        if (strcmp(frame->columns[k].name, name) == 0)
            return 1;
    return 0;
}

enum outcome column_names_print(const char *const *paths)
{
    parot_frame before = {0};
    for (; *paths; paths++) {
        parot_frame frame = {0};
        parot_error err = {0};
        if (!is_quick(*paths) || parot_frame_read(*paths, NULL, 0, &frame, &err) < 0)
            continue;
        for (int64_t k = 0; frame.has_names && k < frame.cols; k++)
            if (is_printable(frame.columns[k].name) && !has_column(&before, frame.columns[k].name))
                printf("%s\n", frame.columns[k].name);
        parot_frame_free(&before);
        before = frame;
    }
    parot_frame_free(&before);
    return SOLVED;
}
