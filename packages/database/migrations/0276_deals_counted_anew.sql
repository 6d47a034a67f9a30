-- A deal that both sides cancelled says nothing of its seller, and what one buyer finishes with one
-- seller on a day counts once. What was tallied otherwise is tallied anew by the next sweeps.
create index deal_finished on deal (buyer_id, seller_id, closed_at) where state = 'finished';

update deal set is_counted = false
where is_counted and (closed_at at time zone 'UTC')::date >= (select min(day) from deal_tally);
delete from deal_tally;
delete from deal_figures;
update offer set record = 5000 where record <> 5000;
