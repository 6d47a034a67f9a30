-- Notices of withdrawals to a bank say how many units it is paid. Until rates had two ways it was one for one USDT.
update notice set facts = facts || jsonb_build_object('units', facts -> 'net')
where message in ('bank_withdrawal_requested', 'bank_withdrawal_paid')
  and facts ? 'net' and not facts ? 'units';

-- A deal that ended with a time before that of its payment was tallied as one that its seller did not
-- release. Where there is one, all that is tallied is tallied anew by the next sweeps.
do $$
declare since date := (select min(day) from deal_tally);
begin
  if exists (select from deal where state = 'finished' and is_counted and closed_at < paid_at
      and (closed_at at time zone 'UTC')::date >= since) then
    update deal set is_counted = false
    where is_counted and (closed_at at time zone 'UTC')::date >= since;
    delete from deal_tally;
    delete from deal_figures;
    update offer set record = 5000 where record <> 5000;
  end if;
end $$;

-- What has a place among all that leaves and is not in the queue gives it up while its currency is stopped.
create index withdrawal_placed on withdrawal (currency)
  where state = 'approved' and chain_transaction_id is null and leaves_at is not null;
