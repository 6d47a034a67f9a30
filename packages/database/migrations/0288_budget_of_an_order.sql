-- What a market order was to spend or to bring, as it was asked for, in units of the quote currency; null where
-- it named a quantity. Absent when none of a batch named one, and in what ended before this.
alter table exchange_ended_batch
  add column budget bigint[],
  add constraint exchange_ended_batch_budgets check (cardinality(budget) = last_n - first_n + 1),
  alter budget set storage external;
