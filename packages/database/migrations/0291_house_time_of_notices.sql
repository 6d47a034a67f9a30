-- When a notice was told by the time of the house, as everything else is dated; `told_at` stays the wall's. What was
-- told before the time machine was last used keeps the wall: nobody knows how far ahead the house was then.
alter table notice add column house_at timestamptz;
update notice set house_at = told_at + case
    when told_at >= moved_at - offset_ms * interval '1 millisecond'
      then offset_ms * interval '1 millisecond'
    else interval '0' end
from business_clock;
alter table notice alter house_at set not null;
