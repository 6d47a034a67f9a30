-- What a bank is paid, in bank units at the rate at which it was asked for. So far it was one for one USDT.
alter table bank_withdrawal add column units bigint;
update bank_withdrawal set units = amount - fee;
alter table bank_withdrawal alter column units set not null, add check (units > 0);
