-- Which chain these books belong to: written at the first start and compared at every other one, so
-- that no setting can point the same balances at another chain, another seed or another token.
create table chain_pin (
  id integer primary key default 1 check (id = 1),
  chain_id integer not null check (chain_id in (31337, 1337, 97, 11155111)),
  hot_address text not null check (hot_address ~ '^0x[0-9a-fA-F]{40}$'),
  from_block bigint not null check (from_block >= 0),
  pinned_at timestamptz not null
);

-- The chain's own coin has no address.
create table chain_coin (
  currency integer primary key,
  address text unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  decimals integer not null check (decimals between 0 and 36)
);
