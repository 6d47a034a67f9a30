-- Points: what check-ins give, and what they are exchanged for. What a point is worth in BTBC is set
-- aside when it is given.

create table point_terms (
  id integer primary key default 1 check (id = 1),
  -- Units of BTBC for one point. It stays: what is set aside for points was set aside at it.
  rate bigint not null check (rate > 0),
  -- What the seven days of a row give.
  week integer[] not null check (cardinality(week) = 7 and 0 < all (week))
);
insert into point_terms (rate, week) values (1000000, '{5,5,10,10,15,15,40}');

create table point_standing (
  member_id integer primary key references member (id),
  given bigint not null check (given > 0),
  exchanged bigint not null default 0 check (exchanged between 0 and given),
  -- The last check-in: its day since 1 January 1970 by the calendar of the zone, and the how manieth
  -- in a row it was.
  day integer not null,
  zone text not null check (length(zone) between 1 and 40),
  streak integer not null check (streak > 0)
);
