/* page.c - parot_report: a page that is written from top to bottom. */
#include "report/page.h"

#include <stdlib.h>
#include <string.h>

#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "report/assets.h"

static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";

static parot_status need(const char *name, const void *value, parot_error *err)
{
    return value ? PAROT_OK : fail_argument(err, PAROT_EINVAL, name, "must not be NULL");
}

/* ---- Beginning and end -------------------------------------------------- */

static parot_status put_head(struct bytes *out, const char *title, const char *summary,
                             parot_error *err)
{
    TRY(bytes_append_text(out, HEAD, err));
    TRY(html_element(out, "title", NULL, title, err));
    TRY(bytes_append_text(out, "<style>\n", err));
    TRY(bytes_append_text(out, REPORT_CSS, err));
    TRY(bytes_append_text(out, "</style>\n</head>\n<body>\n<header>\n", err));
    TRY(html_element(out, "h1", NULL, title, err));
    TRY(html_element(out, "p", "summary", summary, err));
    return bytes_append_text(out, "</header>\n<main>\n", err);
}

parot_status parot_report_open(const char *title, const char *summary, parot_report **report,
                               parot_error *err)
{
    TRY(need("title", title, err));
    TRY(need("summary", summary, err));
    TRY(need("report", report, err));
    parot_report *opened = calloc(1, sizeof *opened);
    if (!opened)
        return fail(err, PAROT_ENOMEM, "report: out of memory");
    parot_status status = put_head(&opened->body, title, summary, err);
    if (status == PAROT_OK)
        *report = opened;
    else
        parot_report_close(opened);
    return status;
}

void parot_report_close(parot_report *report)
{
    if (report)
        bytes_free(&report->body);
    free(report);
}

static parot_status put_end(struct bytes *page, const parot_report *report, parot_error *err)
{
    TRY(bytes_append(page, report->body.data, report->body.size, err));
    if (report->part == REPORT_FACTS)
        TRY(bytes_append_text(page, "</dl>\n", err));
    TRY(bytes_append_text(page, "</main>\n<footer>parot ", err));
    TRY(html_text(page, parot_version(), err));
    TRY(bytes_append_text(page, "</footer>\n<script>\n", err));
    TRY(bytes_append_text(page, REPORT_JS, err));
    return bytes_append_text(page, "</script>\n</body>\n</html>\n", err);
}

parot_status parot_report_write(const parot_report *report, const char *path, int overwrite,
                                parot_error *err)
{
    struct filename parsed;
    struct bytes page = {0};
    TRY(need("report", report, err));
    TRY(filename_parse(path, "standard output", &parsed, err));
    parot_status status = put_end(&page, report, err);
    if (status == PAROT_OK && parsed.is_gzip)
        status = gzip_pack(&page, err);
    if (status == PAROT_OK)
        status = output_write(&parsed, &page, overwrite, err);
    bytes_free(&page);
    return status;
}

/* ---- In between --------------------------------------------------------- */

parot_status report_begin(parot_report *report, enum report_part part, struct bytes **out,
                          parot_error *err)
{
    TRY(need("report", report, err));
    *out = &report->body;
    if (report->part == part)
        return PAROT_OK;
    TRY(bytes_append_text(*out, part == REPORT_FACTS ? "<dl>\n" : "</dl>\n", err));
    report->part = part;
    return PAROT_OK;
}

static parot_status put_block(parot_report *report, const char *tag, const char *name,
                              const char *text, parot_error *err)
{
    struct bytes *out = NULL;
    TRY(need("text", text, err));
    TRY(report_begin(report, REPORT_BLOCK, &out, err));
    return html_element(out, tag, name, text, err);
}

parot_status parot_report_section(parot_report *report, const char *heading, parot_error *err)
{
    return put_block(report, "h2", NULL, heading, err);
}

parot_status parot_report_text(parot_report *report, const char *text, parot_error *err)
{
    return put_block(report, "p", NULL, text, err);
}

parot_status parot_report_warning(parot_report *report, const char *text, parot_error *err)
{
    return put_block(report, "p", "warning", text, err);
}

parot_status parot_report_code(parot_report *report, const char *text, parot_error *err)
{
    return put_block(report, "pre", NULL, text, err);
}

parot_status parot_report_fact(parot_report *report, const char *name, const char *value,
                               parot_error *err)
{
    struct bytes *out = NULL;
    TRY(need("name", name, err));
    TRY(need("value", value, err));
    TRY(report_begin(report, REPORT_FACTS, &out, err));
    TRY(bytes_append_text(out, "<div>", err));
    TRY(html_element(out, "dt", NULL, name, err));
    TRY(html_element(out, "dd", NULL, value, err));
    return bytes_append_text(out, "</div>\n", err);
}

/* ---- Figures ------------------------------------------------------------ */

/* Length of what introduces an id at `svg`; 0: nothing does. Cairo writes ids and references in
 * three forms only, id="x", href="#x" and url(#x); its text is outlines, so that no letters of ours
 * can be mistaken for these. */
static size_t introduction(const char *svg)
{
    static const char *const words[] = {" id=\"", "href=\"#", "url(#"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncmp(svg, words[k], strlen(words[k])) == 0)
            return strlen(words[k]);
    return 0;
}

/* Drawings of one program use the same ids; side by side on one page they must not. */
static parot_status put_svg(struct bytes *out, const char *svg, int64_t number, parot_error *err)
{
    const char *begin = svg;
    for (; *svg; svg++) {
        size_t length = introduction(svg);
        if (length == 0)
            continue;
        TRY(bytes_append(out, begin, (size_t)(svg - begin) + length, err));
        TRY(html_format(out, err, "f%lld-", (long long)number));
        begin = svg + length;
        svg = begin - 1;
    }
    return bytes_append_text(out, begin, err);
}

parot_status parot_report_figure(parot_report *report, const char *svg, const char *caption,
                                 parot_error *err)
{
    struct bytes *out = NULL;
    TRY(need("svg", svg, err));
    TRY(need("caption", caption, err));
    const char *begin = strstr(svg, "<svg"); /* behind <?xml ...?> */
    if (!begin)
        return fail(err, PAROT_EINVAL, "svg: must be an SVG document, found no <svg");
    TRY(report_begin(report, REPORT_BLOCK, &out, err));
    TRY(bytes_append_text(out, "<figure>\n", err));
    TRY(put_svg(out, begin, ++report->figures, err));
    TRY(html_element(out, "figcaption", NULL, caption, err));
    return bytes_append_text(out, "</figure>\n", err);
}
