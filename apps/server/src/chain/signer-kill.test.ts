import { createTestDatabase } from '@btbc/database/testing.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '#app.ts'
import { balanceOnChain, custodyOfHouse } from './chain.ts'
import { readHead } from './head.ts'
import { openKeys } from './keys.ts'
import { queueTransaction } from './transactions.ts'
import { signerSteps } from './signer-turn.ts'
import { toChain } from './units.ts'
import { readConfig } from '#config.ts'
import { findLog, proofWritingWork } from '#modules/proof/log.ts'
import { booksOfCustody, startTestChain } from '#testing/chain.ts'
import { startTestClock } from '#testing/clock.ts'
import { driveToTheEnd, driveUntilKilled } from '#testing/dying-signer.ts'

const ATTESTATION = {
  number: 1,
  taken_at: new Date(0),
  text: JSON.stringify({ tree: { root: 'ab'.repeat(32) } }),
  signature: Buffer.alloc(64),
  coverage: '[]',
}

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

    // A proof is written once, too: the contract takes no number twice, and none is missing.
    const minter = chain.keys.address('minter')
    const before = await chain.rpc.getTransactionCount({ address: minter })
    await db.insertInto('proof_attestation').values(ATTESTATION).execute()
    const queueNext = async () => {
      const at = { now: clock.now(), wallNow: clock.wallNow(), head: await readHead(chain) }
      const works = [proofWritingWork({ db, chain }), proofWritingWork({ db, chain })]
      await Promise.all(works.map((work) => work.run(at)))
    }
    await queueNext()
    await driveToTheEnd(chain, task)
    await queueNext()
    expect(await driveUntilKilled(chain, { ...task, dieAt: 'sent, not noted' })).toBe(true)
    await queueNext()
    await driveToTheEnd(chain, task)
    const writes = await db.selectFrom('proof_write').selectAll().orderBy('number').execute()
    expect(writes.map(({ number, state }) => [number, state])).toEqual([
      [0, 'written'],
      [1, 'written'],
    ])
    expect(await chain.rpc.getTransactionCount({ address: minter })).toBe(before + 2)
    expect(await chain.rpc.getCode({ address: (await findLog(db)) as Address })).toBeDefined()
  },
  30_000 + KILLS * 30_000,
)
