-- Two operators may end what a seller does, who may ask again later.
alter table seller drop constraint seller_state_check,
  add constraint seller_state_check check (state in ('asked', 'seller', 'refused', 'ended'));
select keep_states('seller', '{asked}', '{asked > seller, asked > refused, seller > ended,
  refused > asked, ended > asked}');
