-- What a bank unit is worth is a setting like others, and so is what it stands for among members. What the
-- rates were so far is the first value.
insert into setting (name, effective_from, value)
select 'rail.rates', '2023-01-01T00:00:00Z', jsonb_build_object(
    'bank', trim_scale(bank.rate / 1e8)::text,
    'gateway', trim_scale(gateway.rate / 1e8)::text,
    'cny', '7.2')
from rail bank, rail gateway where bank.name = 'bank' and gateway.name = 'gateway';
alter table rail drop column rate;
