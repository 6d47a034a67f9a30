-- Who began before the time machine jumped, or on a server that has not heard of it yet, would post an
-- entry of a time that is over. It is posted at the jump: the time of entries never goes back. The
-- entry has its number by then, so whoever posts by the new time comes behind it.
alter table business_clock add column moved_at timestamptz;

create function ledger_entry_after_jump() returns trigger language plpgsql as $$
begin
  select greatest(new.at, c.moved_at) into new.at from business_clock c;
  return new;
end $$;

create trigger ledger_entry_after_jump before insert on ledger_entry
  for each row execute function ledger_entry_after_jump();
