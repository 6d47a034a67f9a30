import { houseAccount } from '@btbc/ledger/account.ts'
import { balancesOfHouse } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { formatAmount, parseAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import type { CoinId } from '#chain/chain.ts'
import { inTx } from '#testing/kills.ts'
import { newKey, type TestServer } from '#testing/server.ts'

import { startBooked } from './testing/booked.ts'

const { BTC, USDT } = currencies

test('a coin that the books have no room for keeps no deposit of another from its room', async () => {
  const { server, arrive, turn, spot } = await startBooked()
  for (const currency of [USDT.id, BTC.id])
    await arrive([await roomOf(server, currency)], { currency })
  const had = await spot(BTC.id)
  await arrive([1n, 2n, 3n, 4n, 5n, 6n])
  await arrive([UNIT], { currency: BTC.id })
  await turn()
  expect(await spot(BTC.id)).toBe(had)
  const from = houseAccount('pool:treasury', BTC.id)
  const moves = [{ from, to: houseAccount('chain', BTC.id), amount: UNIT }]
  const entry = { key: `test:${newKey()}`, kind: 'genesis.treasury_filled', moves } as const
  await inTx(server, (tx) => post(tx, { ...entry, at: server.clock.now() }))
  await turn()
  expect(await spot(BTC.id)).toBe(formatAmount((parseAmount(had) ?? 0n) + UNIT))
})

async function roomOf({ db }: TestServer, currency: CoinId): Promise<bigint> {
  const house = await balancesOfHouse(db)
  const mirror = house.find((each) => each.purpose === 'chain' && each.currency === currency)
  return mirror ? mirror.available - mirror.floor : 0n
}
