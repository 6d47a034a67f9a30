import { readStanding, verifyAddress } from '@btbc/contract/account.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { registerMember, requestCode } from '@btbc/contract/session.ts'
import { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { expect, test } from 'vitest'

import { storeCaptcha } from '#modules/session/captcha.ts'
import { HOUR_MS } from '#platform/durations.ts'
import { drain } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer, TEST_PASSWORD, type TestServer } from '#testing/server.ts'

const { BTBC, LAUNCH } = currencies
const reason = 'agreed at the meeting'

async function open() {
  const server = await startTestServer({ rateLimits: false })
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['admin'])
  const propose = (btbc: string, launches: string, hours?: number) => {
    const from = new Date(server.clock.now().getTime() + (hours ?? 0) * HOUR_MS).toISOString()
    const asked = { name: 'join.welcome', value: { btbc, launches }, reason }
    const at = hours === undefined ? {} : { effective_at: from }
    return callOperator(server, proposeSetting, { ...asked, ...at }, { as: olga })
  }
  const decide = (id: number, decision: 'accept' | 'reject') =>
    callOperator(server, decideProposal, { id, decision, reason }, { as: otto })
  const accept = (id: number) => decide(id, 'accept')
  const standing = async (as: { token: string }) => ok(await server.call(readStanding, {}, { as }))
  return { server, propose, decide, accept, standing }
}

/** With a picture, so that neither mail nor phone is proved. */
async function joinUnproved(server: TestServer, email: string) {
  const captcha = { t: email, answer: 'ABCDE', wallNow: server.clock.wallNow() }
  await server.db.transaction().execute((tx) => storeCaptcha(tx, captcha))
  const form = { type: 'email', mobile: '13800138000', area_code: '86', agreed: true } as const
  const proof = { captcha_t: email, vercode: 'ABCDE' }
  const password = { password: TEST_PASSWORD, re_password: TEST_PASSWORD }
  return ok(await server.call(registerMember, { ...form, ...password, ...proof, email }))
}

test('another grant holds for who joins from its moment on; who joined before has theirs, also when proved later', async () => {
  const { server, propose, accept, standing } = await open()
  const ann = await joinUnproved(server, 'ann@example.test')
  ok(await accept(ok(await propose('60', '5', 1)).id))
  server.clock.moveTo(HOUR_MS - 1)
  const ben = await server.join('ben@example.test')
  server.clock.moveTo(HOUR_MS)
  const cem = await server.join('cem@example.test')

  const [first, second] = [
    { btbc: '50.00000000', launches: 7 },
    { btbc: '60.00000000', launches: 5 },
  ]
  expect(await standing(ann)).toMatchObject({ welcomed: false, welcome_grant: first })
  ok(await server.call(requestCode, { type: 'bind' }, { as: ann }))
  const code = await server.lastCode('ann@example.test')
  ok(await server.call(verifyAddress, { code }, { as: ann }))
  for (const [as, grant] of [
    [ann, first],
    [ben, first],
    [cem, second],
  ] as const) {
    expect(await standing(as)).toMatchObject({ welcomed: true, welcome_grant: grant })
  }
  // What stays is what each was granted, whatever others are.
  const stays = async (as: { token: string }) =>
    ok(await server.call(readWithdrawalTerms, { type: 'BTBC' }, { as })).welcome_stays
  expect([await stays(ben), await stays(cem)]).toEqual(['40.00000000', '48.00000000'])
})

test('more is granted only when the pool has it for who was told of theirs and for a usual week', async () => {
  const { server, propose, decide, accept } = await open()
  await joinUnproved(server, 'ann@example.test')
  for (const name of ['ben', 'cem']) await server.join(`${name}@example.test`)
  await drain(server, 'pool:welcome', BTBC.id, 170n * UNIT - 1n)
  expect(await propose('60', '7')).toMatchObject({
    code: 'pool_source_short',
    details: { available: '169.99999999', needed: '170.00000000', currency: 'BTBC' },
  })
  const { id } = ok(await propose('59', '8'))
  // Less is there when the second operator looks.
  await drain(server, 'pool:welcome', LAUNCH.id, 22n)
  expect(await accept(id)).toMatchObject({ code: 'pool_source_short', details: { needed: '23' } })
  await drain(server, 'pool:welcome', LAUNCH.id, 0n)
  ok(await decide(id, 'reject'))
  // To grant less a pool needs nothing.
  ok(await propose('40', '6'))
})

test('accounts that nobody ever proves do not keep the house from granting more', async () => {
  const { server, propose, accept } = await open()
  ok(await accept(ok(await propose('40', '7')).id))
  server.clock.passBusiness({ minutes: 1 })
  const ann = await server.join('ann@example.test')
  for (let n = 0; n < 20; n += 1) await joinUnproved(server, `nobody${n}@example.test`)
  expect(await welcomed(server)).toEqual([ann.id])
  // As many as come in thirteen usual weeks, at what they were told, and a week of the new grant.
  await drain(server, 'pool:welcome', BTBC.id, (13n * 40n + 60n) * UNIT - 1n)
  expect(await propose('60', '7')).toMatchObject({ details: { needed: '580.00000000' } })
  await drain(server, 'pool:welcome', BTBC.id, (13n * 40n + 59n) * UNIT)
  ok(await propose('59', '7'))
})

async function welcomed({ db }: TestServer): Promise<number[]> {
  const rows = await db.selectFrom('welcome_grant').select('member_id').execute()
  return rows.map((row) => row.member_id)
}

test('a grant moves within its bounds, and not by more than half of what it was', async () => {
  const { propose } = await open()
  for (const [btbc, launches] of [
    ['75.00000001', '7'],
    ['24.99', '7'],
    ['50', '0'],
    ['50', '21'],
  ] as const) {
    expect(refusal(await propose(btbc, launches))).toBe('setting_bounds')
  }
  expect(refusal(await propose('50', '7.5'))).toBe('invalid_request')
  expect(refusal(await propose('50', '7'))).toBe('setting_unchanged')
})

test('who joins while the pool is short was granted nothing and is told so', async () => {
  const { server, standing } = await open()
  await drain(server, 'pool:welcome', BTBC.id, 0n)
  const ann = await server.join('ann@example.test')
  expect(await standing(ann)).toMatchObject({ welcomed: false, welcome_grant: null })
})
