-- What the two sides of deals think of one another, and how the deals of 30 days went.

create table deal_rating (
  deal_id integer not null references deal (id),
  -- Who says it, and of whom.
  member_id integer not null references member (id),
  about_id integer not null references member (id),
  is_up boolean not null,
  text text not null default '' check (length(text) <= 200),
  at timestamptz not null,
  primary key (deal_id, member_id),
  check (member_id <> about_id)
);
create index deal_rating_about on deal_rating (about_id, at desc) where text <> '';

-- Thumbs that a member was given, kept instead of counted.
create table rating_tally (
  member_id integer primary key references member (id),
  up integer not null default 0 check (up >= 0),
  down integer not null default 0 check (down >= 0)
);

-- Nobody could block anybody until now. A deal says who it is that one blocks.
alter table member_block add column deal_id integer not null references deal (id);
create index member_block_newest on member_block (member_id, blocked_at desc);

-- Deals that were paid, by seller, the day of their end and the minutes to the release; -1 without one.
-- Seller 0 is everybody but the house.
create table deal_tally (
  seller_id integer not null,
  day date not null,
  minutes smallint not null check (minutes between -1 and 1440),
  deals integer not null check (deals > 0),
  primary key (seller_id, day, minutes)
);
create index deal_tally_day on deal_tally (day);

-- What the tallies of 30 days come to.
create table deal_figures (
  seller_id integer primary key,
  deals integer not null check (deals >= 0),
  completed integer not null check (completed between 0 and deals),
  release_minutes smallint
);

-- An ended deal is counted once.
alter table deal add column is_counted boolean not null default false;
create index deal_uncounted on deal (id) where closed_at is not null and not is_counted;

-- A seller nobody knows yet stands in the middle between those who always and who never release.
alter table offer alter column record set default 5000;
update offer set record = 5000;

-- Deals that wait for their seller.
create index deal_seller_paid on deal (seller_id) where state = 'paid';
