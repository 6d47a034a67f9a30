-- When the code of a message can be used no more: an invitation is good for a day, other codes for less
-- than an hour.
alter table outbox add column code_until timestamptz;
update outbox set code_until = created_at + interval '1 hour' where code is not null;
alter table outbox
  add constraint outbox_code_until check (code is null or code_until is not null);
-- Codes that ran out are looked for by that, and no more by their age.
drop index outbox_code;
create index outbox_code on outbox (code_until) where code is not null;
