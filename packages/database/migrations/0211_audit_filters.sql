-- The log of operators is looked through by what was done, by the member it was about, and by its time.
create index operator_audit_action on operator_audit (action, position);
create index operator_audit_about on operator_audit
  (coalesce(details ->> 'member', substring(subject from '^member ([0-9]+)$')), position);
create index operator_audit_at on operator_audit (at, position);
