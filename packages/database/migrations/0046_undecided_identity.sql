-- What nobody decided about for long ends by itself: without an operator.
alter table identity drop constraint identity_check2;
alter table identity add constraint identity_decided_by
  check (decided_by is null or decided_at is not null);
create index identity_waits on identity (submitted_at) where state = 'pending';
