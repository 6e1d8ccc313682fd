Answers go back to the tables they were made from.

  $ cat > pos.csv << END
  > customer,age,city
  > p1,30,Bonn
  > p2,31,Bonn
  > p3,32,Köln
  > END
  $ cat > unl.csv << END
  > customer,age,city,note
  > u1,30.50,Bonn,"first, of all"
  > u2,070,Köln,
  > u3,NA,Bonn,gap
  > u4,31.0,Bonn,last
  > END

The id keeps its name, and a match is told by its id; what has none has an empty cell:

  $ parot pu pos.csv unl.csv --id customer --na drop --prior 0.67 --method wasserstein -q -o - | cut -d, -f1,2,6
  customer,label,match
  u1,0,
  u2,1,p3
  u4,1,p* (glob)
  $ parot partial pos.csv unl.csv --id customer --na drop --mass 0.5 -q -o - | head -1
  customer,match,mass
  $ parot partial pos.csv unl.csv --id customer --na drop --mass 0.5 -q -o - | sed 1d | grep -cE '^p[1-3],u[124],0[.][0-9]+$'
  * (glob)
  $ sed 's/customer/key/' unl.csv | parot partial pos.csv - --id customer --drop key,note --na drop --mass 0.3 -q -o - | head -1
  customer,col,mass
  $ parot drift pos.csv unl.csv --id customer --na drop --level 0.5 -q -o - | cut -d, -f1,2,5 | head -2
  customer,is_new,match
  u1,0,p* (glob)

--append writes the table that was read, every cell as it stands there, with the answer behind it:

  $ parot pu pos.csv unl.csv --id customer --na drop --prior 0.67 -q -o out.csv --append
  $ sed 's/,[^,]*,[^,]*,[^,]*$//' out.csv | cmp - unl.csv
  $ head -1 out.csv
  customer,age,city,note,label,score,rank
  $ tail -2 out.csv
  u3,NA,Bonn,gap,,,
  u4,31.0,Bonn,last,*,0.* (glob)
  $ sed 's/note/label/' unl.csv > taken.csv
  $ parot pu pos.csv taken.csv --id customer --na drop --drop label --prior 0.67 -q --append -o - | head -1
  customer,age,city,label,parot_label,score,rank
  $ parot pu pos.csv unl.csv --id customer --na mean --prior 0.5 --method nearest --model m.npz -q
  $ parot predict m.npz unl.csv --na mean --append -q 2> /dev/null | head -2
  customer,age,city,note,label,score,rank
  u1,30.50,Bonn,"first, of all",1,* (glob)
  $ parot drift pos.csv unl.csv --id customer --na drop --level 0.5 -q --append -o - | tail -2
  u3,NA,Bonn,gap,,
  u4,31.0,Bonn,last,0,* (glob)
  $ printf '1;0,5\n2;0,25\n3;7\n' > comma.csv
  $ parot drift comma.csv comma.csv --decimal , --level 0.5 -q --append -o - | head -2
  x1,x2,is_new,score
  1,"0,5",0,* (glob)

Ids that occur twice are noticed:

  $ sed 's/u4/u1/' unl.csv > twice.csv
  $ parot pu pos.csv twice.csv --id customer --na drop --prior 0.67 2>&1 | grep identify
  parot pu: note: --id customer of twice.csv does not identify rows: 'u1' occurs more than once (2 rows in all)
  $ parot pu pos.csv twice.csv --id customer --na drop --prior 0.67 --strict
  parot pu: --strict: --id customer of twice.csv does not identify rows: 'u1' occurs more than once
  [1]

Numbers are printed in their shortest form:

  $ printf 'x\n0.1\n5e-324\n' | parot convert - -
  x
  0.1
  5e-324
