-- A page is found by keys: each of these has them in the order of a list, and all that the list asks for.

-- What a member paid in and out, by what became of it, and as their programs ask for it, by time.
create index deposit_list on deposit (member_id, state, id) where amount > 0;
create index deposit_newest on deposit (member_id, seen_at, id) include (currency)
  where amount > 0 and state <> 'gone';
create index withdrawal_list on withdrawal (member_id, state, id);
drop index withdrawal_member_created_at;
create index withdrawal_newest on withdrawal (member_id, created_at, id) include (currency, state);
create index bank_deposit_list on bank_deposit (member_id, state, id);
create index bank_withdrawal_list on bank_withdrawal (member_id, state, id);
create index gateway_order_list on gateway_order (member_id, state, id);

create index deal_buyer_state on deal (buyer_id, state, id);
create index deal_seller_state on deal (seller_id, state, id);
create index fund_contract_list on fund_contract (member_id, state, id);
create index red_packet_list on red_packet (state, id);
drop index member_block_newest;
create index member_block_newest on member_block (member_id, blocked_at, blocked_id);

drop index article_list;
create index article_list on article (kind, sorts desc, create_time desc, id desc)
  where state = 'shown';

-- What operators have decided, the last first.
create index deal_decided on deal (closed_at, id)
  where disputed_at is not null and closed_at is not null;
create index identity_decided on identity (decided_at, id) where state <> 'pending';
drop index bank_deposit_closed;
create index bank_deposit_closed on bank_deposit (closed_at, id) where state <> 'pending';
create index bank_withdrawal_decided on bank_withdrawal (id) where state <> 'pending';
create index withdrawal_decided on withdrawal (id)
  where decide_by is not null and not (state = 'pending' and approved_at is null);
drop index operator_proposal_kind;
create index operator_proposal_kind on operator_proposal (kind, id) include (state);
