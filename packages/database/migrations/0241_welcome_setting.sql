-- What members are granted for joining is a setting like others; what it was so far is the first value. Who
-- has joined and proved neither mail nor phone yet is told what they will get: it is counted before more is
-- granted to others.
insert into setting (name, effective_from, value)
values ('join.welcome', '2023-01-01T00:00:00Z', '{"btbc": "50", "launches": "7"}');
create index member_unproved on member (joined_at) where verified_at is null and not is_house;
create index welcome_grant_granted on welcome_grant (granted_at);
