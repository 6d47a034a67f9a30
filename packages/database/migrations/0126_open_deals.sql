-- Open deals are few among many that have ended, and the planner may not know yet how many there are by
-- now: then it took either index of theirs for empty, and looked for a buyer's in the order of offers.
-- Nobody asks by the offer but the audit, which reads them all.
drop index deal_offer_running;
