-- From mined to claimed. What is mined joins a batch, the batch is minted on the chain, and what is
-- minted there in a final block can be claimed. Each figure only grows but `included`, which falls
-- back when a mint fails.
create table mined_reward (
  member_id integer primary key references member (id),
  included bigint not null default 0,
  minted bigint not null default 0,
  claimed bigint not null default 0,
  claims integer not null default 0 check (claims >= 0),
  synchronised_at timestamptz,
  constraint mined_reward_in_order check (included >= minted and minted >= claimed and claimed >= 0)
);

create table mint_batch (
  id bigint generated always as identity primary key,
  state text not null check (state in ('sent', 'minted', 'failed')),
  -- What is new on the chain with it; with the first batch also what existed before there was one.
  amount bigint not null check (amount >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'sent'))
);
-- One at a time: the next takes what became of this one into account.
create unique index mint_batch_open on mint_batch (state) where state = 'sent';

create table mint_share (
  batch_id bigint not null references mint_batch (id),
  member_id integer not null references member (id),
  amount bigint not null check (amount > 0),
  primary key (batch_id, member_id)
);

-- When the next batch is made, and what the fee of a claim is in BTBC until then.
create table mint_schedule (
  id integer primary key default 1 check (id = 1),
  next_at timestamptz not null,
  fee_btbc bigint not null check (fee_btbc > 0)
);
-- The first batch is due at once; until it is there, the fee is that of 0.80 USDT a coin.
insert into mint_schedule (next_at, fee_btbc) values ('2000-01-01T00:00:00Z', 1250000000);

create table reward_claim (
  id bigint generated always as identity primary key,
  member_id integer not null references member (id),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  fee_currency integer not null,
  claimed_at timestamptz not null
);
create index reward_claim_member on reward_claim (member_id, id);

-- The minter pays gas, too, and gets it from the hot address when it runs low.
alter table chain_transaction drop constraint chain_transaction_purpose_check;
alter table chain_transaction add constraint chain_transaction_purpose_check check (
  purpose in ('withdrawal', 'sweep', 'mint', 'faucet', 'gas_topup', 'minter_gas', 'gap_fill')
);
