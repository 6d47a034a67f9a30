-- What may leave the house of all members together within an hour and within a day, worth in USDT; and
-- when operators were last told that half of either, or all, was asked for, by the clock on the wall.
create table house_limit (
  is_only boolean primary key default true check (is_only),
  per_hour bigint not null check (per_hour > 0),
  per_day bigint not null check (per_day >= per_hour),
  hour_half_told_at timestamptz,
  hour_full_told_at timestamptz,
  day_half_told_at timestamptz,
  day_full_told_at timestamptz
);
insert into house_limit (per_hour, per_day) values (25000000000000, 100000000000000);

-- It is added up for each withdrawal.
create index withdrawal_leaving on withdrawal (created_at) include (worth)
  where recipient_id is null and state not in ('rejected', 'cancelled');
create index bank_withdrawal_leaving on bank_withdrawal (created_at) include (amount)
  where state not in ('rejected', 'cancelled');
