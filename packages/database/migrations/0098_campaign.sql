-- Campaigns: prizes for counted invites, out of a budget that was set aside at publishing.

create table campaign (
  id integer generated always as identity primary key,
  title text not null check (length(title) between 1 and 80),
  rules text not null check (length(rules) between 1 and 4000),
  -- Of the sample data: its title and rules are texts of the app.
  is_sample boolean not null default false,
  state text not null default 'proposed'
    check (state in ('proposed', 'dropped', 'open', 'ended', 'closed')),
  made_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- BTBC of prizes is paid at this time.
  vests_at timestamptz check (vests_at >= ends_at),
  -- The draw follows from it. Its hash is shown from the proposal on, itself after the end.
  seed bytea not null check (length(seed) = 32),
  -- Tickets follow from it and the member. It is never told: a ticket names nobody.
  salt bytea not null check (length(salt) = 32),
  -- Of the list as it stood at the end.
  list_hash text,
  is_drawn boolean,
  ended_at timestamptz,
  closed_at timestamptz,
  check ((state in ('dropped', 'closed')) = (closed_at is not null)),
  check ((ended_at is null) = (list_hash is null)),
  -- One at a time: an invite counts in one.
  constraint campaign_overlap exclude using gist (tstzrange(starts_at, ends_at) with &&)
    where (state in ('open', 'ended', 'closed'))
);
create index campaign_open on campaign (ends_at) where state = 'open';
create index campaign_proposed on campaign (made_at) where state = 'proposed';
create index campaign_ended on campaign (ended_at) where state = 'ended';
select keep_states(
  'campaign', '{proposed}',
  '{proposed > dropped, proposed > open, open > ended, ended > closed}'
);

create table campaign_prize (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaign (id),
  kind text not null check (kind in ('invite', 'tier', 'place', 'draw', 'claim')),
  -- Invites from and to, places from and to; of a draw: invites from which on, and how many there must
  -- be to draw among.
  low integer not null check (low > 0),
  high integer check (high >= low or kind = 'draw'),
  most integer not null check (most > 0),
  usdt bigint not null check (usdt >= 0),
  usdt_most bigint not null check (usdt_most >= usdt and (usdt_most = usdt or kind = 'draw')),
  btbc bigint not null check (btbc >= 0 and btbc + usdt_most > 0),
  -- Of prizes that are claimed: asked for or given.
  taken integer not null default 0 check (taken between 0 and most)
);
create index campaign_prize_campaign on campaign_prize (campaign_id, id);

create table campaign_budget (
  campaign_id integer not null references campaign (id),
  currency integer not null check (currency in (3, 28)),
  budget bigint not null check (budget > 0),
  awarded bigint not null default 0 check (awarded between 0 and budget),
  paid bigint not null default 0 check (paid between 0 and awarded),
  returned bigint not null default 0 check (returned between 0 and budget - awarded),
  primary key (campaign_id, currency)
);

-- A line for each invite that counts, added up by a sweep.
create table campaign_invite (
  invitee_id integer primary key references member (id),
  campaign_id integer not null references campaign (id),
  inviter_id integer not null references member (id),
  counted_at timestamptz not null,
  is_tallied boolean not null default false
);
create index campaign_invite_fresh on campaign_invite (invitee_id) where not is_tallied;

-- How many invites of a member count, kept and not counted at each look.
create table campaign_standing (
  campaign_id integer not null references campaign (id),
  member_id integer not null references member (id),
  invites integer not null check (invites > 0),
  -- Of two with as many, whoever reached it first is ahead.
  reached_at timestamptz not null,
  ticket text not null,
  -- At the end.
  place integer,
  primary key (campaign_id, member_id),
  unique (campaign_id, ticket)
) with (fillfactor = 70);
create index campaign_standing_order
  on campaign_standing (campaign_id, invites desc, reached_at, member_id);
create unique index campaign_standing_place on campaign_standing (campaign_id, place);

-- How many members have exactly so many invites: from it follows a place without counting those ahead.
create table campaign_rung (
  campaign_id integer not null references campaign (id),
  invites integer not null,
  members integer not null,
  primary key (campaign_id, invites)
) with (fillfactor = 70);

create function climb_rungs() returns trigger language plpgsql as $$
begin
  insert into campaign_rung as rung (campaign_id, invites, members)
  select campaign_id, invites, count(*) from now_there group by campaign_id, invites
  order by campaign_id, invites
  on conflict (campaign_id, invites) do update set members = rung.members + excluded.members;
  return null;
end $$;
create function leave_rungs() returns trigger language plpgsql as $$
begin
  update campaign_rung rung set members = rung.members - gone.members
  from (select campaign_id, invites, count(*)::integer as members from before group by 1, 2) gone
  where rung.campaign_id = gone.campaign_id and rung.invites = gone.invites;
  return null;
end $$;
create trigger standing_entered after insert on campaign_standing
  referencing new table as now_there for each statement execute function climb_rungs();
create trigger standing_left after update on campaign_standing
  referencing old table as before for each statement execute function leave_rungs();
create trigger standing_moved after update on campaign_standing
  referencing new table as now_there for each statement execute function climb_rungs();

create table campaign_award (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaign (id),
  prize_id integer not null references campaign_prize (id),
  member_id integer not null references member (id),
  currency integer not null check (currency in (3, 28)),
  amount bigint not null check (amount > 0),
  state text not null default 'promised' check (state in ('promised', 'paid')),
  made_at timestamptz not null,
  pays_at timestamptz not null,
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null)),
  unique (prize_id, member_id, currency)
);
create index campaign_award_due on campaign_award (pays_at, id) where state = 'promised';
create index campaign_award_member on campaign_award (member_id, campaign_id);
select keep_states('campaign_award', '{promised}', '{promised > paid}');

create table campaign_claim (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaign (id),
  prize_id integer not null references campaign_prize (id),
  member_id integer not null references member (id),
  note text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'accepted', 'refused', 'lapsed')),
  asked_at timestamptz not null,
  reason jsonb check (jsonb_typeof(reason) = 'object' and (reason ? 'code') <> (reason ? 'words')),
  decided_by integer references operator (id),
  decided_at timestamptz,
  check ((state <> 'waiting') = (decided_at is not null)),
  unique (prize_id, member_id)
);
create index campaign_claim_waiting on campaign_claim (asked_at) where state = 'waiting';
create index campaign_claim_decided on campaign_claim (decided_at desc) where state <> 'waiting';
create index campaign_claim_member on campaign_claim (member_id, campaign_id);
select keep_states(
  'campaign_claim', '{waiting}',
  '{waiting > accepted, waiting > refused, waiting > lapsed, refused > waiting}'
);
