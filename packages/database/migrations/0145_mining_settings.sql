-- What the base gives and how far its pool is filled is a setting like others. A house that is not
-- founded yet begins with the schedule that was published.
insert into setting (name, effective_from, value)
select 'mining.emission', starts_at, jsonb_build_object(
    'base', trim_scale(base_per_hour / 1e8)::text,
    'target', trim_scale(pool_target / 1e8)::text,
    'day', trim_scale(daily_cap / 1e8)::text)
from (
  select * from emission
  union all
  select * from (values
    ('2024-01-01T00:00:00Z'::timestamptz, 200000::bigint, 100000000000000::bigint, 10000000000000::bigint),
    ('2025-07-12T00:00:00Z', 100000, 100000000000000, 10000000000000)
  ) published where not exists (select from emission)
) schedule;
drop table emission;

insert into setting (name, effective_from, value)
values ('mining.launch', '2023-01-01T00:00:00Z', '{"price": "1"}');
