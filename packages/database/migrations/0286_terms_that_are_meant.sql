-- These did not say against what they hold: whoever wants them proposes them again.
update operator_proposal set state = 'expired', decided_at = greatest(made_at, now())
where state = 'pending' and kind in ('lock.terms', 'fund.terms');
