-- The lock plan: USDT set aside for a term of days, with an income for each day that is reserved when
-- the lock is bought.

-- The terms that hold are those that began last. A lock keeps those it was bought on.
create table lock_terms (
  starts_at timestamptz primary key,
  days integer not null check (days between 1 and 3650),
  -- Income of a day, in hundredths of a percent of the amount.
  day_bps integer not null check (day_bps between 1 and 10000),
  -- No smaller than what gives at least one unit a day.
  minimum bigint not null check (minimum >= 10000)
);
insert into lock_terms (starts_at, days, day_bps, minimum)
values ('2024-01-01T00:00:00Z', 30, 100, 100000000);

create table lock_contract (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  -- Held in the member's Spot wallet while the lock runs.
  amount bigint not null check (amount > 0),
  day_income bigint not null check (day_income > 0),
  days integer not null check (days > 0),
  days_paid integer not null default 0 check (days_paid between 0 and days),
  state text not null default 'running' check (state in ('running', 'ended', 'exited')),
  started_at timestamptz not null,
  -- The end of the first day that is not paid.
  due_at timestamptz not null check (due_at > started_at),
  closed_at timestamptz,
  check ((state = 'running') = (closed_at is null)),
  check (state <> 'ended' or days_paid = days)
);
create index lock_contract_due on lock_contract (due_at, id) where state = 'running';
create index lock_contract_running on lock_contract (member_id, id) where state = 'running';
-- What a member was paid is added up from the index alone.
create index lock_contract_member on lock_contract (member_id) include (day_income, days_paid);

select keep_states('lock_contract', '{running}', '{running > ended, running > exited}');

-- A running lock carries its hold in its own row, as an open order does.
create or replace view held_for as
  select account_id, amount from ledger_hold where amount > 0
  union all
  select (member_id::bigint << 20) + (1 << 12) + case terms & 1 when 0 then 3 else market_id end, held
  from exchange_open_order
  union all
  select (member_id::bigint << 20) + (1 << 12) + 3, amount
  from lock_contract where state = 'running';
