-- BNB that a contract pays from inside a transaction stands in no log. It is what an address has more
-- than its transactions explain: their sum, in the chain's own units, as of deposit_watch.final_block.
-- Null is an address whose balance is taken as it is at the next look.
alter table deposit_address add column explained numeric(78, 0) default 0;
update deposit_address set explained = null;
