-- How large a team is and how much of it counts, known without walking through it. Who stands above a
-- member is stored with the member; whoever joins, becomes active or ceases to be writes lines of
-- changes, so that no two members wait for the row of one inviter; a sweep adds the lines up.

alter table member
  -- At most ten, the inviter first. Kept by the triggers below.
  add column above integer[] not null default '{}',
  -- In the tallies as active, and looked at again at this time. A start moves only last_run_at, so
  -- that the index changes once in thirty days.
  add column counted_until timestamptz;

with recursive placed (id, above) as (
  select id, '{}'::integer[] from member where inviter_id is null
  union all
  select below.id, (placed.id || placed.above)[1:10]
  from placed join member below on below.inviter_id = placed.id
)
update member set above = placed.above from placed
where member.id = placed.id and placed.above <> '{}';

update member set counted_until = last_run_at + interval '720 hours'
where verified_at is not null and last_run_at is not null;
create index member_counted_until on member (counted_until) where counted_until is not null;

create table team_tally (
  member_id integer primary key,
  total integer not null,
  direct integer not null,
  active_direct integer not null,
  active_other integer not null
)
-- Room on each page for the next version of a row.
with (fillfactor = 70);

create table team_tally_change (
  id bigint generated always as identity primary key,
  member_id integer not null,
  total integer not null,
  direct integer not null,
  active_direct integer not null,
  active_other integer not null
);
create index team_tally_change_member on team_tally_change (member_id);

-- What changes in the teams of those who stand above when so many members come, of whom so many are
-- active. They are at this level below the first of those above, and nobody counts below level 10.
create function team_changes(above integer[], level integer, total integer, active integer)
returns table (
  member_id integer, total integer, direct integer, active_direct integer, active_other integer
) language sql immutable as $$
  select up.id, $3, case when $2 + up.n = 2 then $3 else 0 end,
    case when $2 + up.n = 2 then $4 else 0 end, case when $2 + up.n > 2 then $4 else 0 end
  from unnest($1) with ordinality up (id, n)
  where $2 + up.n <= 11
$$;

insert into team_tally (member_id, total, direct, active_direct, active_other)
select change.member_id, sum(change.total), sum(change.direct), sum(change.active_direct),
  sum(change.active_other)
from member cross join
  team_changes(member.above, 1, 1, case when counted_until is null then 0 else 1 end) change
group by change.member_id;

-- Whoever joins takes over who stands above the inviter, but not while the inviter's own team is being
-- joined to another: the two would not see each other.
create function member_joins_team() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('teams', 9));
  select (inviter.id || inviter.above)[1:10] into new.above
  from member inviter where inviter.id = new.inviter_id;
  insert into team_tally_change (member_id, total, direct, active_direct, active_other)
  select * from team_changes(new.above, 1, 1, case when new.counted_until is null then 0 else 1 end);
  return new;
end $$;
create trigger member_joins_team before insert on member
  for each row when (new.inviter_id is not null) execute function member_joins_team();

-- An inviter who is added later gets the whole team that the member has brought by then.
create function member_brings_team() returns trigger language plpgsql as $$
declare
  added integer[];
begin
  perform pg_advisory_xact_lock(hashtextextended('teams', 9));
  select (inviter.id || inviter.above)[1:10] into added
  from member inviter where inviter.id = new.inviter_id;
  with recursive team (id, level) as (
    select new.id, 1
    union all
    select below.id, team.level + 1
    from team join member below on below.inviter_id = team.id
    where team.level < 10
  ), moved as (
    update member set above = (member.above || added)[1:10] from team where member.id = team.id
    returning team.level, member.counted_until
  ), levels as (
    select level, count(*)::integer as total, count(counted_until)::integer as active
    from moved group by level
  )
  insert into team_tally_change (member_id, total, direct, active_direct, active_other)
  select change.* from levels
  cross join team_changes(added, levels.level, levels.total, levels.active) change;
  return null;
end $$;
create trigger member_brings_team after update of inviter_id on member
  for each row when (old.inviter_id is null and new.inviter_id is not null)
  execute function member_brings_team();

create function member_counted() returns trigger language plpgsql as $$
begin
  insert into team_tally_change (member_id, total, direct, active_direct, active_other)
  select member_id, 0, 0, active_direct, active_other
  from team_changes(new.above, 1, 0, case when new.counted_until is null then -1 else 1 end);
  return null;
end $$;
create trigger member_counted_in_teams after update of counted_until on member
  for each row when ((old.counted_until is null) <> (new.counted_until is null))
  execute function member_counted();
