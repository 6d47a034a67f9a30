-- Groups of accounts that look like one person, for people to judge, and the hold on their rewards.

-- One household or office, as the server counts them: an IPv4 address, or the /64 of an IPv6 one.
create function network_of(ip text) returns text language sql immutable strict parallel safe as $$
  select case when position(':' in ip) = 0 then ip
    else host(network(set_masklen(ip::inet, 64))) end
$$;
create index session_network on session (network_of(ip), member_id);

create table sybil_group (
  id integer generated always as identity primary key,
  -- What its accounts have in common. Of a network a hash with a secret of the house.
  seed text not null unique check (seed ~ '^(inviter|payee|network):.{1,100}$'),
  state text not null default 'found' check (state in ('found', 'held', 'dismissed', 'released')),
  score integer not null check (score between 0 and 100),
  size integer not null check (size > 0),
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),
  found_at timestamptz not null,
  looked_at timestamptz not null,
  decided_at timestamptz,
  -- So many were in it when it was dismissed: it is asked about again when it is half as large again.
  dismissed_size integer,
  check ((state = 'dismissed') = (dismissed_size is not null))
);
create index sybil_group_found on sybil_group (score desc, id) where state = 'found';
create index sybil_group_decided on sybil_group (decided_at desc, id) where state <> 'found';
create index sybil_group_looked on sybil_group (looked_at) where state = 'found';
select keep_states('sybil_group', '{found}',
  '{found > held, held > released, found > dismissed, dismissed > found}');

create table sybil_member (
  group_id integer not null references sybil_group (id) on delete cascade,
  member_id integer not null references member (id),
  primary key (group_id, member_id)
);
create index sybil_member_member on sybil_member (member_id);

-- What was held stays written, with who was meant.
create table reward_hold (
  group_id integer not null references sybil_group (id),
  member_id integer not null references member (id),
  held_at timestamptz not null,
  released_at timestamptz,
  primary key (group_id, member_id)
);
create index reward_hold_standing on reward_hold (member_id) where released_at is null;

-- Where the walk through what accounts have in common has come to.
create table sybil_walk (
  kind text primary key check (kind in ('inviter', 'payee', 'network')),
  after text not null default '',
  next_at timestamptz not null default '-infinity'
);
insert into sybil_walk (kind) values ('inviter'), ('payee'), ('network');

-- Rewards that are promised from now on stay in reserve.
alter table member add column rewards_held_at timestamptz;

alter table referral
  drop constraint referral_state_check,
  add constraint referral_state_check
    check (state in ('promised', 'due', 'held', 'paid', 'lapsed', 'unfunded'));
create index referral_held on referral (inviter_id) where state = 'held';
select keep_states('referral', '{promised, unfunded}',
  '{promised > due, promised > lapsed, due > paid, due > held, held > due}');

alter table campaign_award
  drop constraint campaign_award_state_check,
  add constraint campaign_award_state_check check (state in ('promised', 'held', 'paid'));
create index campaign_award_held on campaign_award (member_id) where state = 'held';
select keep_states('campaign_award', '{promised}',
  '{promised > paid, promised > held, held > promised}');
