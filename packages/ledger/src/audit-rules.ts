import { sql } from 'kysely'
import { HOUSE_IDS } from '#account.ts'
import { CHAIN_START, entryContent } from '#chain.ts'
import { entryKinds } from '#kinds.ts'

/** What must hold in the books, each rule as a query. */

/** An entry's time is read before its transaction, so two that run at once may cross by this much. */
const CROSSING_MAX = '2 minutes'

/** The tables' own guards, without which everything else could be changed behind our back. */
const GUARDS = [
  'constraint ledger_account.ledger_account_available',
  'constraint ledger_account.ledger_account_held',
  'constraint ledger_account.ledger_account_name',
  'constraint ledger_entry.ledger_entry_key',
  'constraint ledger_hold.ledger_hold_amount',
  'constraint ledger_move.ledger_move_amount',
  'constraint ledger_move.ledger_move_sides',
  'constraint ledger_net.ledger_net_lines',
  'trigger ledger_account.ledger_account_by_moves',
  'trigger ledger_account.ledger_account_kept',
  'trigger ledger_account.ledger_account_opens',
  'trigger ledger_chain.ledger_chain_append_only',
  'trigger ledger_entry.ledger_entry_append_only',
  'trigger ledger_hold.ledger_hold_kept',
  'trigger ledger_move.ledger_move_append_only',
  'trigger ledger_move.ledger_move_applied',
  'trigger ledger_net.ledger_net_append_only',
  'trigger ledger_net.ledger_net_applied',
  'trigger ledger_line.ledger_line_append_only',
  'trigger ledger_line_gathered.ledger_line_gathered_moved',
]

export const missingGuards = sql`
  select format('%s is missing or switched off', guard) as detail
  from unnest(${GUARDS}::text[]) guard
  where guard not in (
    select format('constraint %s.%s', conrelid::regclass, conname)
    from pg_constraint where convalidated and conenforced
    union all
    select format('trigger %s.%s', tgrelid::regclass, tgname)
    from pg_trigger where tgenabled in ('O', 'A')
  )`

/** What the server may only add to. */
const APPENDED = ['ledger_entry', 'ledger_move', 'ledger_net', 'ledger_line', 'ledger_chain']

