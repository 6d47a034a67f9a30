-- When it was noticed that a deposit is not as it should be: the Overview shows it for a day, or while it waits.
alter table deposit add column problem_at timestamptz;
update deposit set problem_at = coalesce(final_at, seen_at) where problem <> '';
