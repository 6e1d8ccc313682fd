library(testthat)
library(parot)

test_check("parot")
