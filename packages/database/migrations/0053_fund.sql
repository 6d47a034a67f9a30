-- Funds: USDT for a term, with a yield at its end that is reserved when the fund is bought.

-- Type and days name a fund. A purchase keeps the terms it was made on.
create table fund_product (
  id integer generated always as identity primary key,
  type integer not null check (type between 1 and 9),
  day integer not null check (day between 1 and 3650),
  -- Yield of the whole term, in hundredths of a percent of the amount.
  rate_bps integer not null check (rate_bps between 1 and 100000),
  -- Never under 5 USDT.
  minimum bigint not null check (minimum >= 500000000),
  maximum bigint not null check (maximum >= minimum),
  enabled boolean not null default true,
  starts_at timestamptz not null,
  unique (type, day)
);
insert into fund_product (type, day, rate_bps, minimum, maximum, starts_at)
values
  (1, 7, 100, 500000000, 500000000000, '2024-01-01T00:00:00Z'),
  (1, 30, 500, 500000000, 500000000000, '2024-01-01T00:00:00Z'),
  (1, 90, 1800, 500000000, 500000000000, '2024-01-01T00:00:00Z');

create table fund_contract (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  product_id integer not null references fund_product (id),
  -- Held in the member's Spot wallet while the fund runs.
  amount bigint not null check (amount > 0),
  -- In reserve:fund while it runs.
  yield bigint not null check (yield > 0),
  days integer not null check (days > 0),
  rate_bps integer not null check (rate_bps > 0),
  state text not null default 'running' check (state in ('running', 'ended')),
  started_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > started_at),
  closed_at timestamptz check (closed_at >= ends_at),
  check ((state = 'running') = (closed_at is null))
);
create index fund_contract_due on fund_contract (ends_at, id) where state = 'running';
create index fund_contract_running on fund_contract (member_id, id) where state = 'running';
create index fund_contract_member on fund_contract (member_id, id);
select keep_states('fund_contract', '{running}', '{running > ended}');

-- A running fund carries its hold in its own row, as an open order and a lock do.
create or replace view held_for as
  select account_id, amount from ledger_hold where amount > 0
  union all
  select (member_id::bigint << 20) + (1 << 12) + case terms & 1 when 0 then 3 else market_id end, held
  from exchange_open_order
  union all
  select (member_id::bigint << 20) + (1 << 12) + 3, amount
  from lock_contract where state = 'running'
  union all
  select (member_id::bigint << 20) + (1 << 12) + 3, amount
  from fund_contract where state = 'running';
