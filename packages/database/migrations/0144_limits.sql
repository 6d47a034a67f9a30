-- Limits are settings, too; what they were so far is the first value of each.
insert into setting (name, effective_from, value)
select 'limits.' || tier, '2023-01-01T00:00:00Z', jsonb_build_object(
    'day', trim_scale(per_day / 1e8)::text, 'month', trim_scale(per_month / 1e8)::text)
from withdrawal_limit;
drop table withdrawal_limit;

-- What stays is when operators were told, and the row that withdrawals wait for one after the other.
insert into setting (name, effective_from, value)
select 'limits.house', '2023-01-01T00:00:00Z', jsonb_build_object(
    'hour', trim_scale(per_hour / 1e8)::text, 'day', trim_scale(per_day / 1e8)::text)
from house_limit;
alter table house_limit drop column per_hour, drop column per_day;

insert into setting (name, effective_from, value)
select 'limits.rails', '2023-01-01T00:00:00Z', jsonb_build_object(
    'member', trim_scale(per_member / 1e8)::text,
    'network', trim_scale(per_neighbourhood / 1e8)::text,
    'treasury', trim_scale(treasury_bps / 100.0)::text)
from rail_limit;
alter table rail_limit drop column per_member, drop column per_neighbourhood, drop column treasury_bps;

-- A rail may be closed. The limits of one request stay those of the way it is paid by, at the gateway.
insert into setting (name, effective_from, value)
select 'rail.bank', '2023-01-01T00:00:00Z'::timestamptz, jsonb_build_object('state', 'open',
    'least', trim_scale(min / 1e8)::text, 'most', trim_scale(max / 1e8)::text)
from rail where name = 'bank'
union all
select 'rail.gateway', '2023-01-01T00:00:00Z'::timestamptz, jsonb_build_object('state', 'open');
alter table rail drop column min, drop column max;
