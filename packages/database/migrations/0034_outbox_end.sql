-- A message is due until it was sent or given up, and then no more; each channel has a queue of its own.
alter table outbox alter column due_at drop not null;
drop index outbox_due;
update outbox set due_at = null where sent_at is not null;
update outbox set due_at = null, text = 'TEST (given up)', code = null
  where sent_at is null and attempts >= 8;
create index outbox_due on outbox (channel, due_at) where due_at is not null;
-- Codes that ran out are looked for by their age.
create index outbox_code on outbox (created_at) where code is not null;
