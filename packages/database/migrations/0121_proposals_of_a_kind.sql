-- A desk shows the newest proposals of its own kinds, however many there are of others.
create index operator_proposal_kind on operator_proposal (kind, id);
