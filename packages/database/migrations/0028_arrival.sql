-- Coins that anybody sends to an address of the house itself, where nobody is awaited: found in a final
-- block, and booked to suspense as far as custody has more than the books say.
create table arrival (
  id integer generated always as identity primary key,
  currency integer not null,
  address text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  -- Which transfer of its transaction, as in deposit.
  ordinal integer not null,
  block_number bigint not null check (block_number >= 0),
  -- In the chain's own units, and in ours: floored.
  on_chain numeric(78, 0) not null check (on_chain > 0),
  amount bigint not null check (amount >= 0),
  -- found: custody does not have more for it; it fills a gap, or came from custody itself.
  state text not null default 'found' check (state in ('found', 'booked')),
  found_at timestamptz not null,
  booked_at timestamptz,
  unique (tx_hash, ordinal),
  check ((booked_at is not null) = (state = 'booked'))
);
create index arrival_found on arrival (currency, id) where state = 'found';
