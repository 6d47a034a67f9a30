-- When a withdrawal is let go among all that leaves the house, by now or later; null while it waits for
-- its address, for people, or for the chain to have enough. The limits of all together count this.
alter table withdrawal add column leaves_at timestamptz check (leaves_at is null or recipient_id is null);
update withdrawal set leaves_at = greatest(release_at, approved_at)
where recipient_id is null and state in ('approved', 'processing', 'sent', 'done');

drop index withdrawal_leaving;
create index withdrawal_leaving on withdrawal (leaves_at) include (worth)
  where state not in ('rejected', 'cancelled');
-- Those to a bank leave when they are paid, which has an index.
drop index bank_withdrawal_leaving;
