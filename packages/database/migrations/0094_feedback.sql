-- What members write to the house, and what it answers.

create table feedback (
  id integer generated always as identity primary key,
  member_id integer not null references member (id),
  state text not null default 'waiting' check (state in ('waiting', 'answered', 'closed')),
  created_at timestamptz not null,
  -- Since when the house is asked something; moved on by each thing that is asked after an answer.
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- The newest answer that the member has read is not younger.
  seen_at timestamptz,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'answered' or answered_at is not null)
);
create index feedback_member on feedback (member_id, id);
create index feedback_member_waiting on feedback (member_id) where state = 'waiting';
create index feedback_waiting on feedback (asked_at, id) where state = 'waiting';
create index feedback_decided on feedback (id) where state <> 'waiting';
create index feedback_unread on feedback (member_id)
  where answered_at is not null and (seen_at is null or seen_at < answered_at);

select keep_states('feedback', '{waiting}',
  '{waiting > answered, answered > waiting, waiting > closed}');

create table feedback_message (
  id integer generated always as identity primary key,
  feedback_id integer not null references feedback (id),
  -- The member who asks, or the operator who answers.
  member_id integer references member (id),
  operator_id integer references operator (id),
  text text not null check (length(text) <= 2000),
  -- Ids of uploads; what is deleted on schedule is still named here.
  pictures text[] not null default '{}' check (cardinality(pictures) <= 4),
  at timestamptz not null,
  check ((member_id is null) <> (operator_id is null)),
  check (text <> '' or pictures <> '{}')
);
create index feedback_message_thread on feedback_message (feedback_id, id);
create index feedback_message_lately on feedback_message (member_id, at) where member_id is not null;

alter table upload drop constraint upload_purpose_check, add constraint upload_purpose_check
  check (purpose in ('identity', 'voucher', 'deal', 'feedback'));
