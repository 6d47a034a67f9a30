-- What waits for a second operator does not run out while the house stands still: it may run out later,
-- and nothing else of it is written anew.
create or replace function operator_proposal_is_final() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or new.expires_at < old.expires_at
    or (new.id, new.kind, new.subject, new.payload, new.summary, new.reason, new.made_by, new.made_at)
    is distinct from (old.id, old.kind, old.subject, old.payload, old.summary, old.reason,
      old.made_by, old.made_at) then
    raise exception 'a proposal is only ever decided, once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- These did not say which freeze and which factors are meant: whoever wants them proposes them again.
update operator_proposal set state = 'expired', decided_at = greatest(made_at, now())
where state = 'pending' and kind in ('member.unfreeze', 'factors.remove');

-- Requests that held a password or a PIN were known again by a hash that can be tried. What answers such
-- calls have is all that tells them from others: their keys are of no request any more.
update idempotency set request_hash = sha256(uuid_send(gen_random_uuid()))
where key not like 'same %' and (answer = '{}' or jsonb_typeof(answer) = 'string');
