/* py_batch.c - many problems in one call: stacks of arrays in, arrays of all answers out.
 *
 * A stack is one array for all problems, or a list of arrays. What the library can read as it is
 * (float64, each row contiguous) it reads there; anything else, float32 above all, is converted by
 * the thread that solves the problem, just before it does.
 */
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* ---- Stacks ------------------------------------------------------------- */

/* The numbers of one problem: `across` and `down` are bytes from one to the next. */
struct numbers {
    const char *data; /* NULL: there are none */
    Py_ssize_t rows, cols, down, across;
    int is_single; /* float32 */
};

struct stack {
    const char *name;
    struct numbers *item; /* one for each problem; NULL: there is no such array */
    Py_buffer *views;
    Py_ssize_t view_count;
};

static void stack_close(struct stack *stack)
{
    for (Py_ssize_t k = 0; k < stack->view_count; k++)
        PyBuffer_Release(&stack->views[k]);
    free(stack->views);
    free(stack->item);
}

static int refuse_stack(const char *name, Py_ssize_t k, const char *rule)
{
    return k < 0 ? refuse_words(name, "%s: %s", name, rule)
                 : refuse_words(name, "%s: %s, at problem %lld", name, rule, (long long)k);
}

/* One array, of which the last `dims` dimensions are those of a problem. */
static int numbers_of(const Py_buffer *view, int dims, struct numbers *numbers)
{
    int is_single = view->format && strcmp(view->format, "f") == 0;
    if (!is_single && !(view->format && strcmp(view->format, "d") == 0))
        return -1;
    const Py_ssize_t *shape = view->shape + view->ndim - dims;
    const Py_ssize_t *strides = view->strides + view->ndim - dims;
    *numbers = (struct numbers){view->buf, shape[0], 1, strides[0], view->itemsize, is_single};
    if (dims == 2) {
        numbers->cols = shape[1];
        numbers->across = strides[1];
    }
    return 0;
}

static int list_in(struct stack *stack, PyObject *list, int64_t count, int dims)
{
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *object = PyList_GetItem(list, k);
        Py_buffer *view = &stack->views[stack->view_count];
        if (object == Py_None)
            continue;
        if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_STRIDES) < 0)
            return -1;
        stack->view_count++;
        if (view->ndim != dims || numbers_of(view, dims, &stack->item[k]) < 0)
            return refuse_stack(stack->name, k, "must be an array of float64 or float32");
    }
    return 0;
}

static int array_in(struct stack *stack, PyObject *array, int64_t count, int dims)
{
    Py_buffer *view = stack->views;
    if (PyObject_GetBuffer(array, view, PyBUF_FORMAT | PyBUF_STRIDES) < 0)
        return -1;
    stack->view_count = 1;
    struct numbers first;
    int is_shared = view->ndim == dims;
    if ((!is_shared && (view->ndim != dims + 1 || view->shape[0] != count)) ||
        numbers_of(view, dims, &first) < 0)
        return refuse_stack(stack->name, -1, "must be an array of float64 or float32 for each");
    for (Py_ssize_t k = 0; k < count; k++) {
        stack->item[k] = first;
        stack->item[k].data += is_shared ? 0 : k * view->strides[0];
    }
    return 0;
}

/* `object`: None, a list of `count` arrays (some may be None), an array of all, or one array that
 * all problems share. */
static int stack_open(struct stack *stack, const char *name, PyObject *object, int64_t count,
                      int dims)
{
    stack->name = name;
    if (object == Py_None)
        return 0;
    int is_list = PyList_Check(object);
    if (is_list && PyList_Size(object) != count)
        return refuse_stack(name, -1, "has another number of problems");
    stack->item = calloc((size_t)count + 1, sizeof *stack->item);
    stack->views = calloc(is_list ? (size_t)count + 1 : 1, sizeof *stack->views);
    if (!stack->item || !stack->views) {
        PyErr_NoMemory();
        return -1;
    }
    return is_list ? list_in(stack, object, count, dims) : array_in(stack, object, count, dims);
}

