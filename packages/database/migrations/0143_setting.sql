-- What the house asks, gives and allows, each value from a moment on. A row is written when two operators
-- have agreed and stays as it is: what held at any time is the last row that began by then. The first
-- row of each name is what held before there was this table.
create table setting (
  name text not null check (name ~ '^[a-z]+(\.[a-z]+)+$'),
  effective_from timestamptz not null,
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  proposal_id integer unique references operator_proposal (id),
  primary key (name, effective_from)
);
create trigger setting_kept before update or delete or truncate on setting
  for each statement execute function operator_refuse();

-- Amounts and shares are kept as they are said: '1.5' USDT, '18' percent.
insert into setting (name, effective_from, value)
select 'withdrawal.' || case currency
    when 1 then 'btc' when 3 then 'usdt' when 18 then 'bnb' when 28 then 'btbc' else 'bank' end,
  '2023-01-01T00:00:00Z',
  jsonb_build_object(
    'minimum', trim_scale(min_worth / 1e8)::text,
    'fee', trim_scale(fee_bps / 100.0)::text,
    'fixed', trim_scale(fixed_fee / 1e8)::text,
    'approval', trim_scale(approval_from / 1e8)::text
  )
from withdrawal_terms;
drop table withdrawal_terms;

insert into setting (name, effective_from, value)
select 'fees.trading', '2023-01-01T00:00:00Z', jsonb_build_object(
    'maker', trim_scale(first.maker / 1e4)::text, 'taker', trim_scale(first.taker / 1e4)::text,
    'volume2', trim_scale(second.volume_min / 1e8)::text,
    'maker2', trim_scale(second.maker / 1e4)::text, 'taker2', trim_scale(second.taker / 1e4)::text,
    'volume3', trim_scale(third.volume_min / 1e8)::text,
    'maker3', trim_scale(third.maker / 1e4)::text, 'taker3', trim_scale(third.taker / 1e4)::text
  )
from (select * from fee_tier order by volume_min limit 1) first,
  (select * from fee_tier order by volume_min offset 1 limit 1) second,
  (select * from fee_tier order by volume_min offset 2 limit 1) third;
drop table fee_tier;