/** Each query gives one row with a `detail` for each thing that is wrong. */
export const rules = {
  'I1 the accounts of a currency sum to zero': sql`
    select currency, format('currency %s sums to %s', currency, sum(available + held)) as detail
    from ledger_account group by currency having sum(available + held) <> 0`,

  'I2 every entry has moves or net lines, and is of a known kind': sql`
    select format('entry %s (%s) has no moves', e.id, e.kind) as detail
    from ledger_entry e
    where not exists (select from ledger_move m where m.entry_id = e.id)
      and not exists (select from ledger_net n where n.entry_id = e.id)
    union all
    select format('entry %s is of an unknown kind %s', e.id, e.kind)
    from ledger_entry e where e.kind <> all (${Object.keys(entryKinds)}::text[])`,

  'I2 every move is of an entry, positive, and between accounts of its currency': sql`
    select format('move %s of entry %s: %s from %s to %s in currency %s',
      m.n, m.entry_id, m.amount, m.from_account, m.to_account, m.currency) as detail
    from ledger_move m
    left join ledger_entry e on e.id = m.entry_id
    left join ledger_account f on f.id = m.from_account
    left join ledger_account t on t.id = m.to_account
    where e.id is null or m.amount <= 0
      or (m.from_account = m.to_account and m.from_part = m.to_part)
      or f.currency is distinct from m.currency or t.currency is distinct from m.currency`,

  'I2 every net line is of an entry and of a known account, named once': sql`
    select format('entry %s: account %s has %s lines, %s', n.entry_id, line.account, count(*),
      case when e.id is null then 'the entry is missing' else 'the account is missing or doubled' end
    ) as detail
    from ledger_net n
    cross join unnest(n.accounts) as line (account)
    left join ledger_entry e on e.id = n.entry_id
    left join ledger_account a on a.id = line.account
    group by n.entry_id, e.id, line.account, a.id
    having e.id is null or a.id is null or count(*) > 1`,

  'I2 what a net entry gives it takes': sql`
    select line.account & 4095 as currency, format('entry %s comes to %s in currency %s', n.entry_id,
      sum(line.available) + sum(line.held), line.account & 4095) as detail
    from ledger_net n
    cross join unnest(n.accounts, n.available, n.held) as line (account, available, held)
    group by n.entry_id, line.account & 4095 having sum(line.available) + sum(line.held) <> 0`,

  'I3 no account is below its floor': sql`
    select id as account,
      format('account %s: available %s, held %s, floor %s', id, available, held, floor) as detail
    from ledger_account where available < floor or held < 0`,

  'I4 a balance is the sum of its moves and net lines': sql`
    with side as (
      select from_account as id, from_part as part, -amount::numeric as value from ledger_move
      union all
      select to_account, to_part, amount from ledger_move
    ), line as (
      select id, sum(value) filter (where part = 'available') as available,
        sum(value) filter (where part = 'held') as held
      from side group by id
      union all
      select l.account, sum(l.available), sum(l.held)
      from ledger_net n cross join unnest(n.accounts, n.available, n.held)
        as l (account, available, held)
      group by l.account
    ), summed as (
      select id, sum(available) as available, sum(held) as held from line group by id
    )
    select coalesce(a.id, s.id) as account, format('account %s: available %s, held %s, but its moves sum to %s and %s',
      coalesce(a.id, s.id), a.available, a.held, coalesce(s.available, 0), coalesce(s.held, 0)) as detail
    from ledger_account a full join summed s on s.id = a.id
    where a.available is distinct from coalesce(s.available, 0)
      or a.held is distinct from coalesce(s.held, 0)`,

  'I5 the holds of an account add up to its held part': sql`
    select a.id as account,
      format('account %s: held %s, its holds %s', a.id, a.held, coalesce(h.amount, 0)) as detail
    from ledger_account a
    left join (select account_id, sum(amount) as amount from held_for group by account_id) h
      on h.account_id = a.id
    where a.held <> coalesce(h.amount, 0)`,

  'I4 the lines listed by account are those of the entries': sql`
    with side as (
      select from_account as id, entry_id, from_part as part, -amount::numeric as value
      from ledger_move
      union all
      select to_account, entry_id, to_part, amount from ledger_move
    ), line as (
      select id, entry_id, coalesce(sum(value) filter (where part = 'available'), 0) as available,
        coalesce(sum(value) filter (where part = 'held'), 0) as held
      from side group by id, entry_id
      union all
      select l.account, n.entry_id, l.available, l.held
      from ledger_net n cross join unnest(n.accounts, n.available, n.held)
        as l (account, available, held)
    ), due as (
      select line.id, line.entry_id, entry.kind, sign(line.available + line.held) as side,
        line.available, line.held
      from line join ledger_entry entry on entry.id = line.entry_id
      where line.id >= ${sql.lit(HOUSE_IDS)}
        and line.entry_id <= (select listed_through from ledger_chain_mark)
    ), listed as (
      select o.account_id as id, l.entry_id, o.kind, o.side::numeric, l.available::numeric,
        l.held::numeric
      from ledger_line o cross join unnest(o.entries, o.available, o.held)
        as l (entry_id, available, held)
    ), gathered as (
      select l.account as id, l.entry_id, g.kind, sign(l.available + l.held)::numeric as side,
        l.available::numeric, l.held::numeric, g.members
      from ledger_line_gathered g cross join unnest(g.accounts, g.entries, g.available, g.held)
        as l (account, entry_id, available, held)
    ), found as (
      select * from listed
      union all
      select id, entry_id, kind, side, available, held from gathered
      -- Where readers look for it.
      where members = (id / ${sql.lit(HOUSE_IDS)}) % 1024
    ), different as (
      (select * from due where side <> 0 except all select * from found)
      union all (select * from found except all select * from due)
    ), summed as (
      select id, kind, side, count(*) as lines, sum(available) as available, sum(held) as held
      from (
        select * from due
        except all select id, entry_id, kind, side, available, held from gathered
      ) of_lists group by id, kind, side
    )
    select format('account %s, entry %s: %s and %s', id, entry_id, available, held) as detail
    from different
    union all
    select format('account %s, %s %s: %s lines', coalesce(k.account_id, s.id), coalesce(k.kind, s.kind),
      coalesce(k.side, s.side), k.lines)
    from ledger_line_sum k
    full join summed s on s.id = k.account_id and s.kind = k.kind and s.side = k.side
    where (k.lines, k.available, k.held) is distinct from (s.lines, s.available, s.held)
    union all
    select format('account %s, %s %s: its list ends at %s', account_id, kind, side, max(through))
    from ledger_line o group by account_id, kind, side
    having max(through) <> sum(cardinality(entries))`,

  'I8 what a batch of trades took before batches were net, it gave: clearing is empty': sql`
    select currency, format('account %s: available %s, held %s', id, available, held) as detail
    from ledger_account where owner is null and purpose = 'clearing' and (available <> 0 or held <> 0)`,

  'I19 the time of entries never goes back': sql`
    select format('entry %s is of %s, after one of %s', id, at, before) as detail
    from (select id, at, max(at) over (order by id rows between unbounded preceding and 1 preceding)
      as before from ledger_entry) e
    where at < before - ${CROSSING_MAX}::interval`,

  // Found where the entries are: their texts are more than all else in the books together.
  'I20 the chain of entries verifies': sql`
    select format('entry %s was left out', e.id) as detail
    from ledger_entry e
    where e.id <= (select chained_through from ledger_chain_mark)
      and not exists (select from ledger_chain c where c.entry_id = e.id)
    union all
    select format('link %s, entry %s, was changed', link.position, link.entry_id)
    from (
      select position, entry_id, hash,
        lag(position, 1, 0) over links as position_before,
        lag(entry_id, 1, 0) over links as entry_before,
        lag(hash, 1, ${CHAIN_START}::bytea) over links as hash_before
      from ledger_chain window links as (order by position)
    ) link left join ledger_entry e on e.id = link.entry_id
    where e.id is null or link.position <> link.position_before + 1
      or link.entry_id <= link.entry_before
      or link.hash <> sha256(link.hash_before || convert_to(${entryContent}, 'UTF8'))`,

  'D2 the guards of the tables stand': missingGuards,

  'D1 the server cannot rewrite the books': sql`
    select format('%s may change %s', app.rolname, name) as detail
    from pg_roles app cross join unnest(${APPENDED}::text[]) name
    where app.rolname = 'btbc_app' and has_table_privilege(app.oid, name, 'update, delete, truncate')
    union all
    select format('%s may change %s of an account', app.rolname, name)
    from pg_roles app cross join unnest(array['available', 'held', 'floor']) name
    where app.rolname = 'btbc_app'
      and has_column_privilege(app.oid, 'ledger_account', name, 'update')`,
}
