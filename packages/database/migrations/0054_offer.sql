-- Sellers and what they offer: USDT of their P2P wallet, held as the stock of an offer.

create table seller (
  id integer generated always as identity primary key,
  member_id integer not null unique references member (id),
  state text not null default 'asked' check (state in ('asked', 'seller', 'refused')),
  note text not null default '' check (length(note) <= 300),
  -- Why it was refused.
  reason jsonb check (jsonb_typeof(reason) = 'object' and (reason ? 'code') <> (reason ? 'words')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references operator (id),
  check ((state = 'asked') = (decided_at is null))
);
create index seller_asked on seller (asked_at, id) where state = 'asked';
create index seller_decided on seller (decided_at desc, id) where state <> 'asked';
select keep_states('seller', '{asked}', '{asked > seller, asked > refused, refused > asked}');

-- Said of the member, too, who is read more often than anything else.
alter table member add column is_seller boolean not null default false;

create table offer (
  id integer generated always as identity primary key,
  -- The seller.
  member_id integer not null references member (id),
  -- Of one USDT in the fiat currency: fixed, or so many hundredths of a percent off the reference.
  price bigint check (price > 0),
  off_bps integer check (off_bps between -1000 and 1000),
  check ((price is null) <> (off_bps is null)),
  -- What one deal may be, in the fiat currency.
  least bigint not null check (least > 0),
  most bigint not null check (most >= least),
  ways text[] not null check (ways <@ '{alipay,wechat,bank}' and cardinality(ways) between 1 and 3),
  terms text not null default '' check (length(terms) <= 500),
  -- Held in the seller's P2P wallet: what can be bought, and the escrow of deals that have not ended.
  stock bigint not null check (stock >= 0),
  in_deals bigint not null default 0 check (in_deals >= 0),
  -- How often stock was moved: names each move in the books.
  stockings integer not null default 0,
  is_paused boolean not null default false,
  created_at timestamptz not null
);
create index offer_member on offer (member_id, id);

-- An offer carries the hold of its stock and of its deals in its own row, as an open order does.
create or replace view held_for as
  select account_id, amount from ledger_hold where amount > 0
  union all
  select (member_id::bigint << 20) + (1 << 12) + case terms & 1 when 0 then 3 else market_id end, held
  from exchange_open_order
  union all
  select (member_id::bigint << 20) + (1 << 12) + 3, amount
  from lock_contract where state = 'running'
  union all
  select (member_id::bigint << 20) + (1 << 12) + 3, amount
  from fund_contract where state = 'running'
  union all
  select (member_id::bigint << 20) + (2 << 12) + 3, stock + in_deals
  from offer where stock + in_deals > 0;
