-- Each proof is written to a contract on the test chain, one by one and in order. The contract itself is
-- sent like a proof before the first: its number is 0.
create table proof_write (
  id bigint generated always as identity primary key,
  number integer not null check (number >= 0),
  state text not null default 'sent' check (state in ('sent', 'written', 'failed')),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- What is final: in which transaction, and in which block.
  hash text,
  block_number bigint,
  -- Where the contract is; of number 0 alone.
  address text check (address ~ '^0x[0-9a-fA-F]{40}$'),
  check ((ended_at is not null) = (state in ('written', 'failed'))),
  check ((hash is not null and block_number is not null) = (state = 'written')),
  check ((address is not null) = (state = 'written' and number = 0))
);
-- What has failed is sent once more.
create unique index proof_write_number on proof_write (number) where state <> 'failed';
-- One at a time.
create unique index proof_write_open on proof_write (state) where state = 'sent';

select keep_states('proof_write', '{sent}', '{sent > written, sent > failed}');

-- What is called on a contract, where that does not follow from coin, receiver and amount.
alter table chain_transaction add column data bytea;
alter table chain_transaction drop constraint chain_transaction_purpose_check;
alter table chain_transaction add constraint chain_transaction_purpose_check check (
  purpose in ('withdrawal', 'sweep', 'mint', 'faucet', 'gas_topup', 'minter_gas', 'gap_fill', 'proof_log', 'proof')
);
alter table chain_transaction drop constraint chain_transaction_check;
alter table chain_transaction add constraint chain_transaction_amount check (
  amount > 0 or purpose in ('gap_fill', 'proof_log', 'proof') and amount = 0
);
alter table chain_transaction add constraint chain_transaction_data check (
  (data is not null) = (purpose in ('proof_log', 'proof'))
);
