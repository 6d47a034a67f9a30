-- A volume adds up what was traded, not what there is: the same funds count each time they change
-- hands, so that no fixed width is enough for a day of it.
alter table exchange_volume alter column quote type numeric;
alter table market_candle
  alter column volume type numeric,
  alter column quote_volume type numeric,
  alter column taker_buy_volume type numeric,
  alter column taker_buy_quote type numeric;
