-- What the house sends on the chain. A row is signed, with its bytes and its nonce, in one
-- transaction, and leaves the machine only after the commit: whatever dies in between, the same bytes
-- are sent again and the chain takes them once.
create table chain_transaction (
  id bigint generated always as identity primary key,
  purpose text not null check (
    purpose in ('withdrawal', 'sweep', 'mint', 'faucet', 'gas_topup', 'gap_fill')
  ),
  -- The row of the purpose's own that wants it: it is queued once.
  ref_id bigint not null,
  unique (purpose, ref_id),
  from_key text not null check (from_key in ('hot', 'treasury', 'minter') or from_key ~ '^deposit:\d+$'),
  currency integer not null references chain_coin (currency),
  to_address text not null check (to_address ~ '^0x[0-9a-fA-F]{40}$'),
  amount bigint not null check (amount > 0 or purpose = 'gap_fill' and amount = 0),
  state text not null default 'queued' check (state in ('queued', 'signed', 'sent', 'final', 'failed')),
  nonce bigint check (nonce >= 0),
  unique (from_key, nonce),
  gas_limit bigint check (gas_limit > 0),
  -- The newest bytes; once mined, those that were.
  hash text,
  -- The head of the chain when it was signed, and how far others' transactions were looked through.
  signed_block bigint,
  scanned_block bigint,
  block_number bigint,
  -- Why it does not move on, in words for operators; empty when it does.
  problem text not null default '',
  failure text check (failure in ('reverted', 'not_moved', 'replaced', 'taken_back')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint chain_transaction_signed check (
    state in ('queued', 'failed') or (nonce is not null and hash is not null and signed_block is not null)
  ),
  constraint chain_transaction_ended check ((ended_at is not null) = (state in ('final', 'failed'))),
  constraint chain_transaction_failed check ((failure is not null) = (state = 'failed'))
);
create index chain_transaction_open on chain_transaction (id) where state in ('queued', 'signed', 'sent');

-- Each set of bytes that was signed for a row. All carry the row's nonce, so at most one is ever mined.
create table chain_attempt (
  hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  transaction_id bigint not null references chain_transaction (id),
  raw bytea not null,
  -- In gwei. A multiple of ten, so that gas costs whole units of the books.
  gas_price bigint not null check (gas_price > 0 and gas_price % 10 = 0),
  signed_block bigint not null,
  signed_at timestamptz not null
);
create index chain_attempt_of on chain_attempt (transaction_id);

-- One signer at a time: the epoch grows with each owner, and is checked wherever something is signed
-- or settled.
create table chain_lease (
  id integer primary key default 1 check (id = 1),
  owner text,
  until timestamptz,
  epoch bigint not null default 0
);
insert into chain_lease (id) values (1);

-- Up to which final block each work has brought the books. Books and custody are compared where all
-- of them stand at the same block.
create table chain_progress (
  work text primary key,
  block bigint not null check (block >= 0)
);
