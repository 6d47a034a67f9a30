-- Deals: USDT bought from a seller, in escrow until both sides or two operators say whose they are.

-- When the house was last seen at work: deadlines of deals stand still while it is not.
create table heartbeat (
  is_only boolean primary key default true check (is_only),
  beat_at timestamptz not null
);

-- A price as it was shown to a member, who may buy at it for a minute.
create table deal_quote (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  price bigint not null check (price > 0),
  expires_at timestamptz not null,
  unique (member_id, price)
);
create index deal_quote_expires on deal_quote (expires_at);

-- Who is never matched with whom.
create table member_block (
  member_id integer not null references member (id),
  blocked_id integer not null references member (id),
  blocked_at timestamptz not null,
  primary key (member_id, blocked_id),
  check (member_id <> blocked_id)
);

-- How the seller's deals of 30 days went, in hundredths of a percent: of two offers at one price the
-- one with the better record is taken.
alter table offer add column record integer not null default 0 check (record between 0 and 10000);

-- Offers are matched in these orders, from the best price on.
create index offer_fixed on offer (price, record desc, id)
  where not is_paused and stock > 0 and price is not null;
create index offer_following on offer (off_bps, record desc, id)
  where not is_paused and stock > 0 and off_bps is not null;
create index offer_sellers on offer (member_id) include (ways) where not is_paused and stock > 0;
create index offer_least on offer (least) where not is_paused and stock > 0;
create index offer_most on offer (most) where not is_paused and stock > 0;

create table deal (
  id integer generated always as identity primary key,
  offer_id integer not null references offer (id),
  seller_id integer not null references member (id),
  buyer_id integer not null references member (id),
  check (seller_id <> buyer_id),
  way text not null check (way in ('alipay', 'wechat', 'bank')),
  payee_id integer not null references payee (id),
  terms text not null,
  -- Of one USDT, and of all, in the fiat currency.
  price bigint not null check (price > 0),
  fiat bigint not null check (fiat > 0),
  -- USDT in escrow, which the seller's P2P wallet holds.
  number bigint not null check (number > 0),
  state text not null default 'open'
    check (state in ('open', 'paid', 'disputed', 'finished', 'split', 'cancelled')),
  created_at timestamptz not null,
  -- Since when and until when it is the turn of whoever acts next.
  turn_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  picture text references upload (id),
  cancel_asked_by text check (cancel_asked_by in ('buyer', 'seller')),
  disputed_at timestamptz,
  disputed_by text check (disputed_by in ('buyer', 'seller')),
  buyer_statement text check (length(buyer_statement) <= 1000),
  seller_statement text check (length(seller_statement) <= 1000),
  closed_at timestamptz,
  -- What the buyer got of the escrow; the rest went back into the stock of the offer.
  to_buyer bigint,
  -- Why it ended so.
  reason jsonb check (jsonb_typeof(reason) = 'object' and (reason ? 'code') <> (reason ? 'words')),
  -- Never paid, or said to be: counted against the buyer.
  is_misuse boolean not null default false,
  check ((state in ('open', 'paid', 'disputed')) = (closed_at is null)),
  check ((closed_at is null) = (to_buyer is null)),
  check ((closed_at is null) = (due_at is not null)),
  check (to_buyer between 0 and number),
  check (state <> 'finished' or to_buyer = number),
  check (state <> 'cancelled' or to_buyer = 0),
  check (state in ('open', 'cancelled') or (paid_at is not null and picture is not null)),
  check (state not in ('disputed', 'split') or disputed_at is not null)
);
create index deal_buyer on deal (buyer_id, id);
create index deal_seller on deal (seller_id, id);
create index deal_buyer_running on deal (buyer_id) where closed_at is null;
create index deal_offer_running on deal (offer_id) where closed_at is null;
create index deal_due on deal (due_at, id) where state in ('open', 'paid');
create index deal_disputed on deal (disputed_at, id) where state = 'disputed';
create index deal_misuse on deal (buyer_id, closed_at) where is_misuse;

select keep_states('deal', '{open}', '{open > paid, open > cancelled, paid > finished,
  paid > cancelled, paid > disputed, disputed > finished, disputed > cancelled, disputed > split}');

create function deal_as_opened() returns trigger language plpgsql as $$
begin
  raise exception 'what deal % was opened on is never rewritten', old.id
    using errcode = 'check_violation';
end $$;
create trigger deal_as_opened before update of offer_id, seller_id, buyer_id, way, payee_id, terms,
    price, fiat, number, created_at on deal
  for each row when ((new.offer_id, new.seller_id, new.buyer_id, new.way, new.payee_id, new.terms,
      new.price, new.fiat, new.number, new.created_at)
    is distinct from (old.offer_id, old.seller_id, old.buyer_id, old.way, old.payee_id, old.terms,
      old.price, old.fiat, old.number, old.created_at))
  execute function deal_as_opened();

-- What the two sides say to one another.
create table deal_message (
  id integer generated always as identity primary key,
  deal_id integer not null references deal (id),
  -- Who says it.
  member_id integer not null references member (id),
  text text not null check (length(text) <= 1000),
  picture text references upload (id),
  at timestamptz not null,
  check (text <> '' or picture is not null)
);
create index deal_message_deal on deal_message (deal_id, id);
