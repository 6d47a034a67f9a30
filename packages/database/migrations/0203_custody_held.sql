-- What each deposit address held of a coin when it was asked last, where that is anything: comparing
-- custody with the books asks again for those whose coins moved since, and a few of the others in turn.
create table custody_held (
  currency integer not null,
  address text not null,
  held numeric(78, 0) not null check (held > 0),
  primary key (currency, address)
);
create index custody_held_most on custody_held (currency, held desc);

-- Addresses of which a final block said that something moved, until they were asked behind it.
create table custody_moved (
  block bigint not null,
  address text not null,
  primary key (block, address)
);

create table custody_round (
  id boolean primary key default true check (id),
  -- Up to which what is kept is known to be right; null while all have to be asked.
  block bigint,
  -- How often the chain became another one: whoever asked before has nothing to keep.
  chains integer not null default 0,
  -- The last of those that were asked in turn.
  hd_index integer not null default 0
);
insert into custody_round default values;
