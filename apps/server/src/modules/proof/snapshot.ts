import { createHash, createHmac, sign } from 'node:crypto'

import { type Db, openInBackground, type Tx, urlOf } from '@btbc/database/database.ts'
import { tryLockWork } from '@btbc/database/locks.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import type { Behind } from '@btbc/database/stand-back.ts'
import { reserves, type Totals, totals } from '@btbc/ledger/balances.ts'
import { chainEntries } from '@btbc/ledger/chain.ts'
import { readCut } from '@btbc/ledger/cut.ts'
import { sum } from '@btbc/money/amount.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { coinOf } from '#chain/bytes.ts'
import type { Chain } from '#chain/chain.ts'
import {
  type CustodyCheck,
  readCustodyChecks,
  type Reconciler,
} from '#modules/reconciliation/index.ts'
import type { Promises } from '#modules/solvency/solvency.ts'
import type { Clock } from '#platform/clock.ts'
import { openInstallKey, publicPartOf } from '#platform/install-key.ts'
import { readSecret } from '#platform/secrets.ts'

import { type AttestedCustody, writeAttestation } from './attestation.ts'
import { findLog } from './log.ts'
import { type Grower, startGrower } from './tree/grower.ts'

/** Takes a snapshot of the books as they were at one sealed entry, and signs what it says. */

const KEY = 'proof.key'
/** How often custody is compared for one snapshot, while entries keep moving what was compared. */
const COMPARED_MOST = 3

export type SnapshotParts = {
  db: Db
  clock: Clock
  chain: Chain | undefined
  /** Where there is a chain. */
  reconciler?: Pick<Reconciler, 'custodyNow'> | undefined
  /** The data directory. */
  folder: string
  promises: Promises
  /** When nobody waits for it, it leaves the processors to whoever else wants them. */
  standsBack: Behind | undefined
}

/**
 * Answers its number; undefined while another server of this database is at it. What cannot wait for
 * its end says so by `signal`: nothing of it is published then.
 */
export async function takeSnapshot(
  parts: SnapshotParts,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const { db, reconciler } = parts
  // The chain is not asked in vain while another one is at it.
  if (!(await db.transaction().execute((tx) => tryLockWork(tx, 'proof')))) return undefined
  const grower = await startGrower(db, { ...parts, signal })
  try {
    for (let round = 1; ; round += 1) {
      const isCompared = (await reconciler?.custodyNow(signal)) === true
      signal?.throwIfAborted()
      const mayMove = !isCompared || round === COMPARED_MOST
      const taken = await takeAsOfNow(parts, { grower, mayMove })
      if (taken !== 'moved') return taken
    }
  } finally {
    grower.close()
  }
}

/** What the salts and the order of one tree are drawn from. Whoever has it can tell the leaves apart. */
export async function readTreeKey(
  database: Db | Tx,
  number: number,
): Promise<{ key: Buffer; seed: bigint }> {
  const secret = await readSecret(database, 'proofs')
  const drawn = (what: string) => createHmac('sha256', secret).update(`${what} ${number}`).digest()
  return { key: drawn('tree'), seed: drawn('order').readBigInt64BE() }
}

type Taking = {
  grower: Grower
  /** An entry may have moved custody since it was compared. */
  mayMove: boolean
}

async function takeAsOfNow(
  parts: SnapshotParts,
  taking: Taking,
): Promise<number | 'moved' | undefined> {
  const { db } = parts
  return await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    if (!(await tryLockWork(tx, 'proof'))) return undefined
    // Once to mark where the books end, and once to seal up to there.
    await chainEntries(db)
    await chainEntries(db)
    await taking.grower.digest()
    return await addAttestation(tx, parts, taking)
  })
}

