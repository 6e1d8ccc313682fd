/* nearest_name.h - the name that was probably meant by one that does not exist.
 *
 * Near are letters of another size, names that begin with the word, and one letter in three
 * inserted, removed, changed or swapped with its neighbour.
 */
#ifndef PAROT_BASE_NEAREST_NAME_H
#define PAROT_BASE_NEAREST_NAME_H

/* The best of the names that were tried. */
struct nearest_name {
    const char *word;
    const char *name; /* NULL: none is near enough to be worth saying */
    int distance;     /* a nearer name takes its place */
};

struct nearest_name nearest_name_begin(const char *word);
void nearest_name_try(struct nearest_name *nearest, const char *name);

#endif
