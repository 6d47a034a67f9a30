-- What buyers who had never bought before hold of an offer: half of it is kept for the others.
alter table deal add column is_first boolean not null default false;
alter table offer
  add column in_first_deals bigint not null default 0 check (in_first_deals between 0 and in_deals);
