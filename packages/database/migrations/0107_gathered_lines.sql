-- A line of a list for each account that a few hundred entries touched was a row for every second line
-- when the exchange is busy, and its sum was written as often. So lines are gathered first, by group of
-- members, which makes few rows, and put into the lists when there are many of an account's.

-- What a stretch of entries did to the accounts of a group of members: line by line, in any order.
-- Each line is here or in its list.
create table ledger_line_gathered (
  -- The lowest ten bits of the members' ids.
  members smallint not null,
  kind text not null,
  -- The last entry of the stretch.
  through bigint not null,
  accounts bigint[] not null,
  entries bigint[] not null,
  available bigint[] not null,
  held bigint[] not null,
  primary key (members, kind, through),
  constraint ledger_line_gathered_lines check (
    cardinality(accounts) > 0
    and cardinality(entries) = cardinality(accounts)
    and cardinality(available) = cardinality(accounts)
    and cardinality(held) = cardinality(accounts)
  )
);
alter table ledger_line_gathered
  alter accounts set storage external,
  alter entries set storage external,
  alter available set storage external,
  alter held set storage external;
create trigger ledger_line_gathered_moved before update or truncate on ledger_line_gathered
  for each statement execute function ledger_refuse();

-- How much looking through what is gathered costs, in lines.
alter table ledger_chain_mark add column gathered bigint not null default 0;

-- What is gathered of accounts from one id to another, all of one member.
create function ledger_gathered_lines(first_account bigint, last_account bigint)
returns table (account_id bigint, kind text, entry_id bigint, available bigint, held bigint)
language sql stable as $$
  select line.account_id, g.kind, line.entry_id, line.available, line.held
  from ledger_line_gathered g
  cross join unnest(g.accounts, g.entries, g.available, g.held)
    as line (account_id, entry_id, available, held)
  where g.members = ((first_account >> 20) & 1023)::smallint
    and line.account_id between first_account and last_account
$$;
