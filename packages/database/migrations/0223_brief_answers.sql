-- Of a member who changes very much in a day the answers beyond the usual are kept for a day, not for thirty.
alter table idempotency add column brief_at timestamptz;
create index idempotency_brief on idempotency (brief_at) where brief_at is not null;
