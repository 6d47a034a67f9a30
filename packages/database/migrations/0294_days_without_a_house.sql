-- When the house stood still for an hour or more, for a month: a day that ended meanwhile breaks no row of
-- check-ins.
create table check_in_pause (
  since timestamptz primary key,
  until timestamptz not null check (until > since)
);
create index check_in_pause_until on check_in_pause (until);
