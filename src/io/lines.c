/* lines.c - see lines.h. "\n", "\r\n" and "\r" all end a line. */
#include "io/lines.h"

#include <string.h>

enum { WINDOW = 1 << 18 }; /* what fits into a cache of the second level */

static const char BYTE_ORDER_MARK[] = "\xEF\xBB\xBF";

/* "\r\n" becomes " \n", and a '\r' of its own '\n'. */
static void end_lines(char *text, const char *end)
{
    while ((text = memchr(text, '\r', (size_t)(end - text)))) {
        *text = text + 1 < end && text[1] == '\n' ? ' ' : '\n';
        text++;
    }
}

static parot_status check_text(const struct lines *lines, const char *text, size_t size,
                               parot_error *err)
{
    if (memchr(text, '\0', size))
        return fail(err, PAROT_EFORMAT, "%s: is not text: it contains zero bytes",
                    lines->source->label);
    return PAROT_OK;
}

/* One piece more; and another one if it ends between '\r' and, perhaps, '\n'. The text ends in a
 * line's end even if it does not. */
static parot_status append_piece(struct lines *lines, parot_error *err)
{
    struct bytes *window = &lines->window;
    size_t begin = window->size, got = 0;
    do {
        TRY(bytes_reserve(window, WINDOW, err));
        TRY(source_read(lines->source, window->data + window->size, WINDOW - 1, &got, err));
        window->size += got;
    } while (got > 0 && window->data[window->size - 1] == '\r');
    TRY(check_text(lines, window->data + begin, window->size - begin, err));
    end_lines(window->data + begin, window->data + window->size);
    lines->is_over = got == 0;
    if (lines->is_over && window->size > 0 && window->data[window->size - 1] != '\n')
        window->data[window->size++] = '\n';
    return PAROT_OK;
}

/* Moves the window until it has a whole line, or is at the end. */
static parot_status move_window(struct lines *lines, parot_error *err)
{
    struct bytes *window = &lines->window;
    size_t rest = window->size - lines->start;
    if (rest > 0 && lines->start > 0)
        memmove(window->data, window->data + lines->start, rest);
    window->size = rest;
    lines->start = lines->complete = 0;
    while (lines->complete == 0 && !lines->is_over) {
        size_t begin = window->size;
        TRY(append_piece(lines, err));
        const char *last =
            window->size > begin ? memrchr(window->data + begin, '\n', window->size - begin) : NULL;
        lines->complete = last ? (size_t)(last - window->data) + 1 : 0;
    }
    return PAROT_OK;
}

parot_status lines_open(struct lines *lines, struct source *source, parot_error *err)
{
    *lines = (struct lines){.source = source};
    parot_status status = move_window(lines, err);
    const struct bytes *window = &lines->window;
    if (bytes_begin(window, "\xFF\xFE", 2) || bytes_begin(window, "\xFE\xFF", 2))
        return fail(err, PAROT_EFORMAT, "%s: is UTF-16 text; save it as UTF-8", source->label);
    if (status == PAROT_OK && window->size == 0)
        return fail(err, PAROT_EFORMAT, "%s: is empty", source->label);
    if (bytes_begin(window, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)))
        lines->start = strlen(BYTE_ORDER_MARK);
    return status;
}

void lines_close(struct lines *lines)
{
    bytes_free(&lines->window);
}

parot_status lines_next(struct lines *lines, const char **line, parot_error *err)
{
    const struct bytes *window = &lines->window;
    if (lines->start == lines->complete && !lines->is_over)
        TRY(move_window(lines, err));
    *line = NULL;
    if (lines->start == lines->complete)
        return PAROT_OK;
    *line = window->data + lines->start;
    const char *end = memchr(*line, '\n', lines->complete - lines->start);
    lines->start = (size_t)(end - window->data) + 1;
    lines->number++;
    return PAROT_OK;
}

const char *lines_ahead(const struct lines *lines, const char **end)
{
    *end = lines->window.data + lines->complete;
    return lines->window.data + lines->start;
}
