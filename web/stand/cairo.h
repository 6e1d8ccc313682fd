/* cairo.h - drawing, as far as the figures use cairo; svg.c writes SVG. */
#ifndef PAROT_WEB_CAIRO_H
#define PAROT_WEB_CAIRO_H

typedef struct svg_surface cairo_surface_t;
typedef struct svg_context cairo_t;
typedef int cairo_font_options_t;
typedef int cairo_status_t;
typedef struct cairo_user_data_key {
    int unused;
} cairo_user_data_key_t;
typedef cairo_status_t (*cairo_write_func_t)(void *closure, const unsigned char *data,
                                             unsigned size);

enum { CAIRO_STATUS_SUCCESS = 0, CAIRO_STATUS_NO_MEMORY = 1, CAIRO_STATUS_INVALID_FORMAT = 16 };
enum { CAIRO_FORMAT_RGB24, CAIRO_HINT_STYLE_NONE, CAIRO_HINT_METRICS_OFF, CAIRO_ANTIALIAS_GRAY };
enum { CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL = 0, CAIRO_FONT_WEIGHT_BOLD = 1 };
enum { CAIRO_LINE_CAP_BUTT, CAIRO_LINE_CAP_ROUND, CAIRO_LINE_JOIN_ROUND };

typedef struct cairo_text_extents {
    double x_advance;
} cairo_text_extents_t;

cairo_t *cairo_create(cairo_surface_t *surface);
void cairo_destroy(cairo_t *cairo);
cairo_status_t cairo_status(cairo_t *cairo);
const char *cairo_status_to_string(cairo_status_t status);
/* One key and one value: figures have no more. */
cairo_status_t cairo_set_user_data(cairo_t *cairo, const cairo_user_data_key_t *key, void *value,
                                   void (*destroy)(void *));
void *cairo_get_user_data(cairo_t *cairo, const cairo_user_data_key_t *key);
cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
cairo_status_t cairo_surface_write_to_png_stream(cairo_surface_t *surface, cairo_write_func_t write,
                                                 void *closure);
void cairo_surface_finish(cairo_surface_t *surface);
cairo_status_t cairo_surface_status(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);

static inline cairo_font_options_t *cairo_font_options_create(void)
{
    return 0;
}
static inline void cairo_font_options_set_hint_style(cairo_font_options_t *o, int v)
{
    (void)o, (void)v;
}
static inline void cairo_font_options_set_hint_metrics(cairo_font_options_t *o, int v)
{
    (void)o, (void)v;
}
static inline void cairo_font_options_set_antialias(cairo_font_options_t *o, int v)
{
    (void)o, (void)v;
}
static inline void cairo_font_options_destroy(cairo_font_options_t *o)
{
    (void)o;
}
static inline void cairo_set_font_options(cairo_t *c, const cairo_font_options_t *o)
{
    (void)c, (void)o;
}

void cairo_save(cairo_t *cairo);
void cairo_restore(cairo_t *cairo);
void cairo_clip(cairo_t *cairo);
void cairo_translate(cairo_t *cairo, double x, double y);
void cairo_rotate(cairo_t *cairo, double angle);
void cairo_scale(cairo_t *cairo, double x, double y);

void cairo_set_source_rgb(cairo_t *cairo, double red, double green, double blue);
void cairo_set_source_rgba(cairo_t *cairo, double red, double green, double blue, double alpha);
void cairo_set_line_width(cairo_t *cairo, double width);
void cairo_set_line_cap(cairo_t *cairo, int cap);
void cairo_set_line_join(cairo_t *cairo, int join);
void cairo_set_dash(cairo_t *cairo, const double *dashes, int count, double offset);

void cairo_new_path(cairo_t *cairo);
void cairo_new_sub_path(cairo_t *cairo);
void cairo_close_path(cairo_t *cairo);
void cairo_move_to(cairo_t *cairo, double x, double y);
void cairo_line_to(cairo_t *cairo, double x, double y);
void cairo_rectangle(cairo_t *cairo, double x, double y, double width, double height);
void cairo_arc(cairo_t *cairo, double x, double y, double radius, double from, double to);
void cairo_fill(cairo_t *cairo);
void cairo_fill_preserve(cairo_t *cairo);
void cairo_stroke(cairo_t *cairo);

void cairo_select_font_face(cairo_t *cairo, const char *family, int slant, int weight);
void cairo_set_font_size(cairo_t *cairo, double size);
void cairo_text_extents(cairo_t *cairo, const char *text, cairo_text_extents_t *extents);
void cairo_show_text(cairo_t *cairo, const char *text);

#endif
