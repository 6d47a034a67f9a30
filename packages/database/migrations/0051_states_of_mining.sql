-- Runs, machines and what is promised for invitees go the ways of their tables, too. What is called a
-- state everywhere else is called so of machines.
alter table machine rename column status to state;
alter table machine rename constraint machine_status_check to machine_state_check;

select
  keep_states('run', '{open}', '{open > closed}'),
  keep_states('machine', '{idle}', '{idle > running, running > idle, running > finished}'),
  keep_states('referral', '{promised, unfunded}', '{promised > due, promised > lapsed, due > paid}');
