-- How much of the house's money deposits through the rails may have set aside or taken: what one member
-- and one neighbourhood of addresses may within a day, and all open requests together, as a share of what
-- the treasury has with them.
create table rail_limit (
  is_only boolean primary key default true check (is_only),
  per_member bigint not null check (per_member > 0),
  per_neighbourhood bigint not null check (per_neighbourhood > 0),
  treasury_bps integer not null check (treasury_bps between 1 and 10000)
);
insert into rail_limit (per_member, per_neighbourhood, treasury_bps)
values (2000000000000, 10000000000000, 2500);

-- What counts: a request while it is open, its credit for a day. USDT. Without a neighbourhood it was
-- asked for at this machine, or is older than this table.
create table rail_use (
  rail text not null references rail (name),
  request_id integer not null,
  member_id integer not null references member (id),
  neighbourhood text,
  worth bigint not null check (worth >= 0),
  is_open boolean not null,
  at timestamptz not null,
  primary key (rail, request_id)
);
create index rail_use_member on rail_use (member_id);
create index rail_use_neighbourhood on rail_use (neighbourhood) where neighbourhood is not null;
create index rail_use_at on rail_use (at) where not is_open;

insert into rail_use (rail, request_id, member_id, worth, is_open, at)
select 'bank', id, member_id, reserved, true, created_at from bank_deposit where state = 'pending'
union all
select 'gateway', id, member_id, reserved, true, created_at from gateway_order where state = 'pending';

-- What nobody decided in time is looked for at every sweep, the oldest first.
create index bank_deposit_waits on bank_deposit (created_at) where state = 'pending';
