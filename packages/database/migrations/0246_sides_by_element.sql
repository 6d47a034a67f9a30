-- What entries after this one did to an account of a member, as before. Whether a batch of orders has to do
-- with the account is asked of its row: to look for the place in every one of them took a third of all
-- that a house at work asked its database for.
create or replace function ledger_sides_after(asked bigint, mark bigint)
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
  select n.entry_id, n.available[array_position(n.accounts, asked)],
    n.held[array_position(n.accounts, asked)]
  from ledger_net n
  where n.entry_id > mark and asked = any (n.accounts) and asked >= 1048576
$$;