/* Can the library read it where it is? */
static int is_plain(const struct numbers *numbers)
{
    enum { SIZE = sizeof(double) };
    return !numbers->is_single && (uintptr_t)numbers->data % SIZE == 0 &&
           (numbers->cols == 1 || numbers->across == SIZE) && numbers->down % SIZE == 0 &&
           (numbers->rows == 1 || numbers->down >= numbers->cols * SIZE);
}

static void copy_numbers(const struct numbers *from, double *to)
{
    for (Py_ssize_t i = 0; i < from->rows; i++)
        for (Py_ssize_t j = 0; j < from->cols; j++) {
            const char *at = from->data + i * from->down + j * from->across;
            float single;
            if (from->is_single) {
                memcpy(&single, at, sizeof single);
                *to++ = single;
            } else {
                memcpy(to++, at, sizeof *to);
            }
        }
}

static parot_matrix matrix_at(const struct stack *stack, int64_t k)
{
    if (!stack->item || !stack->item[k].data)
        return (parot_matrix){0};
    const struct numbers *numbers = &stack->item[k];
    int64_t stride = numbers->rows > 1 ? numbers->down / (int64_t)sizeof(double) : numbers->cols;
    if (!is_plain(numbers))
        return (parot_matrix){NULL, numbers->rows, numbers->cols, numbers->cols};
    return (parot_matrix){(const double *)(const void *)numbers->data, numbers->rows, numbers->cols,
                          stride};
}

/* Numbers in one piece: points of a line, or weights, which Python has made plain. */
static const double *vector_at(const struct stack *stack, int64_t k)
{
    const struct numbers *numbers = stack->item ? &stack->item[k] : NULL;
    if (!numbers || !numbers->data || !is_plain(numbers) ||
        (numbers->rows > 1 && numbers->down != sizeof(double)))
        return NULL;
    return (const double *)(const void *)numbers->data;
}

/* ---- A batch ------------------------------------------------------------ */

enum { COST, SOURCE, TARGET, P, Q, STACKS };

struct stacks {
    int64_t count;
    struct stack stack[STACKS];
    Py_buffer mass;
    const double *masses; /* or prices */
};

static parot_status fill(int64_t k, parot_batch_part part, double *numbers, void *user,
                         parot_error *err)
{
    const struct stacks *stacks = user;
    const int places[] = {[PAROT_BATCH_PART_COST] = COST,
                          [PAROT_BATCH_PART_SOURCE] = SOURCE,
                          [PAROT_BATCH_PART_TARGET] = TARGET};
    (void)err;
    copy_numbers(&stacks->stack[places[part]].item[k], numbers);
    return PAROT_OK;
}

static int check_weights(const struct stacks *stacks, int which, int64_t k, int64_t wanted)
{
    const struct stack *stack = &stacks->stack[which];
    if (!stack->item || !stack->item[k].data || stack->item[k].rows == wanted)
        return 0;
    return refuse_words(stack->name, "%s: has %lld weights for %lld points, at problem %lld",
                        stack->name, (long long)stack->item[k].rows, (long long)wanted,
                        (long long)k);
}

/* `args`: (count, cost, source, target, p, q, mass); `dims` are those of source and target */
static int stacks_open(struct stacks *stacks, PyObject *args, int dims)
{
    PyObject *object[STACKS] = {NULL}, *mass = NULL;
    static const char *const names[STACKS] = {"cost", "source", "target", "p", "q"};
    long long count = 0;
    if (!PyArg_ParseTuple(args, "LOOOOOO", &count, &object[COST], &object[SOURCE], &object[TARGET],
                          &object[P], &object[Q], &mass))
        return -1;
    stacks->count = count;
    for (int which = 0; which < STACKS; which++)
        if (stack_open(&stacks->stack[which], names[which], object[which], count,
                       which == COST ? 2
                       : which < P   ? dims
                                     : 1) < 0)
            return -1;
    return vector_in(mass, "mass", &stacks->mass, &stacks->masses);
}

