-- What each day of the books did, kept behind the commit: by account of the house, by kind of account of
-- all members together, and by kind of entry. A balance at the end of a day is what came less what went
-- until then, so a statement of any day is read from a few hundred rows, however many entries there are.
create table books_day (
  -- In UTC, by the time of the entries.
  day date not null,
  currency integer not null,
  of_members boolean not null,
  -- The code of the purpose, as it stands in the ids of accounts.
  purpose smallint not null,
  kind text not null,
  came numeric not null check (came >= 0),
  went numeric not null check (went >= 0),
  primary key (day, currency, of_members, purpose, kind)
);

-- The last entry of each day, and how many it had.
create table books_day_end (
  day date primary key,
  entry_id bigint not null,
  entries bigint not null check (entries > 0)
);

-- Through which entry that has been done: from the first one on.
create table books_day_mark (
  id boolean primary key default true check (id),
  through bigint not null
);
insert into books_day_mark (through) values (0);
