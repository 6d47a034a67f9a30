-- Until when operators decide what was asked for of a campaign that has ended, and by when each of it: both take
-- longer when the house stands still.
alter table campaign add column claims_until timestamptz;
update campaign set claims_until = ended_at + interval '7 days' where ended_at is not null;
alter table campaign add constraint campaign_claims_until
  check ((ended_at is null) = (claims_until is null));
drop index campaign_ended;
create index campaign_ended on campaign (claims_until) where state = 'ended';

alter table campaign_claim add column decide_by timestamptz;
update campaign_claim set decide_by = asked_at + interval '2 days';
alter table campaign_claim alter decide_by set not null;

-- How long the house has stood still in all, and how long it had when a reward was promised: there are as many
-- promises as members who have not mined yet, so each is moved on when it would lapse and not before.
alter table heartbeat add column stood_ms bigint not null default 0 check (stood_ms >= 0);
alter table referral add column stood_ms bigint not null default 0;
