-- Test coins of the treasury that a member asked for; their sending is a chain_transaction.
create table faucet_grant (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  currency integer not null,
  amount bigint not null check (amount > 0),
  -- The Idempotency-Key it was asked under.
  key text,
  -- By the clock on the wall.
  asked_at timestamptz not null
);
create index faucet_grant_last on faucet_grant (member_id, currency, id desc);

-- What lies on a deposit address and is brought to the hot address: no money of anybody moves.
create table deposit_sweep (
  id integer generated always as identity primary key,
  hd_index integer not null references deposit_address (hd_index),
  currency integer not null,
  amount bigint not null check (amount >= 0),
  -- skipped: too little to be worth its gas. gas: waits for the gas that was sent there. sending: the coins are on their way.
  state text not null check (state in ('skipped', 'gas', 'sending', 'done', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is not null) = (state in ('skipped', 'done', 'failed')))
);
-- One at a time for each address: each knows what it will find there.
create unique index deposit_sweep_open on deposit_sweep (hd_index) where state in ('gas', 'sending');
create index deposit_sweep_of on deposit_sweep (hd_index, currency, id desc);
