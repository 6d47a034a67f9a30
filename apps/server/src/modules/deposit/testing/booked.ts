import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { CoinId } from '#chain/chain.ts'
import { toChain } from '#chain/units.ts'
import { inTx } from '#testing/kills.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

import { creditRest } from '../counting.ts'
import { bookParked } from '../credit.ts'
import { bookDeposits } from '../record.ts'

/** What is final, as the watcher hands it on, in a house without a chain. */

const { USDT } = currencies
const ADDRESS = `0x${'a'.repeat(40)}` as const

export async function startBooked() {
  const server = await startTestServer()
  const { db, clock } = server
  const alice = await server.join('alice@example.test')
  const given = { member_id: alice.id, address: ADDRESS, created_at: clock.now() }
  await db.insertInto('deposit_address').values(given).execute()
  const at = { now: clock.now(), wallNow: clock.wallNow() }
  const seen = { final_block: 2000n, final_hash: '0x0', looked_at: clock.now() }
  await db
    .insertInto('deposit_watch')
    .values({ ...seen, head_block: 2000n })
    .execute()
  let sent = 0
  const send = (currency: CoinId, onChain: bigint) => {
    sent += 1
    const txHash = `0x${String(sent).padStart(64, '0')}` as const
    const block = { blockNumber: BigInt(sent), blockHash: txHash }
    const transfer = { to: ADDRESS, onChain, said: onChain, txHash, ordinal: 0, ...block }
    return { memberId: alice.id, transfer: { currency, ...transfer } }
  }
  return {
    server,
    alice,
    /** Final in one stretch of blocks. */
    arrive: async (
      amounts: readonly bigint[],
      { within, currency = USDT.id }: { within?: Tx; currency?: CoinId } = {},
    ) => {
      const deposits = amounts.map((amount) => send(currency, toChain(amount)))
      if (within) return await bookDeposits(within, deposits, at)
      await inTx(server, (tx) => bookDeposits(tx, deposits, at))
    },
    /** What a turn of the watcher does besides. */
    turn: async () => {
      await bookParked(db, at)
      await creditRest(db, at)
    },
    spot: (currency: CoinId = USDT.id) => spotOf(server, alice, currency),
  }
}

async function spotOf({ db }: TestServer, { id }: TestMember, currency: CoinId): Promise<string> {
  const { available } = await balanceOf(db, memberAccount(id, 'change', currency))
  return formatAmount(available)
}
