-- Orders whose provider is silent: what was asked about least comes first, and what a member left unpaid lately
-- is counted. Sixteen questions in a week are enough.
update gateway_order set ask_at = null where asks >= 16;
drop index gateway_order_ask;
create index gateway_order_ask on gateway_order (asks, ask_at) where ask_at is not null;
create index gateway_order_unpaid on gateway_order (member_id, closed_at) where remark = 'expired';
