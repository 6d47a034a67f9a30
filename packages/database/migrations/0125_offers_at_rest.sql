-- An offer is bought from again and again. While it stays on sale nothing that its indexes hold is
-- another way, so a purchase rewrites the row in its page and leaves the indexes as they are.

alter table offer
  -- With enough for its smallest deal, where that is known.
  add column is_on_sale boolean not null generated always as (not is_paused
    and coalesce(stock >= trunc(least::numeric * 100000000 / price), stock > 0)) stored,
  set (fillfactor = 70);

drop index offer_fixed, offer_following, offer_sellers, offer_least, offer_most;

-- Matched in these orders, from the best price on. What one deal may be is in the index, so that
-- offers of other amounts are passed over without a look at them.
create index offer_fixed on offer (price, record desc, id) include (least, most)
  where is_on_sale and price is not null;
create index offer_following on offer (off_bps, record desc, id) include (least, most)
  where is_on_sale and off_bps is not null;
create index offer_sellers on offer (member_id) include (ways) where is_on_sale;
create index offer_least on offer (least) where is_on_sale;
create index offer_most on offer (most) where is_on_sale;
