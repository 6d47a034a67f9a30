-- How many lines of a list of an account stand at an entry or before it, and the end of the stretch with
-- the last of them: found by halving the list, so that it costs the same wherever the entry stands.
create function ledger_lines_until(
  asked_account bigint, asked_kind text, asked_side smallint, listed bigint, until bigint,
  out lines bigint, out through bigint
) language plpgsql stable as $$
declare
  beyond bigint := listed;
  middle ledger_line;
begin
  lines := 0;
  through := 0;
  while lines < beyond loop
    select * into strict middle from ledger_line line
    where line.account_id = asked_account and line.kind = asked_kind and line.side = asked_side
      and line.through > (lines + beyond) / 2
    order by line.through limit 1;
    if middle.entries[1] > until then
      beyond := middle.through - cardinality(middle.entries);
    else
      lines := middle.through;
      through := middle.through;
      if middle.entries[cardinality(middle.entries)] > until then
        lines := middle.through
          - (select count(*) from unnest(middle.entries) entry where entry > until);
        return;
      end if;
    end if;
  end loop;
end
$$;
