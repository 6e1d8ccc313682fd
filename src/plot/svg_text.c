/* svg_text.c - see svg_text.h.
 *
 * Cairo writes ids and references in three forms only: id="NAME", href="#NAME" and url(#NAME). Text
 * is outlines, so that no letters of ours can be mistaken for these.
 */
#include "plot/svg_text.h"

#include <string.h>

static const char *const FORMS[] = {" id=\"", "href=\"#", "url(#"};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

/* How long the form of an id is that begins here; 0: none does. */
static size_t form_at(const char *text, const char *end)
{
    for (int f = 0; f < FORM_COUNT; f++) {
        size_t length = strlen(FORMS[f]);
        if ((size_t)(end - text) >= length && memcmp(text, FORMS[f], length) == 0)
            return length;
    }
    return 0;
}

/* From `begin` to `end`, with the prefix behind every form. */
static parot_status append_renamed(struct bytes *out, const char *begin, const char *end,
                                   const char *prefix, parot_error *err)
{
    const char *done = begin;
    for (const char *at = begin; at < end;) {
        size_t length = form_at(at, end);
        at += length ? length : 1;
        if (!length)
            continue;
        TRY(bytes_append(out, done, (size_t)(at - done), err));
        TRY(bytes_append_text(out, prefix, err));
        done = at;
    }
    return bytes_append(out, done, (size_t)(end - done), err);
}

parot_status svg_text_finish(const struct bytes *svg, const struct bytes *hover, const char *prefix,
                             struct bytes *out, parot_error *err)
{
    const char *end = svg->data + svg->size;
    const char *begin = memmem(svg->data, svg->size, "<svg", 4);
    const char *close = begin ? memmem(begin, (size_t)(end - begin), "</svg>", 6) : NULL;
    if (!close)
        return fail(err, PAROT_EIO, "cannot be drawn: cairo made no SVG");
    TRY(append_renamed(out, begin, close, prefix ? prefix : "", err));
    if (hover->size > 0) {
        TRY(bytes_append_text(out,
                              "<g class=\"pairs\" stroke=\"#000\" stroke-opacity=\"0\" "
                              "stroke-width=\"6\" pointer-events=\"stroke\">\n",
                              err));
        TRY(bytes_append(out, hover->data, hover->size, err));
        TRY(bytes_append_text(out, "</g>\n", err));
    }
    TRY(bytes_append_text(out, "</svg>\n", err));
    return bytes_append(out, "", 1, err);
}
