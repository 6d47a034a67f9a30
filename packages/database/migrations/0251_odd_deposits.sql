-- Deposits that are not as they should be are few among all, and the newest of them stand on the Overview.
create index deposit_odd on deposit (id) where problem <> '';
