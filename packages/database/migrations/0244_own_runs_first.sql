-- What a member has open is asked with every read. PostgreSQL, which last counted when hardly any run was
-- open, took the index of what is due for it: then each read goes past all runs that anybody has ended
-- since the oldest snapshot still in use, an audit's or a back-up's, whose rows nobody may clear away.
-- So that index is for those alone who say that they go through what is due.
drop index run_due;
create index run_due on run (ends_at, id) where state = 'open' and ends_at > '-infinity';
drop index run_open_member;
create index run_open_member on run (member_id, ends_at, id) where state = 'open';
