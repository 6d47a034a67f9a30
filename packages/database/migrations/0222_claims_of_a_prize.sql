-- How often a member has asked for a prize that an operator looks at: after some refusals no more.
alter table campaign_claim add column asks integer not null default 1 check (asks > 0);
