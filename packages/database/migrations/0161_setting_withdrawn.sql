-- What two agreed on for later, two take back before it begins. It stays written, and what begins at its
-- moment may be agreed on anew.
drop trigger setting_kept on setting;
alter table setting
  drop constraint setting_pkey,
  add id integer generated always as identity primary key,
  add withdrawn_by integer unique references operator_proposal (id);
create unique index setting_moment on setting (name, effective_from) where withdrawn_by is null;
create index setting_history on setting (name, effective_from, id);

create trigger setting_kept before delete or truncate on setting
  for each statement execute function operator_refuse();
create function setting_stays() returns trigger language plpgsql as $$
begin
  if old.withdrawn_by is not null or new.withdrawn_by is null
    or (new.id, new.name, new.effective_from, new.value, new.proposal_id)
      is distinct from (old.id, old.name, old.effective_from, old.value, old.proposal_id) then
    raise exception 'a setting is only ever withdrawn, once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger setting_stays before update on setting
  for each row execute function setting_stays();
