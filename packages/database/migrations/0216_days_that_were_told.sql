-- How long pictures and number of an identity are kept is a fact of the notice about it from now on.
-- Who was told 30 days has had 30 days.
update notice set facts = facts || '{"days": 30}' where message = 'identity_verified';
