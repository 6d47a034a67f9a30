-- Members. Sessions, codes and captchas follow in this file, beside what they guard.

create table member (
  id integer generated always as identity (start with 100001) primary key,
  account_number text not null unique check (account_number ~ '^[0-9]{9}$'),
  -- Lower case. An address counts as proved from *_proved_at on; only a proved one is unique.
  mail text check (mail = lower(mail)),
  mail_proved_at timestamptz,
  -- As +8613800000000.
  mobile text check (mobile ~ '^\+[0-9]{6,15}$'),
  mobile_proved_at timestamptz,
  country text not null check (country ~ '^[A-Z]{2}$'),
  password_hash text not null,
  extension_code text not null unique,
  inviter_id integer references member (id) check (inviter_id <> id),
  language text not null default 'en',
  terms_version integer,
  agreed_at timestamptz,
  -- First proof of mail or phone: grants are paid from here on.
  verified_at timestamptz,
  welcome_seen_at timestamptz,
  -- Withdrawals wait 24 hours from here.
  password_reset_at timestamptz,
  joined_at timestamptz not null,
  -- Kept by mining: the last start of a run, for who counts in a team.
  last_run_at timestamptz,
  is_house boolean not null default false
);
create unique index member_mail_proved on member (mail) where mail_proved_at is not null;
create unique index member_mobile_proved on member (mobile) where mobile_proved_at is not null;
create index member_mail on member (mail);
create index member_mobile on member (mobile);
create index member_inviter on member (inviter_id, id) where inviter_id is not null;

-- A parent is set once and never changes (I16).
create function member_inviter_is_final() returns trigger language plpgsql as $$
begin
  if old.inviter_id is not null and new.inviter_id is distinct from old.inviter_id then
    raise exception 'the inviter of a member never changes';
  end if;
  return new;
end $$;
create trigger member_inviter_is_final before update of inviter_id on member
  for each row execute function member_inviter_is_final();

-- Random per install, made with the database: what codes and passwords are keyed with.
create table secret (
  name text primary key,
  value bytea not null check (length(value) >= 32)
);
insert into secret (name, value)
select name, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
from unnest(array['codes', 'passwords']) as name;

-- The token itself is never stored. A session that ends is deleted.
create table session (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  remember boolean not null,
  device text not null,
  ip text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_member on session (member_id, id);
create index session_expires_at on session (expires_at);
create index session_last_seen_at on session (last_seen_at);
create index session_passing on session (last_seen_at) where not remember;

-- Codes that were sent, bound to purpose, target, member and nonce. Kept a day to count the sends.
create table code (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('register', 'forget', 'withdraw', 'bind')),
  -- A mail address in lower case, or a phone as +8613800000000.
  target text not null,
  member_id integer references member (id),
  nonce text not null unique,
  code_hash bytea not null check (length(code_hash) = 32),
  ip text not null,
  -- Whom the send is counted for; null on the machine itself, where nobody is.
  network text,
  agreed boolean,
  terms_version integer,
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  check ((member_id is not null) = (purpose in ('withdraw', 'bind')))
);
-- The newest kills the older.
create unique index code_newest on code (purpose, target, coalesce(member_id, 0))
  where replaced_at is null;
create index code_target on code (target, created_at);
create index code_ip on code (ip, created_at);
create index code_network on code (network, created_at) where network is not null;
create index code_created_at on code (created_at);
create index code_counted on code (created_at) where network is not null;

-- Pictures that were drawn. Taken out at the first answer, right or wrong.
create table captcha (
  t text primary key,
  answer_hash bytea not null check (length(answer_hash) = 32),
  expires_at timestamptz not null
);
create index captcha_expires_at on captcha (expires_at);

-- Failed logins, by account and network; '*' stands for all of them.
create table login_failure (
  account text not null,
  network text not null,
  failures integer not null check (failures >= 0),
  last_at timestamptz not null,
  locked_until timestamptz,
  primary key (account, network)
);
create index login_failure_last_at on login_failure (last_at);

-- The invite code a visitor came with first, for 30 days.
create table visit (
  visitor text primary key,
  extension_code text not null,
  created_at timestamptz not null
);
create index visit_created_at on visit (created_at);
