-- Pictures of members. The files lie outside the web root, each under a key of its own; that key is
-- kept here, wrapped by a secret of this install. A picture is deleted by removing both.
insert into secret (name, value)
values ('uploads', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table upload (
  -- Random, and all that a client ever learns of it.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{32}$'),
  member_id integer not null references member (id),
  -- Open until it is used when the client did not say.
  purpose text check (purpose in ('identity', 'voucher', 'deal')),
  file text not null unique check (file ~ '^[0-9a-f]{32}$'),
  sealed_key bytea,
  bytes integer not null check (bytes > 0),
  -- On the clock of the wall, for the limit of a day; the rest is business time.
  sent_at timestamptz not null,
  created_at timestamptz not null,
  used_at timestamptz,
  delete_at timestamptz,
  deleted_at timestamptz,
  check (used_at is null or purpose is not null),
  check (used_at is not null or delete_at is not null),
  check ((deleted_at is null) = (sealed_key is not null))
);
create index upload_member on upload (member_id, sent_at);
create index upload_due on upload (delete_at) where deleted_at is null;
