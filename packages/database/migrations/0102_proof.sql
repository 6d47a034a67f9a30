-- Proofs: each hour a signed attestation of what is owed and what is there, and a tree over all members
-- in which each of them finds their own sums. What the attestation says: docs/proof.md.

insert into secret (name, value)
values ('proofs', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- All statement lines of a member up to the mark as one hash: of the hash before it and the next line.
create table ledger_digest (
  member_id integer primary key,
  hash bytea not null check (length(hash) = 32)
)
with (fillfactor = 70);

create table ledger_digest_mark (
  id boolean primary key default true check (id),
  through bigint not null
);
insert into ledger_digest_mark (through) values (0);

create table proof_attestation (
  number integer primary key check (number > 0),
  taken_at timestamptz not null,
  -- As it was signed, byte for byte.
  text text not null,
  signature bytea not null,
  -- Its last line of figures for lists and plots: [{currency, owed, promised, there}].
  coverage jsonb not null
);
create index proof_attestation_taken on proof_attestation (taken_at);
create trigger proof_attestation_append_only before update or delete or truncate on proof_attestation
  for each statement execute function ledger_refuse();

-- The tree of an attestation, 64 nodes to a row: at level 0 the members of a block, from which its leaves
-- follow, above it the nodes themselves. Kept for a while; the attestation stays.
create table proof_group (
  attestation integer not null,
  level smallint not null,
  n integer not null,
  -- Of a block: where the order of members is when it begins.
  first_key bigint,
  body bytea not null,
  made_at timestamptz not null,
  primary key (attestation, level, n)
);
alter table proof_group alter body set storage external;
create index proof_group_key on proof_group (attestation, first_key) where level = 0;
create index proof_group_made on proof_group (made_at);
