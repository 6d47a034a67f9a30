-- The chain counts 18 decimals and the books 8: what came in is booked floored, what is parked not at
-- all. How much custody has more for that, by coin in the chain's own units, is kept here: the
-- comparison of each minute reads a row where it would add up all that ever came in.
create table cut_off (
  currency integer primary key,
  on_chain numeric(78, 0) not null
);

create function cut_off_of(state text, on_chain numeric, amount bigint)
returns numeric language sql immutable as $$
  select case
    when state in ('final', 'credited', 'booked') then on_chain - amount::numeric * 10000000000
    when state = 'parked' then on_chain
    else 0
  end
$$;

create function keep_cut_off() returns trigger language plpgsql as $$
declare
  change numeric := cut_off_of(new.state, new.on_chain, new.amount);
begin
  if tg_op = 'UPDATE' then
    change := change - cut_off_of(old.state, old.on_chain, old.amount);
  end if;
  if change = 0 then
    return null;
  end if;
  update cut_off set on_chain = on_chain + change where currency = new.currency;
  if not found then
    insert into cut_off (currency, on_chain) values (new.currency, change)
    on conflict (currency) do update set on_chain = cut_off.on_chain + excluded.on_chain;
  end if;
  return null;
end
$$;

create trigger deposit_cut_off after insert or update of state, amount, on_chain on deposit
  for each row execute function keep_cut_off();
create trigger arrival_cut_off after insert or update of state, amount, on_chain on arrival
  for each row execute function keep_cut_off();

insert into cut_off (currency, on_chain)
select currency, sum(cut_off_of(state, on_chain, amount)) from (
  select currency, state, on_chain, amount from deposit
  union all
  select currency, state, on_chain, amount from arrival
) came
group by currency;
