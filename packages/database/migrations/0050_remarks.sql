-- Why something ended as it did is kept as a code with its facts, or as the words an operator wrote:
-- each member reads it in their own language. What was kept before as an English sentence is one of
-- these codes; any other text was written by a person and stays as it is.
create function remark_of(said text, lapsed text) returns jsonb language sql immutable as $$
  select case said
    when '' then null
    when 'Nobody decided about it in time, so it came back.' then jsonb_build_object('code', lapsed)
    when 'Nobody decided about it in time, so it was closed.' then jsonb_build_object('code', lapsed)
    when 'Nobody decided about it in time. Please submit it again.' then jsonb_build_object('code', lapsed)
    when 'The transaction failed on the chain. Everything came back.' then '{"code": "failed"}'
    when 'No block took it, so its place in the line was freed. Everything came back.'
      then '{"code": "replaced"}'
    when 'There is a contract at the address by now, and coins sent to contracts can be lost.'
      then '{"code": "has_code"}'
    when 'It could not be sent on the chain for a whole day.' then '{"code": "unsignable"}'
    else jsonb_build_object('words', said)
  end
$$;

alter table withdrawal drop constraint withdrawal_remark_check;
alter table withdrawal alter remark drop default, alter remark drop not null;
alter table withdrawal alter remark type jsonb using remark_of(remark, 'undecided');
alter table withdrawal add constraint withdrawal_remark
  check (jsonb_typeof(remark) = 'object' and (remark ? 'code') <> (remark ? 'words'));

alter table bank_withdrawal drop constraint bank_withdrawal_remark_check;
alter table bank_withdrawal alter remark drop default, alter remark drop not null;
alter table bank_withdrawal alter remark type jsonb using remark_of(remark, 'undecided');
alter table bank_withdrawal add constraint bank_withdrawal_remark
  check (jsonb_typeof(remark) = 'object' and (remark ? 'code') <> (remark ? 'words'));

alter table bank_deposit drop constraint bank_deposit_reason_check;
alter table bank_deposit alter reason drop default, alter reason drop not null;
alter table bank_deposit alter reason type jsonb using remark_of(reason, 'bank_deposit_undecided');
alter table bank_deposit add constraint bank_deposit_reason
  check (jsonb_typeof(reason) = 'object' and (reason ? 'code') <> (reason ? 'words'));

alter table identity drop constraint identity_check4;
alter table identity alter reason drop default, alter reason drop not null;
alter table identity alter reason type jsonb using remark_of(reason, 'identity_undecided');
alter table identity add constraint identity_reason
  check (jsonb_typeof(reason) = 'object' and (reason ? 'code') <> (reason ? 'words')
    and (state <> 'rejected' or reason is not null));

drop function remark_of(text, text);
