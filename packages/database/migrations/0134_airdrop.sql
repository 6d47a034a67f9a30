-- Airdrops: launches, points or BTBC for each member of a group that was written down when it was
-- proposed, out of a budget that is set aside when it is accepted.

create table airdrop (
  id integer generated always as identity primary key,
  title text not null check (length(title) between 1 and 80),
  -- Who is meant, as it was said; who that was, is in airdrop_member.
  meant jsonb not null check (jsonb_typeof(meant) = 'object'),
  pool text not null check (pool in ('welcome', 'referral', 'points', 'campaign')),
  currency integer not null check (currency in (28, 1001, 1002)),
  -- For each member, and BTBC that go aside with it: what points are worth.
  amount bigint not null check (amount > 0),
  worth bigint not null default 0 check (worth >= 0 and (worth > 0) = (currency = 1002)),
  members integer not null check (members > 0),
  -- Of the group, and left out as their accounts were frozen when it was proposed.
  frozen integer not null check (frozen >= 0),
  state text not null default 'proposed' check (state in ('proposed', 'dropped', 'open', 'ended')),
  -- Members up to this number have theirs, or were left out as they are frozen by now.
  reached integer not null default 0,
  given integer not null default 0 check (given >= 0),
  left_out integer not null default 0 check (left_out >= 0),
  made_at timestamptz not null,
  closed_at timestamptz,
  check ((state in ('dropped', 'ended')) = (closed_at is not null)),
  check (given + left_out <= members),
  check (state <> 'ended' or given + left_out = members)
);
create index airdrop_open on airdrop (id) where state = 'open';
create index airdrop_proposed on airdrop (made_at) where state = 'proposed';
select keep_states('airdrop', '{proposed}', '{proposed > dropped, proposed > open, open > ended}');

create table airdrop_member (
  airdrop_id integer not null references airdrop (id),
  member_id integer not null references member (id),
  is_left_out boolean not null default false,
  primary key (airdrop_id, member_id)
);
create index airdrop_member_left_out on airdrop_member (airdrop_id, member_id) where is_left_out;

-- Points come from elsewhere than check-ins, too. Whoever has none yet: the day is long ago.
alter table point_standing
  alter day set default 0,
  alter zone set default 'UTC',
  alter streak set default 0,
  drop constraint point_standing_streak_check,
  add constraint point_standing_streak_check check (streak >= 0);
