-- Where the books themselves do not hold, nothing of the currency is matched either.
alter table withdrawal_stop add column matching boolean not null default false;
