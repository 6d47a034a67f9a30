-- A purchase of a fund may wait half an hour for its payment: its yield is set aside, its amount is not
-- held yet. And the two miner funds, with the start times the seeds name.

alter table fund_contract drop constraint fund_contract_state_check;
do $$
declare each text;
begin
  for each in select conname from pg_constraint
    where conrelid = 'fund_contract'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%closed_at%'
  loop
    execute format('alter table fund_contract drop constraint %I', each);
  end loop;
end $$;

alter table fund_contract
  -- Until when what was set aside can be paid; nothing for what was paid at once.
  add column pay_by timestamptz,
  add constraint fund_contract_state_check
    check (state in ('awaiting', 'running', 'ended', 'lapsed')),
  add constraint fund_contract_closed_check
    check ((state in ('awaiting', 'running')) = (closed_at is null)),
  add constraint fund_contract_ended_check check (state <> 'ended' or closed_at >= ends_at),
  add constraint fund_contract_aside_check
    check (state not in ('awaiting', 'lapsed') or pay_by is not null);

create index fund_contract_awaiting on fund_contract (pay_by, id) where state = 'awaiting';
-- One at a time: what is set aside for one is kept from all others.
create unique index fund_contract_aside on fund_contract (member_id) where state = 'awaiting';
select keep_states('fund_contract', '{awaiting, running}',
  '{awaiting > running, awaiting > lapsed, running > ended}');

insert into fund_product (type, day, rate_bps, minimum, maximum, starts_at)
values
  (3, 30, 600, 6000000000, 500000000000, '2023-01-02T02:00:00Z'),
  (3, 60, 1300, 10000000000, 500000000000, '2023-01-03T02:00:00Z');
