import type { Tx } from '@btbc/database/database.ts'
import { balancesOfHouse } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { sum } from '@btbc/money/amount.ts'
import { currencyCode, type CurrencyId } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import { callOperators } from '#modules/operator/index.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { figure, grouped } from '#chain/figures.ts'
import { toChain } from '#chain/units.ts'
import { arrivalsBooked } from './arrivals.entries.ts'
import { shownUnits } from './deposit.rules.ts'
import { arrivalStates } from './deposit.states.ts'

/**
 * Coins that strangers send to the house's own addresses. Anybody can send a gift, so a gift must not
 * stop anything: it is booked to suspense, nobody is owed it, and books and chain agree again. It is
 * booked only as far as custody really has more than the books: what fills a gap is no gift, and a
 * gift hides no gap that is larger or smaller than itself.
 */

/** What was found and not booked when custody was compared. */
export type FoundArrivals = { through: number; onChain: bigint }

/** Looked at one by one when they do not all fit. */
const CHOSEN_FROM_MAX = 1000
const SHOWN_MAX = 20

type Transfer = {
  currency: CurrencyId
  to: string
  onChain: bigint
  txHash: string
  ordinal: number
  blockNumber: bigint
}

/** Writes down what a final block brought to addresses of the house; its own transactions are none. */
export async function writeArrivals(
  tx: Tx,
  { transfers, now }: { transfers: readonly Transfer[]; now: Date },
): Promise<void> {
  const sent = transfers.filter(({ onChain }) => onChain > 0n)
  if (sent.length === 0) return
  const hashes = sent.map(({ txHash }) => txHash)
  const own = await tx
    .selectFrom('chain_attempt')
    .select('hash')
    .where(({ eb, fn }) => eb('hash', '=', fn.any(eb.val(hashes))))
    .execute()
  const ours = new Set(own.map(({ hash }) => hash))
  const strange = sent.filter(({ txHash }) => !ours.has(txHash))
  if (strange.length === 0) return
  await tx
    .insertInto('arrival')
    .values(
      strange.map(({ currency, to, onChain, txHash, ordinal, blockNumber }) => ({
        currency,
        address: to,
        tx_hash: txHash,
        ordinal,
        block_number: blockNumber,
        on_chain: onChain,
        amount: shownUnits(onChain),
        found_at: now,
      })),
    )
    // Known from a block that was final and has changed: it is in the books once.
    .onConflict((conflict) =>
      conflict.columns(['tx_hash', 'ordinal']).doUpdateSet((row) => ({
        block_number: row.ref('excluded.block_number'),
      })),
    )
    .execute()
}

/** Paid from inside of a transaction to an address of the house: there, and no transfer says so. */
const UNTOLD_ORDINAL = -2
/** In the chain's own units. As much as that is worth a person's look. */
const CALLED_FROM = 10n ** 18n

/**
 * What custody has more and nothing tells of is a gift like others: an address of the house was paid by
 * a contract. It goes by the block at which it was noticed. False when it was noticed already.
 */
export async function writeUntold(
  tx: Tx,
  untold: Omit<Transfer, 'to' | 'ordinal'> & { now: Date; wallNow: Date },
): Promise<boolean> {
  const { currency, onChain, txHash, blockNumber, now, wallNow } = untold
  const written = await tx
    .insertInto('arrival')
    .values({
      currency,
      address: '',
      tx_hash: txHash,
      ordinal: UNTOLD_ORDINAL,
      block_number: blockNumber,
      on_chain: onChain,
      amount: shownUnits(onChain),
      found_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written && onChain >= CALLED_FROM) {
    const size = `${grouped(onChain)} ${currencyCode(currency)}`
    const text = `At block ${blockNumber} custody has ${size} more than any transfer explains. It is booked to suspense and nothing stops; find out who sent it.`
    await callOperators(tx, { subject: `${size} came in unexplained`, text, now: wallNow })
  }
  return written !== undefined
}

export async function readFound(tx: Tx, currency: CurrencyId): Promise<FoundArrivals> {
  const found = await tx
    .selectFrom('arrival')
    .select((row) => [
      row.fn.max('id').as('through'),
      row.fn.sum<bigint | null>('on_chain').as('onChain'),
    ])
    .where('currency', '=', currency)
    .where('state', '=', 'found')
    .executeTakeFirst()
  return { through: found?.through ?? 0, onChain: found?.onChain ?? 0n }
}

/**
 * Books what fits into what custody has more, the first ones first. Answers by how much the books grow
 * and what custody has and they do not; undefined when another comparison was here meanwhile.
 */
export async function bookArrivals(
  tx: Tx,
  request: { currency: CurrencyId; arrivals: FoundArrivals; more: bigint; now: Date },
): Promise<{ books: bigint; cutOff: bigint } | undefined> {
  const { currency, arrivals, more, now } = request
  if (arrivals.onChain === 0n) return { books: 0n, cutOff: 0n }
  const found = await tx
    .selectFrom('arrival')
    .select(['id', 'on_chain', 'amount'])
    .where('currency', '=', currency)
    .where('state', '=', 'found')
    .where('id', '<=', arrivals.through)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (sum(found.map((each) => each.on_chain)) !== arrivals.onChain) return undefined
  const there = arrivals.onChain <= more ? found : chooseFitting(found, more)
  const room = toChain(await roomOf(tx, currency))
  const booked =
    sum(there.map((each) => each.on_chain)) <= room ? there : chooseFitting(there, room)
  // What the books have no room for is custody's and nobody's, and is tried again.
  const waiting = sum(there.map((each) => each.on_chain)) - sum(booked.map((each) => each.on_chain))
  const last = booked.at(-1)
  if (!last) return { books: 0n, cutOff: waiting }
  const ids = booked.map(({ id }) => id)
  await transitionAll(tx, arrivalStates, ids, 'book', { now })
  const amount = sum(booked.map((each) => each.amount))
  // Less than a unit is on the chain and nothing in the books.
  if (amount > 0n) await post(tx, arrivalsBooked({ currency, amount, through: last.id }, now))
  const books = toChain(amount)
  return { books, cutOff: sum(booked.map((each) => each.on_chain)) - books + waiting }
}

/** How much further the mirror of custody may fall. */
async function roomOf(tx: Tx, currency: CurrencyId): Promise<bigint> {
  const house = await balancesOfHouse(tx)
  const mirror = house.find((each) => each.purpose === 'chain' && each.currency === currency)
  return mirror ? mirror.available - mirror.floor : 0n
}

function chooseFitting<Found extends { on_chain: bigint }>(
  found: readonly Found[],
  more: bigint,
): Found[] {
  let left = more
  return found.slice(0, CHOSEN_FROM_MAX).filter((each) => {
    if (each.on_chain > left) return false
    left -= each.on_chain
    return true
  })
}

/** The newest first, for the console. */
export async function listArrivals(tx: Tx) {
  const rows = await tx
    .selectFrom('arrival')
    .select([
      'id',
      'currency',
      'address',
      'tx_hash',
      'block_number',
      'on_chain',
      'state',
      'found_at',
    ])
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map(({ block_number: block, on_chain: onChain, state, ...row }) => ({
    ...row,
    block: Number(block),
    amount: figure(onChain),
    state: z.enum(['found', 'booked']).parse(state),
  }))
}
