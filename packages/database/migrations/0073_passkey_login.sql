-- What a passkey has to sign to log in: asked for by anybody, before it is known by whom; good once.
create table passkey_login (
  challenge_id text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_login_expires_at on passkey_login (expires_at);
