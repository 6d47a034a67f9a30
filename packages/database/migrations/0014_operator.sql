-- The people of the house: who they are, what two of them decide together, and what they did.

insert into secret (name, value)
values ('operators', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table operator (
  id integer generated always as identity primary key,
  mail text not null unique check (mail = lower(mail)),
  name text not null check (length(name) between 1 and 60),
  password_hash text not null,
  -- What the authenticator shares with us, encrypted under a secret of this install.
  sealed_totp bytea not null,
  -- The last 30 seconds whose code was used: no code opens the door twice.
  totp_step bigint not null default 0,
  roles text[] not null check (
    cardinality(roles) > 0
    and roles <@ array['support', 'content', 'finance', 'risk', 'admin', 'auditor']
  ),
  -- How far the password of a sample operator is known; null for everybody else.
  sample text check (sample in ('known', 'random', 'locked')),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- Another kind of session than a member's, in a table of its own: neither is ever taken for the other.
create table operator_session (
  id integer generated always as identity primary key,
  operator_id integer not null references operator (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  device text not null,
  ip text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_session_operator on operator_session (operator_id, id);
create index operator_session_expires_at on operator_session (expires_at);

-- What one proposes and another accepts: never the same person, whatever the code does.
create table operator_proposal (
  id integer generated always as identity primary key,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  summary text not null,
  reason text not null check (length(reason) between 3 and 500),
  state text not null default 'pending'
    check (state in ('pending', 'accepted', 'rejected', 'expired')),
  made_by integer not null references operator (id),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by integer references operator (id),
  decided_at timestamptz,
  decision_reason text,
  constraint operator_proposal_two_people check (decided_by <> made_by),
  constraint operator_proposal_decided check (
    (state in ('accepted', 'rejected')) = (decided_by is not null)
    and (decided_by is null) = (decision_reason is null)
    and (state = 'pending') = (decided_at is null)
  )
);
-- One thing is proposed once at a time.
create unique index operator_proposal_pending on operator_proposal (kind, subject)
  where state = 'pending';
create index operator_proposal_expires_at on operator_proposal (expires_at) where state = 'pending';
create index operator_proposal_state on operator_proposal (state, id);

-- What is decided stays decided, and nobody rewrites what was proposed.
create function operator_proposal_is_final() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or (new.id, new.kind, new.subject, new.payload, new.summary, new.reason,
      new.made_by, new.made_at, new.expires_at)
    is distinct from (old.id, old.kind, old.subject, old.payload, old.summary, old.reason,
      old.made_by, old.made_at, old.expires_at) then
    raise exception 'a proposal is only ever decided, once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger operator_proposal_is_final before update on operator_proposal
  for each row execute function operator_proposal_is_final();

create function operator_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: what was done stays written', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger operator_proposal_kept before delete or truncate on operator_proposal
  for each statement execute function operator_refuse();

-- Everything operators did, in one order, each row sealing the one before it.
create table operator_audit (
  position bigint primary key,
  at timestamptz not null,
  operator_id integer not null references operator (id),
  action text not null,
  subject text not null,
  reason text not null,
  details jsonb not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null unique check (length(hash) = 32)
);
create index operator_audit_operator on operator_audit (operator_id, position);
create index operator_audit_subject on operator_audit (subject, position);

-- Where the log ends. Its row is the lock that puts what happens at once in an order.
create table operator_audit_head (
  id boolean primary key default true check (id),
  position bigint not null,
  hash bytea not null
);
insert into operator_audit_head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The database numbers and seals a row itself: no code can write one into the middle.
create function operator_audit_seal() returns trigger language plpgsql as $$
declare
  head operator_audit_head;
begin
  select * into head from operator_audit_head for update;
  new.position := head.position + 1;
  new.prev_hash := head.hash;
  new.hash := sha256(head.hash || convert_to(jsonb_build_array(new.position,
    extract(epoch from new.at)::text, new.operator_id, new.action, new.subject, new.reason,
    new.details)::text, 'UTF8'));
  update operator_audit_head set position = new.position, hash = new.hash;
  return new;
end $$;
create trigger operator_audit_seal before insert on operator_audit
  for each row execute function operator_audit_seal();
create trigger operator_audit_append_only before update or delete or truncate on operator_audit
  for each statement execute function operator_refuse();
create trigger operator_audit_head_kept before delete or truncate on operator_audit_head
  for each statement execute function operator_refuse();
create trigger operator_audit_head_by_rows before update on operator_audit_head
  for each row when (pg_trigger_depth() = 0) execute function operator_refuse();
