-- Whoever proposed something takes it back, as long as nobody has decided it: nobody has decided it then.
alter table operator_proposal drop constraint operator_proposal_state_check, add constraint
  operator_proposal_state_check
  check (state in ('pending', 'accepted', 'rejected', 'expired', 'withdrawn'));

select keep_states('operator_proposal', '{pending}', '{pending > accepted, pending > rejected,
  pending > expired, pending > withdrawn}');
