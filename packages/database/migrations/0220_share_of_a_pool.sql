-- What one member may have set aside of the pools of locks and funds is a setting; there was no limit so far.
insert into setting (name, effective_from, value) values
  ('lock.share', '2023-01-01T00:00:00Z', '{"share": "10", "least": "100"}'),
  ('fund.share', '2023-01-01T00:00:00Z', '{"share": "10", "least": "100"}');
