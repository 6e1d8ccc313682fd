/* palette.c - a table of colours; contrasts are computed from the relative luminance of WCAG. */
#include "plot/palette.h"

#include <math.h>

struct colour palette(enum colour_name name)
{
    static const unsigned char RGB[][3] = {
        [COLOUR_INK] = {34, 34, 34},        [COLOUR_BLUE] = {0, 114, 178},
        [COLOUR_VERMILLION] = {213, 94, 0}, [COLOUR_GREEN] = {0, 158, 115},
        [COLOUR_PURPLE] = {204, 121, 167},  [COLOUR_ORANGE] = {230, 159, 0},
        [COLOUR_SKY] = {86, 180, 233},      [COLOUR_YELLOW] = {240, 228, 66},
        [COLOUR_GREY] = {117, 117, 117},    [COLOUR_FAINT] = {230, 230, 230},
        [COLOUR_PAPER] = {255, 255, 255}};
    const unsigned char *rgb = RGB[name];
    return (struct colour){rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0};
}

/* Without yellow, which is too light for a line. */
enum colour_name palette_series(int k)
{
    static const enum colour_name ORDER[] = {COLOUR_BLUE,   COLOUR_VERMILLION, COLOUR_GREEN,
                                             COLOUR_PURPLE, COLOUR_ORANGE,     COLOUR_SKY};
    return ORDER[k % (int)(sizeof ORDER / sizeof *ORDER)];
}

/* Straight lines through paper, sky, blue and a blue that is nearly black. */
struct colour palette_heat(double value)
{
    const struct colour stops[] = {
        palette(COLOUR_PAPER), palette(COLOUR_SKY), palette(COLOUR_BLUE), {0, 0.09, 0.22}};
    double place = 3 * fmin(1, fmax(0, value));
    int k = place >= 3 ? 2 : (int)place;
    double part = place - k;
    const struct colour *from = &stops[k], *to = &stops[k + 1];
    return (struct colour){from->red + part * (to->red - from->red),
                           from->green + part * (to->green - from->green),
                           from->blue + part * (to->blue - from->blue)};
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
