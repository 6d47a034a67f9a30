-- What is forgotten after a while is found by its age.
create index outbox_created_at on outbox (created_at);
create index api_key_use_minute on api_key_use (minute);
create index gateway_event_at on gateway_event (at);
create index operator_session_last_seen_at on operator_session (last_seen_at);
