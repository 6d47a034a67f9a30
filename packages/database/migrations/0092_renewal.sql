-- A lock or a fund that has run its whole term asks its member once whether it goes on. Those that ended
-- before ask nobody.

alter table lock_contract
  add column asks_renewal boolean not null default false,
  add constraint lock_contract_asks_check check (not asks_renewal or state = 'ended');
alter table fund_contract
  add column asks_renewal boolean not null default false,
  add constraint fund_contract_asks_check check (not asks_renewal or state = 'ended');

create index lock_contract_asks on lock_contract (member_id, closed_at) where asks_renewal;
create index fund_contract_asks on fund_contract (member_id, closed_at) where asks_renewal;
