-- What operators did about a deal is found by either of its sides.
create index operator_audit_buyer on operator_audit ((details ->> 'buyer'), position)
  where details ->> 'buyer' is not null;
create index operator_audit_seller on operator_audit ((details ->> 'seller'), position)
  where details ->> 'seller' is not null;
