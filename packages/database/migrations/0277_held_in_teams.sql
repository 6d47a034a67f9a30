-- Whoever is held counts in no team meanwhile: those below the members who are asked about, of the few held.
create index member_held_above on member using gin (above) where rewards_held_at is not null;
