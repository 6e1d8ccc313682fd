/* lines.c - a window of 256 kB moves over the stream; lines are checked to be UTF-8 and their
 * ends made "\n" in it. "\n", "\r\n" and "\r" all end a line. */
#include "io/text/lines.h"

#include <stdint.h>
#include <string.h>

#include "io/bytes/excerpt.h"
#include "io/text/cells.h"

enum { WINDOW = 1 << 18 }; /* what fits into a cache of the second level */

static const char BYTE_ORDER_MARK[] = "\xEF\xBB\xBF";

/* "\r\n" and '\r' become '\n', so that a line break inside quotation marks is one byte; returns
 * where the text ends then. */
static char *end_lines(char *text, char *end)
{
    char *to = text;
    for (;;) {
        char *at = memchr(text, '\r', (size_t)(end - text));
        size_t run = (size_t)((at ? at : end) - text);
        if (to != text)
            memmove(to, text, run);
        to += run;
        if (!at)
            return to;
        text = at + 1 < end && at[1] == '\n' ? at + 2 : at + 1;
        *to++ = '\n';
    }
}

/* ---- UTF-8 -------------------------------------------------------------- */

/* The first byte that is not of ASCII, eight at a time. */
static const char *skip_ascii(const char *text, const char *end)
{
    uint64_t eight = 0;
    for (; end - text >= 8; text += 8) {
        memcpy(&eight, text, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (text < end && (unsigned char)*text < 0x80)
        text++;
    return text;
}

static int64_t count_lines(const char *text, const char *end)
{
    int64_t count = 0;
    while ((text = memchr(text, '\n', (size_t)(end - text)))) {
        text++;
        count++;
    }
    return count;
}

/* As a command takes it: "-" for standard input. */
static const char *file_of(const struct stream *stream)
{
    return strcmp(stream->label, "standard input") == 0 ? "-" : stream->label;
}

/* Whole lines, each of which ends in '\n': no character reaches beyond them. */
static parot_status check_utf8(const struct lines *lines, parot_error *err)
{
    const char *begin = lines->window.data + lines->start, *at = begin;
    const char *end = lines->window.data + lines->complete;
    for (at = skip_ascii(at, end); at < end; at = skip_ascii(at, end)) {
        size_t size = utf8_size(at);
        if (size == 0)
            return fail(err, PAROT_EFORMAT,
                        "%s line %lld: byte 0x%02X is not UTF-8 text; if the file is Latin-1 or "
                        "Windows-1252, convert it: iconv -f WINDOWS-1252 -t UTF-8 %s > NEW",
                        lines->stream->label,
                        (long long)(lines->number + 1 + count_lines(begin, at)),
                        (unsigned)(unsigned char)*at, file_of(lines->stream));
        at += size;
    }
    return PAROT_OK;
}

/* ---- The window --------------------------------------------------------- */

/* One piece more; and another one if it ends between '\r' and, perhaps, '\n'. The text ends in a
 * line's end even if it does not. */
static parot_status append_piece(struct lines *lines, parot_error *err)
{
    struct bytes *window = &lines->window;
    size_t begin = window->size, got = 0;
    do {
        TRY(bytes_reserve(window, WINDOW, err));
        TRY(stream_read(lines->stream, window->data + window->size, WINDOW - 1, &got, err));
        window->size += got;
    } while (got > 0 && window->data[window->size - 1] == '\r');
    if (memchr(window->data + begin, '\0', window->size - begin))
        return fail(err, PAROT_EFORMAT, "%s: is not text: it contains zero bytes",
                    lines->stream->label);
    char *end = end_lines(window->data + begin, window->data + window->size);
    window->size = (size_t)(end - window->data);
    lines->is_over = got == 0;
    if (lines->is_over && window->size > 0 && window->data[window->size - 1] != '\n')
        window->data[window->size++] = '\n';
    return PAROT_OK;
}

/* Moves the window until it has a whole line that was not read yet, or is at the end. It begins
 * `kept` bytes in front of those. */
static parot_status move_window(struct lines *lines, size_t kept, parot_error *err)
{
    struct bytes *window = &lines->window;
    size_t from = lines->start - kept, rest = window->size - from;
    if (rest > 0 && from > 0)
        memmove(window->data, window->data + from, rest);
    window->size = rest;
    lines->start = lines->complete = kept;
    while (lines->complete == kept && !lines->is_over) {
        size_t begin = window->size;
        TRY(append_piece(lines, err));
        const char *last =
            window->size > begin ? memrchr(window->data + begin, '\n', window->size - begin) : NULL;
        lines->complete = last ? (size_t)(last - window->data) + 1 : kept;
    }
    return PAROT_OK;
}

parot_status lines_open(struct lines *lines, struct stream *stream, parot_error *err)
{
    *lines = (struct lines){.stream = stream};
    parot_status status = move_window(lines, 0, err);
    const struct bytes *window = &lines->window;
    if (bytes_begin(window, "\xFF\xFE", 2) || bytes_begin(window, "\xFE\xFF", 2))
        return fail(err, PAROT_EFORMAT,
                    "%s: is UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8 %s > NEW",
                    stream->label, file_of(stream));
    if (status != PAROT_OK)
        return status;
    if (window->size == 0)
        return fail(err, PAROT_EFORMAT, "%s: is empty", stream->label);
    if (bytes_begin(window, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)))
        lines->start = strlen(BYTE_ORDER_MARK);
    return check_utf8(lines, err);
}

void lines_close(struct lines *lines)
{
    bytes_free(&lines->window);
}

static parot_status fetch(struct lines *lines, size_t kept, parot_error *err)
{
    if (lines->start < lines->complete || lines->is_over)
        return PAROT_OK;
    TRY(move_window(lines, kept, err));
    return check_utf8(lines, err);
}

parot_status lines_next(struct lines *lines, const char **line, parot_error *err)
{
    const struct bytes *window = &lines->window;
    TRY(fetch(lines, 0, err));
    *line = NULL;
    if (lines->start == lines->complete)
        return PAROT_OK;
    *line = window->data + lines->start;
    const char *end = memchr(*line, '\n', lines->complete - lines->start);
    lines->start = (size_t)(end - window->data) + 1;
    lines->number++;
    return PAROT_OK;
}

parot_status lines_extend(struct lines *lines, const char **line, int *is_longer, parot_error *err)
{
    struct bytes *window = &lines->window;
    size_t length = (size_t)(window->data + lines->start - *line);
    TRY(fetch(lines, length, err));
    *is_longer = lines->start < lines->complete;
    *line = window->data + lines->start - length;
    if (!*is_longer)
        return PAROT_OK;
    char *next = window->data + lines->start;
    next[-1] = CELLS_BREAK;
    const char *end = memchr(next, '\n', lines->complete - lines->start);
    lines->start = (size_t)(end - window->data) + 1;
    lines->number++;
    return PAROT_OK;
}

const char *lines_ahead(const struct lines *lines, const char **end)
{
    *end = lines->window.data + lines->complete;
    return lines->window.data + lines->start;
}
