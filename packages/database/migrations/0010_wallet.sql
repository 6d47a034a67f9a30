-- Which wallets a coin may be put into. A wallet that is closed for a coin takes nothing more in;
-- what is in it can always be taken out, and change, the way out of the house, always takes.
create table coin_wallets (
  currency integer primary key,
  is_match boolean not null,
  is_legal boolean not null,
  is_lever boolean not null,
  is_micro boolean not null
);

insert into coin_wallets (currency, is_match, is_legal, is_lever, is_micro)
values (1, true, true, true, true), (3, true, true, true, true), (18, true, true, true, true),
  (28, true, true, true, true);
