/** A house of many members who have been here for a while, loaded by SQL past none of the books' guards. */

import { type Db, openDatabase } from '@btbc/database/database.ts'
import { type Account, accountId, houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { digestLines } from '@btbc/ledger/digest.ts'
import type { EntryKind } from '@btbc/ledger/kinds.ts'
import { listLines } from '@btbc/ledger/lines.ts'
import { post } from '@btbc/ledger/post.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type RawBuilder, sql } from 'kysely'
import { firstPageSweeps } from '../../apps/server/src/modules/first-page/first-page.jobs.ts'
import { addUpTeams } from '../../apps/server/src/modules/team/team.members.ts'
import { openSessions } from '#members.ts'

const AT_ONCE = 50_000
const CHILDREN_EACH = 10
const HOUR_MS = 60 * 60 * 1_000
const MINUTE_MS = 60 * 1_000
const LAUNCHES = 7n
const WELCOME = 50n * UNIT
const SENT = UNIT / 100n
const BASE_PER_HOUR = UNIT / 10n
const OUTPUT = 24n * BASE_PER_HOUR
const POOL = 400_000_000n * UNIT
/** Beside what everybody has, this makes ten lines. */
const MORE_LINES = 7

const { BTBC, LAUNCH } = currencies
const MEMBER_IDS = 2n ** 20n

export type House = {
  members: number
  loadedAt: Date
  /** From the first on, these have mined before. */
  mined: number
  /** So many runs end at each of these moments. */
  ending: number
  endsAt: readonly Date[]
  /** Has had something of everybody. */
  popular: number
  /** Has ten lines. */
  quiet: number
  /** Stands above everybody. */
  first: number
  /** The last to have ten members below, who have none. */
  teamOfTen: number
}

export function houseOf(members: number, rounds: number): House {
  const loadedAt = Date.now() - 2 * HOUR_MS
  return {
    members,
    loadedAt: new Date(loadedAt),
    mined: members * 0.8,
    ending: members / 10,
    endsAt: Array.from({ length: rounds }, (_, n) => new Date(loadedAt + (n + 1) * MINUTE_MS)),
    popular: members,
    quiet: members - 1,
    first: 1,
    teamOfTen: Math.floor((members - 1) / CHILDREN_EACH),
  }
}

/** Five entries for each member, sealed, listed and digested, as a server does behind the commits. */
export async function loadHouse(url: string, house: House): Promise<void> {
  const loader = openDatabase(url, { connectionsMax: 1 })
  const db = openDatabase(url, { connectionsMax: 4 })
  try {
    await sql`set statement_timeout = 0`.execute(loader)
    await timed('members', () => loadMembers(loader, house))
    await timed('entries', () => loadEntries(loader, house))
    await timed('runs', () => loadRuns(loader, house))
    await timed('vacuum', () => sql`vacuum analyze`.execute(loader))
    await timed('sealed', () => chainAll(db))
    await timed('listed and digested', () => Promise.all([listLines(db), digestLines(db)]))
    await timed('vacuum', () => sql`vacuum analyze`.execute(loader))
  } finally {
    await Promise.all([loader.destroy(), db.destroy()])
  }
}

/** Says how long a part of the loading took. */
export async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.error(`loading: ${what} in ${Math.round(performance.now() - startedAt)} ms`)
}

const change = memberAccount(1, 'change', BTBC.id)
const unclaimed = memberAccount(1, 'unclaimed', BTBC.id)
const launches = memberAccount(1, 'launches', LAUNCH.id)
const mining = houseAccount('pool:mining', BTBC.id)
const welcome = houseAccount('pool:welcome', BTBC.id)
const welcomeLaunches = houseAccount('pool:welcome', LAUNCH.id)
const reserve = houseAccount('reserve:run', BTBC.id)
const issued = houseAccount('issuance', BTBC.id)
const issuedLaunches = houseAccount('issuance', LAUNCH.id)

async function loadMembers(db: Db, { members, loadedAt }: House): Promise<void> {
  await inParts(1, members, async (first, last) => {
    const startedAt = loadedAt
    await openSessions(db, { first, count: last, childrenEach: CHILDREN_EACH, startedAt })
    for (const account of [change, unclaimed, launches]) {
      await sql`insert into ledger_account (id, owner, purpose, currency)
        select ${ofEach(account)}, n, ${account.purpose}, ${account.currency}::integer
        from generate_series(${first}::integer, ${last}::integer) n`.execute(db)
    }
    await untilDone(() => db.transaction().execute(addUpTeams))
  })
  const at = { now: loadedAt, wallNow: loadedAt }
  for (const { run } of firstPageSweeps) {
    await untilDone(() => db.transaction().execute((tx) => run(tx, at)))
  }
  await sql`select setval(pg_get_serial_sequence('member', 'id'), max(id)) from member`.execute(db)
}

