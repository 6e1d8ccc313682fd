# partial.R - partial() and gromov(): plans.

plan_of <- function(found, rows, cols, points, kind) {
  structure(c(found, list(rows = rows, cols = cols, x = points[[1]], y = points[[2]], kind = kind)), class = "parot_plan")
}

partial <- function(x, y, mass = "max", price = NULL, metric = "sqeuclidean", p = NULL, q = NULL, cost = NULL, threads = 1L) {
  points <- list(NULL, NULL)
  if (is.null(cost)) {
    points <- as_tables(x, y, c("x", "y"))
    if (ncol(points[[1]]) != ncol(points[[2]]))
      stop("x, y: must have the same columns, got ", ncol(points[[1]]), " and ", ncol(points[[2]]), call. = FALSE)
    rows <- nrow(points[[1]])
    cols <- nrow(points[[2]])
  } else {
    cost <- as_table(cost, "cost")
    rows <- nrow(cost)
    cols <- ncol(cost)
  }
  p <- weights_of(p, rows, "p")
  q <- weights_of(q, cols, "q")
  found <- .Call(C_partial, flip(cost), flip(points[[1]]), flip(points[[2]]), metric, p, q, mass_of(mass, p, q),
                 if (is.null(price)) NULL else as.double(price), as.integer(threads))
  plan_of(found, rows, cols, points, "partial")
}

gromov <- function(x, y, mass = "max", metric = "euclidean", p = NULL, q = NULL, restarts = 0L, threads = 1L) {
  points <- list(as_table(x, "x"), as_table(y, "y"))
  p <- weights_of(p, nrow(points[[1]]), "p")
  q <- weights_of(q, nrow(points[[2]]), "q")
  found <- .Call(C_gromov, t(points[[1]]), t(points[[2]]), metric, p, q, mass_of(mass, p, q), as.integer(restarts), as.integer(threads))
  found$stationarity <- attr(found, "stationarity")
  attr(found, "stationarity") <- NULL
  plan_of(found, nrow(points[[1]]), nrow(points[[2]]), points, "gromov")
}

print.parot_plan <- function(x, ...) {
  cat(x$rows, "x", x$cols, "points, mass", format(x$moved), "moves at cost", format(x$cost, digits = 6), "\n")
  if (x$kind == "gromov") cat("Stationary to", format(x$stationarity, digits = 2), "(the problem is not convex: not proved optimal)\n")
  else if (isTRUE(x$proved)) cat("Proved optimal: it costs at most", format(x$excess, digits = 2), "more than the least\n")
  else cat("Not proved: it may cost", format(x$excess, digits = 2), "more than the least\n")
  invisible(x)
}

as.data.frame.parot_plan <- function(x, ...) data.frame(row = x$row, col = x$col, mass = x$mass)

as.matrix.parot_plan <- function(x, ...) {
  dense <- matrix(0, x$rows, x$cols)
  dense[cbind(x$row, x$col)] <- x$mass
  dense
}

# Blue: source, orange: target; the plan is drawn where both have two columns.
plot.parot_plan <- function(x, ...) {
  if (is.null(x$x) || ncol(x$x) != 2 || ncol(x$y) != 2) stop("plot: needs tables of two columns", call. = FALSE)
  all <- rbind(x$x, x$y)
  plot(all, type = "n", asp = 1, xlab = colnames(x$x)[1], ylab = colnames(x$x)[2], ...)
  segments(x$x[x$row, 1], x$x[x$row, 2], x$y[x$col, 1], x$y[x$col, 2], col = "grey70")
  points(x$x, pch = 19, col = "#0072B2")
  points(x$y, pch = 3, col = "#E69F00")
  legend("topleft", c("source", "target"), pch = c(19, 3), col = c("#0072B2", "#E69F00"), bty = "n")
  invisible(x)
}
