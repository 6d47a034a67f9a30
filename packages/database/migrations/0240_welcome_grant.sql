-- What a member was granted for joining, as it was when it was granted: what of it stays until the identity
-- is accepted is counted by this row, whatever others are granted later. Who was granted it before there
-- was this table is found in the books.
create table welcome_grant (
  member_id integer primary key references member (id),
  btbc bigint not null check (btbc > 0),
  launches integer not null check (launches > 0),
  granted_at timestamptz not null
);
insert into welcome_grant (member_id, btbc, launches, granted_at)
select entry.member_id, sum(amount) filter (where currency = 28),
  sum(amount) filter (where currency = 1001), entry.at
from ledger_entry entry join ledger_move move on move.entry_id = entry.id
where entry.kind = 'join.welcomed'
group by entry.id;
create trigger welcome_grant_kept before update or delete or truncate on welcome_grant
  for each statement execute function operator_refuse();
