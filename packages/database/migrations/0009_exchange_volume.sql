-- Volumes decide fees by the day and not by the trade: they follow the trades at their own, slower
-- pace, and with their own mark of how far they have come.
alter table exchange_indexed add column volume_through bigint not null default 0;
update exchange_indexed set volume_through = trades_through;
