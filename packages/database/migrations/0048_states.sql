-- What states a thing can be in and how it comes from one to another is kept here, too, whatever the
-- code does. The ways are those of the code (`*.states.ts`); a test compares the two.

create function refuse_start() returns trigger language plpgsql as $$
begin
  if new.state::text <> all (tg_argv) then
    raise exception '% does not start as %', tg_table_name, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function refuse_transition() returns trigger language plpgsql as $$
begin
  if format('%s > %s', old.state, new.state) <> all (tg_argv) then
    raise exception '% does not go from % to %', tg_table_name, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- For this migration and those that change the ways of a thing.
create function keep_states(thing regclass, starts text[], transitions text[]) returns void
language plpgsql as $$
begin
  execute format('drop trigger if exists state_starts on %s', thing);
  execute format('drop trigger if exists state_moves on %s', thing);
  execute format('create trigger state_starts before insert on %s
    for each row execute function refuse_start(%s)',
    thing, (select string_agg(quote_literal(each), ', ') from unnest(starts) each));
  execute format('create trigger state_moves before update of state on %s
    for each row when (old.state is distinct from new.state) execute function refuse_transition(%s)',
    thing, (select string_agg(quote_literal(each), ', ') from unnest(transitions) each));
end $$;

-- A withdrawal had such a rule of its own. That what was asked for is never rewritten stays (I11).
drop trigger withdrawal_moves_forward on withdrawal;
drop function withdrawal_moves_forward();
create function withdrawal_as_asked() returns trigger language plpgsql as $$
begin
  raise exception 'what withdrawal % was asked for is never rewritten', old.id
    using errcode = 'check_violation';
end $$;
create trigger withdrawal_as_asked before update of member_id, currency, address, amount, fee on withdrawal
  for each row when ((new.member_id, new.currency, new.address, new.amount, new.fee)
    is distinct from (old.member_id, old.currency, old.address, old.amount, old.fee))
  execute function withdrawal_as_asked();

select
  keep_states('withdrawal', '{pending, approved, done}', '{pending > approved, pending > rejected,
    pending > cancelled, approved > processing, approved > rejected, approved > cancelled,
    processing > sent, processing > done, processing > rejected, sent > done, sent > rejected}'),
  keep_states('bank_withdrawal', '{pending}',
    '{pending > done, pending > rejected, pending > cancelled}'),
  keep_states('bank_deposit', '{pending}', '{pending > done, pending > rejected}'),
  keep_states('gateway_order', '{pending}', '{pending > cancelled, pending > processing,
    pending > done, processing > done, cancelled > processing, cancelled > done}'),
  keep_states('deposit_sweep', '{gas, sending}',
    '{gas > sending, gas > failed, sending > done, sending > failed}'),
  keep_states('identity', '{pending}', '{pending > verified, pending > rejected}'),
  keep_states('operator_proposal', '{pending}',
    '{pending > accepted, pending > rejected, pending > expired}');

-- No payment has ever been rejected here: an unpaid one is cancelled.
alter table gateway_order drop constraint gateway_order_state_check, add constraint
  gateway_order_state_check check (state in ('pending', 'processing', 'done', 'cancelled'));