static void stacks_close(struct stacks *stacks)
{
    for (int which = 0; which < STACKS; which++)
        stack_close(&stacks->stack[which]);
    PyBuffer_Release(&stacks->mass);
}

/* ---- Out ---------------------------------------------------------------- */

static void release_batch(void *object)
{
    parot_batch_result_free(object);
}

/* None where there is no such array. */
static PyObject *maybe_out(PyObject *owner, void *data, int64_t count, const char *format)
{
    return data ? array_out(owner, data, count, format) : Py_NewRef(Py_None);
}

/* [(problem, message, argument), ...] */
static PyObject *failures_out(const parot_batch_result *result)
{
    PyObject *list = PyList_New(0);
    for (int64_t f = 0; list && f < result->failures; f++) {
        const parot_batch_failure *failure = &result->failure[f];
        PyObject *item = Py_BuildValue("(Lss)", (long long)failure->problem, failure->error.message,
                                       failure->error.argument);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* A dict of arrays, by their names in parot_batch_result. */
static PyObject *batch_out(parot_batch_result *result)
{
    parot_batch_result kept = *result;
    *result = (parot_batch_result){0};
    int64_t count = kept.count, rows = kept.row_at[count], cols = kept.col_at[count];
    int64_t entries = kept.start ? kept.start[rows] : 0;
    int64_t pairs = kept.dense_at ? kept.dense_at[count] : 0;
    PyObject *owner = owner_new(&kept, sizeof kept, release_batch);
    if (!owner)
        return NULL;
#define NUMBERS(name, size, format) #name, maybe_out(owner, kept.name, size, format)
    PyObject *out = Py_BuildValue(
        "{si sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN sN}", "status",
        (int)kept.status, NUMBERS(statuses, count, "i"), NUMBERS(objective, count, "d"),
        NUMBERS(bound, count, "d"), NUMBERS(mass, count, "d"), NUMBERS(lambda, count, "d"),
        NUMBERS(iterations, count, "q"), NUMBERS(pivots, count, "q"), NUMBERS(relative, count, "d"),
        NUMBERS(infeasible, count, "d"), NUMBERS(regularised, count, "d"),
        NUMBERS(residual, count, "d"), NUMBERS(stationarity, count, "d"),
        NUMBERS(row_at, count + 1, "q"), NUMBERS(col_at, count + 1, "q"), NUMBERS(u, rows, "d"),
        NUMBERS(v, cols, "d"), NUMBERS(start, rows + 1, "q"), NUMBERS(col, entries, "i"),
        NUMBERS(value, entries, "d"), NUMBERS(dense_at, count + 1, "q"), NUMBERS(dense, pairs, "d"),
        "failures", failures_out(&kept));
#undef NUMBERS
    Py_DECREF(owner);
    return out;
}

/* ---- Kinds -------------------------------------------------------------- */

/* What the doors take beside the problems. */
struct terms {
    int32_t has_price;
    double reg, tolerance, exponent, alpha;
    parot_loss loss;
    parot_gromov_options gromov;
};

/* Calls one of the doors with problems of its own type, in *problems, which is the caller's. */
typedef parot_status door(const struct stacks *stacks, const struct terms *terms, void *problems,
                          const parot_batch_options *how, struct call *call,
                          parot_batch_result *result);

static parot_status matrices_door(const struct stacks *stacks, const struct terms *terms,
                                  void *problems, const parot_batch_options *how, struct call *call,
                                  parot_batch_result *result)
{
    parot_problem *problem = problems;
    int64_t count = stacks->count;
    for (int64_t k = 0; k < count; k++)
        problem[k] = (parot_problem){.cost = matrix_at(&stacks->stack[COST], k),
                                     .p = vector_at(&stacks->stack[P], k),
                                     .q = vector_at(&stacks->stack[Q], k),
                                     .mass = terms->has_price ? 0 : stacks->masses[k]};
    if (terms->reg > 0)
        return parot_partial_entropic_batch(problem, count, terms->reg, terms->tolerance, how,
                                            &call->run, result, &call->err);
    if (terms->has_price)
        return parot_partial_lagrange_batch(problem, stacks->masses, count, how, &call->run, result,
                                            &call->err);
    return parot_partial_batch(problem, count, how, &call->run, result, &call->err);
}

static parot_status lines_door(const struct stacks *stacks, const struct terms *terms,
                               void *problems, const parot_batch_options *how, struct call *call,
                               parot_batch_result *result)
{
    parot_line *line = problems;
    const struct stack *source = &stacks->stack[SOURCE], *target = &stacks->stack[TARGET];
    for (int64_t k = 0; k < stacks->count; k++)
        line[k] = (parot_line){.x = vector_at(source, k),
                               .y = vector_at(target, k),
                               .n = source->item[k].rows,
                               .m = target->item[k].rows,
                               .p = vector_at(&stacks->stack[P], k),
                               .q = vector_at(&stacks->stack[Q], k),
                               .mass = stacks->masses[k],
                               .exponent = terms->exponent};
    return parot_partial_line_batch(line, stacks->count, how, &call->run, result, &call->err);
}

static parot_status gromov_door(const struct stacks *stacks, const struct terms *terms,
                                void *problems, const parot_batch_options *how, struct call *call,
                                parot_batch_result *result)
{
    parot_gromov_problem *problem = problems;
    for (int64_t k = 0; k < stacks->count; k++)
        problem[k] = (parot_gromov_problem){.source = matrix_at(&stacks->stack[SOURCE], k),
                                            .target = matrix_at(&stacks->stack[TARGET], k),
                                            .cost = matrix_at(&stacks->stack[COST], k),
                                            .alpha = terms->alpha,
                                            .loss = terms->loss,
                                            .p = vector_at(&stacks->stack[P], k),
                                            .q = vector_at(&stacks->stack[Q], k),
                                            .mass = stacks->masses[k]};
    return parot_gromov_batch(problem, stacks->count, &terms->gromov, how, &call->run, result,
                              &call->err);
}

/* A problem to start from: (cost, p, q, mass), or None. */
static int reference_open(struct request *request, PyObject *reference, parot_batch_options *how)
{
    PyObject *cost = NULL, *p = NULL, *q = NULL;
    if (reference == Py_None)
        return 0;
    if (!PyArg_ParseTuple(reference, "OOOd", &cost, &p, &q, &request->problem.mass) ||
        request_open(request, cost, p, q) < 0)
        return -1;
    how->reference = &request->problem;
    return 0;
}

/* Weights must be as many as points: the library could not know. */
static int check_all_weights(const struct stacks *stacks)
{
    const struct stack *cost = &stacks->stack[COST], *source = &stacks->stack[SOURCE],
                       *target = &stacks->stack[TARGET];
    for (int64_t k = 0; k < stacks->count; k++) {
        int64_t rows = source->item ? source->item[k].rows : cost->item[k].rows;
        int64_t cols = target->item ? target->item[k].rows : cost->item[k].cols;
        if (check_weights(stacks, P, k, rows) < 0 || check_weights(stacks, Q, k, cols) < 0)
            return -1;
    }
    return 0;
}

static PyObject *solve_stacks(struct stacks *stacks, const struct terms *terms, door *enter,
                              size_t size, parot_batch_options *how, PyObject *options)
{
    struct call call;
    parot_batch_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0 || check_all_weights(stacks) < 0)
        return NULL;
    void *problems = malloc(((size_t)stacks->count + 1) * size);
    if (!problems)
        return PyErr_NoMemory();
    how->fill = fill;
    how->user = stacks;
    Py_BEGIN_ALLOW_THREADS;
    status = enter(stacks, terms, problems, how, &call, &result);
    Py_END_ALLOW_THREADS;
    free(problems);
    PyObject *out = call_end(&call, status) < 0 ? NULL : batch_out(&result);
    parot_batch_result_free(&result);
    return out;
}

/* `how`: (plans, certify, reference) */
static int how_open(PyObject *how, parot_batch_options *options, struct request *reference)
{
    int plans = 0, certify = 0;
    PyObject *problem = NULL;
    parot_batch_options_init(options);
    if (!PyArg_ParseTuple(how, "iiO", &plans, &certify, &problem))
        return -1;
    options->plans = (parot_batch_plans)plans;
    options->certify = certify;
    return reference_open(reference, problem, options);
}

/* The tail that all functions have: stacks, how, options. */
static PyObject *batch(PyObject *args, PyObject *how, PyObject *options, const struct terms *terms,
                       door *enter, size_t size)
{
    struct stacks stacks = {0};
    struct request reference = {0};
    parot_batch_options batch_options;
    PyObject *out = NULL;
    if (how_open(how, &batch_options, &reference) == 0 &&
        stacks_open(&stacks, args, enter == lines_door ? 1 : 2) == 0)
        out = solve_stacks(&stacks, terms, enter, size, &batch_options, options);
    stacks_close(&stacks);
    request_close(&reference);
    return out;
}

static PyObject *core_batch_partial(PyObject *module, PyObject *args)
{
    struct terms terms = {0};
    PyObject *stacks = NULL, *how = NULL, *options = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!iddO!O!", &PyTuple_Type, &stacks, &terms.has_price, &terms.reg,
                          &terms.tolerance, &PyTuple_Type, &how, &PyTuple_Type, &options))
        return NULL;
    return batch(stacks, how, options, &terms, matrices_door, sizeof(parot_problem));
}

