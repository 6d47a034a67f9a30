-- A batch of the exchange is written by the batch and not by the order: what belongs together is one
-- row of arrays, which costs the database a hundredth of as many rows, and what is looked up by
-- member is listed behind the commit.

-- An entry over many accounts that says what each of them has more or less after it, net: a line is
-- (account, available, held). Every account is in it once, and what they gain sums to zero in each
-- currency. Other entries say from where to where, by moves.
create table ledger_net (
  entry_id bigint primary key,
  accounts bigint[] not null,
  available bigint[] not null,
  held bigint[] not null,
  constraint ledger_net_lines check (
    cardinality(accounts) > 0
    and cardinality(available) = cardinality(accounts)
    and cardinality(held) = cardinality(accounts)
  )
);
alter table ledger_net
  alter accounts set storage external,
  alter available set storage external,
  alter held set storage external;

create trigger ledger_net_append_only before update or delete or truncate on ledger_net
  for each statement execute function ledger_refuse();

-- Applies a net entry to the balances, each of which keeps its own floor.
create function ledger_apply_net() returns trigger language plpgsql as $$
declare
  changed bigint;
begin
  if (select e.id from ledger_entry e where e.id = new.entry_id) is null then
    raise exception 'there is no entry %', new.entry_id using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from unnest(new.accounts, new.available, new.held) as line (account, available, held)
    group by account & 4095 having sum(available) + sum(held) <> 0
  ) then
    raise exception 'entry % gives more than it takes', new.entry_id
      using errcode = 'check_violation', constraint = 'ledger_net_balanced';
  end if;
  update ledger_account a set available = a.available + line.available, held = a.held + line.held
  from unnest(new.accounts, new.available, new.held) as line (account, available, held)
  where a.id = line.account;
  -- An update changes a row once: an account that is named twice is missed here like an unknown one.
  get diagnostics changed = row_count;
  if changed <> cardinality(new.accounts) then
    raise exception 'entry % names an unknown account, or one twice', new.entry_id
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger ledger_net_applied after insert on ledger_net
  for each row execute function ledger_apply_net();

-- The same rule as before, asked once for a statement instead of once for each row.
drop trigger ledger_account_by_moves on ledger_account;
create trigger ledger_account_by_moves before update on ledger_account
  for each statement when (pg_trigger_depth() = 0) execute function ledger_refuse();

-- The lines of net entries by account, for statements: a stretch of entries at a time, filled behind
-- the commit. Through which entry that has been done stands in the mark below.
create table ledger_net_of_account (
  account_id bigint not null,
  last_entry bigint not null,
  entries bigint[] not null,
  available bigint[] not null,
  held bigint[] not null,
  primary key (account_id, last_entry)
);
create trigger ledger_net_of_account_append_only
  before update or delete or truncate on ledger_net_of_account
  for each statement execute function ledger_refuse();

alter table ledger_chain_mark add column listed_through bigint not null default 0;

-- What each entry did to an account of a member: an entry of several moves gives several rows.
create function ledger_sides_of(asked bigint)
returns table (entry_id bigint, available bigint, held bigint) language sql stable as $$
  -- The indexes leave out the house's accounts, which the conditions on ids repeat.
  select m.entry_id, case m.from_part when 'available' then -m.amount else 0 end,
    case m.from_part when 'held' then -m.amount else 0 end
  from ledger_move m where m.from_account = asked and m.from_account >= 1048576
  union all
  select m.entry_id, case m.to_part when 'available' then m.amount else 0 end,
    case m.to_part when 'held' then m.amount else 0 end
  from ledger_move m where m.to_account = asked and m.to_account >= 1048576
  union all
  select line.entry_id, line.available, line.held
  from ledger_net_of_account l
  cross join unnest(l.entries, l.available, l.held) as line (entry_id, available, held)
  where l.account_id = asked
  union all
  select n.entry_id, n.available[place], n.held[place]
  from ledger_net n
  cross join array_position(n.accounts, asked) as place
  where n.entry_id > (select mark.listed_through from ledger_chain_mark mark)
    and place is not null and asked >= 1048576
$$;

-- Orders, from here on: `terms` is side + 2 × type + 8 × time in force, and `status` of an ended one,
-- each counted as in the lists of order-codes.ts.
drop view held_for;
alter table exchange_open_order add column terms smallint;
update exchange_open_order set terms =
  array_position(array['buy', 'sell'], side) - 1
  + 2 * (array_position(array['limit', 'market', 'stop_limit', 'stop_market'], type) - 1)
  + 8 * (array_position(array['gtc', 'ioc', 'fok', 'post_only'], time_in_force) - 1);
alter table exchange_open_order
  alter terms set not null, drop column side, drop column type, drop column time_in_force;
create view held_for as
  select account_id, amount from ledger_hold where amount > 0
  union all
  select (member_id::bigint << 20) + (1 << 12) + case terms & 1 when 0 then 3 else market_id end, held
  from exchange_open_order;

