-- What an invite brings and what a team adds are settings like others; what they were so far is the first value.
insert into setting (name, effective_from, value) values
  ('team.reward', '2023-01-01T00:00:00Z', '{"launches": "7", "day": "20", "lapse": "90"}'),
  ('team.bonus', '2023-01-01T00:00:00Z', '{"direct": "10", "other": "1", "cap": "300"}');

-- How many a day was promised with each reward, beside what it brings and until when.
alter table referral add column per_day integer not null default 20 check (per_day > 0);
alter table referral alter column per_day drop default;
