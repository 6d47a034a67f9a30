-- Keys with which a member's own programs trade. A signature can only be checked by who knows the
-- secret, so it is kept, encrypted under a secret of this install. A revoked key stays, for its log.
insert into secret (name, value)
values ('api_keys', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table api_key (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  label text not null check (length(label) between 1 and 40),
  key text not null unique check (length(key) = 64),
  sealed_secret bytea not null,
  may_trade boolean not null,
  -- Empty means any address.
  addresses text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_key_member on api_key (member_id, id);

-- What a key was used for, added up by the minute, behind the answers.
create table api_key_use (
  api_key_id integer not null references api_key (id),
  minute timestamptz not null,
  call text not null,
  address text not null,
  outcome text not null check (outcome in ('accepted', 'refused')),
  uses bigint not null check (uses > 0),
  last_at timestamptz not null,
  primary key (api_key_id, minute, call, address, outcome)
);