async function addAttestation(
  tx: Tx,
  parts: SnapshotParts,
  { grower, mayMove }: Taking,
): Promise<number | 'moved'> {
  const { db, clock, folder } = parts
  const last = await tx
    .selectFrom('proof_attestation')
    .select(['number', 'text'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  // What is left of one that did not come to its end.
  await db.deleteFrom('proof_group').where('attestation', '=', number).execute()
  const installKey = openInstallKey(folder, KEY)
  const wallNow = clock.wallNow()
  const at = clock.now()
  const { key, seed } = await readTreeKey(tx, number)
  const found = await readBooks(parts, {
    mayMove,
    readMembers: (snapshot, through) => grower.read({ snapshot, through, seed }),
  })
  if (!found) return 'moved'
  const tree = await grower.grow({
    attestation: number,
    madeAt: wallNow,
    key,
    // Who has but a share of the processors rests often enough.
    rests: parts.standsBack === 'last',
  })
  const address = await findLog(tx)
  const { text, coverage } = writeAttestation({
    number,
    at,
    previous: last ? createHash('sha256').update(last.text).digest('hex') : null,
    key: publicPartOf(installKey),
    ...found,
    tree,
    custody: await describeCustody(parts.chain, found.checks),
    log: address !== undefined && parts.chain ? { chain_id: parts.chain.chainId, address } : null,
  })
  await tx
    .insertInto('proof_attestation')
    .values({
      number,
      taken_at: wallNow,
      text,
      signature: sign(null, Buffer.from(text), installKey),
      coverage: JSON.stringify(coverage),
    })
    .execute()
  return number
}

/**
 * Everything from one moment: the totals at the cut, and the same rows for the tree. Nothing where an
 * entry has moved what was compared and may not have.
 */
async function readBooks(
  parts: SnapshotParts,
  {
    mayMove,
    readMembers,
  }: { mayMove: boolean; readMembers: (snapshot: string, through: bigint) => Promise<void> },
) {
  const db = openInBackground(urlOf(parts.db), {
    connectionsMax: 1,
    standsBack: parts.standsBack && 'behind',
  })
  try {
    return await atOneMoment(db, async (tx) => {
      // All accounts are added up, which the plans of our connections are not made for.
      await sql`set local enable_seqscan = on`.execute(tx)
      const { rows } = await sql<{ snapshot: string }>`
        select pg_export_snapshot() as snapshot`.execute(tx)
      const { digested, ...books } = await readCut(tx)
      const figures = await readFigures(tx, parts, digested)
      if (!mayMove && hasMoved(figures.totals, figures.checks)) return undefined
      await readMembers(rows[0]?.snapshot ?? '', digested)
      return { books, ...figures }
    })
  } finally {
    await db.destroy()
  }
}

async function readFigures(tx: Tx, { promises, clock }: SnapshotParts, digested: bigint) {
  const checks = await readCustodyChecks(tx, clock.wallNow())
  const then = await totals(tx, digested)
  const reservedNow = await reserves(tx)
  const promised = new Map(await promises(tx))
  // A promise and its reserve are of one transaction: what was reserved since was promised since.
  for (const { currency, reserves: reservedThen } of then) {
    const since = (reservedNow.get(currency) ?? 0n) - sum(Object.values(reservedThen))
    promised.set(currency, (promised.get(currency) ?? 0n) - since)
  }
  return {
    checks,
    totals: then,
    promises: promised,
    differences: new Map([...checks].map(([id, { difference }]) => [id, difference])),
  }
}

/** Whether the books at the cut say something else of a coin than when it was compared with the chain. */
function hasMoved(then: readonly Totals[], checks: ReadonlyMap<CurrencyId, CustodyCheck>): boolean {
  return then.some(({ currency, custody }) => {
    const check = checks.get(currency)
    return check !== undefined && check.books !== custody
  })
}

/** What custody held at a final block, which its hash names; null when no chain can say so now. */
async function describeCustody(
  chain: Chain | undefined,
  checks: ReadonlyMap<CurrencyId, CustodyCheck>,
): Promise<AttestedCustody | null> {
  const [first] = checks.values()
  if (!chain || !first) return null
  const { block: blockNumber } = first
  const block = await chain.rpc.getBlock({ blockNumber }).catch(() => undefined)
  if (!block) return null
  const compared = [...checks]
  // Of coins that were compared at several blocks, none of these says what was held.
  if (compared.some(([, check]) => check.block !== blockNumber)) return null
  return {
    chain_id: chain.chainId,
    block: blockNumber.toString(),
    hash: block.hash,
    held: Object.fromEntries(compared.map(([id, { held }]) => [id, held.toString()])),
    tokens: Object.fromEntries(compared.map(([id]) => [id, tokenOf(chain, id)])),
    addresses: [...new Set(compared.flatMap(([, { holders }]) => holders.addresses))],
    others: Object.fromEntries(compared.map(([id, { holders }]) => [id, holders.others])),
  }
}

function tokenOf({ coins }: Chain, id: CurrencyId): string | null {
  const coin = coins[coinOf(id)]
  return coin.kind === 'token' ? coin.address : null
}
