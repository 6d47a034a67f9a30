-- What a machine is sold on is a setting of its own, named by the machine. The row of the machine keeps what
-- never changes, and how many were sold: what is made in all is a figure like the others.
alter table setting drop constraint setting_name_check;
alter table setting add constraint setting_name_check check (name ~ '^[a-z]+(\.[a-z0-9-]+)+$');

alter table machine_model
  add column code text,
  add column offered_from timestamptz,
  add column sold integer not null default 0 check (sold >= 0);
update machine_model set code = lower(name), offered_from = '2023-01-01T00:00:00Z',
  sold = (select count(*) from machine where model_id = machine_model.id);
alter table machine_model
  alter column code set not null, alter column offered_from set not null,
  add constraint machine_model_code check (code ~ '^[a-z][a-z0-9-]*$'),
  add constraint machine_model_code_once unique (code);

insert into setting (name, effective_from, value)
select 'machine.' || code, '2023-01-01T00:00:00Z', jsonb_build_object(
    'state', 'on sale',
    'price', trim_scale(price / 1e8)::text,
    'income', trim_scale(income_per_day / 1e8)::text,
    'days', days::text,
    'limit', member_limit::text,
    'stock', (stock + sold)::text)
from machine_model;
alter table machine_model drop column price, drop column income_per_day, drop column days,
  drop column stock, drop column member_limit;
