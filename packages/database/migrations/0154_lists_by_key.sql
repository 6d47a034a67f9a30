-- How many orders a list names: with it and the first id in the key, the lists of a page are chosen
-- without a look into those that come before or behind it.
alter table exchange_orders_of_member
  add column orders integer not null generated always as (cardinality(ids)) stored,
  drop constraint exchange_orders_of_member_pkey;
alter table exchange_orders_of_member
  add primary key (member_id, market_id, last_id) include (first_id, orders);

-- How many orders of a member have ended, kept with the lists and not counted.
create table exchange_order_tally (
  member_id integer not null,
  market_id integer not null,
  ended bigint not null check (ended > 0),
  primary key (member_id, market_id)
);
insert into exchange_order_tally (member_id, market_id, ended)
select member_id, market_id, sum(orders) from exchange_orders_of_member group by member_id, market_id;