static PyObject *core_batch_line(PyObject *module, PyObject *args)
{
    struct terms terms = {0};
    PyObject *stacks = NULL, *how = NULL, *options = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!dO!O!", &PyTuple_Type, &stacks, &terms.exponent, &PyTuple_Type,
                          &how, &PyTuple_Type, &options))
        return NULL;
    return batch(stacks, how, options, &terms, lines_door, sizeof(parot_line));
}

static PyObject *core_batch_gromov(PyObject *module, PyObject *args)
{
    struct terms terms = {0};
    PyObject *stacks = NULL, *how = NULL, *options = NULL;
    parot_gromov_options *gromov = &terms.gromov;
    int loss = 0, steps = 0;
    (void)module;
    parot_gromov_options_init(gromov);
    if (!PyArg_ParseTuple(args, "O!di(dIii)O!O!", &PyTuple_Type, &stacks, &terms.alpha, &loss,
                          &gromov->tolerance, &gromov->starts, &gromov->restarts, &steps,
                          &PyTuple_Type, &how, &PyTuple_Type, &options))
        return NULL;
    terms.loss = (parot_loss)loss;
    gromov->steps = (parot_steps)steps;
    return batch(stacks, how, options, &terms, gromov_door, sizeof(parot_gromov_problem));
}

PyMethodDef batch_methods[] = {
    {"batch_partial", core_batch_partial, METH_VARARGS,
     "batch_partial(stacks, has_price, reg, tolerance, how, options); with a price it is in the "
     "place of the masses, and reg = 0 is without an entropy"},
    {"batch_line", core_batch_line, METH_VARARGS, "batch_line(stacks, exponent, how, options)"},
    {"batch_gromov", core_batch_gromov, METH_VARARGS,
     "batch_gromov(stacks, alpha, loss, (tolerance, starts, restarts, steps), how, options)"},
    {NULL, NULL, 0, NULL},
};
