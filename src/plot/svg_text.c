/* svg_text.c - the XML declaration is cut off, and invisible lines with titles are inserted
 * before </svg>. */
#include "plot/svg_text.h"

#include <string.h>

parot_status svg_text_finish(const struct bytes *svg, const struct bytes *hover, struct bytes *out,
                             parot_error *err)
{
    const char *end = svg->data + svg->size;
    const char *begin = memmem(svg->data, svg->size, "<svg", 4);
    const char *close = begin ? memmem(begin, (size_t)(end - begin), "</svg>", 6) : NULL;
    if (!close)
        return fail(err, PAROT_EIO, "cannot be drawn: cairo made no SVG");
    TRY(bytes_append(out, begin, (size_t)(close - begin), err));
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
