-- Money out: to an address on the chain, to another member, to a bank of the sandbox rail.

create type payment_state as enum
  ('pending', 'approved', 'processing', 'sent', 'done', 'rejected', 'cancelled');

-- What a withdrawal costs and from where two people of the house look at it. Worths are in units of
-- USDT, the fixed fee in units of the currency itself; 32 is the bank.
create table withdrawal_terms (
  currency integer primary key,
  min_worth bigint not null check (min_worth >= 0),
  fee_bps integer not null check (fee_bps between 0 and 9999),
  fixed_fee bigint not null check (fixed_fee >= 0),
  approval_from bigint not null check (approval_from >= 0)
);
insert into withdrawal_terms (currency, min_worth, fee_bps, fixed_fee, approval_from) values
  (1, 150000000, 100, 0, 100000000000),
  (3, 150000000, 100, 0, 100000000000),
  (18, 150000000, 100, 0, 100000000000),
  (28, 150000000, 100, 0, 100000000000),
  (32, 350000000, 1800, 0, 0);

-- Worth in USDT that may leave within 24 hours and within 30 days.
create table withdrawal_limit (
  tier text primary key check (tier in ('unverified', 'verified')),
  per_day bigint not null check (per_day > 0),
  per_month bigint not null check (per_month >= per_day)
);
insert into withdrawal_limit (tier, per_day, per_month) values
  ('unverified', 50000000000, 500000000000),
  ('verified', 1000000000000, 10000000000000);

-- While there is a row, nothing of this currency leaves.
create table withdrawal_stop (
  currency integer primary key,
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null
);

-- What was shown, until it is used or too old.
create table withdrawal_quote (
  id text primary key,
  member_id integer not null references member (id),
  currency integer not null,
  -- Null when no address was given: then it is good for any.
  address text,
  amount bigint not null,
  fee bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  check (fee >= 0 and amount > fee)
);
create index withdrawal_quote_expires_at on withdrawal_quote (expires_at);

create table saved_address (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  name text not null check (length(name) between 1 and 40),
  added_at timestamptz not null,
  usable_at timestamptz not null check (usable_at >= added_at),
  unique (member_id, address)
);

create table withdrawal (
  id integer generated always as identity primary key,
  draw_no text not null unique,
  member_id integer not null references member (id),
  currency integer not null,
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  amount bigint not null,
  fee bigint not null,
  -- Worth in USDT when it was asked for: what the limits count.
  worth bigint not null check (worth >= 0),
  state payment_state not null,
  -- The member who has the address; it then was a transfer inside the books, done at once.
  recipient_id integer references member (id),
  created_at timestamptz not null,
  -- Until then a new address waits.
  release_at timestamptz not null check (release_at >= created_at),
  -- Operators decide by then, or it goes back by itself; null when it needs no approval.
  decide_by timestamptz,
  approved_at timestamptz,
  approved_by integer,
  -- When the job looks at it next; null when it waits for somebody or something else.
  look_at timestamptz,
  chain_transaction_id bigint unique,
  tx_hash text,
  ended_at timestamptz,
  remark text not null default '' check (length(remark) <= 500),
  check (fee >= 0 and amount > fee),
  check (recipient_id is null or (state = 'done' and recipient_id <> member_id)),
  check ((state in ('done', 'rejected', 'cancelled')) = (ended_at is not null)),
  check (state in ('pending', 'rejected', 'cancelled') or decide_by is null or approved_at is not null),
  check (state <> 'pending' or chain_transaction_id is null),
  check (state in ('pending', 'approved') or look_at is null)
);
create index withdrawal_member on withdrawal (member_id, id);
create index withdrawal_member_created_at on withdrawal (member_id, created_at);
create index withdrawal_look_at on withdrawal (look_at) where look_at is not null;
create index withdrawal_decide_by on withdrawal (decide_by) where state = 'pending' and approved_at is null;

-- States move forward only, and what was asked for is never rewritten (I11).
create function withdrawal_moves_forward() returns trigger language plpgsql as $$
begin
  if (new.member_id, new.currency, new.address, new.amount, new.fee)
    is distinct from (old.member_id, old.currency, old.address, old.amount, old.fee) then
    raise exception 'what withdrawal % was asked for is never rewritten', old.id
      using errcode = 'check_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'cancelled'),
    ('approved', 'processing'), ('approved', 'cancelled'), ('approved', 'rejected'),
    ('processing', 'sent'), ('processing', 'done'), ('processing', 'rejected'),
    ('sent', 'done'), ('sent', 'rejected')
  ) then
    raise exception 'withdrawal % does not go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_moves_forward before update on withdrawal
  for each row execute function withdrawal_moves_forward();

-- Banks of the sandbox rail, by platform. None of them exists.
create table bank (
  platform text not null check (platform ~ '^[a-z0-9_-]{1,20}$'),
  key text not null check (length(key) between 1 and 40),
  name text not null check (name like '%TEST%'),
  position integer not null,
  primary key (platform, key)
);
insert into bank (platform, key, name, position) values
  ('bank', 'TESTNATIONAL', 'TEST National Bank', 1),
  ('bank', 'TESTHARBOUR', 'TEST Harbour Bank', 2),
  ('bank', 'TESTPEOPLES', 'TEST People’s Bank', 3),
  ('bank', 'TESTMERIDIAN', 'TEST Meridian Bank', 4),
  ('anyonecard', 'TESTANYCARD', 'Any one card (TEST)', 1),
  ('anyonecard', 'TESTNATIONAL', 'TEST National Bank', 2),
  ('anyonecard', 'TESTHARBOUR', 'TEST Harbour Bank', 3);

create table bank_withdrawal (
  id integer generated always as identity primary key,
  order_no text not null unique,
  member_id integer not null references member (id),
  amount bigint not null,
  fee bigint not null,
  platform text not null,
  bank_key text not null,
  account_number text not null check (length(account_number) between 4 and 34),
  holder text not null check (length(holder) between 1 and 100),
  branch text,
  area text,
  state payment_state not null check (state in ('pending', 'done', 'rejected', 'cancelled')),
  created_at timestamptz not null,
  decide_by timestamptz not null,
  decided_by integer,
  ended_at timestamptz,
  remark text not null default '' check (length(remark) <= 500),
  foreign key (platform, bank_key) references bank (platform, key),
  check (fee >= 0 and amount > fee),
  check ((state = 'pending') = (ended_at is null)),
  check (platform <> 'anyonecard' or (branch is not null and area is not null))
);
create index bank_withdrawal_member on bank_withdrawal (member_id, id);
create index bank_withdrawal_member_created_at on bank_withdrawal (member_id, created_at);
create index bank_withdrawal_pending on bank_withdrawal (id) where state = 'pending';
