import { createTestDatabase } from '@btbc/database/testing.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '#app.ts'
import { balanceOnChain, custodyOfHouse } from './chain.ts'
import { openKeys } from './keys.ts'
import { queueTransaction } from './transactions.ts'
import { signerSteps } from './signer-turn.ts'
import { toChain } from './units.ts'
import { readConfig } from '#config.ts'
import { booksOfCustody, startTestChain } from '#testing/chain.ts'
import { startTestClock } from '#testing/clock.ts'
import { driveToTheEnd, driveUntilKilled } from '#testing/dying-signer.ts'

/** The campaign runs 100; `npm test` each step once. */
const KILLS = process.env['BTBC_CAMPAIGN'] === '1' ? 100 : signerSteps.length

test(
  'a signer that is killed at any step pays once: on the chain, and in the books',
  async () => {
    const seed = 'c0ffee'.padEnd(64, '7')
    const chain = await startTestChain({ keys: openKeys(Buffer.from(seed, 'hex')) })
    const database = await createTestDatabase()
    const clock = startTestClock()
    const config = readConfig({ BTBC_SAMPLE: '0', BTBC_LIQUIDITY: '0', LOG_LEVEL: 'silent' })
    const app = await createApp({ db: database.appDb, clock, config, chain })
    await app.http.close()
    await app.jobs.stop()
    onTestFinished(() => database.drop())
    const { db, appUrl: url } = database
    const now = clock.now().toISOString()
    const task = { database: url, node: chain.url, seed, now }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const dieAt = signerSteps[kill % signerSteps.length]
      const to = privateKeyToAddress(generatePrivateKey())
      const currency = kill % 3 === 0 ? currencies.BNB.id : currencies.USDT.id
      const asked = { from: 'hot', currency, to, amount: 5n * UNIT, now: clock.now() } as const
      await db
        .transaction()
        .execute((tx) => queueTransaction(tx, { ...asked, purpose: 'faucet', refId: BigInt(kill) }))
      const isKilled = await driveUntilKilled(chain, { ...task, dieAt })
      expect(isKilled, `killed at '${dieAt}'`).toBe(true)
      await driveToTheEnd(chain, task)
      const paid = await balanceOnChain(chain, { coin: currency, address: to })
      expect(paid, `paid after '${dieAt}'`).toBe(toChain(5n * UNIT))
    }
    const rows = await db.selectFrom('chain_transaction').select(['state', 'nonce']).execute()
    expect(rows.every(({ state }) => state === 'final')).toBe(true)
    expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(KILLS)
    // The faucet's own entries are its module's: here only gas moved in the books.
    const books = await booksOfCustody(db)
    const onChain = await custodyOfHouse(chain)
    const sent = (currency: number) =>
      5n *
      UNIT *
      BigInt(
        Array.from({ length: KILLS }, (_, n) => n).filter(
          (n) => (n % 3 === 0) === (currency === currencies.BNB.id),
        ).length,
      )
    expect(books[currencies.BNB.id] - onChain[currencies.BNB.id]).toBe(sent(currencies.BNB.id))
    expect(books[currencies.USDT.id] - onChain[currencies.USDT.id]).toBe(sent(currencies.USDT.id))
    expect(await audit(db)).toEqual([])
  },
  30_000 + KILLS * 30_000,
)
