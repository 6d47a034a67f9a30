-- Whose messages these are, where it is a member; else their recipient's. One owner holds some places only.
alter table outbox add column owner text;
-- Codes go first, what is tried for the first time next, what failed before last.
alter table outbox add column queue text not null generated always as (
  case when code is not null then 'code' when attempts = 0 then 'first' else 'again' end
) stored;
drop index outbox_due;
create index outbox_due on outbox (channel, queue, due_at, id) where due_at is not null;

-- How often in a row a browser's push service did not take a message, and since when.
alter table push_device
  add column failures integer not null default 0 check (failures >= 0),
  add column failing_since timestamptz,
  add constraint push_device_failing check ((failures = 0) = (failing_since is null));
