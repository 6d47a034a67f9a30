-- Red packets: a budget in shares, one for each member who knows the code.

create table red_packet (
  id integer generated always as identity primary key,
  code text not null check (code ~ '^[0-9A-Z]{6,32}$'),
  currency integer not null check (currency in (3, 28)),
  budget bigint not null check (budget > 0),
  shares integer not null check (shares between 1 and 10000),
  split text not null check (split in ('equal', 'random')),
  audience text not null check (audience in ('all', 'new', 'verified')),
  -- Random shares follow from it. Its hash is shown from the proposal on, itself after the end.
  seed bytea not null check (length(seed) = 32),
  state text not null default 'proposed' check (state in ('proposed', 'dropped', 'open', 'ended')),
  taken integer not null default 0 check (taken between 0 and shares),
  paid bigint not null default 0 check (paid between 0 and budget),
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > made_at),
  closed_at timestamptz,
  check ((state in ('dropped', 'ended')) = (closed_at is not null)),
  check ((taken = 0) = (paid = 0))
);
create unique index red_packet_code on red_packet (code) where state <> 'dropped';
create index red_packet_open on red_packet (ends_at) where state = 'open';
create index red_packet_proposed on red_packet (made_at) where state = 'proposed';
select keep_states(
  'red_packet', '{proposed}', '{proposed > dropped, proposed > open, open > ended}'
);

create table packet_share (
  packet_id integer not null references red_packet (id),
  member_id integer not null references member (id),
  -- The first one taken is 0.
  place integer not null check (place >= 0),
  amount bigint not null check (amount > 0),
  received_at timestamptz not null,
  primary key (packet_id, member_id),
  unique (packet_id, place)
);
