-- What the books say of a member cannot be true: nothing of theirs leaves or is traded until two have looked.
create table member_stop (
  member_id integer primary key references member (id),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null
);

-- The whole audit beside the work: when it was last begun and ended, by the clock on the wall, and what it found.
create table book_audit (
  id boolean primary key default true check (id),
  began_at timestamptz,
  ended_at timestamptz,
  -- Each as 'rule: detail'.
  findings text[] not null default '{}'
);
insert into book_audit default values;
