# tables.R - data frames, formulas and matrices as numbers.

# A matrix of numbers: of a data frame, texts and factors become one column for each level.
as_table <- function(x, name) {
  if (is.data.frame(x)) {
    if (nrow(x) == 0 || ncol(x) == 0) stop(name, ": needs rows and columns, got ", nrow(x), " x ", ncol(x), call. = FALSE)
    if (anyNA(x)) stop(name, ": has missing values; na.omit() leaves their rows out", call. = FALSE)
    x <- model.matrix(~ . - 1, x)
  }
  if (is.numeric(x) && is.null(dim(x))) x <- matrix(x, ncol = 1)
  if (!is.matrix(x) || !is.numeric(x)) stop(name, ": must be a data frame or a matrix of numbers, got ", class(x)[1], call. = FALSE)
  storage.mode(x) <- "double"
  x
}

# Two tables of the same columns. Texts and factors need the levels of both.
as_tables <- function(x, y, names) {
  if (is.data.frame(x) && is.data.frame(y)) {
    lacks <- setdiff(names(x), names(y))
    if (length(lacks)) stop(names[2], ": has no column '", lacks[1], "', which ", names[1], " has", call. = FALSE)
    y <- y[names(x)]
    both <- rbind(x, y)
    if (anyNA(both)) stop(names[if (anyNA(x)) 1 else 2], ": has missing values; na.omit() leaves their rows out", call. = FALSE)
    both <- model.matrix(~ . - 1, both)
    return(list(both[seq_len(nrow(x)), , drop = FALSE], both[nrow(x) + seq_len(nrow(y)), , drop = FALSE]))
  }
  list(as_table(x, names[1]), as_table(y, names[2]))
}

# The two groups of a formula such as treated ~ age + income. Of numbers, truth values and factors the larger value comes first; of texts it must be said.
by_formula <- function(formula, data, treated) {
  if (missing(data) || !is.data.frame(data)) stop("data: a formula needs a data frame", call. = FALSE)
  if (length(formula) != 3) stop("formula: must have two sides, such as treated ~ age + income", call. = FALSE)
  frame <- model.frame(formula, data, na.action = NULL)
  if (anyNA(frame)) stop("data: has missing values; na.omit() leaves their rows out", call. = FALSE)
  side <- frame[[1]]
  values <- sort(unique(side))
  if (length(values) != 2) stop("formula: its left side must have two values, got ", length(values), call. = FALSE)
  if (is.null(treated) && is.character(side))
    stop("treated: say which of '", values[1], "' and '", values[2], "' is the first group, such as treated = \"", values[2], "\"", call. = FALSE)
  if (!is.null(treated) && !(treated %in% values)) stop("treated: ", names(frame)[1], " has no value '", treated, "'", call. = FALSE)
  chosen <- if (is.null(treated)) values[2] else treated
  table <- model.matrix(delete.response(terms(frame)), frame)
  table <- table[, colnames(table) != "(Intercept)", drop = FALSE]
  first <- which(side == chosen)
  second <- which(side != chosen)
  list(x = table[first, , drop = FALSE], y = table[second, , drop = FALSE], first = first, second = second,
       group = paste(names(frame)[1], "=", format(chosen)))
}

# As the library wants it: row by row.
flip <- function(m) if (is.null(m)) NULL else t(m)

weights_of <- function(w, rows, name) {
  if (is.null(w)) return(NULL)
  w <- as.double(w)
  if (length(w) != rows) stop(name, ": must have ", rows, " numbers, one for each row, got ", length(w), call. = FALSE)
  w
}

total_of <- function(w) if (is.null(w)) 1 else sum(w)

# A number, or the smaller total for "max".
mass_of <- function(mass, p, q) {
  if (identical(mass, "max")) return(min(total_of(p), total_of(q)))
  if (!is.numeric(mass) || length(mass) != 1) stop("mass: must be a number or \"max\"", call. = FALSE)
  as.double(mass)
}
