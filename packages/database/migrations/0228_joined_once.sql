-- Who joins is counted above once their row is there. It was before: a number that was drawn and taken
-- left a line of somebody who never came, and the next draw wrote another.

create or replace function member_joins_team() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('teams', 9));
  select (inviter.id || inviter.above)[1:10] into new.above
  from member inviter where inviter.id = new.inviter_id;
  return new;
end $$;

create function member_joined_team() returns trigger language plpgsql as $$
begin
  insert into team_tally_change (member_id, total, direct, active_direct, active_other)
  select * from team_changes(new.above, 1, 1, case when new.counted_until is null then 0 else 1 end);
  return null;
end $$;
create trigger member_joined_team after insert on member
  for each row when (new.inviter_id is not null) execute function member_joined_team();

-- What was left is taken out: all are counted anew.
delete from team_tally_change;
delete from team_tally;
insert into team_tally (member_id, total, direct, active_direct, active_other)
select change.member_id, sum(change.total), sum(change.direct), sum(change.active_direct),
  sum(change.active_other)
from member cross join
  team_changes(member.above, 1, 1, case when counted_until is null then 0 else 1 end) change
group by change.member_id;
