-- A reset code belongs to who asked for it: what strangers ask for kills only their own. Of all other
-- codes the newest kills the older, whoever asked.
drop index code_newest;
create unique index code_newest on code
  (purpose, target, coalesce(member_id, 0), (case when purpose = 'forget' then ip else '' end))
  where replaced_at is null;
