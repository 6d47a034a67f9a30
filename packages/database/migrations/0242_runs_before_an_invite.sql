-- How many runs of a friend have to end before an invite has earned its reward is a setting; it was the first.
insert into setting (name, effective_from, value) values ('team.runs', '2023-01-01T00:00:00Z', '{"runs": "1"}');

-- How many it takes was promised with each reward, and how many have ended since.
alter table referral
  add column runs integer not null default 1 check (runs > 0),
  add column runs_ended integer not null default 0 check (runs_ended between 0 and runs);
update referral set runs_ended = 1 where state in ('due', 'held', 'paid');
alter table referral alter column runs drop default,
  add constraint referral_earned check (runs_ended = runs or state not in ('due', 'held', 'paid'));
