-- Keys that may withdraw: to the listed addresses of the member's own book, and to no other.
alter table api_key
  add column may_withdraw boolean not null default false,
  -- As the address book spells them.
  add column withdraw_to text[] not null default '{}',
  add check (may_withdraw = (cardinality(withdraw_to) > 0));

alter table withdrawal
  -- The key that asked for it; null when the member did.
  add column api_key_id integer references api_key (id),
  -- What the member's program calls it: the same name twice is the same withdrawal.
  add column client_id text check (length(client_id) between 1 and 36),
  add check (client_id is null or api_key_id is not null);
create unique index withdrawal_client_id on withdrawal (member_id, client_id)
  where client_id is not null;
