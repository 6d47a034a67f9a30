-- When a row is due to be checked again has the name of the field.
alter table withdrawal rename column look_at to next_check_at;
alter table chain_transaction rename column look_at to next_check_at;
alter table pool_watch rename column look_at to next_check_at;
alter index withdrawal_look_at rename to withdrawal_next_check_at;
