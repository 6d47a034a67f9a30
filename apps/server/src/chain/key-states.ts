import { sql } from 'kysely'
import { BaseError } from 'viem'

import { type Cost, costOf } from './bytes.ts'
import { balanceOnChain, type CoinId } from './chain.ts'
import { addressOfKey, type OpenRow } from './open-rows.ts'
import type { SignerTurn } from './signer-turn.ts'

/**
 * What each key can pay for, asked once in a turn: what it holds less what it has signed away. What
 * is signed and cannot be paid would hold up everything behind it.
 */

export type KeyState = {
  /** The next one, as the node knows it. */
  readonly nonce: bigint
  refuseUnaffordable(cost: Cost): Promise<void>
  take(cost: Cost): void
}
export type KeyStates = { of(key: string): Promise<KeyState> }

export function createKeyStates(turn: SignerTurn): KeyStates {
  const known = new Map<string, KeyState>()
  return {
    async of(key) {
      const state = known.get(key) ?? (await readKeyState(turn, key))
      known.set(key, state)
      return state
    },
  }
}

async function readKeyState({ db, chain }: SignerTurn, key: string): Promise<KeyState> {
  const address = addressOfKey(chain, key)
  const nonce = BigInt(await chain.rpc.getTransactionCount({ address }))
  const { rows } = await sql<OpenRow & { price: bigint }>`
    select row.*, bid.price from chain_transaction row
    cross join lateral (
      select max(gas_price) as price from chain_attempt where transaction_id = row.id
    ) bid
    where row.from_key = ${key} and row.state in ('signed', 'sent') and row.nonce >= ${nonce}`.execute(
    db,
  )
  const held = new Map<CoinId | 'gas', bigint>()
  const away = new Map<CoinId | 'gas', bigint>()
  const take = ({ coin, amount, wei }: Cost): void => {
    away.set('gas', (away.get('gas') ?? 0n) + wei)
    away.set(coin, (away.get(coin) ?? 0n) + amount)
  }
  for (const row of rows) take(costOf(chain, row, row.price))
  const spare = async (what: CoinId | 'gas', read: () => Promise<bigint>): Promise<bigint> => {
    const there = held.get(what) ?? (await read())
    held.set(what, there)
    return there - (away.get(what) ?? 0n)
  }
  return {
    nonce,
    async refuseUnaffordable({ coin, amount, wei }) {
      const gas = await spare('gas', () => chain.rpc.getBalance({ address }))
      if (gas < wei) throw new BaseError(`${key} has too little BNB for it`)
      if (amount === 0n) return
      const coins = await spare(coin, () => balanceOnChain(chain, { coin, address }))
      if (coins < amount) throw new BaseError(`${key} has too little of the coin`)
    },
    take,
  }
}
