import { confirmDeal } from '@btbc/contract/deal.ts'
import {
  addOffer,
  applyToSell,
  editOffer,
  pauseOffer,
  readSeller,
  stockOffer,
} from '@btbc/contract/offer.ts'
import {
  beginStepUp,
  proveStepUp,
  removeAuthenticator,
  removeFundPin,
  requestConfirmationCode,
} from '@btbc/contract/security.ts'
import { expect, test } from 'vitest'

import { giveFactors, TEST_PIN } from '#testing/factors.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { bought, joinSeller, offered, paid } from '#testing/sellers.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

const terms = { price: '7.2', min: '100', max: '1000', ways: ['bank'] }

test('who has no fund PIN or no second factor asks in vain to sell', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  const ask = () => server.call(applyToSell, {}, { as: ada, key: newKey() })
  expect(refusal(await ask())).toBe('seller_unprotected')
  await giveFactors(server, ada)
  await dropPin(server, ada)
  expect(refusal(await ask())).toBe('seller_unprotected')
  expect(await server.db.selectFrom('seller').select('id').execute()).toEqual([])
  await giveFactors(server, ada)
  await dropTotp(server, ada)
  expect(refusal(await ask())).toBe('seller_unprotected')
  // A passkey is as good as an authenticator.
  await putPasskey(server, ada)
  expect(ok(await server.call(readSeller, {}, { as: ada })).is_protected).toBe(true)
  ok(await ask())
})

test('a seller whose factor has gone puts nothing up any more, hides and takes out what there is', async () => {
  const server = await startTestServer({ rateLimits: false })
  const sam = await joinSeller(server, 'sam@example.test', 1000n)
  const id = await offered(server, sam, { stock: '300' })
  await dropTotp(server, sam)
  const as = sam
  const pause = (paused: boolean) => server.call(pauseOffer, { id, paused }, { as, key: newKey() })
  const move = (change: string) => server.call(stockOffer, { id, change }, { as, key: newKey() })
  const before = await server.db.selectFrom('offer').selectAll().execute()
  for (const attempt of [
    () => server.call(addOffer, { ...terms, stock: '10' }, { as, key: newKey() }),
    () => server.call(editOffer, { ...terms, id }, { as, key: newKey() }),
    () => pause(false),
    () => move('1'),
  ]) {
    expect([String(attempt), refusal(await attempt())]).toEqual([
      String(attempt),
      'seller_unprotected',
    ])
  }
  expect(await server.db.selectFrom('offer').selectAll().execute()).toEqual(before)
  expect(ok(await pause(true)).is_live).toBe(false)
  expect(ok(await move('-300')).stock).toBe('0.00000000')
  await giveFactors(server, sam)
  expect(ok(await move('300')).stock).toBe('300.00000000')
  expect(ok(await pause(false)).is_live).toBe(true)
})

test('what was paid is released by PIN and code once the authenticator has gone; a wrong PIN counts and releases nothing', async () => {
  const server = await startTestServer({ rateLimits: false })
  const sam = await joinSeller(server, 'sam@example.test', 1000n)
  const ben = await server.join('ben@example.test')
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, { acc: '720', pay_way: 'bank' })
  await paid(server, ben, id)
  await dropTotp(server, sam)
  const as = sam
  const asked = { action: 'deal_confirm' as const, payload: { id: String(id) } }
  const begun = ok(await server.call(beginStepUp, asked, { as }))
  expect(begun.methods).toEqual(['pin_code'])
  const challenge_id = begun.challenge_id
  ok(await server.call(requestConfirmationCode, { challenge_id }, { as }))
  const code = await server.lastCode(sam.mail)
  const prove = (pin: string) =>
    server.call(proveStepUp, { challenge_id, method: 'pin_code', pin, code }, { as })
  expect(await prove('918273')).toMatchObject({ code: 'step_up_wrong', details: { left: 4 } })
  const confirm = (proof?: string) =>
    server.call(confirmDeal, { id, ...(proof !== undefined && { proof }) }, { as, key: newKey() })
  expect(refusal(await confirm())).toBe('step_up_required')
  // The code is the account's, and alone it is nothing.
  const bare = await server.call(confirmDeal, { id, code }, { as, key: newKey() })
  expect(refusal(bare)).toBe('step_up_required')
  const state = () => server.db.selectFrom('deal').select(['state', 'to_buyer']).execute()
  expect(await state()).toEqual([{ state: 'paid', to_buyer: null }])
  ok(await confirm(ok(await prove(TEST_PIN)).proof))
  expect(await state()).toMatchObject([{ state: 'finished' }])
})

async function dropTotp(server: TestServer, as: TestMember): Promise<void> {
  const proof = await stepUp(server, as, 'totp_remove', {})
  ok(await server.call(removeAuthenticator, { proof }, { as }))
}

async function dropPin(server: TestServer, as: TestMember): Promise<void> {
  const proof = await stepUp(server, as, 'fund_pin_remove', {})
  ok(await server.call(removeFundPin, { proof }, { as }))
}

async function putPasskey({ db, clock }: TestServer, member: TestMember): Promise<void> {
  const key = { credential_id: 'k', public_key: Buffer.alloc(10), sign_count: 0n, label: 'phone' }
  await db
    .insertInto('passkey')
    .values({ ...key, member_id: member.id, transports: [], created_at: clock.wallNow() })
    .execute()
}
