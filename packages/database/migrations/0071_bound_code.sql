-- A code that confirms a risky call is good for that action and content alone (D26): what it was sent
-- for, as the step-up hashes it. Null for what the seeds' clients ask for without saying what for: it
-- confirms a withdrawal and nothing else.
alter table code add column bound_to bytea check (length(bound_to) = 32);

-- What the message with the code names, such as amount and address; nothing where the action says all.
alter table step_up add column named jsonb not null default '{}';
