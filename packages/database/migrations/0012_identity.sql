-- Who members are, one row a submission. A document stands for one member: its number is unique
-- among those in review or verified, by a keyed hash that stays when the number itself is erased.
create table identity (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  state text not null check (state in ('pending', 'verified', 'rejected')),
  name text not null check (length(name) between 1 and 80),
  card_id text,
  card_end text not null check (length(card_end) between 1 and 4),
  card_hash bytea not null check (length(card_hash) = 32),
  front_pic text not null unique references upload (id),
  reverse_pic text not null unique references upload (id),
  reason text not null default '',
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer,
  -- Pictures and number are deleted then.
  erase_at timestamptz,
  check (front_pic <> reverse_pic),
  check ((state = 'pending') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (erase_at is null)),
  check (state <> 'rejected' or reason <> ''),
  check (card_id is not null or state <> 'pending')
);
create unique index identity_of_member on identity (member_id) where state in ('pending', 'verified');
create unique index identity_document on identity (card_hash) where state in ('pending', 'verified');
create index identity_member on identity (member_id, id);
create index identity_state on identity (state, id);
create index identity_erase on identity (erase_at) where card_id is not null;
