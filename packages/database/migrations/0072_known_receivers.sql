-- A member may have money leave to known receivers only (D27): saved addresses, and bank accounts that
-- were paid before. On at once; switched off, it goes on until the moment that is named here.
alter table member
  add column known_only_at timestamptz,
  add column known_only_ends_at timestamptz,
  add check (known_only_ends_at is null or known_only_at is not null);
