-- What was credited at a deposit address and was not brought to custody yet: a sweep takes no more, so
-- that nothing leaves before it is in the books.
create table deposit_unswept (
  hd_index integer not null references deposit_address (hd_index),
  currency integer not null,
  amount bigint not null check (amount >= 0),
  -- When it is looked at next; null while it is not worth its gas.
  due_at timestamptz,
  primary key (hd_index, currency)
);
create index deposit_unswept_due on deposit_unswept (due_at) where due_at is not null;

insert into deposit_unswept (hd_index, currency, amount, due_at)
select credited.hd_index, credited.currency, greatest(credited.amount - coalesce(swept.amount, 0), 0), credited.last
from (
  select hd_index, currency, sum(amount) as amount, max(credited_at) as last
  from deposit join deposit_address using (member_id)
  where state = 'credited'
  group by hd_index, currency
) credited
left join (
  select hd_index, currency, sum(amount) as amount
  from deposit_sweep where state in ('gas', 'sending', 'done')
  group by hd_index, currency
) swept using (hd_index, currency);

-- What about it an operator has to look at; empty when nothing is.
alter table deposit add column problem text not null default '';
