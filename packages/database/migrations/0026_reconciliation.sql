-- The books against their outside, as they compared last: custody on the chain in its own 18 decimals,
-- the rails in the same.
create table reconciliation (
  source text not null check (source in ('chain', 'rail:bank', 'rail:gateway')),
  currency integer not null,
  -- The final block that was compared; null for a rail.
  block bigint,
  books numeric(78, 0) not null,
  outside numeric(78, 0) not null,
  -- A difference that two operators accepted as explained; any other one is a mismatch.
  explained numeric(78, 0) not null default 0,
  agrees boolean not null,
  checked_at timestamptz not null,
  since timestamptz not null,
  primary key (source, currency)
);
