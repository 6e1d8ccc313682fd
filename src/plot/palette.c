/* palette.c - a table of colours for each paper; contrasts are computed from the relative luminance
 * of WCAG. */
#include "plot/palette.h"

#include <math.h>

static struct colour of_bytes(const unsigned char rgb[3])
{
    return (struct colour){rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0};
}

struct colour palette(enum colour_name name)
{
    static const unsigned char RGB[COLOURS][3] = {
        [COLOUR_INK] = {34, 34, 34},        [COLOUR_BLUE] = {0, 114, 178},
        [COLOUR_VERMILLION] = {213, 94, 0}, [COLOUR_GREEN] = {0, 158, 115},
        [COLOUR_PURPLE] = {204, 121, 167},  [COLOUR_ORANGE] = {230, 159, 0},
        [COLOUR_SKY] = {86, 180, 233},      [COLOUR_YELLOW] = {240, 228, 66},
        [COLOUR_GREY] = {117, 117, 117},    [COLOUR_FAINT] = {230, 230, 230},
        [COLOUR_PAPER] = {255, 255, 255}};
    return of_bytes(RGB[name]);
}

/* Ink and paper are those of reports in the dark. */
struct colour palette_dark(enum colour_name name)
{
    static const unsigned char RGB[COLOURS][3] = {
        [COLOUR_INK] = {230, 237, 243},       [COLOUR_BLUE] = {64, 154, 219},
        [COLOUR_VERMILLION] = {240, 112, 48}, [COLOUR_GREEN] = {20, 170, 130},
        [COLOUR_PURPLE] = {232, 138, 198},    [COLOUR_ORANGE] = {245, 190, 70},
        [COLOUR_SKY] = {140, 208, 250},       [COLOUR_YELLOW] = {250, 240, 130},
        [COLOUR_GREY] = {140, 148, 158},      [COLOUR_FAINT] = {41, 48, 57},
        [COLOUR_PAPER] = {15, 19, 24}};
    return of_bytes(RGB[name]);
}

/* Without yellow, which is too light for a line. */
enum colour_name palette_series(int k)
{
    static const enum colour_name ORDER[] = {COLOUR_BLUE,   COLOUR_VERMILLION, COLOUR_GREEN,
                                             COLOUR_PURPLE, COLOUR_ORANGE,     COLOUR_SKY};
    return ORDER[k % (int)(sizeof ORDER / sizeof *ORDER)];
}

/* Straight lines through four stops. */
static struct colour between(const struct colour stops[4], double value)
{
    double place = 3 * nearbyint(HEAT_STEPS * fmin(1, fmax(0, value))) / HEAT_STEPS;
    int k = place >= 3 ? 2 : (int)place;
    double part = place - k;
    const struct colour *from = &stops[k], *to = &stops[k + 1];
    return (struct colour){from->red + part * (to->red - from->red),
                           from->green + part * (to->green - from->green),
                           from->blue + part * (to->blue - from->blue)};
}

/* Paper, nearly sky, blue and a blue that is nearly black. */
struct colour palette_heat(double value)
{
    const struct colour stops[] = {
        palette(COLOUR_PAPER), {0.34, 0.71, 0.92}, palette(COLOUR_BLUE), {0, 0.09, 0.22}};
    return between(stops, value);
}

/* Paper, two blues and one that is nearly white: as far from paper as on the light side. */
struct colour palette_heat_dark(double value)
{
    const struct colour stops[] = {
        palette_dark(COLOUR_PAPER), {0.06, 0.26, 0.42}, palette_dark(COLOUR_BLUE), {0.9, 0.97, 1}};
    return between(stops, value);
}

int colour_equal(struct colour a, struct colour b)
{
    return lround(255 * a.red) == lround(255 * b.red) &&
           lround(255 * a.green) == lround(255 * b.green) &&
           lround(255 * a.blue) == lround(255 * b.blue);
}

int palette_darken(struct colour light, struct colour *dark)
{
    for (int name = 0; name < COLOURS; name++)
        if (colour_equal(light, palette((enum colour_name)name))) {
            *dark = palette_dark((enum colour_name)name);
            return 1;
        }
    for (int k = 0; k <= HEAT_STEPS; k++)
        if (colour_equal(light, palette_heat((double)k / HEAT_STEPS))) {
            *dark = palette_heat_dark((double)k / HEAT_STEPS);
            return 1;
        }
    return 0;
}

static double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

double colour_luminance(struct colour colour)
{
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) +
           0.0722 * linear(colour.blue);
}

double colour_contrast(struct colour a, struct colour b)
{
    double one = colour_luminance(a), other = colour_luminance(b);
    return (fmax(one, other) + 0.05) / (fmin(one, other) + 0.05);
}
