/* match.c - parot_report_match: two clouds and the lines between them, each of which tells its
 * pair.
 *
 * Every line is drawn twice in a group with a <title>: once thin, to be seen, once wide and
 * invisible, to be touched. Colours come from the style sheet of the page, so that the drawing is
 * dark in the dark.
 */
#include <math.h>
#include <stdio.h>

#include "report/report.h"

enum { WIDTH = 900, HEIGHT = 560, MARGIN = 26, LEGEND = 24, MOST_LINES = 1500, MOST_POINTS = 6000 };

/* x -> left + scale (x - least), the same scale for both axes, y upwards. */
struct frame {
    double low[2], high[2], scale;
};

static void widen(struct frame *frame, const parot_matrix *points)
{
    for (int64_t i = 0; i < points->rows; i++)
        for (int d = 0; d < 2; d++) {
            double x = points->data[i * points->stride + d];
            frame->low[d] = fmin(frame->low[d], x);
            frame->high[d] = fmax(frame->high[d], x);
        }
}

static struct frame frame_of(const parot_report_pairs *pairs)
{
    struct frame frame = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 1};
    widen(&frame, &pairs->source);
    widen(&frame, &pairs->target);
    double wide = frame.high[0] / 2 - frame.low[0] / 2, tall = frame.high[1] / 2 - frame.low[1] / 2;
    double across = (WIDTH - 2.0 * MARGIN) / 2, up = (HEIGHT - 2.0 * MARGIN - LEGEND) / 2;
    frame.scale = fmin(wide > 0 ? across / wide : INFINITY, tall > 0 ? up / tall : INFINITY);
    if (!isfinite(frame.scale))
        frame.scale = 1;
    return frame;
}

/* Halves first: the sum of two finite numbers need not be finite. */
static void place(const struct frame *frame, const parot_matrix *points, int64_t i, double at[2])
{
    const double *x = points->data + i * points->stride;
    double middle[2] = {WIDTH / 2.0, LEGEND + (HEIGHT - LEGEND) / 2.0};
    for (int d = 0; d < 2; d++) {
        double away = (x[d] / 2 - (frame->low[d] / 4 + frame->high[d] / 4)) * frame->scale;
        at[d] = middle[d] + (d == 0 ? 2 : -2) * away;
    }
}

/* ---- Parts -------------------------------------------------------------- */

static int64_t every(int64_t count, int64_t most)
{
    return count > most ? (count + most - 1) / most : 1;
}

static parot_status put_points(struct bytes *out, const struct frame *frame,
                               const parot_matrix *points, const int8_t *is_marked,
                               const char *name, parot_error *err)
{
    for (int64_t i = 0; i < points->rows; i += every(points->rows, MOST_POINTS / 2)) {
        double at[2];
        place(frame, points, i, at);
        TRY(html_format(out, err, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
                        is_marked && is_marked[i] ? "marked" : name, at[0], at[1]));
    }
    return PAROT_OK;
}

static parot_status put_title(struct bytes *out, const parot_report_pairs *pairs, int64_t k,
                              parot_error *err)
{
    TRY(bytes_append_text(out, "<title>", err));
    if (pairs->names && pairs->names[pairs->row[k]])
        TRY(html_text(out, pairs->names[pairs->row[k]], err));
    else
        TRY(html_format(out, err, "row %d", (int)pairs->row[k]));
    TRY(html_format(out, err, " to %d", (int)pairs->col[k]));
    if (pairs->mass)
        TRY(html_format(out, err, ", mass %.6g", pairs->mass[k]));
    if (pairs->cost)
        TRY(html_format(out, err, ", cost %.6g", pairs->cost[k]));
    return bytes_append_text(out, "</title>", err);
}

static parot_status put_lines(struct bytes *out, const struct frame *frame,
                              const parot_report_pairs *pairs, parot_error *err)
{
    for (int64_t k = 0; k < pairs->count; k += every(pairs->count, MOST_LINES)) {
        double a[2], b[2];
        place(frame, &pairs->source, pairs->row[k], a);
        place(frame, &pairs->target, pairs->col[k], b);
        TRY(bytes_append_text(out, "<g>", err));
        TRY(put_title(out, pairs, k, err));
        for (int pass = 0; pass < 2; pass++)
            TRY(html_format(out, err,
                            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                            pass ? "touch" : "pair", a[0], a[1], b[0], b[1]));
        TRY(bytes_append_text(out, "</g>\n", err));
    }
    return PAROT_OK;
}

