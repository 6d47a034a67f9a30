-- Market data is derived from the trades, behind their commit: `market_candle_through` says how far.
-- Candles of one minute, one hour and one day are kept; the other intervals are added up from them.
create table market_candle (
  market_id integer not null,
  minutes integer not null check (minutes in (1, 60, 1440)),
  at timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null,
  quote_volume bigint not null,
  taker_buy_volume bigint not null,
  taker_buy_quote bigint not null,
  trades bigint not null,
  first_trade bigint not null,
  primary key (market_id, minutes, at),
  constraint market_candle_range
    check (low > 0 and low <= least(open, close) and high >= greatest(open, close)),
  constraint market_candle_trades check (trades > 0 and volume > 0)
)
with (fillfactor = 80);

create table market_candle_through (
  market_id integer primary key,
  trade_id bigint not null
);
insert into market_candle_through (market_id, trade_id) values (1, 0), (18, 0), (28, 0);

-- House liquidity: the seed of a day's random walk. Its hash is published before the day, the seed
-- itself after it; a row is never changed.
create table simulation_day (
  day date primary key,
  seed bytea not null check (length(seed) = 32),
  seed_hash bytea not null check (seed_hash = sha256(seed)),
  committed_at timestamptz not null
);

-- Where the walk of a market begins on a day: where that of the day before ended.
create table simulation_opening (
  day date not null references simulation_day (day),
  market_id integer not null,
  price bigint not null check (price > 0),
  primary key (day, market_id)
);

create function simulation_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'what was committed for a day of the simulation stays';
end $$;
create trigger simulation_day_is_final before update or delete on simulation_day
  for each row execute function simulation_is_final();
create trigger simulation_opening_is_final before update or delete on simulation_opening
  for each row execute function simulation_is_final();
