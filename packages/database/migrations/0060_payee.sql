-- Where a buyer would pay a seller. One row for a member and a way, made once: deals name it.

create table payee (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  way text not null check (way in ('alipay', 'wechat', 'bank')),
  -- Nothing that a bank or a wallet outside would take.
  account text not null check (account like 'TEST%'),
  holder text not null check (holder like 'TEST %'),
  -- False when the member takes the way no longer.
  is_taken boolean not null default true,
  made_at timestamptz not null,
  unique (member_id, way)
);
