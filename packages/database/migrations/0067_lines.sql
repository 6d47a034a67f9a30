-- What happened to an account of a member is listed behind the commit by kind and by whether it came in
-- or went out, for moves and net entries alike, and numbered: so a page of a statement, of any kind, is
-- a few rows at the end of a list, and how many there are is known and not counted.

drop function ledger_sides_of(bigint);
drop table ledger_net_of_account;

-- The lines of one account, kind and side in a stretch of entries. `through` counts all of that list up
-- to and with these. Side 1 came in, -1 went out; what was only held or freed, side 0, is on no
-- statement and is only added up.
create table ledger_line (
  account_id bigint not null,
  kind text not null,
  side smallint not null check (side in (-1, 1)),
  through bigint not null,
  entries bigint[] not null,
  available bigint[] not null,
  held bigint[] not null,
  primary key (account_id, kind, side, through),
  constraint ledger_line_lines check (
    cardinality(entries) > 0
    and cardinality(available) = cardinality(entries)
    and cardinality(held) = cardinality(entries)
  )
);
create trigger ledger_line_append_only before update or delete or truncate on ledger_line
  for each statement execute function ledger_refuse();

-- The end of each list, and all of it added up.
create table ledger_line_sum (
  account_id bigint not null,
  kind text not null,
  side smallint not null check (side in (-1, 0, 1)),
  lines bigint not null check (lines > 0),
  available numeric not null,
  held numeric not null,
  primary key (account_id, kind, side)
)
with (fillfactor = 70);

-- Through which entry that has been done: from the first one, for now of every kind.
update ledger_chain_mark set listed_through = 0;

-- What each entry after this one did to an account of a member: one of several moves gives several rows.
create function ledger_sides_after(asked bigint, mark bigint)
returns table (entry_id bigint, available bigint, held bigint) language sql stable as $$
  -- The indexes leave out the house's accounts, which the conditions on ids repeat.
  select m.entry_id, case m.from_part when 'available' then -m.amount else 0 end,
    case m.from_part when 'held' then -m.amount else 0 end
  from ledger_move m
  where m.from_account = asked and m.from_account >= 1048576 and m.entry_id > mark
  union all
  select m.entry_id, case m.to_part when 'available' then m.amount else 0 end,
    case m.to_part when 'held' then m.amount else 0 end
  from ledger_move m
  where m.to_account = asked and m.to_account >= 1048576 and m.entry_id > mark
  union all
  select n.entry_id, n.available[place], n.held[place]
  from ledger_net n
  cross join array_position(n.accounts, asked) as place
  where n.entry_id > mark and place is not null and asked >= 1048576
$$;
