-- Mining: the published emission, machines, runs, referrals. What a promise owes stands in its row,
-- so that the promises can be summed and compared with the reserves that cover them.

-- The first start of this install, and whose password the sample members have.
create table founding (
  id boolean primary key default true check (id),
  founded_at timestamptz not null,
  -- none: no sample members. known: the password of the manual. random: printed once. locked: nobody's.
  sample text not null check (sample in ('none', 'known', 'random', 'locked'))
);

-- The published schedule. The row that holds is the one that started last.
create table emission (
  starts_at timestamptz primary key,
  base_per_hour bigint not null check (base_per_hour > 0),
  -- pool:mining is filled up to this, once a day, by no more than the daily cap.
  pool_target bigint not null check (pool_target > 0),
  daily_cap bigint not null check (daily_cap > 0)
);

-- One row a day, also when nothing was missing: a day is never filled twice.
create table emission_refill (
  day date primary key,
  amount bigint not null check (amount >= 0),
  at timestamptz not null
);

-- The shop.
create table machine_model (
  id integer generated always as identity primary key,
  name text not null unique,
  img text not null,
  -- 3 USDT or 28 BTBC: what it is bought in. Its income is always BTBC.
  currency integer not null check (currency in (3, 28)),
  price bigint not null check (price > 0),
  income_per_day bigint not null check (income_per_day > 0),
  days integer not null check (days between 1 and 3650),
  stock integer not null check (stock >= 0),
  -- 0: any number.
  member_limit integer not null check (member_limit >= 0)
);

-- What a member owns, with price, income and cycle as they were when it was bought.
create table machine (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  model_id integer not null references machine_model (id),
  price bigint not null check (price > 0),
  currency integer not null,
  income_per_day bigint not null check (income_per_day > 0),
  days integer not null check (days > 0),
  runs_done integer not null default 0 check (runs_done between 0 and days),
  status text not null default 'idle' check (status in ('idle', 'running', 'finished')),
  bought_at timestamptz not null,
  check ((status = 'finished') = (runs_done = days))
);
create index machine_member on machine (member_id, id);
create index machine_model_member on machine (model_id, member_id);
-- Only these still promise income.
create index machine_unfinished on machine (id) where status <> 'finished';

create table run (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  started_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > started_at),
  includes_base boolean not null,
  -- Fixed at the start: BTBC per hour of the base, BTBC per day of the machines, the team's bonus.
  base_per_hour bigint not null check (base_per_hour >= 0),
  machines_per_day bigint not null check (machines_per_day >= 0),
  bonus_percent integer not null check (bonus_percent between 0 and 300),
  -- The whole output of the 24 hours, floored once. All of it is in reserve:run while the run is open.
  output bigint not null check (output > 0),
  state text not null default 'open' check (state in ('open', 'closed')),
  closed_at timestamptz,
  check (includes_base = (base_per_hour > 0)),
  check (output = trunc((24 * base_per_hour::numeric + machines_per_day) * (100 + bonus_percent) / 100)),
  check ((state = 'closed') = (closed_at is not null)),
  check (closed_at >= ends_at)
);
-- Exactly one start of the base wins (I14).
create unique index run_one_open_base on run (member_id) where state = 'open' and includes_base;
create index run_open_member on run (member_id, id) where state = 'open';
create index run_due on run (ends_at, id) where state = 'open';

create table run_machine (
  run_id integer not null references run (id),
  machine_id integer not null references machine (id),
  is_open boolean not null default true,
  primary key (run_id, machine_id)
);
-- A machine is in one open run at most (I14).
create unique index run_machine_one_open on run_machine (machine_id) where is_open;

-- What an inviter was promised for one invitee.
create table referral (
  invitee_id integer primary key references member (id),
  inviter_id integer not null references member (id) check (inviter_id <> invitee_id),
  launches integer not null check (launches > 0),
  -- promised → due (the invitee's first run has ended) → paid, or promised → lapsed.
  -- unfunded: the pool was short, nobody was promised anything.
  state text not null check (state in ('promised', 'due', 'paid', 'lapsed', 'unfunded')),
  joined_at timestamptz not null,
  lapses_at timestamptz not null,
  pay_at timestamptz,
  paid_at timestamptz,
  check ((state = 'due') <= (pay_at is not null)),
  check ((state = 'paid') = (paid_at is not null))
);
create index referral_due on referral (pay_at, inviter_id) where state = 'due';
create index referral_due_inviter on referral (inviter_id, pay_at) where state = 'due';
create index referral_lapses on referral (lapses_at) where state = 'promised';
create index referral_paid on referral (inviter_id, paid_at) where state = 'paid';