-- The orders that ended in a batch: the one at place p of the arrays is number first_n + p - 1.
create table exchange_ended_batch (
  market_id integer not null,
  first_n bigint not null,
  last_n bigint not null,
  ended_at timestamptz not null,
  id bigint[] not null,
  member_id integer[] not null,
  terms smallint[] not null,
  status smallint[] not null,
  price bigint[] not null,
  stop_price bigint[] not null,
  quantity bigint[] not null,
  filled bigint[] not null,
  quote_filled bigint[] not null,
  fee bigint[] not null,
  first_trade bigint[] not null,
  last_trade bigint[] not null,
  -- In milliseconds since 1970.
  created_at bigint[] not null,
  -- Absent when none of them has one.
  client_id text[],
  primary key (market_id, first_n),
  constraint exchange_ended_batch_places check (
    first_n <= last_n
    and array[cardinality(id), cardinality(member_id), cardinality(terms), cardinality(status),
      cardinality(price), cardinality(stop_price), cardinality(quantity), cardinality(filled),
      cardinality(quote_filled), cardinality(fee), cardinality(first_trade),
      cardinality(last_trade), cardinality(created_at)]
      = array_fill((last_n - first_n + 1)::integer, array[13])
  )
);

-- The trades of a batch: the one at place p of the arrays has the id first_id + p - 1.
create table exchange_trade_batch (
  market_id integer not null,
  first_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  price bigint[] not null,
  quantity bigint[] not null,
  quote bigint[] not null,
  taker_sells boolean[] not null,
  maker_order bigint[] not null,
  taker_order bigint[] not null,
  maker_id integer[] not null,
  taker_id integer[] not null,
  maker_fee bigint[] not null,
  taker_fee bigint[] not null,
  primary key (market_id, first_id),
  constraint exchange_trade_batch_places check (
    first_id <= last_id
    and array[cardinality(price), cardinality(quantity), cardinality(quote),
      cardinality(taker_sells), cardinality(maker_order), cardinality(taker_order),
      cardinality(maker_id), cardinality(taker_id), cardinality(maker_fee), cardinality(taker_fee)]
      = array_fill((last_id - first_id + 1)::integer, array[10])
  )
);

insert into exchange_ended_batch
select market_id, min(n), max(n), max(ended_at), array_agg(id order by n),
  array_agg(member_id order by n),
  array_agg((array_position(array['buy', 'sell'], side) - 1
    + 2 * (array_position(array['limit', 'market', 'stop_limit', 'stop_market'], type) - 1)
    + 8 * (array_position(array['gtc', 'ioc', 'fok', 'post_only'], time_in_force) - 1)
    )::smallint order by n),
  array_agg((array_position(array['waiting', 'open', 'filled', 'cancelled', 'expired'], status) - 1
    )::smallint order by n),
  array_agg(price order by n), array_agg(stop_price order by n), array_agg(quantity order by n),
  array_agg(filled order by n), array_agg(quote_filled order by n), array_agg(fee order by n),
  array_agg(first_trade order by n), array_agg(last_trade order by n),
  array_agg((extract(epoch from created_at) * 1000)::bigint order by n),
  case when count(client_id) > 0 then array_agg(client_id order by n) end
from (
  select *, n - row_number() over (partition by market_id, ended_at order by n) as stretch
  from exchange_ended_order
) ended group by market_id, ended_at, stretch;

insert into exchange_trade_batch
select market_id, min(id), max(id), max(at), array_agg(price order by id),
  array_agg(quantity order by id), array_agg(quote order by id),
  array_agg(taker_side = 'sell' order by id), array_agg(maker_order order by id),
  array_agg(taker_order order by id), array_agg(maker_id order by id),
  array_agg(taker_id order by id), array_agg(maker_fee order by id),
  array_agg(taker_fee order by id)
from (
  select *, id - row_number() over (partition by market_id, at order by id) as stretch
  from exchange_trade
) traded group by market_id, at, stretch;

drop table exchange_ended_order, exchange_trade;

-- By member, filled behind the commit: the orders that ended and the trades of a stretch of batches,
-- in one transaction with the mark of how far it is and with the volumes that follow from the trades.
-- `first_id` and `last_id` are the lowest and the highest of `ids`, which are in order.
drop table exchange_order_of_member, exchange_trade_of_member;
create table exchange_orders_of_member (
  member_id integer not null,
  market_id integer not null,
  first_id bigint not null,
  last_id bigint not null,
  ids bigint[] not null,
  ns bigint[] not null,
  primary key (member_id, market_id, last_id)
);
create table exchange_trades_of_member (
  member_id integer not null,
  market_id integer not null,
  first_id bigint not null,
  last_id bigint not null,
  ids bigint[] not null,
  primary key (member_id, market_id, last_id)
);
-- Only of ended orders that have a name of their member's own.
create table exchange_client_order (
  member_id integer not null,
  client_id text not null,
  order_id bigint not null,
  market_id integer not null,
  n bigint not null,
  primary key (member_id, client_id, order_id)
);

-- All of it is listed anew, and the volumes with it.
alter table exchange_indexed drop column volume_through;
update exchange_indexed set orders_through = 0, trades_through = 0;
delete from exchange_volume;
