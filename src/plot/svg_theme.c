/* svg_theme.c - each colour that occurs in the document gets a rule, whose selector is the text of
 * that colour as it was written: fill:rgb(0%,44.7%,69.8%) by cairo up to 1.16, fill="rgb(...)" by
 * later ones, fill="#0072b2" by the page. The rules apply to documents of this class alone, for a
 * report holds several in its own page. */
#include "plot/svg_theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text/decimal.h"
#include "plot/palette.h"

enum { MOST_COLOURS = 2 * (COLOURS + HEAT_STEPS + 1), COLOUR_TEXT = 64 };

/* How colours are introduced. */
static const struct form {
    const char *before, *property;
    int is_attribute;
} FORMS[] = {{"fill:", "fill", 0},
             {"stroke:", "stroke", 0},
             {" fill=\"", "fill", 1},
             {" stroke=\"", "stroke", 1}};

struct use {
    const struct form *form;
    char text[COLOUR_TEXT]; /* as written */
    struct colour dark;
};

/* "0%,44.7%,69.8%)"; the end, or NULL. */
static const char *read_percents(const char *text, struct colour *colour)
{
    double *const channels[3] = {&colour->red, &colour->green, &colour->blue};
    for (int k = 0; k < 3; k++) {
        text += strspn(text, " ");
        text = decimal_scan(text, channels[k]);
        if (!text || text[0] != '%' || text[1] != (k < 2 ? ',' : ')'))
            return NULL;
        *channels[k] /= 100;
        text += 2;
    }
    return text;
}

/* Reads rgb(r%,g%,b%) or #rrggbb; returns the length, or 0. */
static size_t read_colour(const char *text, const char *end, struct colour *colour)
{
    unsigned bytes[3];
    int size = 0;
    char word[COLOUR_TEXT];
    size_t room = (size_t)(end - text) < sizeof word - 1 ? (size_t)(end - text) : sizeof word - 1;
    memcpy(word, text, room);
    word[room] = '\0';
    if (strncmp(word, "rgb(", 4) == 0) {
        const char *close = read_percents(word + 4, colour);
        return close ? (size_t)(close - word) : 0;
    }
    if (sscanf(word, "#%2x%2x%2x%n", &bytes[0], &bytes[1], &bytes[2], &size) != 3 || size != 7)
        return 0;
    *colour = (struct colour){bytes[0] / 255.0, bytes[1] / 255.0, bytes[2] / 255.0};
    return (size_t)size;
}

static void note_use(struct use *uses, int *count, const struct form *form, const char *text,
                     size_t size, struct colour light)
{
    struct use use = {.form = form};
    if (!palette_darken(light, &use.dark) || *count == MOST_COLOURS)
        return;
    memcpy(use.text, text, size);
    for (int k = 0; k < *count; k++)
        if (uses[k].form == form && strcmp(uses[k].text, use.text) == 0)
            return;
    uses[(*count)++] = use;
}

static int find_uses(const char *text, const char *end, struct use *uses)
{
    int count = 0;
    for (size_t f = 0; f < sizeof FORMS / sizeof *FORMS; f++) {
        size_t length = strlen(FORMS[f].before);
        for (const char *at = text;
             (at = memmem(at, (size_t)(end - at), FORMS[f].before, length));) {
            struct colour light;
            at += length;
            size_t size = read_colour(at, end, &light);
            if (size > 0)
                note_use(uses, &count, &FORMS[f], at, size, light);
        }
    }
    return count;
}

static unsigned byte_of(double channel)
{
    return (unsigned)(255 * channel + 0.5);
}

static parot_status put_rules(const struct use *uses, int count, struct bytes *out,
                              parot_error *err)
{
    char rule[320];
    TRY(bytes_append_text(out, "\n<style>@media (prefers-color-scheme: dark) {\n", err));
    for (int k = 0; k < count; k++) {
        const struct use *use = &uses[k];
        const char *property = use->form->property;
        char colour[8], selector[COLOUR_TEXT + 32];
        snprintf(colour, sizeof colour, "#%02x%02x%02x", byte_of(use->dark.red),
                 byte_of(use->dark.green), byte_of(use->dark.blue));
        snprintf(selector, sizeof selector,
                 use->form->is_attribute ? "%s=\"%s\"" : "style*=\"%s:%s\"", property, use->text);
        snprintf(rule, sizeof rule, ".parot-figure [%s]{%s:%s!important}\n", selector, property,
                 colour);
        TRY(bytes_append_text(out, rule, err));
    }
    return bytes_append_text(out, "}</style>", err);
}

parot_status svg_theme_follow(const struct bytes *svg, struct bytes *out, parot_error *err)
{
    const char *end = svg->data + svg->size, *tag = memmem(svg->data, svg->size, "<svg", 4);
    const char *close = tag ? memchr(tag, '>', (size_t)(end - tag)) : NULL;
    if (!close)
        return fail(err, PAROT_EIO, "cannot be drawn: cairo made no SVG");
    struct use *uses = calloc(MOST_COLOURS, sizeof *uses);
    if (!uses)
        return fail_memory(err, MOST_COLOURS * sizeof *uses);
    parot_status status = bytes_append(out, svg->data, (size_t)(tag + 4 - svg->data), err);
    if (status == PAROT_OK)
        status = bytes_append_text(out, " class=\"parot-figure\"", err);
    if (status == PAROT_OK)
        status = bytes_append(out, tag + 4, (size_t)(close + 1 - tag - 4), err);
    if (status == PAROT_OK)
        status = put_rules(uses, find_uses(close, end, uses), out, err);
    if (status == PAROT_OK)
        status = bytes_append(out, close + 1, (size_t)(end - close - 1), err);
    free(uses);
    return status;
}
