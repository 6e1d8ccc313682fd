A report is one HTML file that knows what it was made of:

  $ parot make blobs -n 20 -o good.csv -q
  $ parot make blobs -n 10 --seed 1 -o like.csv -q
  $ parot make blobs -n 15 --center 4,4 --seed 2 --add like.csv -o "it's all.csv" -q
  $ parot pu good.csv "it's all.csv" --prior 0.4 --report out.html -q
  $ head -c 15 out.html; echo; grep -c '</html>' out.html
  <!DOCTYPE html>
  1
  $ grep -o 'SHA-256 [0-9a-f]*' out.html | cut -d' ' -f2 > told
  $ sha256sum good.csv "it's all.csv" | cut -d' ' -f1 | cmp - told

The command in it runs as it is:

  $ grep -o '<pre>.*</pre>' out.html
  <pre>parot pu good.csv 'it'\''s all.csv' --prior 0.4 --report out.html -q</pre>

It is refused like any other output, and may be packed:

  $ parot pu good.csv "it's all.csv" --prior 0.4 --report out.html.gz -q
  $ gzip -dc out.html.gz | grep -c '</html>'
  1

A match of distances is not called proved:

  $ parot pu good.csv "it's all.csv" --prior 0.4 --method gromov --report gromov.html -q
  $ grep -c 'That problem is not convex' gromov.html; grep -c 'proved optimal' gromov.html
  1
  0
  [1]

What the page says of the proof was checked by parot_certify:

  $ parot pu good.csv "it's all.csv" --prior 0.4 --method wasserstein --whole-rows none --report proof.html -q
  $ grep -o 'It costs at most [0-9]e-[0-9]* more than the optimum' proof.html
  It costs at most *e-* more than the optimum (glob)

Plans have one as well, with what the command says of them:

  $ parot partial good.csv like.csv --mass 0.5 --report plan.html -q
  $ grep -c 'Proved optimal: no plan of this mass costs less' plan.html
  1
  $ parot gromov good.csv like.csv --mass 0.5 --report match.html -q
  $ grep -c 'for every start' match.html; grep -c '<th scope="col" title="of a unit of mass">' match.html
  1
  0
  [1]

The headline says what the body says, and rows are those of the files:

  $ parot gromov good.csv like.csv --mass 0.5 --start product --iterations 1 --report stopped.html -q
  [3]
  $ grep -c 'The search was stopped early' stopped.html; grep -c 'It is stationary' stopped.html
  1
  0
  [1]
  $ printf 'name,a\nA0,0\nA1,\nA2,5\n' > from.csv
  $ printf 'name,a\nB0,\nB1,9\nB2,5\n' > to.csv
  $ parot partial from.csv to.csv --id name --na drop --mass 0.5 --report named.html -q
  $ grep -A1 '<td class="text">A2</td>' named.html
  <tr><td class="text">A2</td>
  <td class="text">B2</td>
