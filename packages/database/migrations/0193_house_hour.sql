-- What happened in the house in each hour, for the plots of the console; forgotten after 40 days.
create table house_hour (
  hour timestamptz primary key check (date_trunc('hour', hour, 'UTC') = hour),
  members integer not null check (members >= 0),
  runs integer not null check (runs >= 0),
  trades integer not null check (trades >= 0),
  deposits integer not null check (deposits >= 0),
  withdrawals integer not null check (withdrawals >= 0),
  -- Looked at once, soon after the hour: nobody knows it of an hour that is counted later.
  -- The least of all currencies that was there of what was due, in hundredths of a percent.
  covered bigint,
  -- Who had waited longest for an operator, in minutes, and where.
  waited integer check (waited >= 0),
  waited_in text,
  check ((waited is null) = (waited_in is null))
);

-- Hours are counted from these, each by its own stretch.
create index member_joined on member (joined_at) where not is_house;
create index run_started on run (started_at);
create index deposit_credited on deposit (credited_at) where state = 'credited';
create index gateway_order_done on gateway_order (closed_at) where state = 'done';
create index bank_deposit_done on bank_deposit (closed_at) where state = 'done';
create index withdrawal_done on withdrawal (ended_at) where state = 'done' and recipient_id is null;
create index bank_withdrawal_done on bank_withdrawal (ended_at) where state = 'done';
