-- What operators write down about a member, for each other. It is withdrawn, never deleted.
create table member_note (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  kind text not null check (kind in ('note', 'tag')),
  text text not null check (length(text) between 1 and 1000),
  made_by integer not null references operator (id),
  made_at timestamptz not null,
  withdrawn_by integer references operator (id),
  withdrawn_at timestamptz,
  withdrawn_reason text,
  check (kind = 'note' or length(text) <= 30),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index member_note_member on member_note (member_id, id);
create index member_note_standing on member_note (member_id, id) where withdrawn_at is null;
create unique index member_note_tag on member_note (member_id, lower(text))
  where kind = 'tag' and withdrawn_at is null;

create function member_note_stays() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.withdrawn_at is not null
    or (new.id, new.member_id, new.kind, new.text, new.made_by, new.made_at)
      is distinct from (old.id, old.member_id, old.kind, old.text, old.made_by, old.made_at) then
    raise exception 'what was noted stays written' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger member_note_stays before update or delete on member_note
  for each row execute function member_note_stays();

-- Two operators froze it: its owner does not unfreeze it alone.
alter table member
  add column frozen_by_house boolean not null default false,
  add check (frozen_at is not null or not frozen_by_house);
