/* palette.h - colours that people with any kind of colour vision tell apart.
 *
 * M. Okabe and K. Ito, Color Universal Design (2008), and greys; on dark paper, lighter ones of the
 * same hues.
 */
#ifndef PAROT_PLOT_PALETTE_H
#define PAROT_PLOT_PALETTE_H

struct colour {
    double red, green, blue; /* sRGB, 0 to 1 */
};

enum colour_name {
    COLOUR_INK, /* text and axes */
    COLOUR_BLUE,
    COLOUR_VERMILLION,
    COLOUR_GREEN,
    COLOUR_PURPLE,
    COLOUR_ORANGE,
    COLOUR_SKY,
    COLOUR_YELLOW,
    COLOUR_GREY,  /* what matters less */
    COLOUR_FAINT, /* grid lines */
    COLOUR_PAPER,
    COLOURS
};

/* On light paper. */
struct colour palette(enum colour_name name);
struct colour palette_dark(enum colour_name name);

/* The colour of curve k, each as different from the ones before as can be; they repeat. */
enum colour_name palette_series(int k);

/* From paper (0) to a dark blue (1) in steps: the larger, the darker; on dark paper, the lighter.
 */
enum { HEAT_STEPS = 24 };
struct colour palette_heat(double value);
struct colour palette_heat_dark(double value);

/* What stands on dark paper for a colour of light paper, to the nearest 1/255; returns whether it
 * is one of the palette. */
int palette_darken(struct colour light, struct colour *dark);

/* Equal when written with two hexadecimal digits for each channel. */
int colour_equal(struct colour a, struct colour b);

/* Relative luminance, 0 to 1, and contrast of two colours, 1 to 21, as WCAG 2 defines them. */
double colour_luminance(struct colour colour);
double colour_contrast(struct colour a, struct colour b);

#endif
