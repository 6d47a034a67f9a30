import { markWelcomeSeen } from '@btbc/contract/account.ts'
import { unfreezeAccount } from '@btbc/contract/freeze.ts'
import { cancelWithdrawal } from '@btbc/contract/withdrawal.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { removeFundPin } from '@btbc/contract/security.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
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

test('a test fails at its end when a call ended in a bug or in what it does not list', () => {
  const thrown = (error: unknown) => unlistedIn({ call: cancelWithdrawal, error })
  expect(thrown(new Refusal('withdrawal_over'))).toEqual([])
  expect(thrown(new Refusal('try_again'))).toEqual([])
  expect(thrown(new Error('not a refusal'))).toEqual([expect.stringContaining('a bug')])
  expect(thrown(new Refusal('invite_own'))).toEqual([
    expect.stringMatching(`${cancelWithdrawal.path}.*invite_own`),
  ])
  const short = new InsufficientBalance({ owner: 1, purpose: 'spot', currency: 3 }, 0n, 1n)
  expect(thrown(short)).toHaveLength(1)
})

test('a use case that forgets the proof of its call is undone, as is one that asks where none is said', async () => {
  const write = (tx: Tx, t: string) =>
    tx
      .insertInto('captcha')
      .values({ t, answer_hash: Buffer.alloc(32), expires_at: new Date(0) })
      .execute()
  const { ask, db } = await served((serve) => {
    serve(removeFundPin, async ({ tx }) => {
      await write(tx, 'forgot')
      return {}
    })
    serve(unfreezeAccount, async ({ tx, confirm }) => {
      await write(tx, 'asked')
      await confirm()
      return {}
    })
    serve(markWelcomeSeen, async ({ tx, confirm }) => {
      await write(tx, 'asked for none')
      await confirm()
      return {}
    })
  })
  expect(await ask('/security/fund_pin/remove')).toContain('did not ask for its proof')
  expect(await ask('/security/unfreeze')).toBe('done')
  expect(await ask('/user/welcome_seen')).toContain('does not say what a proof')
  expect(await db.selectFrom('captcha').select('t').execute()).toEqual([{ t: 'asked' }])
})

/** Calls of a member, bound to what the test says; answers what became of each. */
async function served(
  bind: (serve: Serve) => void,
): Promise<{ ask: (path: string) => Promise<string>; db: Db }> {
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
    terms: { current: () => ({ version: 1 }) },
    requireStepUp: async () => undefined,
  })
  bind(createServe(surface).serve)
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${'token'.repeat(5)}` }
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/api${path}`, headers })
    return statusCode === 200 ? 'done' : body
  }
  return { ask, db: database.db }
}
