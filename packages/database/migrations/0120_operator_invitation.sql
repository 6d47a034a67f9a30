-- Who two operators let in: a place that waits for its password and its authenticator. What opens it is
-- in a mail and here only as a hash.
create table operator_invitation (
  id integer generated always as identity primary key,
  proposal_id integer not null unique references operator_proposal (id),
  mail text not null check (mail = lower(mail)),
  name text not null check (length(name) between 1 and 60),
  roles text[] not null check (cardinality(roles) > 0),
  code_hash bytea not null unique check (length(code_hash) = 32),
  sealed_totp bytea not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_invitation_expires_at on operator_invitation (expires_at);
