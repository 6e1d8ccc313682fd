/* number.h - doubles as text, with a decimal point whatever the locale. */
#ifndef PAROT_IO_NUMBER_H
#define PAROT_IO_NUMBER_H

enum number_kind {
    NUMBER_FINE,
    NUMBER_EMPTY,    /* blanks at most */
    NUMBER_TEXT,     /* not a number at all */
    NUMBER_NAN,      /* "nan" */
    NUMBER_TOO_LARGE /* beyond the largest double */
};

enum { NUMBER_SIZE = 32 }; /* bytes for the longest number: "-1.7976931348623157e+308" and NUL */

/* Decimal notation or a signed "inf" or "infinity", with blanks around it. *value is set only
 * when it is NUMBER_FINE. */
enum number_kind number_parse(const char *text, double *value);

/* The fewest digits that read back as the same double; "inf", "-inf", "nan". Returns `text`. */
const char *number_print(double value, char text[NUMBER_SIZE]);

#endif
