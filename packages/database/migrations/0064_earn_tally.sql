-- What a member was paid by locks, and how many purchases of funds there are in each state: kept as
-- they change, so that a list costs the same with ten records as with ten thousand.

create table earn_tally (
  member_id integer primary key references member (id),
  lock_paid bigint not null default 0 check (lock_paid >= 0),
  funds_awaiting integer not null default 0 check (funds_awaiting >= 0),
  funds_running integer not null default 0 check (funds_running >= 0),
  funds_ended integer not null default 0 check (funds_ended >= 0)
);

-- One row for each member whom a statement concerns, however many contracts it changes. Rows are
-- locked in the order of members, and before accounts: contracts change first, then entries are posted.
create function tally_locks() returns trigger language plpgsql as $$
begin
  insert into earn_tally as known (member_id, lock_paid)
  select is_now.member_id, sum(is_now.day_income * (is_now.days_paid - was.days_paid))
  from is_now join was using (id)
  where is_now.days_paid <> was.days_paid
  group by is_now.member_id order by is_now.member_id
  on conflict (member_id) do update set lock_paid = known.lock_paid + excluded.lock_paid;
  return null;
end $$;
create trigger lock_tallied after update on lock_contract
  referencing old table as was new table as is_now
  for each statement execute function tally_locks();

create function tally_bought_funds() returns trigger language plpgsql as $$
begin
  insert into earn_tally as known (member_id, funds_awaiting, funds_running)
  select member_id, count(*) filter (where state = 'awaiting'),
    count(*) filter (where state = 'running')
  from is_now group by member_id order by member_id
  on conflict (member_id) do update set
    funds_awaiting = known.funds_awaiting + excluded.funds_awaiting,
    funds_running = known.funds_running + excluded.funds_running;
  return null;
end $$;
create trigger fund_tallied_when_bought after insert on fund_contract
  referencing new table as is_now
  for each statement execute function tally_bought_funds();

-- Its member has a row from the purchase on.
create function tally_funds() returns trigger language plpgsql as $$
begin
  perform from earn_tally where member_id in (select member_id from is_now)
    order by member_id for no key update;
  update earn_tally known set
    funds_awaiting = known.funds_awaiting + change.awaiting,
    funds_running = known.funds_running + change.running,
    funds_ended = known.funds_ended + change.ended
  from (
    select is_now.member_id,
      sum((is_now.state = 'awaiting')::integer - (was.state = 'awaiting')::integer) as awaiting,
      sum((is_now.state = 'running')::integer - (was.state = 'running')::integer) as running,
      sum((is_now.state = 'ended')::integer - (was.state = 'ended')::integer) as ended
    from is_now join was using (id)
    where is_now.state <> was.state
    group by is_now.member_id
  ) change
  where known.member_id = change.member_id;
  return null;
end $$;
create trigger fund_tallied after update on fund_contract
  referencing old table as was new table as is_now
  for each statement execute function tally_funds();

insert into earn_tally (member_id, lock_paid)
select member_id, sum(day_income * days_paid) from lock_contract group by member_id;
insert into earn_tally as known (member_id, funds_awaiting, funds_running, funds_ended)
select member_id, count(*) filter (where state = 'awaiting'),
  count(*) filter (where state = 'running'), count(*) filter (where state = 'ended')
from fund_contract group by member_id
on conflict (member_id) do update set funds_awaiting = excluded.funds_awaiting,
  funds_running = excluded.funds_running, funds_ended = excluded.funds_ended;

-- The sum came from this index alone; the newest purchase of each fund comes from the other.
drop index lock_contract_member;
create index lock_contract_member on lock_contract (member_id, id);
create index fund_contract_newest on fund_contract (member_id, product_id, id)
  where state <> 'lapsed';
