import { setTimeout as sleep } from 'node:timers/promises'

import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { hold, releaseHold, spendHold } from '@btbc/ledger/hold.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId, getCurrency } from '@btbc/money/currency.ts'

import type { Chain } from '#chain/chain.ts'
import { type PurposeHandlers, queueTransaction, type Told } from '#chain/transactions.ts'
import { getCoin } from '#modules/wallet/index.ts'

import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

import { giveAddress } from './address.ts'

/** Test coins of the treasury for whoever asks, on the chain that this server runs itself. */

const { BTC, USDT, BNB, BTBC } = currencies

const amounts: Partial<Record<CurrencyId, bigint>> = {
  [USDT.id]: 1_000n * UNIT,
  [BTC.id]: UNIT / 20n,
  [BNB.id]: 5n * UNIT,
  [BTBC.id]: 500n * UNIT,
}

const EVERY_MS = HOUR_MS

export function faucetAmount(currency: CurrencyId): bigint {
  return amounts[currency] ?? 0n
}

/** Takes the coins from the treasury and queues their sending; a replay is the same grant. */
export async function askFaucet(
  tx: Tx,
  request: {
    memberId: number
    currencyId: number
    chain: Chain | undefined
    isLocal: boolean
    key: string | undefined
    now: Date
    wallNow: Date
  },
): Promise<{ id: number; amount: bigint }> {
  const { memberId, currencyId, chain, isLocal, key, now, wallNow } = request
  const { id: currency } = getCoin(currencyId)
  if (!chain) throw new Refusal('chain_unavailable')
  if (chain.kind !== 'embedded' || !isLocal) throw new Refusal('faucet_closed')
  const address = await giveAddress(tx, { memberId, chain, now })
  // One at a time of each member: the second of two sees the first.
  await tx
    .selectFrom('deposit_address')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const grants = tx.selectFrom('faucet_grant').selectAll().where('member_id', '=', memberId)
  const same =
    key === undefined ? undefined : await grants.where('key', '=', key).limit(1).executeTakeFirst()
  if (same && same.currency !== currency) throw new Refusal('key_reused')
  if (same) return { id: same.id, amount: same.amount }
  const last = await grants
    .where('currency', '=', currency)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waitMs = last ? last.asked_at.getTime() + EVERY_MS - wallNow.getTime() : 0
  if (waitMs > 0) throw new Refusal('faucet_wait', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  const amount = faucetAmount(currency)
  const { id } = await tx
    .insertInto('faucet_grant')
    .values({ member_id: memberId, currency, amount, key: key ?? null, asked_at: wallNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  await hold(tx, ownerOf(BigInt(id)), houseAccount('pool:treasury', currency), amount, {
    key: `faucet:${id}:held`,
    kind: 'faucet.held',
    at: now,
  })
  const refId = BigInt(id)
  await queueTransaction(tx, {
    purpose: 'faucet',
    refId,
    from: 'hot',
    currency,
    to: address,
    amount,
    now,
  })
  return { id, amount }
}

function ownerOf(id: bigint): { kind: string; id: bigint } {
  return { kind: 'faucet', id }
}

/** Nothing left: the coins are the treasury's again. */
const giveBack: Told = async (tx, { ref_id: id }, { now }) => {
  const event = { key: `faucet:${id}:returned`, kind: 'faucet.returned', at: now } as const
  await releaseHold(tx, ownerOf(id), event)
}

/** What became of it is told by the chain, once it is final. */
export const faucetPurpose: PurposeHandlers = {
  async onFinal(tx, { ref_id: id, currency, amount }, { now }) {
    const found = getCurrency(currency)
    const event = { key: `faucet:${id}:sent`, kind: 'faucet.sent', at: now } as const
    const to = houseAccount('chain', found.id)
    await spendHold(tx, ownerOf(id), event, [{ to, amount }])
  },
  onFailed: giveBack,
  onUnsigned: giveBack,
}

const LOOK_EVERY_MS = 200
/** Less than what a client waits for an answer. */
const LOOKS_MAX = 90

/** Waits for the block: the hash of a grant that is mined. */
export async function minedHash(db: Db, id: number): Promise<string> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const row = await db
      .selectFrom('chain_transaction')
      .select(['hash', 'block_number'])
      .where('purpose', '=', 'faucet')
      .where('ref_id', '=', BigInt(id))
      .executeTakeFirst()
    if (row?.hash != null && row.block_number !== null) return row.hash
    await sleep(LOOK_EVERY_MS)
  }
  throw new Refusal('faucet_slow')
}
