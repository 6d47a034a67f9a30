-- A deposit that is final and that the books have no room for (the floor of the chain account) is parked:
-- it is in no book, and waits until there is room.
alter table deposit drop constraint deposit_state_check, drop constraint deposit_check;
alter table deposit
  add constraint deposit_state_check check (state in ('seen', 'gone', 'parked', 'final', 'credited')),
  add constraint deposit_final check ((final_at is not null) = (state in ('parked', 'final', 'credited')));
create index deposit_parked on deposit (amount) where state = 'parked';
