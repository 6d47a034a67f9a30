-- The spot exchange. A settling batch writes here by primary key alone; prices count ticks and
-- quantities count lots of their market, money counts units. What is looked up by member is indexed
-- behind the commit, in tables of its own.

-- Who may settle a market. A new owner raises `epoch`; the statement that settles a batch writes the
-- epoch its engine knows into `settled_epoch`, so that the engine of an older one commits nothing.
-- `sequence` counts the batches that changed the market.
create table market_lease (
  market_id integer primary key,
  owner text,
  until timestamptz,
  epoch bigint not null default 0,
  settled_epoch bigint not null default 0,
  sequence bigint not null default 0,
  constraint market_lease_fenced check (settled_epoch = epoch)
)
with (fillfactor = 50);

-- The book: every order that rests or waits. `priority` is when it joined its queue. `held` is what
-- the order holds of its member's change wallet: the view below is what the audit adds up.
create table exchange_open_order (
  market_id integer not null,
  id bigint not null,
  member_id integer not null,
  side text not null,
  type text not null,
  time_in_force text not null,
  price bigint,
  stop_price bigint,
  quantity bigint not null,
  filled bigint not null,
  quote_filled bigint not null,
  fee bigint not null,
  held bigint not null,
  is_waiting boolean not null,
  priority bigint not null,
  client_id text,
  first_trade bigint,
  last_trade bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (market_id, id),
  constraint exchange_open_order_filled check (filled >= 0 and filled < quantity),
  constraint exchange_open_order_held check (held > 0)
)
with (fillfactor = 80);

-- Orders that have ended, counted from 1 in each market in the order of their ends.
create table exchange_ended_order (
  market_id integer not null,
  n bigint not null,
  id bigint not null,
  member_id integer not null,
  side text not null,
  type text not null,
  time_in_force text not null,
  price bigint,
  stop_price bigint,
  quantity bigint not null,
  filled bigint not null,
  quote_filled bigint not null,
  fee bigint not null,
  status text not null,
  client_id text,
  first_trade bigint,
  last_trade bigint,
  created_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (market_id, n),
  constraint exchange_ended_order_filled check (filled >= 0 and filled <= quantity)
);

create table exchange_trade (
  market_id integer not null,
  id bigint not null,
  price bigint not null,
  quantity bigint not null,
  quote bigint not null,
  taker_side text not null,
  maker_order bigint not null,
  taker_order bigint not null,
  maker_id integer not null,
  taker_id integer not null,
  maker_fee bigint not null,
  taker_fee bigint not null,
  at timestamptz not null,
  primary key (market_id, id),
  constraint exchange_trade_amounts check (price > 0 and quantity > 0 and quote > 0),
  constraint exchange_trade_sides check (maker_id <> taker_id)
);

-- Numbers of orders are drawn in blocks, so that no two engines ever give out the same one.
create sequence exchange_order_number increment by 1000;

-- By member, filled behind the commit in one transaction with the mark of how far it is.
create table exchange_order_of_member (
  member_id integer not null,
  market_id integer not null,
  order_id bigint not null,
  n bigint not null,
  client_id text,
  primary key (member_id, market_id, order_id)
);
create index exchange_order_of_member_client
  on exchange_order_of_member (member_id, client_id, order_id) where client_id is not null;

create table exchange_trade_of_member (
  member_id integer not null,
  market_id integer not null,
  trade_id bigint not null,
  primary key (member_id, market_id, trade_id)
);

create table exchange_indexed (
  market_id integer primary key,
  orders_through bigint not null,
  trades_through bigint not null
);

-- What a member traded on a day, both sides counted, in the quote currency: fees follow from it.
create table exchange_volume (
  member_id integer not null,
  day date not null,
  quote bigint not null,
  primary key (member_id, day)
);

-- Fees in millionths of what is received, from this volume of the last 30 days on.
create table fee_tier (
  volume_min bigint primary key,
  maker integer not null,
  taker integer not null,
  constraint fee_tier_rates check (maker between 0 and 100000 and taker between 0 and 100000)
);
insert into fee_tier (volume_min, maker, taker) values
  (0, 1000, 1000),
  (100000000000000, 900, 1000),
  (1000000000000000, 700, 900);

insert into market_lease (market_id) values (1), (18), (28);
insert into exchange_indexed (market_id, orders_through, trades_through)
values (1, 0, 0), (18, 0, 0), (28, 0, 0);

-- Every hold there is, for the audit: those of the ledger, and those that open orders carry in their
-- own row. An account's id is its name: owner * 2^20 + wallet * 2^12 + currency; `change` is 1.
create view held_for as
  select account_id, amount from ledger_hold where amount > 0
  union all
  select (member_id::bigint << 20) + (1 << 12) + case when side = 'buy' then 3 else market_id end,
    held
  from exchange_open_order;
