-- Passkeys of operators, beside the authenticator: they go with whoever leaves.
create table operator_passkey (
  id integer generated always as identity primary key,
  operator_id integer not null references operator (id),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  label text not null check (length(label) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkey_operator on operator_passkey (operator_id, id);

-- What a passkey has to sign: for one act on one thing by one operator, once. Of a login nobody knows
-- yet whose it is.
create table operator_challenge (
  challenge_id text primary key,
  operator_id integer references operator (id),
  action text not null
    check (action in ('login', 'passkeys.begin', 'passkeys.add', 'passkeys.remove')),
  subject text not null,
  challenge text not null,
  expires_at timestamptz not null,
  check ((action = 'login') = (operator_id is null))
);
create index operator_challenge_operator on operator_challenge (operator_id);
create index operator_challenge_expires_at on operator_challenge (expires_at);
