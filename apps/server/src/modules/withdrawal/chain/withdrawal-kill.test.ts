import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'

import { balanceOnChain, custodyOfHouse } from '#chain/chain.ts'
import { openKeys } from '#chain/keys.ts'
import { signerSteps } from '#chain/signer-turn.ts'
import { toChain } from '#chain/units.ts'
import { booksOfCustody, startTestChain } from '#testing/chain.ts'
import { driveToTheEnd, driveUntilKilled } from '#testing/dying-signer.ts'
import { give, inHouse } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { ok, startTestServer } from '#testing/server.ts'

import { listOf, out, spotOf } from '#testing/withdrawals.ts'

/** The campaign kills 100 times; `npm test` once at each of the steps where the most is undecided. */
const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const KILLS = isCampaign ? 100 : 3
const steps = isCampaign
  ? signerSteps
  : (['signed, not committed', 'sent, not noted', 'final, not committed'] as const)
const { USDT } = currencies

test(
  'killed at any step around the broadcast, a withdrawal arrives once with the shown net',
  async () => {
    const seed = 'bead'.padEnd(64, '5')
    const chain = await startTestChain({ keys: openKeys(Buffer.from(seed, 'hex')) })
    const server = await startTestServer({ rateLimits: false }, { chain })
    // Only the process that dies signs here.
    await server.app.chainWorks?.stop()
    const ada = await server.join('ada@example.test')
    await acceptIdentity(server, ada)
    await give(server, ada.id, USDT.id, 1000n)
    const task = () => ({
      database: server.databaseUrl,
      node: chain.url,
      seed,
      now: server.clock.now().toISOString(),
    })
    const address = privateKeyToAddress(generatePrivateKey())

    for (let kill = 0; kill < KILLS; kill += 1) {
      const dieAt = steps[kill % steps.length]
      const { net } = ok(await out(server, ada, { address, number: '5' }))
      expect(net).toBe('4.95000000')
      // The first one waits a day for its address, the others for the job alone.
      await server.pass(kill === 0 ? { hours: 24 } : { seconds: 1 })
      const isKilled = await driveUntilKilled(chain, { ...task(), dieAt })
      expect(isKilled, `killed at '${dieAt}'`).toBe(true)
      await driveToTheEnd(chain, task())
      const arrived = await balanceOnChain(chain, { coin: USDT.id, address })
      expect(arrived, `after '${dieAt}'`).toBe(toChain(BigInt(kill + 1) * 495_000_000n))
      expect((await listOf(server, ada))[0], `after '${dieAt}'`).toMatchObject({ state: 'done' })
    }
    const count = BigInt(KILLS)
    expect(await spotOf(server, ada)).toEqual({ available: (1000n - count * 5n) * UNIT, held: 0n })
    expect(await inHouse(server, 'fees', USDT.id)).toBe(count * 5_000_000n)
    expect(await inHouse(server, 'suspense', USDT.id)).toBe(0n)
    expect(await booksOfCustody(server.db)).toEqual(await custodyOfHouse(chain))
  },
  60_000 + KILLS * 30_000,
)
