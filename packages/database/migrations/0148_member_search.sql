-- Members are found by what stands on their papers and payments: a name that was accepted, an address
-- that is saved or was paid to, a transaction, the network of an open session.
create index identity_name on identity (lower(name), member_id) where state = 'verified';
create index saved_address_address on saved_address (address, member_id);
create index withdrawal_address on withdrawal (address, member_id);
create index withdrawal_tx_hash on withdrawal (tx_hash) where tx_hash is not null;
create index session_ip on session (ip, member_id);

-- What operators decided about a member in cases of other names.
create index operator_audit_member on operator_audit ((details ->> 'member'), position)
  where details ->> 'member' is not null;
