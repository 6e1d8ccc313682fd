# match.R - match_rows(): treated to controls, within calipers.

match_rows <- function(x, y = NULL, data = NULL, treated = NULL, caliper = Inf, column_calipers = NULL, exact = NULL, ratio = 1L, order = "most", price = NULL,
                       metric = "euclidean", scale = "none", cost = NULL, threads = 1L) {
  if (!is.null(cost) && !(is.null(exact) && is.null(column_calipers)))
    stop("cost: beside a matrix of costs there are no columns for exact and column_calipers; set the costs of such pairs to Inf", call. = FALSE)
  if (!is.null(column_calipers) && (is.null(names(column_calipers)) || any(names(column_calipers) == "")))
    stop("column_calipers: must have the names of columns, such as list(age = 5)", call. = FALSE)
  if (!is.null(price) && missing(order)) order <- "price"
  if (is.null(price) && identical(order, "price")) stop("price: order = \"price\" needs one", call. = FALSE)
  if (!is.null(price) && !identical(order, "price")) stop("price: only counts with order = \"price\"; drop one of the two", call. = FALSE)
  first <- second <- NULL
  sides <- NULL
  if (inherits(x, "formula")) {
    groups <- by_formula(x, data, treated)
    tables <- groups[c("x", "y")]
    sides <- list(data[groups$first, , drop = FALSE], data[groups$second, , drop = FALSE])
    first <- groups$first
    second <- groups$second
  } else if (is.null(cost)) {
    tables <- as_tables(if (is.data.frame(x)) x[setdiff(names(x), exact)] else x, if (is.data.frame(y)) y[setdiff(names(y), exact)] else y, c("x", "y"))
    sides <- list(x, y)
  } else tables <- list(NULL, NULL)
  if (!is.null(cost)) cost <- as_table(cost, "cost")
  settings <- list(order = order, metric = metric, scale = scale, ratio = as.integer(ratio), caliper = as.double(caliper),
                   price = if (is.null(price)) NULL else as.double(price), column_caliper = as.double(unlist(column_calipers)))
  found <- .Call(C_match, flip(tables[[1]]), flip(tables[[2]]), flip(cost), strata_of(sides, exact), limited_of(sides, names(column_calipers)), settings,
                 as.integer(threads))
  found$first <- if (is.null(first)) seq_along(found$x$reason) else first
  found$second <- if (is.null(second)) seq_along(found$y$reason) else second
  found$columns <- colnames(tables[[1]])
  found$group <- if (is.null(first)) "the first table" else groups$group
  columns <- c("mean_first", "mean_second", "difference", "variance_ratio")
  dimnames(found$before) <- dimnames(found$after) <- list(if (nrow(found$before) == length(found$columns)) found$columns, columns)
  structure(found, class = "parot_match")
}

# Equal numbers for rows that are equal in the columns `exact`. A missing cell equals no other.
strata_of <- function(sides, exact) {
  if (is.null(exact)) return(NULL)
  keys <- lapply(sides, function(side) {
    lacks <- setdiff(exact, names(side))
    if (!is.data.frame(side) || length(lacks)) stop("exact: there is no column '", c(lacks, exact)[1], "' in both tables", call. = FALSE)
    key <- do.call(paste, c(lapply(side[exact], as.character), sep = "\r"))
    key[!stats::complete.cases(side[exact])] <- NA
    key
  })
  levels <- unique(unlist(keys))
  alone <- length(levels)
  lapply(keys, function(key) {
    number <- match(key, levels)
    missing <- is.na(key)
    number[missing] <- alone + seq_len(sum(missing))
    alone <<- alone + sum(missing)
    number
  })
}

limited_of <- function(sides, columns) {
  if (is.null(columns)) return(NULL)
  lapply(sides, function(side) {
    lacks <- setdiff(columns, colnames(side))
    if (length(lacks)) stop("column_calipers: there is no column '", lacks[1], "'", call. = FALSE)
    t(as_table(side[, columns, drop = FALSE], "column_calipers"))
  })
}

print.parot_match <- function(x, ...) {
  cat(length(x$row), if (length(x$row) == 1) "pair;" else "pairs;", sum(x$x$partners > 0), "of", length(x$first), paste0("(", x$group, ")"), "and", sum(x$y$partners > 0), "of", length(x$second), "rows have a partner\n")
  cat("Total cost ", format(x$total, digits = 6), if (isTRUE(x$proved)) ", proved: no choice has more pairs, or as many at a lower cost" else ", not proved", "\n", sep = "")
  reasons <- table(x$x$reason[x$x$partners == 0])
  for (reason in names(reasons)) {
    words <- if (reasons[[reason]] == 1) c("row", "has") else c("rows", "have")
    cat("  ", reasons[[reason]], " ", words[1], " with ", x$group, " ", words[2], " none: ", reason, "\n", sep = "")
  }
  invisible(x)
}

as.data.frame.parot_match <- function(x, ...) data.frame(first = x$first[x$row], second = x$second[x$col], cost = x$cost)

# Love plot: standardised differences of means before and after.
plot.parot_match <- function(x, ...) {
  if (!nrow(x$before)) stop("plot: there are no columns to compare", call. = FALSE)
  names <- if (is.null(x$columns)) paste0("V", seq_len(nrow(x$before))) else x$columns
  at <- rev(seq_along(names))
  before <- abs(x$before[, 3])
  after <- abs(x$after[, 3])
  old <- par(mar = c(4, 8, 1, 1))
  on.exit(par(old))
  plot(before, at, xlim = range(0, before, after, 0.1, na.rm = TRUE), yaxt = "n", xlab = "absolute standardised difference", ylab = "", pch = 1, ...)
  points(after, at, pch = 19, col = "#0072B2")
  axis(2, at, names, las = 1)
  abline(v = 0.1, lty = 2)
  legend("bottomright", c("before", "after"), pch = c(1, 19), col = c("black", "#0072B2"), bty = "n")
  invisible(x)
}
