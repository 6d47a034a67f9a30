-- A transaction that no block takes holds up its key. When two operators want it, its nonce is taken by
-- an empty one to ourselves instead, as another attempt; the chain says which of them it was.
alter table chain_transaction add column replace_asked_at timestamptz;
alter table chain_attempt add column is_empty boolean not null default false;

create index withdrawal_open on withdrawal (member_id)
  where state in ('pending', 'approved', 'processing', 'sent');
-- By currency: those of a stopped one are passed over, however many there are.
drop index withdrawal_look_at;
create index withdrawal_look_at on withdrawal (currency, look_at) where look_at is not null;
