-- Deposits through the rails. A request is made in bank units (32); what it is worth in USDT is set aside from
-- the treasury when it is taken, so nothing is promised that is not there.

-- The shown rate, USDT units for one bank unit, and the limits of one request by bank transfer.
create table rail (
  name text primary key check (name in ('bank', 'gateway')),
  rate bigint not null check (rate > 0),
  min bigint not null check (min > 0),
  max bigint not null check (max >= min)
);
insert into rail (name, rate, min, max) values
  ('bank', 100000000, 500000000, 1000000000000),
  ('gateway', 100000000, 500000000, 200000000000);

-- Ways to pay at the gateway. Each belongs to one of the paths that a client may be given.
create table gateway_platform (
  code text primary key check (code ~ '^[a-z0-9]{2,20}$'),
  path text not null check (path in ('/pay/recharge', '/pay/bkash', '/pay/card')),
  name text not null,
  min bigint not null check (min > 0),
  max bigint not null check (max >= min),
  asks_account boolean not null,
  is_enabled boolean not null default true,
  position integer not null unique
);
insert into gateway_platform (code, path, name, min, max, asks_account, position) values
  ('sandboxpay', '/pay/recharge', 'Sandbox Pay', 500000000, 200000000000, false, 1),
  ('bkash', '/pay/bkash', 'bKash', 500000000, 200000000000, true, 2),
  ('nagad', '/pay/bkash', 'NAGAD', 500000000, 200000000000, true, 3),
  ('testcard', '/pay/card', 'Test card', 500000000, 200000000000, false, 4);

create table gateway_order (
  id integer generated always as identity primary key,
  -- Our name for it at the provider: random, so that nobody can guess another's.
  order_no text not null unique,
  member_id integer not null references member (id),
  platform text not null references gateway_platform (code),
  pay_type text,
  account text,
  -- Bank units: what was asked for, and what the provider says it has received.
  amount bigint not null check (amount > 0),
  received bigint not null default 0 check (received >= 0),
  rate bigint not null check (rate > 0),
  -- USDT: what of the treasury is set aside for it now, and what the member was given.
  reserved bigint not null check (reserved >= 0),
  credited bigint not null default 0 check (credited >= 0),
  -- pending → done, processing (paid, the treasury is short), cancelled (also when it expired) or
  -- rejected; processing → done. A payment that comes late opens a cancelled one again.
  state text not null check (state in ('pending', 'processing', 'done', 'rejected', 'cancelled')),
  remark text check (remark in ('exact', 'partial', 'over', 'late', 'expired', 'cancelled', 'failed')),
  payment_id text unique,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  paid_at timestamptz,
  closed_at timestamptz,
  -- When the treasury is asked again for what a paid order still lacks. Business time.
  retry_at timestamptz,
  -- When the provider is asked again, should its word have been lost. Wall time.
  ask_at timestamptz,
  asks integer not null default 0,
  check ((received > 0) = (payment_id is not null)),
  check ((state in ('done', 'processing')) = (received > 0)),
  check ((state in ('pending', 'processing')) = (closed_at is null)),
  check ((state = 'processing') = (retry_at is not null)),
  check (reserved = 0 or state in ('pending', 'processing')),
  check (credited <= trunc(received::numeric * rate / 100000000)),
  check (state <> 'done' or credited = trunc(received::numeric * rate / 100000000))
);
create index gateway_order_member on gateway_order (member_id, id);
create index gateway_order_open_member on gateway_order (member_id) where state = 'pending';
create index gateway_order_expires on gateway_order (expires_at) where state = 'pending';
create index gateway_order_retry on gateway_order (retry_at) where state = 'processing';
create index gateway_order_ask on gateway_order (ask_at) where ask_at is not null;

-- Each event of the provider has its effect once, in the transaction that writes its row (D42).
create table gateway_event (
  id text primary key check (length(id) between 1 and 100),
  order_id integer not null references gateway_order (id),
  kind text not null,
  at timestamptz not null
);
create index gateway_event_order on gateway_event (order_id);
