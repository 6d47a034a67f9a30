-- The server works as another role than the owner of the tables, which cannot rewrite the books; what
-- it may do stands in grants.sql. Balances and the head of the operators' log change by these alone,
-- on behalf of the owner.
alter function ledger_apply_moves() security definer set search_path = public, pg_temp;
alter function ledger_apply_net() security definer set search_path = public, pg_temp;
alter function operator_audit_seal() security definer set search_path = public, pg_temp;
