-- Coins that come in from the test chain: addresses, what was seen on them, how far was looked.

-- Every member's own address: the key of this install at hd_index. Numbers are never given twice.
create table deposit_address (
  member_id integer primary key references member (id),
  hd_index integer not null unique generated always as identity,
  -- EIP-55. Empty only between the two statements that make it.
  address text unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  created_at timestamptz not null
);

-- How far the watcher has looked. Everything up to final_block is in the table below for good.
create table deposit_watch (
  id boolean primary key default true check (id),
  head_block bigint not null,
  final_block bigint not null,
  final_hash text not null,
  looked_at timestamptz not null,
  -- A block that was final has changed: nothing more is believed until a person has looked.
  halted_at timestamptz,
  halted_reason text,
  check ((halted_at is null) = (halted_reason is null))
);

-- One transfer to one of our addresses.
create table deposit (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  currency integer not null,
  address text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  -- Which transfer of its transaction: transfers of tokens from 0 up in their order, of the chain's
  -- own coin -1 for the transaction's own value and below that for those made inside of it.
  ordinal integer not null,
  block_number bigint not null check (block_number >= 0),
  block_hash text not null,
  -- In the chain's own units, and in ours: floored.
  on_chain numeric(78, 0) not null check (on_chain >= 0),
  amount bigint not null check (amount >= 0),
  -- seen: in a block that may still go. gone: that block went, and it is in no other.
  -- final: on chain for good, in suspense. credited: the member's.
  state text not null check (state in ('seen', 'gone', 'final', 'credited')),
  seen_at timestamptz not null,
  final_at timestamptz,
  credited_at timestamptz,
  unique (tx_hash, ordinal),
  check ((final_at is not null) = (state in ('final', 'credited'))),
  check ((credited_at is not null) = (state = 'credited'))
);
create index deposit_member on deposit (member_id, id);
create index deposit_open on deposit (state, id) where state in ('seen', 'final');
