-- Visits are written down for whoever comes with an invite code, without an account: where from, so
-- that no neighbourhood fills the table. Null on the machine itself.
alter table visit add column neighbourhood text;
create index visit_neighbourhood on visit (neighbourhood, created_at)
  where neighbourhood is not null;
