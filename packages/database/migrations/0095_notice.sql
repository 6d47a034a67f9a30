-- What members were told about their accounts, and where they want to be told.

create table notice (
  id bigint generated always as identity primary key,
  member_id integer not null references member (id),
  -- A text of the catalogue, said in the language of whoever reads it.
  message text not null,
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  told_at timestamptz not null,
  read_at timestamptz
);
create index notice_member on notice (member_id, id);
create index notice_unread on notice (member_id) where read_at is null;
create index notice_told_at on notice (told_at);

-- What a member chose; for kinds without a row, and ways it says nothing of, the default.
create table notice_choice (
  member_id integer not null references member (id),
  kind text not null,
  app boolean not null default true,
  mail boolean not null default true,
  push boolean not null default true,
  primary key (member_id, kind)
);

-- A browser that is told by web push, as long as somebody is logged in there.
create table push_device (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  session_id integer not null references session (id) on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https?://' and length(endpoint) <= 1000),
  -- Its public key and the secret it shares with us (RFC 8291).
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  added_at timestamptz not null
);
create index push_device_member on push_device (member_id, id);
create index push_device_session on push_device (session_id);

-- What the keys follow from by which push services know this house (RFC 8292).
insert into secret (name, value)
values ('push', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

alter table outbox drop constraint outbox_channel_check, add constraint outbox_channel_check
  check (channel in ('mail', 'sms', 'push'));
-- Where in the app a message leads; only what is pushed has one.
alter table outbox add column link text;
