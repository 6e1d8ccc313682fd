/* pthread.h - threads that cannot be had: where there are none, the library does without. */
#ifndef PAROT_WEB_PTHREAD_H
#define PAROT_WEB_PTHREAD_H

#include <errno.h>

typedef int pthread_attr_t;
typedef int pthread_t, pthread_mutex_t, pthread_cond_t, pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_DETACHED 1

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *),
                                 void *context)
{
    (void)thread, (void)attributes, (void)start, (void)context;
    return EAGAIN;
}

static inline int pthread_attr_init(pthread_attr_t *attributes)
{
    (void)attributes;
    return EAGAIN;
}

static inline int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    (void)attributes, (void)state;
    return 0;
}

static inline int pthread_attr_setstacksize(pthread_attr_t *attributes, unsigned long size)
{
    (void)attributes, (void)size;
    return 0;
}

static inline int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

static inline pthread_t pthread_self(void)
{
    return 0;
}

static inline int pthread_equal(pthread_t one, pthread_t other)
{
    return one == other;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return EINVAL;
}

static inline int pthread_once(pthread_once_t *once, void (*call)(void))
{
    if (!*once) {
        *once = 1;
        call();
    }
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)mutex, (void)attributes;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *cond, const void *attributes)
{
    (void)cond, (void)attributes;
    return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    (void)cond, (void)mutex;
    return 0;
}

static inline int pthread_cond_signal(pthread_cond_t *cond)
{
    (void)cond;
    return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *cond)
{
    (void)cond;
    return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *cond)
{
    (void)cond;
    return 0;
}

#endif
