-- The house's reference prices are settings like others; what they were so far is the first value.
insert into setting (name, effective_from, value) values ('prices.reference', '2023-01-01T00:00:00Z',
  '{"btc": "60000", "eth": "3000", "bnb": "600", "btbc": "0.8"}');

-- The reference of a walk is fixed with its opening, so that whoever checks a day has all it followed from.
alter table simulation_opening add column reference bigint check (reference > 0);
alter table simulation_opening disable trigger simulation_opening_is_final;
update simulation_opening set reference = case market_id
  when 1 then 6000000000000 when 2 then 300000000000 when 18 then 60000000000 when 28 then 80000000 end;
alter table simulation_opening enable trigger simulation_opening_is_final;
alter table simulation_opening alter column reference set not null;
