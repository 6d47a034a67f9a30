-- Another mail address or phone for an account: a code of its own is sent to the new one.
alter table code
  drop constraint code_purpose_check,
  drop constraint code_check,
  add constraint code_purpose_check
    check (purpose in ('register', 'forget', 'withdraw', 'bind', 'contact')),
  add constraint code_check
    check ((member_id is not null) = (purpose in ('withdraw', 'bind', 'contact')));
-- How many addresses a member tried to make theirs lately.
create index code_contact on code (member_id, created_at) where purpose = 'contact';

-- A sample member stays one under another mail address: they log in at this machine only.
alter table member add column is_sample boolean not null default false;
update member set is_sample = true
where mail in ('alice@btbc.test', 'bob@btbc.test', 'carol@btbc.test') and mail_proved_at is not null;
