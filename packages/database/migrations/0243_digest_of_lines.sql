-- The audit digests all lines of all members once more. It is done where the lines are: the server would
-- hold a digest of each of a million members, and read every line there ever was.
create function ledger_digest_line(before bytea, line text) returns bytea
language sql immutable parallel safe as $$
  select sha256(before || convert_to(line, 'UTF8'))
$$;

-- Of lines in the order of their entries.
create aggregate ledger_digest_of(line text) (
  sfunc = ledger_digest_line,
  stype = bytea,
  initcond = '\x0000000000000000000000000000000000000000000000000000000000000000'
);
