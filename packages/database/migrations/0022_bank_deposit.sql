-- The fingerprint of a picture as it is kept, so that the same voucher sent twice is noticed.
alter table upload add column digest bytea check (length(digest) = 32);

-- Deposits by bank transfer, each with the picture of a voucher. Two operators accept one.
create table bank_deposit (
  id integer generated always as identity primary key,
  order_no text not null unique,
  member_id integer not null references member (id),
  -- The end of the card number it was paid from; the rest is not kept.
  account_end text not null check (account_end ~ '^[0-9A-Za-z]{1,4}$'),
  amount bigint not null check (amount > 0),
  rate bigint not null check (rate > 0),
  -- USDT of the treasury set aside for it.
  reserved bigint not null check (reserved >= 0),
  voucher text not null references upload (id),
  voucher_digest bytea check (length(voucher_digest) = 32),
  state text not null default 'pending' check (state in ('pending', 'done', 'rejected')),
  reason text not null default '' check (length(reason) <= 2000),
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'pending') = (closed_at is null)),
  check (reserved = 0 or state = 'pending')
);
create index bank_deposit_member on bank_deposit (member_id, id);
create index bank_deposit_pending on bank_deposit (id) where state = 'pending';
create index bank_deposit_closed on bank_deposit (closed_at) where state <> 'pending';
create index bank_deposit_voucher on bank_deposit (voucher_digest, amount, account_end);
