-- What a member's deposits of a coin come to that are too small to count alone. Since a million of them can be
-- sent they are neither added up nor credited all at once: once they reach the minimum all up to `counts_through`
-- count, and are credited some in each turn.
create table deposit_waiting (
  member_id integer not null references member (id),
  currency integer not null,
  -- Of those that wait, and the newest of them.
  amount bigint not null default 0 check (amount >= 0),
  last_id integer not null default 0,
  -- Of those that count and are not all credited yet; they are looked at again at `due_at`.
  counted bigint not null default 0 check (counted >= 0),
  counts_through integer not null default 0 check (counts_through <= last_id),
  due_at timestamptz,
  primary key (member_id, currency),
  check ((counted > 0) = (due_at is not null))
);
create index deposit_waiting_due on deposit_waiting (due_at) where due_at is not null;
insert into deposit_waiting (member_id, currency, amount, last_id)
select member_id, currency, sum(amount)::bigint, max(id) from deposit
where state = 'final' and amount > 0 group by member_id, currency;

create index deposit_small on deposit (member_id, currency, id) where state = 'final' and amount > 0;
-- What is parked of one coin is tried beside that of the others.
drop index deposit_parked;
create index deposit_parked on deposit (currency, amount) where state = 'parked';
