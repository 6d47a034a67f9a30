-- What stands still while the house does is found without a look at every member and every address.
create index member_stands_still on member ((greatest(password_reset_at, contact_changed_at, weakened_at,
    held_until, frozen_at, freeze_until, known_only_ends_at)))
  where greatest(password_reset_at, contact_changed_at, weakened_at, held_until, frozen_at, freeze_until,
    known_only_ends_at) is not null;
create index saved_address_usable_at on saved_address (usable_at);

-- The house's own seller sells less in one deal: what is beyond that is Carol's, unless she sells otherwise by now.
update offer set least = 100000000000
from member
where member.id = offer.member_id and member.is_sample
  and least = 5000000000000 and most = 14000000000000 and off_bps = 200;
