-- Which addresses held the most of a coin when custody was compared, and what all others held together:
-- anyone who has a node may ask it for the same.
alter table reconciliation add column holders jsonb;
