/* sketch.c - characters as a grid of dots.
 *
 * The canvas is made of dots, several to a character: 2 x 4 in braille, 1 x 1 in ASCII. Each column
 * of dots covers a piece of the curve, from its height on the left to that on the right, so that
 * steep pieces hang together.
 */
#include "say/sketch.h"

#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 60, HEIGHT = 15 }; /* characters */

struct canvas {
    const parot_curve *curve;
    double mass;        /* at the right end */
    double least, most; /* cost at the bottom and at the top */
    int across, down;   /* dots in a character */
    unsigned char dots[HEIGHT][WIDTH];
};

/* What the terminal shows is up to LC_ALL, LC_CTYPE and LANG; the command itself stays in the C
 * locale. */
static int locale_is_utf8(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!locale)
        return 0;
    int is_utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return is_utf8;
}

/* ---- Drawing ------------------------------------------------------------ */

/* From 0 at the bottom to 1 at the top. Halves, for the difference of two doubles may be none. */
static double height_of(const struct canvas *canvas, double cost)
{
    double range = canvas->most / 2 - canvas->least / 2;
    return range > 0 ? (cost / 2 - canvas->least / 2) / range : 0;
}

/* Which of `count` lines, from the top, that is. */
static int line_of(double height, int count)
{
    int line = (int)lround((1 - height) * (count - 1));
    return line < 0 ? 0 : line >= count ? count - 1 : line;
}

/* The dots of a braille character are numbered by columns, except the last two. */
static void set_dot(struct canvas *canvas, int x, int y)
{
    static const unsigned char BRAILLE[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    canvas->dots[y / canvas->down][x / canvas->across] |=
        BRAILLE[y % canvas->down][x % canvas->across];
}

static void draw(struct canvas *canvas)
{
    int columns = WIDTH * canvas->across, lines = HEIGHT * canvas->down;
    double slope = 0;
    int before = line_of(height_of(canvas, canvas->curve->objective[0]), lines);
    for (int x = 0; x < columns; x++) {
        double mass = canvas->mass * ((double)(x + 1) / columns);
        int line = line_of(height_of(canvas, parot_curve_at(canvas->curve, mass, &slope)), lines);
        int step = line < before ? -1 : 1;
        for (int y = before; y != line; y += step)
            set_dot(canvas, x, y);
        set_dot(canvas, x, line);
        before = line;
    }
}

static struct canvas canvas_of(const parot_curve *curve)
{
    int is_utf8 = locale_is_utf8();
    struct canvas canvas = {.curve = curve,
                            .mass = curve->mass[curve->count - 1],
                            .least = curve->objective[0],
                            .most = curve->objective[0],
                            .across = is_utf8 ? 2 : 1,
                            .down = is_utf8 ? 4 : 1};
    for (int64_t k = 0; k < curve->count; k++) {
        canvas.least = fmin(canvas.least, curve->objective[k]);
        canvas.most = fmax(canvas.most, curve->objective[k]);
    }
    return canvas;
}

/* ---- Printing ----------------------------------------------------------- */

/* Braille is U+2800 and the dots, here in UTF-8. */
static void print_cell(FILE *file, const struct canvas *canvas, unsigned dots)
{
    if (!dots)
        fputc(' ', file);
    else if (canvas->across == 1)
        fputc('*', file);
    else
        fprintf(file, "\xE2%c%c", 0xA0 + (int)(dots >> 6), 0x80 + (int)(dots & 63));
}

/* `elbow` is the column of the O, or -1. */
static void print_line(FILE *file, const struct canvas *canvas, int line, int elbow)
{
    int end = elbow + 1;
    for (int x = end; x < WIDTH; x++)
        end = canvas->dots[line][x] ? x + 1 : end;
    if (line == 0 || line == HEIGHT - 1)
        fprintf(file, "%11.5g |", line == 0 ? canvas->most : canvas->least);
    else
        fprintf(file, "%11s |", line == HEIGHT / 2 ? "cost" : "");
    for (int x = 0; x < end; x++)
        if (x == elbow)
            fputc('O', file);
        else
            print_cell(file, canvas, canvas->dots[line][x]);
    fputc('\n', file);
}

static void print_axis(FILE *file, const struct canvas *canvas, int has_elbow)
{
    static const char RULE[] = "------------------------------------------------------------";
    fprintf(file, "%11s +%.*s\n", "", WIDTH, RULE);
    fprintf(file, "%11s  0%*s%*.5g\n", "", WIDTH / 2 + 1, "mass", WIDTH / 2 - 2, canvas->mass);
    if (has_elbow)
        fprintf(file, "%11s  O: the elbow\n", "");
}

void sketch_print(FILE *file, const parot_curve *curve)
{
    int64_t elbow = curve->elbow;
    int has_elbow = curve->status == PAROT_OK && elbow > 0 && elbow < curve->count - 1;
    if (curve->count < 2)
        return;
    struct canvas canvas = canvas_of(curve);
    int column = (int)(WIDTH * (curve->mass[elbow] / canvas.mass));
    int marked = line_of(height_of(&canvas, curve->objective[elbow]), HEIGHT);
    draw(&canvas);
    fputc('\n', file);
    for (int line = 0; line < HEIGHT; line++)
        print_line(file, &canvas, line, has_elbow && line == marked ? column : -1);
    print_axis(file, &canvas, has_elbow);
}
