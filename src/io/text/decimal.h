/* decimal.h - plain decimal numbers, read fast and rounded correctly. */
#ifndef PAROT_IO_DECIMAL_H
#define PAROT_IO_DECIMAL_H

/* Reads a number at the beginning of `text`, [+-]digits[.digits][e[+-]digits], which something
 * that is not part of a number must end. Returns what follows it, or NULL when this is not
 * such a number or one of the few that need more care (more than 19 digits, very large, very
 * small): then number_parse decides. *value is the double nearest to the number. */
const char *decimal_scan(const char *text, double *value);

#endif
