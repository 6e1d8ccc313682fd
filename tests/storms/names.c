/* names.c - prints every function in the register, for check-register. */
#include <stdio.h>

#include "register.h"

#define PRINT_ENUM(type)                                                                           \
    printf("parot_" #type "_words\nparot_" #type "_name\nparot_" #type "_parse\n");
#define PRINT_INIT(type) printf(#type "_init_sized\n");
#define PRINT_FREE(type) printf(#type "_free\n");

int main(void)
{
    FOR_CALLS(call)
    printf("%s\n", call->name);
    for (const struct truth *truth = register_truths(); truth; truth = truth->next)
        printf("%s\n", truth->name);
    ENUMS(PRINT_ENUM)
    OPTIONS(PRINT_INIT)
    RESULTS(PRINT_FREE)
    printf("parot_solver_free\n"); /* by the kind of its handle */
}