static parot_status put_legend(struct bytes *out, const parot_report_pairs *pairs, parot_error *err)
{
    const char *titles[2] = {pairs->source_title, pairs->target_title};
    for (int k = 0; k < 2; k++) {
        int x = MARGIN + k * (WIDTH / 2 - MARGIN);
        TRY(html_format(out, err,
                        "<circle class=\"%s\" cx=\"%d\" cy=\"16\" r=\"4\"/>"
                        "<text x=\"%d\" y=\"20\">",
                        k ? "target" : "source", x, x + 10));
        TRY(html_text(out, titles[k] ? titles[k] : k ? "target" : "source", err));
        TRY(bytes_append_text(out, "</text>\n", err));
    }
    return PAROT_OK;
}

/* ---- The figure --------------------------------------------------------- */

static parot_status check_points(const char *name, const parot_matrix *points, parot_error *err)
{
    if (!points->data || points->rows < 1 || points->cols != 2 || points->stride < 2)
        return fail(err, PAROT_EINVAL, "pairs.%s: must have points with two coordinates", name);
    for (int64_t i = 0; i < points->rows; i++)
        for (int d = 0; d < 2; d++)
            if (!isfinite(points->data[i * points->stride + d]))
                return fail(err, PAROT_EINVAL, "pairs.%s: [%lld, %d] is not finite", name,
                            (long long)i, d);
    return PAROT_OK;
}

static parot_status check(const parot_report_pairs *pairs, parot_error *err)
{
    if (!pairs)
        return fail(err, PAROT_EINVAL, "pairs: must not be NULL");
    TRY(check_points("source", &pairs->source, err));
    TRY(check_points("target", &pairs->target, err));
    if (pairs->count < 0 || (pairs->count > 0 && (!pairs->row || !pairs->col)))
        return fail(err, PAROT_EINVAL, "pairs.row, pairs.col: must hold %lld ends",
                    (long long)pairs->count);
    for (int64_t k = 0; k < pairs->count; k++)
        if (pairs->row[k] < 0 || pairs->row[k] >= pairs->source.rows || pairs->col[k] < 0 ||
            pairs->col[k] >= pairs->target.rows)
            return fail(err, PAROT_EINVAL,
                        "pairs: line %lld leads from %d to %d, beyond the points", (long long)k,
                        (int)pairs->row[k], (int)pairs->col[k]);
    return PAROT_OK;
}

static parot_status put_caption(struct bytes *out, const parot_report_pairs *pairs,
                                const char *caption, parot_error *err)
{
    int64_t lines = every(pairs->count, MOST_LINES);
    TRY(bytes_append_text(out, "<figcaption>", err));
    TRY(html_text(out, caption, err));
    if (lines > 1)
        TRY(html_format(out, err, " One line in %lld is drawn.", (long long)lines));
    if (pairs->source.rows > MOST_POINTS / 2 || pairs->target.rows > MOST_POINTS / 2)
        TRY(bytes_append_text(out, " An even part of the points is drawn.", err));
    return bytes_append_text(out, "</figcaption>\n", err);
}

parot_status parot_report_match(parot_report *report, const parot_report_pairs *pairs,
                                const char *caption, parot_error *err)
{
    struct bytes *out = NULL;
    TRY(check(pairs, err));
    if (!caption)
        return fail(err, PAROT_EINVAL, "caption: must not be NULL");
    struct frame frame = frame_of(pairs);
    TRY(report_begin(report, REPORT_BLOCK, &out, err));
    TRY(html_format(out, err,
                    "<figure class=\"match\">\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                    "viewBox=\"0 0 %d %d\" role=\"img\">\n",
                    WIDTH, HEIGHT));
    TRY(put_lines(out, &frame, pairs, err));
    TRY(put_points(out, &frame, &pairs->target, NULL, "target", err));
    TRY(put_points(out, &frame, &pairs->source, pairs->is_marked, "source", err));
    TRY(put_legend(out, pairs, err));
    TRY(bytes_append_text(out, "</svg>\n", err));
    TRY(put_caption(out, pairs, caption, err));
    return bytes_append_text(out, "</figure>\n", err);
}
