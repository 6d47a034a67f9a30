import type { Db, Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf, holders, spendableOf, totals } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { balanceOnChain, type Chain } from '#chain/chain.ts'
import { type PurposeHandlers, queueTransaction } from '#chain/transactions.ts'
import { toUnits } from '#chain/units.ts'
import type { ChainWork } from '#chain/works.ts'
import { type MarketPrice, pricesAt, valuationOf } from '#modules/wallet/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { publish } from '#platform/events.ts'
import { transition } from '#platform/state-machine.ts'

import { feeInBtbc } from './claim-fee.ts'
import { mintCarried, mintSettled } from './rewards.entries.ts'
import { mintBatchStates } from './rewards.states.ts'

/**
 * Every ten minutes, or when somebody synchronises, what was mined since the last batch is minted to
 * custody. After a batch, what is issued in the books alone is exactly what nobody has mined yet.
 */

const { BTBC, BNB } = currencies
const EVERY_MS = 10 * MINUTE_MS
const MINTER_LEAST = UNIT
const MINTER_TOP_UP = 5n * UNIT
/** What a batch is taken up with, and later settled with, takes two seconds; whoever is left is in the next one. */
const SHARES_MAX = 50_000

type MintParts = { db: Db; chain: Chain; marketPrice: MarketPrice; sharesMax?: number }

export function mintingWork(work: MintParts): ChainWork {
  const { db, chain, marketPrice, sharesMax = SHARES_MAX } = work
  return {
    name: 'mint',
    async run({ now }) {
      const isDue = await db
        .selectFrom('mint_schedule')
        .select('id')
        .where('next_at', '<=', now)
        .executeTakeFirst()
      if (!isDue) return
      await topUpMinter({ db, chain }, now)
      const feeBtbc = feeInBtbc(valuationOf(await pricesAt(db, now), BTBC.id, marketPrice))
      const parts = { now, to: chain.hotAddress, feeBtbc, sharesMax }
      await db.transaction().execute((tx) => openBatch(tx, parts))
    },
  }
}

