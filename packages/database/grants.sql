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
revoke update, delete on ledger_entry, ledger_move, ledger_net, ledger_line, ledger_chain,
  operator_audit from btbc_app;
revoke update on ledger_line_gathered from btbc_app;
revoke delete on ledger_account, ledger_hold, ledger_chain_mark, ledger_line_sum, operator_proposal, cut_off from btbc_app;
revoke insert, update, delete on operator_audit_head from btbc_app;
revoke update, delete on proof_attestation, setting, terms_agreement, welcome_grant from btbc_app;
grant update (withdrawn_by) on setting to btbc_app;
revoke delete on ledger_digest, ledger_digest_mark, books_day, books_day_end, books_day_mark, member_note,
  chain_stray from btbc_app;

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

-- Who looks on: an auditor reads the books and what was decided about them, no secret and no document;
-- a back-up reads everything. Neither writes, and neither can log in before somebody lets them.
do $$
declare
  looker text;
  seen text;
begin
  foreach looker in array array['btbc_auditor', 'btbc_backup'] loop
    begin
      if not exists (select from pg_roles where rolname = looker) then
        execute format('create role %I', looker);
        execute format('alter role %I set default_transaction_read_only = on', looker);
        execute format('alter role %I set search_path = public', looker);
      end if;
    exception
      when duplicate_object or unique_violation then null;
      -- An owner without CREATEROLE does without them, or has an administrator make them.
      when insufficient_privilege then continue;
    end;
    execute format('revoke all on all tables in schema public from %I', looker);
    execute format('revoke all on all sequences in schema public from %I', looker);
  end loop;

  if exists (select from pg_roles where rolname = 'btbc_backup') then
    grant select on all tables in schema public to btbc_backup;
    grant select on all sequences in schema public to btbc_backup;
  end if;

  if exists (select from pg_roles where rolname = 'btbc_auditor') then
    -- By name: a new table is seen when somebody has thought of it.
    foreach seen in array array[
      'ledger_digest', 'ledger_digest_mark', 'books_day', 'books_day_end', 'books_day_mark', 'house_hour', 'proof_attestation', 'proof_write',
      'ledger_account', 'ledger_chain', 'ledger_chain_mark', 'ledger_entry', 'ledger_hold',
      'ledger_move', 'ledger_net', 'ledger_line', 'ledger_line_sum', 'ledger_line_gathered', 'held_for', 'migration',
      'operator_audit', 'operator_audit_head', 'operator_proposal', 'reconciliation',
      'chain_attempt', 'chain_coin', 'chain_pin', 'chain_progress', 'chain_stray', 'chain_transaction',
      'arrival', 'cut_off', 'deposit', 'deposit_sweep', 'deposit_unswept', 'deposit_watch', 'faucet_grant',
      'withdrawal', 'withdrawal_stop', 'member_stop', 'book_audit', 'setting', 'rail',
      'lock_contract', 'lock_terms', 'fund_contract', 'fund_product', 'deal', 'offer', 'point_standing', 'point_terms', 'packet_share', 'campaign_award', 'campaign_budget', 'campaign_prize', 'airdrop', 'airdrop_member', 'emission_refill', 'founding', 'machine', 'machine_model', 'mined_reward',
      'mint_batch', 'mint_schedule', 'mint_share', 'referral', 'reward_claim', 'run', 'run_machine', 'welcome_grant',
      'team_tally', 'team_tally_change', 'earn_tally', 'deal_tally',
      'exchange_ended_batch', 'exchange_open_order', 'exchange_trade_batch', 'market_lease'
    ] loop
      execute format('grant select on %I to btbc_auditor', seen);
    end loop;
    grant select (id, name, roles, created_at, disabled_at) on operator to btbc_auditor;
    grant select (id, inviter_id, above, joined_at, verified_at, last_run_at, counted_until)
      on member to btbc_auditor;
    grant select (id, member_id, order_no, amount, received, rate, reserved, credited, state, created_at,
      paid_at, closed_at) on gateway_order to btbc_auditor;
    -- What a draw is made of is nobody's before it is drawn.
    grant select (id, state, made_at, starts_at, ends_at, ended_at, closed_at) on campaign to btbc_auditor;
    grant select (id, currency, budget, shares, split, audience, state, taken, paid, made_at, ends_at,
      closed_at) on red_packet to btbc_auditor;
    grant select (id, member_id, order_no, amount, rate, reserved, state, created_at, closed_at)
      on bank_deposit to btbc_auditor;
    grant select (id, member_id, order_no, amount, fee, units, state, created_at, ended_at, decided_by)
      on bank_withdrawal to btbc_auditor;
  end if;
end $$;
