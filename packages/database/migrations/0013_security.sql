-- What proves again that a member is who they are: PIN, authenticator, passkeys, recovery codes, and
-- the fresh proof (step-up) that a risky call asks for. Random per install: what seals and keys them.
insert into secret (name, value)
values ('security', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

alter table member
  -- Stands in every mail of ours, so that a forged one is known by its absence.
  add column phrase text check (length(phrase) between 4 and 40),
  -- The member stopped withdrawals, keys and unknown logins; `frozen_network` is where they sat.
  add column frozen_at timestamptz,
  add column frozen_network text,
  -- Withdrawals wait 24 hours from these, as from password_reset_at.
  add column contact_changed_at timestamptz,
  add column weakened_at timestamptz,
  add check ((frozen_at is null) = (frozen_network is null));

create table fund_pin (
  member_id integer primary key references member (id),
  pin_hash text not null,
  set_at timestamptz not null
);

create table totp (
  member_id integer primary key references member (id),
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- In force from the first right code on.
  confirmed_at timestamptz,
  -- The newest step a code was accepted of: no code is accepted twice.
  last_step bigint
);

create table passkey (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  label text not null check (length(label) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_member on passkey (member_id, id);

create table recovery_code (
  member_id integer not null references member (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- Wrong tries of what never expires, by member, from wherever they come.
create table factor_failure (
  member_id integer not null references member (id),
  factor text not null check (factor in ('pin', 'totp', 'recovery', 'passkey')),
  failures integer not null check (failures between 0 and 4),
  locked_until timestamptz,
  primary key (member_id, factor)
);

-- One risky call that waits for a fresh proof: bound to who, what for, and the exact payload.
create table step_up (
  id bigint generated always as identity primary key,
  challenge_id text not null unique,
  member_id integer not null references member (id),
  action text not null,
  payload_hash bytea not null check (length(payload_hash) = 32),
  -- What a passkey has to sign; null where the member has none.
  passkey_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0 check (tries between 0 and 5),
  method text,
  proof_hash bytea unique check (length(proof_hash) = 32),
  proved_at timestamptz,
  used_at timestamptz,
  check ((proof_hash is null) = (proved_at is null) and (proof_hash is null) = (method is null)),
  check (used_at is null or proved_at is not null)
);
create index step_up_expires_at on step_up (expires_at);
