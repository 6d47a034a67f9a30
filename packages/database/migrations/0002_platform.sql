-- What every call leans on: stored answers, messages to send, the business clock.

-- One key of one member has one effect and one answer (D5). Kept for 30 days.
create table idempotency (
  member_id integer not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_created_at on idempotency (created_at);

-- Mail and text messages, written in the transaction they speak of, sent after it.
create table outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  text text not null check (text like '%TEST%'),
  code text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failure text
);
create index outbox_recipient on outbox (recipient, id desc);
create index outbox_due on outbox (due_at) where sent_at is null;

-- How far the time machine has moved the business clock. One row.
create table business_clock (
  id boolean primary key default true check (id),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into business_clock default values;
