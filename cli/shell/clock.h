/* clock.h - monotonic seconds. */
#ifndef PAROT_CLI_CLOCK_H
#define PAROT_CLI_CLOCK_H

double clock_now(void);

#endif
