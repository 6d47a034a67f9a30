-- What a fund is offered on has dates from which it holds, as the terms of the lock plan have. What was
-- bought keeps its own.

create table fund_terms (
  product_id integer not null references fund_product (id),
  effective_at timestamptz not null,
  -- Yield of the whole term, in hundredths of a percent of the amount.
  rate_bps integer not null check (rate_bps between 1 and 100000),
  -- Never under 5 USDT.
  minimum bigint not null check (minimum >= 500000000),
  maximum bigint not null check (maximum >= minimum),
  enabled boolean not null,
  -- From when it can be bought, while it is enabled.
  starts_at timestamptz not null,
  primary key (product_id, effective_at)
);
insert into fund_terms
select id, '2023-01-01T00:00:00Z', rate_bps, minimum, maximum, enabled, starts_at from fund_product;
alter table fund_product
  drop column rate_bps, drop column minimum, drop column maximum, drop column enabled,
  drop column starts_at;

-- When the cover of a pool is looked at next, and since when operators know that it is short.
create table pool_watch (
  pool text primary key check (pool in ('lock', 'fund')),
  look_at timestamptz not null,
  called_at timestamptz
);
insert into pool_watch (pool, look_at)
values ('lock', '2023-01-01T00:00:00Z'), ('fund', '2023-01-01T00:00:00Z');

-- What was sold in the last days.
create index lock_contract_sold on lock_contract (started_at) include (day_income, days);
create index fund_contract_sold on fund_contract (started_at) include (yield);
