-- When the house was last seen at work by the clock on the wall too: a jump of business time alone is no
-- standstill.
alter table heartbeat add column wall_at timestamptz;

-- What was at work when the house stood still ends later than its beginning says.
alter table member add column held_until timestamptz;
alter table member add column freeze_until timestamptz;
alter table bank_deposit add column decide_by timestamptz;
