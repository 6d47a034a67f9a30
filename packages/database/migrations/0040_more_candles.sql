-- Candles of 5 and 30 minutes, of 4 and 12 hours are kept as well: a thousand of them are no longer
-- added up from thirty thousand rows.
alter table market_candle drop constraint market_candle_minutes_check;
alter table market_candle add constraint market_candle_minutes_check
  check (minutes in (1, 5, 30, 60, 240, 720, 1440));

insert into market_candle (market_id, minutes, at, open, high, low, close, volume, quote_volume,
  taker_buy_volume, taker_buy_quote, trades, first_trade)
select market_id, size.minutes,
  date_bin(make_interval(mins => size.minutes), at, 'epoch'::timestamptz),
  (array_agg(open order by at))[1], max(high), min(low), (array_agg(close order by at desc))[1],
  sum(volume), sum(quote_volume), sum(taker_buy_volume), sum(taker_buy_quote), sum(trades),
  min(first_trade)
from market_candle
join (values (5, 1), (30, 1), (240, 60), (720, 60)) as size (minutes, base)
  on market_candle.minutes = size.base
group by 1, 2, 3;
