-- The one passkey a member is just about to add: what the new key has to sign.
create table passkey_registration (
  member_id integer primary key references member (id),
  challenge text not null,
  expires_at timestamptz not null
);
