-- A transaction that cannot be signed is looked at again later, and never stands before others; one
-- that stays so, or whose destination has become a contract, goes back to who wanted it.
alter table chain_transaction add column tries integer not null default 0 check (tries >= 0);
alter table chain_transaction add column look_at timestamptz;
alter table chain_transaction drop constraint chain_transaction_failure_check;
alter table chain_transaction add constraint chain_transaction_failure_check check (
  failure in ('reverted', 'not_moved', 'replaced', 'has_code', 'unsignable')
);
create index chain_transaction_queued on chain_transaction (tries, id) where state = 'queued';
-- What was given up unsigned is shown to operators for a day.
create index chain_transaction_unsignable on chain_transaction (ended_at)
  where failure = 'unsignable';