async function loadEntries(db: Db, house: House): Promise<void> {
  const { members, loadedAt: at, mined, ending, endsAt, popular, quiet } = house
  await fillPools(db, house)
  await loadEach(db, { last: members, kind: 'join.welcomed', key: 'welcome:%s', at }, [
    { from: of(welcome), to: ofEach(change), currency: BTBC.id, amount: WELCOME },
    { from: of(welcomeLaunches), to: ofEach(launches), currency: LAUNCH.id, amount: LAUNCHES },
  ])
  await sql`insert into welcome_grant (member_id, btbc, launches, granted_at)
    select n, ${WELCOME}, ${LAUNCHES}, ${at} from generate_series(1, ${members}::integer) n`.execute(
    db,
  )
  const start = { from: ofEach(launches), to: of(issuedLaunches), currency: LAUNCH.id, amount: 1n }
  const promise = { from: of(mining), to: of(reserve), currency: BTBC.id, amount: OUTPUT }
  const end = { from: of(reserve), to: ofEach(unclaimed), currency: BTBC.id, amount: OUTPUT }
  const past = { last: mined, at }
  await loadEach(db, { ...past, kind: 'launch.used', key: 'run:%s:launch' }, [start])
  await loadEach(db, { ...past, kind: 'run.reserved', key: 'run:%s:reserved' }, [promise])
  await loadEach(db, { ...past, kind: 'run.mined', key: 'run:%s:mined' }, [end])
  const open = { last: ending * endsAt.length, shift: mined, at }
  await loadEach(db, { ...open, kind: 'launch.used', key: 'run:%s:launch' }, [start])
  await loadEach(db, { ...open, kind: 'run.reserved', key: 'run:%s:reserved' }, [promise])
  const sent = (to: number) => ({
    from: ofEach(change),
    to: of(memberAccount(to, 'change', BTBC.id)),
    currency: BTBC.id,
    amount: SENT,
  })
  const kind = 'transfer.internal'
  await loadEach(db, { last: popular - 1, kind, key: 'bench:sent:%s', at }, [sent(popular)])
  await loadEach(db, { last: MORE_LINES, kind, key: 'bench:more:%s', at }, [sent(quiet)])
}

async function fillPools(db: Db, { members, loadedAt: at }: House): Promise<void> {
  await sql`insert into ledger_account (id, purpose, currency)
    values (${of(reserve)}, ${reserve.purpose}, ${reserve.currency}::integer)`.execute(db)
  const moves = [
    { from: issued, to: mining, amount: POOL },
    { from: issued, to: welcome, amount: WELCOME * BigInt(members) },
    { from: issuedLaunches, to: welcomeLaunches, amount: LAUNCHES * BigInt(members) },
  ]
  const entry = { key: 'bench:pools', kind: 'pool.funded', at, moves } as const
  await db.transaction().execute((tx) => post(tx, entry))
}

/** The rows of the runs whose entries there are: those that have ended, and those that are to end. */
async function loadRuns(db: Db, { loadedAt, mined, ending, endsAt }: House): Promise<void> {
  const columns = sql`insert into run (id, member_id, started_at, ends_at, includes_base, base_per_hour,
    machines_per_day, bonus_percent, output, state, closed_at) overriding system value`
  await inParts(1, mined, async (first, last) => {
    await db.transaction().execute(async (tx) => {
      // They begin as they ended, past the triggers that keep their ways.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`${columns} select n, n, ${loadedAt}::timestamptz - interval '3 days',
          ${loadedAt}::timestamptz - interval '2 days', true, ${BASE_PER_HOUR}::bigint, 0, 0,
          ${OUTPUT}::bigint, 'closed', ${loadedAt}::timestamptz - interval '2 days'
        from generate_series(${first}::integer, ${last}::integer) n`.execute(tx)
    })
  })
  await inParts(1, ending * endsAt.length, async (first, last) => {
    await sql`${columns} select ${mined}::integer + n, n, at - interval '1 day', at, true,
        ${BASE_PER_HOUR}::bigint, 0, 0, ${OUTPUT}::bigint, 'open', null
      from generate_series(${first}::integer, ${last}::integer) n
      cross join lateral (
        select (${endsAt}::timestamptz[])[(n - 1) / ${ending}::integer + 1] as at
      ) ends`.execute(db)
  })
  await sql`select setval(pg_get_serial_sequence('run', 'id'), max(id)) from run`.execute(db)
}

type EachOf = { last: number; kind: EntryKind; key: string; shift?: number; at: Date }
type EachMove = { from: Id; to: Id; currency: number; amount: bigint }
type Id = RawBuilder<unknown>

/** An entry of each member up to the last, under a key with their number. */
async function loadEach(db: Db, each: EachOf, moves: readonly EachMove[]): Promise<void> {
  const { kind, key, shift = 0, at } = each
  const listed = moves.map(
    ({ from, to, currency, amount }, n) =>
      sql`(${n + 1}::smallint, ${from}, ${to}, ${currency}::integer, ${amount}::bigint)`,
  )
  await inParts(1, each.last, async (first, last) => {
    await sql`with entry as (
        insert into ledger_entry (key, kind, at, member_id)
        select format(${key}::text, n + ${shift}::integer), ${kind}, ${at}, n
        from generate_series(${first}::integer, ${last}::integer) n returning id, member_id as n
      )
      insert into ledger_move
        (entry_id, n, from_account, from_part, to_account, to_part, currency, amount)
      select entry.id, move.place, move.from_account, 'available', move.to_account, 'available',
        move.currency, move.amount
      from entry cross join lateral (values ${sql.join(listed)})
        as move (place, from_account, to_account, currency, amount)`.execute(db)
  })
}

async function inParts(
  from: number,
  to: number,
  load: (first: number, last: number) => Promise<unknown>,
): Promise<void> {
  for (let first = from; first <= to; first += AT_ONCE) {
    await load(first, Math.min(to, first + AT_ONCE - 1))
  }
}

/** Again and again, as long as there was something to do. */
async function untilDone(work: () => Promise<number>): Promise<void> {
  while ((await work()) > 0);
}

function of(account: Account): Id {
  return sql`${accountId(account)}::bigint`
}

/** Of the member `n` what the first one has. */
function ofEach(account: Account): Id {
  return sql`(n::bigint * ${MEMBER_IDS}::bigint + ${BigInt(accountId(account)) - MEMBER_IDS}::bigint)`
}
