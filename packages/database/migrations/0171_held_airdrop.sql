-- What an airdrop gives to members whose rewards are held stays set aside until the hold is undone.

alter table airdrop add column held integer not null default 0 check (held >= 0);
-- What came with 0134: given and left out are at most all, and all of them at the end.
alter table airdrop
  drop constraint airdrop_check2,
  drop constraint airdrop_check3,
  add constraint airdrop_members check (given + left_out + held <= members),
  add constraint airdrop_ended
    check (state <> 'ended' or given + left_out + held = members);
create index airdrop_held on airdrop (id) where state = 'ended' and held > 0;

alter table airdrop_member
  add column is_held boolean not null default false,
  -- The hold was undone: theirs by the next batch.
  add column is_due boolean not null default false,
  add check (not (is_left_out and is_held)),
  add check (is_held or not is_due);
create index airdrop_member_held on airdrop_member (member_id) where is_held;
create index airdrop_member_due on airdrop_member (airdrop_id, member_id) where is_due;
