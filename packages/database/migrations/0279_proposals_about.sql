-- The newest proposal about a case is read whenever somebody opens it, and most have none.
create index operator_proposal_about on operator_proposal (kind, subject, id);
