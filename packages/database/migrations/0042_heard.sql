-- By the clock on the wall, which no time machine moves: when the outside was last heard of, the chain at
-- a newer block than before; and when operators were called because that is long ago.
alter table reconciliation
  add column heard_at timestamptz not null default now(),
  add column called_at timestamptz;
