-- Whether anything of a key is on its way is asked with each one that is signed, by the key itself: among all that
-- it ever sent these are few.
create index chain_transaction_under_way on chain_transaction (from_key) where state in ('signed', 'sent');
