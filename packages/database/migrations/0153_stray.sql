-- What the keys of the house have sent and the books do not know: books that were restored are older than
-- the chain. Whoever wants the very same sent takes it, instead of sending it once more.
create table chain_stray (
  from_key text not null,
  nonce bigint not null check (nonce >= 0),
  primary key (from_key, nonce),
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  -- In gwei, as in chain_attempt.
  gas_price bigint not null check (gas_price > 0),
  block_number bigint not null,
  found_at timestamptz not null,
  taken_by bigint unique references chain_transaction (id)
);