async function openBatch(
  tx: Tx,
  parts: { now: Date; to: string; feeBtbc: bigint; sharesMax: number },
): Promise<void> {
  const { now, to, feeBtbc, sharesMax } = parts
  // Where another server is about to open one there is nothing to do here; once it has, that is seen.
  const due = await tx
    .selectFrom('mint_schedule')
    .select('id')
    .where('next_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due) return
  const open = await tx
    .selectFrom('mint_batch')
    .select('id')
    .where('state', '=', 'sent')
    .executeTakeFirst()
  if (open) return
  const taken = await takeUp(tx, { now, sharesMax })
  const isFull = taken?.shares === sharesMax
  const next = isFull ? now : new Date(now.getTime() + EVERY_MS)
  await tx.updateTable('mint_schedule').set({ next_at: next, fee_btbc: feeBtbc }).execute()
  // Looked at after the shares: what somebody mines meanwhile, and what is left for the next batch, may
  // be on the chain too early, never too late.
  const amount = await notOnChain(tx)
  if (taken === undefined && amount === 0n) return
  const id = await setAmount(tx, { id: taken?.id, amount, now })
  if (amount === 0n) return await settleBatch(tx, id, now)
  const currency = BTBC.id
  await queueTransaction(tx, {
    purpose: 'mint',
    refId: id,
    from: 'minter',
    currency,
    to,
    amount,
    now,
  })
}

/**
 * A batch with what members mined and none has taken up, of as many as it takes, or nothing. In one
 * statement: none of it comes here, and all of it is of one moment, in which a claim has
 * either taken both from what is unclaimed and from what is left of the batches, or neither.
 */
async function takeUp(
  tx: Tx,
  { now, sharesMax }: { now: Date; sharesMax: number },
): Promise<{ id: bigint; shares: number } | undefined> {
  const { rows } = await sql<{ id: bigint; shares: number }>`
    with share as materialized (
      select holder.member_id, available + coalesce(claimed, 0) - coalesce(included, 0) as amount
      from ${holders('unclaimed', BTBC.id)} holder
      left join mined_reward on mined_reward.member_id = holder.member_id
      where available + coalesce(claimed, 0) > coalesce(included, 0)
      order by holder.member_id limit ${sharesMax}
    ), batch as (
      insert into mint_batch (state, amount, created_at)
      select 'sent', 0, ${now}::timestamptz where exists (select from share) returning id
    ), kept as (
      insert into mint_share (batch_id, member_id, amount)
      select batch.id, member_id, share.amount from batch, share
    ), included as (
      insert into mined_reward (member_id, included)
      select member_id, amount from share order by member_id
      on conflict (member_id)
      do update set included = mined_reward.included + excluded.included
    )
    select id, (select count(*)::integer from share) as shares from batch`.execute(tx)
  return rows[0]
}

/** What is minted with these shares; without any, a batch of its own. */
async function setAmount(
  tx: Tx,
  { id, amount, now }: { id: bigint | undefined; amount: bigint; now: Date },
): Promise<bigint> {
  if (id === undefined) {
    const values = { state: 'sent' as const, amount, created_at: now }
    const opening = tx.insertInto('mint_batch').values(values).returning('id')
    return (await opening.executeTakeFirstOrThrow()).id
  }
  await tx.updateTable('mint_batch').set({ amount }).where('id', '=', id).execute()
  return id
}

/** Issued in the books alone and not waiting to be mined: the first time, all that genesis issued. */
async function notOnChain(tx: Tx): Promise<bigint> {
  const books = (await totals(tx)).find(({ currency }) => currency === BTBC.id)
  if (!books) return 0n
  const { pools, reserves, issued } = books
  const unmined = (pools['mining'] ?? 0n) + (reserves['machine'] ?? 0n) + (reserves['run'] ?? 0n)
  return issued > unmined ? issued - unmined : 0n
}

async function settleBatch(tx: Tx, id: bigint, now: Date): Promise<void> {
  const batch = await transition(tx, mintBatchStates, { id }, 'settle', { now })
  if (batch.amount > 0n) await post(tx, mintSettled(batch, now))
  await tx
    .updateTable('mined_reward')
    .from('mint_share')
    .set((row) => ({ minted: row('mined_reward.minted', '+', row.ref('mint_share.amount')) }))
    .whereRef('mined_reward.member_id', '=', 'mint_share.member_id')
    .where('mint_share.batch_id', '=', id)
    .execute()
  publish(tx, { to: 'everyone', kind: 'mint_batch.final' })
}

/** A failed batch is as if it had not been: the next one takes it up. */
async function failBatch(tx: Tx, id: bigint, now: Date): Promise<void> {
  await transition(tx, mintBatchStates, { id }, 'fail', { now })
  await tx
    .updateTable('mined_reward')
    .from('mint_share')
    .set((row) => ({ included: row('mined_reward.included', '-', row.ref('mint_share.amount')) }))
    .whereRef('mined_reward.member_id', '=', 'mint_share.member_id')
    .where('mint_share.batch_id', '=', id)
    .execute()
}

/** What the chain says of a mint. One that cannot be signed would keep all others waiting. */
export const mintPurpose: PurposeHandlers = {
  onFinal: (tx, row, { now }) => settleBatch(tx, row.ref_id, now),
  onFailed: (tx, row, { now }) => failBatch(tx, row.ref_id, now),
  onUnsigned: (tx, row, { now }) => failBatch(tx, row.ref_id, now),
}

/**
 * Mints once gave what they settled back to the issuance, which could issue it a second time. What older
 * books have of that is carried over, as far as the maximum supply has room for it.
 */
export async function carryMinted(tx: Tx, now: Date): Promise<void> {
  const { settled } = await tx
    .selectFrom('mint_batch')
    .select((row) => row.fn.sum<bigint | null>('amount').as('settled'))
    .where('state', '=', 'minted')
    .executeTakeFirstOrThrow()
  const { available: before } = await balanceOf(tx, houseAccount('minted', BTBC.id))
  const missing = (settled ?? 0n) - before
  if (missing <= 0n) return
  const room = await spendableOf(tx, houseAccount('issuance', BTBC.id))
  const amount = missing < room ? missing : room
  if (amount > 0n) await post(tx, mintCarried({ amount, before }, now))
}

/** The minter pays gas from custody's own BNB; when it runs low, the hot address gives it more. */
async function topUpMinter(
  { db, chain }: Pick<MintParts, 'db' | 'chain'>,
  now: Date,
): Promise<void> {
  const address = chain.keys.address('minter')
  const held = toUnits(await balanceOnChain(chain, { coin: BNB.id, address }))
  if (held >= MINTER_LEAST) return
  await db.transaction().execute(async (tx) => {
    // Two servers may find at once that there is too little.
    await tx.selectFrom('mint_schedule').select('id').forUpdate().execute()
    const open = await tx
      .selectFrom('chain_transaction')
      .select('id')
      .where('purpose', '=', 'minter_gas')
      .where('state', 'in', ['queued', 'signed', 'sent'])
      .executeTakeFirst()
    if (open) return
    const refId = BigInt(now.getTime())
    const amount = MINTER_TOP_UP
    await queueTransaction(tx, {
      purpose: 'minter_gas',
      refId,
      from: 'hot',
      currency: BNB.id,
      to: address,
      amount,
      now,
    })
  })
}
