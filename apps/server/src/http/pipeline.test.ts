import { markWelcomeSeen } from '@btbc/contract/account.ts'
import { unfreezeAccount } from '@btbc/contract/freeze.ts'
import { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { removeFundPin } from '@btbc/contract/security.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { InsufficientBalance } from '@btbc/ledger/post.ts'
import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#config.ts'
import { createHttp } from '#http/http-server.ts'
import { createServe } from '#http/pipeline.ts'
import { startRateLimits } from '#http/rate-limits.ts'
import { memberSurface, type Serve } from '#http/serve.ts'
import { createAddressOf } from '#network/caller-address.ts'
import { startTestClock } from '#testing/clock.ts'
import { unlistedIn } from '#testing/server.ts'

test('a test fails at its end when a call was refused with what it does not list', () => {
  const thrown = (error: unknown) => unlistedIn({ call: cancelWithdrawal, error })
  expect(thrown(new Refusal('withdrawal_over'))).toEqual([])
  expect(thrown(new Refusal('try_again'))).toEqual([])
  expect(thrown(new Error('a bug has its own end'))).toEqual([])
  expect(thrown(new Refusal('invite_own'))).toEqual([
    expect.stringMatching(`${cancelWithdrawal.path}.*invite_own`),
  ])
  const short = new InsufficientBalance({ owner: 1, purpose: 'spot', currency: 3 }, 0n, 1n)
  expect(thrown(short)).toHaveLength(1)
})

test('a use case that forgets the proof of its call is undone, as is one that asks where none is said', async () => {
  const ask = await served((serve) => {
    serve(removeFundPin, async () => ({}))
    serve(unfreezeAccount, async ({ confirm }) => {
      await confirm()
      return {}
    })
    serve(markWelcomeSeen, async ({ confirm }) => {
      await confirm()
      return {}
    })
  })
  expect(await ask('/security/fund_pin/remove')).toContain('did not ask for its proof')
  expect(await ask('/security/unfreeze')).toBe('done')
  expect(await ask('/user/welcome_seen')).toContain('does not say what a proof')
})

/** Calls of a member, bound to what the test says; answers what became of each. */
async function served(bind: (serve: Serve) => void): Promise<(path: string) => Promise<string>> {
  const database = await createTestDatabase()
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const app = createHttp(config)
  onTestFinished(async () => {
    await app.close()
    await database.drop()
  })
  const surface = memberSurface({
    app,
    config,
    db: database.appDb,
    clock: startTestClock(),
    rateLimits: startRateLimits(config.rateLimits),
    addressOf: createAddressOf(config),
    isLocalRequest: () => false,
    findCaller: async () => ({ memberId: 1, sessionId: 1, isFrozen: false, termsVersion: 1 }),
    terms: { held: () => ({ version: 1 }) },
    requireStepUp: async () => undefined,
  })
  bind(createServe(surface).serve)
  return async (path) => {
    const headers = { authorization: `Bearer ${'token'.repeat(5)}` }
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/api${path}`, headers })
    return statusCode === 200 ? 'done' : body
  }
}
