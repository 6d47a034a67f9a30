-- What the server may do, as btbc_app. Applied at every start, in one transaction: a database that was
-- restored, or has new tables, is as this says.

do $$ begin
  if not exists (select from pg_roles where rolname = 'btbc_app') then
    create role btbc_app;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

grant select, insert, update, delete on all tables in schema public to btbc_app;
grant usage, select on all sequences in schema public to btbc_app;
revoke insert, update, delete on migration from btbc_app;

-- What is written stays written.
revoke update, delete on ledger_entry, ledger_move, ledger_net, ledger_net_of_account, ledger_chain,
  operator_audit from btbc_app;
revoke delete on ledger_account, ledger_hold, ledger_chain_mark, operator_proposal from btbc_app;
revoke insert, update, delete on operator_audit_head from btbc_app;

-- Balances follow from entries. To lock an account somebody has to be allowed to update one of its
-- columns; the trigger that lets nobody update an account stands behind this, and whoever cannot make
-- a table or a trigger cannot pass it.
revoke update on ledger_account from btbc_app;
grant update (purpose) on ledger_account to btbc_app;
revoke create on schema public from public;
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;

-- The exchange lets others give way in a deadlock, where the owner may allow it.
do $$ begin
  grant set on parameter deadlock_timeout to btbc_app;
exception when insufficient_privilege then null;
end $$;
