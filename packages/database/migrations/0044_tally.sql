-- How many members and open runs there are, known without counting them. Each change writes a line of
-- its own, so that no two transactions wait for one another; a sweep adds the lines to the sum.

create table tally (
  name text primary key,
  count bigint not null
);
create table tally_change (
  id bigint generated always as identity primary key,
  name text not null check (name in ('members', 'open_runs')),
  change integer not null check (change in (-1, 1))
);

insert into tally (name, count)
select 'members', count(*) from member where not is_house
union all
select 'open_runs', count(*) from run where state = 'open';

create function note_tally() returns trigger language plpgsql as $$
begin
  insert into tally_change (name, change) values (tg_argv[0], tg_argv[1]::integer);
  return null;
end $$;

create trigger member_counted after insert on member
  for each row when (not new.is_house) execute function note_tally('members', '1');
create trigger member_is_house after update of is_house on member
  for each row when (new.is_house and not old.is_house) execute function note_tally('members', '-1');
create trigger run_opened after insert on run
  for each row when (new.state = 'open') execute function note_tally('open_runs', '1');
create trigger run_closed after update of state on run
  for each row when (old.state = 'open' and new.state = 'closed')
  execute function note_tally('open_runs', '-1');
