-- What nobody decided in time is looked for at every sweep, the longest overdue first.
create index bank_withdrawal_decide_by on bank_withdrawal (decide_by) where state = 'pending';
