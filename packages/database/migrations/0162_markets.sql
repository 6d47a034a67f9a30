-- Whether a market is traded is a setting. ETH is a currency that the house knows and does not trade
-- before two operators have opened its market.
insert into market_lease (market_id) values (2);
insert into exchange_indexed (market_id, orders_through, trades_through) values (2, 0, 0);
insert into market_candle_through (market_id, trade_id) values (2, 0);

insert into setting (name, effective_from, value) values
  ('market.btc', '2023-01-01T00:00:00Z', '{"state": "open"}'),
  ('market.bnb', '2023-01-01T00:00:00Z', '{"state": "open"}'),
  ('market.btbc', '2023-01-01T00:00:00Z', '{"state": "open"}'),
  ('market.eth', '2023-01-01T00:00:00Z', '{"state": "unlisted"}');

-- Trees that were grown before have no sum of it. Their attestations stay; the next one has a tree again.
truncate proof_group;
