-- When the price of a stop came: of one that is in the book since, and of those that ended, in milliseconds since
-- 1970. Null of what waited for no price, and of a stop that never came to the book; absent when that goes for all
-- orders of a batch, and in what ended before this.
alter table exchange_open_order add column triggered_at timestamptz;
alter table exchange_ended_batch
  add column triggered_at bigint[],
  add constraint exchange_ended_batch_triggers check (cardinality(triggered_at) = last_n - first_n + 1),
  alter triggered_at set storage external;
