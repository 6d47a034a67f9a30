import { listBankDeposits, readBankDetails, requestCredit } from '@btbc/contract/bank-deposit.ts'
import { readCase, readCasePicture } from '@btbc/contract/operator/case.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { plainAmount, UNIT } from '@btbc/money/amount.ts'
import { languages } from '@btbc/contract/wire.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { bankStanding } from '#modules/rail/rail.standing.ts'
import { luhnDigit } from '#platform/luhn.ts'
import { inHouse } from '#testing/funds.ts'
import { callOperator, decideAsSeen, hire, type TestOperator } from '#testing/operators.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { anyPicture, sendPicture, uploaded } from '#testing/upload.ts'

import { receivingDetails } from './receiving-details.ts'

const { USDT, BANK } = currencies
const FAR = 240_000

test('no receiving account could be one: each begins with TEST and has a wrong check digit', () => {
  const accounts = Array.from({ length: 2000 }, (_, id) =>
    receivingDetails({ id: id + 1, accountNumber: 'X' }, languages[id % languages.length] ?? 'en'),
  )
  expect(new Set(accounts.map(({ account }) => account)).size).toBe(2000)
  for (const { bank, account } of accounts) {
    expect(bank).toMatch(/^TEST BANK\b./)
    expect(account).toMatch(/^TEST( \d{4}){4}$/)
    const digits = account.replaceAll(/\D/g, '')
    expect(Number(digits.at(-1))).not.toBe(luhnDigit(digits.slice(0, -1)))
  }
})

test('a transfer is reserved when it is asked for; one operator proposes, another accepts, the member is credited', async () => {
  const { server, alice, olivia, omar } = await start()
  const before = await treasury(server)
  const { id } = ok(await ask(server, alice, { amount: '250' }))
  expect(await treasury(server)).toBe(before - 250n * UNIT)
  expect(await agrees(server)).toBe(true)
  expect(await listed(server, alice)).toMatchObject([
    {
      id,
      status: 1,
      state: 'pending',
      amount: '250.00000000',
      bank: '•••• 6789',
      next: { who: 'operator', by: '2026-03-04T12:00:00.000Z' },
    },
  ])

  const seen = ok(
    await callOperator(server, readCase, { queue: 'bank_deposit', id }, { as: olivia }),
  )
  expect(seen).toMatchObject({
    state: 'waiting',
    needs_two: true,
    pictures: [{ label: 'Voucher' }],
  })
  expect(seen.facts.map(({ label }) => label)).not.toContain('Warning')
  const picture = seen.pictures[0]?.id ?? ''
  const view = { queue: 'bank_deposit', id, picture, reason: 'To read the voucher' } as const
  ok(await callOperator(server, readCasePicture, view, { as: olivia }))

  expect(ok(await decide(server, id, 'accept', olivia)).outcome).toBe('proposed')
  expect(refusal(await decide(server, id, 'accept', olivia))).toBe('proposal_own')
  expect(await legalOf(server, alice)).toBe(0n)
  expect(ok(await decide(server, id, 'accept', omar)).outcome).toBe('accepted')

  expect(await legalOf(server, alice)).toBe(250n * UNIT)
  expect(await inHouse(server, 'reserve:rail', USDT.id)).toBe(0n)
  expect(await inHouse(server, 'rail:bank', BANK.id)).toBe(-250n * UNIT)
  expect(await listed(server, alice)).toMatchObject([{ status: 2, state: 'done', remark: '' }])
  expect(await agrees(server)).toBe(true)
  expect(await bankStanding(server.db)).toMatchObject({
    ledger: 250n * UNIT,
    outside: 250n * UNIT,
    agrees: true,
  })
  expect(await lastMail(server, alice)).toMatchObject({
    subject: '[TEST] Your bank transfer is credited',
    text: expect.stringContaining('250 USDT') as string,
  })
})

test('after five transfers that operators rejected within a day the next is looked at a day later', async () => {
  const { server, alice, olivia } = await start()
  for (const amount of ['201', '202', '203', '204', '205']) {
    const { id } = ok(await ask(server, alice, { amount }))
    ok(await decide(server, id, 'reject', olivia))
  }
  expect(refusal(await ask(server, alice, { amount: '206' }))).toBe('refused_lately')
  server.clock.passBusiness({ hours: 24 })
  ok(await ask(server, alice, { amount: '206' }))
})

test('nobody decides while the house stands still: a transfer waits as much longer', async () => {
  const { server, alice } = await start()
  ok(await ask(server, alice, { amount: '250' }))
  const asked = server.clock.now().getTime()
  server.clock.pass({ days: 4 })
  await server.app.jobs.sweep()
  const by = new Date(asked + 7 * 24 * 60 * 60 * 1000).toISOString()
  expect(await listed(server, alice)).toMatchObject([
    { state: 'pending', next: { who: 'operator', by } },
  ])
  await server.pass({ days: 3 })
  expect(await listed(server, alice)).toMatchObject([{ state: 'rejected' }])
})

test('a rejected transfer gives the reserve back and tells the member why', async () => {
  const { server, alice, olivia } = await start()
  const before = await treasury(server)
  const { id } = ok(await ask(server, alice, { amount: '250' }))
  expect(ok(await decide(server, id, 'reject', olivia)).outcome).toBe('rejected')
  expect(await treasury(server)).toBe(before)
  expect(await legalOf(server, alice)).toBe(0n)
  expect(await listed(server, alice)).toMatchObject([
    { status: 3, state: 'rejected', remark: 'The voucher was looked at' },
  ])
  expect(refusal(await decide(server, id, 'accept', olivia))).toBe('case_decided')
  expect(await lastMail(server, alice)).toMatchObject({
    subject: '[TEST] Your bank transfer was not accepted',
  })
})

test('what nobody decided in 72 hours gives its reserve back, and the member is told', async () => {
  const { server, alice } = await start()
  const before = await treasury(server)
  const { id } = ok(await ask(server, alice, { amount: '250' }))
  await server.pass({ hours: 71 })
  const orla = await hire(server, 'Orla', ['finance'])
  expect(ok(await decide(server, id, 'accept', orla)).outcome).toBe('proposed')
  expect(await treasury(server)).toBe(before - 250n * UNIT)
  await server.pass({ hours: 1 })
  expect(await treasury(server)).toBe(before)
  const proposals = server.db.selectFrom('operator_proposal').select('state')
  expect(await proposals.execute()).toEqual([{ state: 'expired' }])
  expect(await listed(server, alice)).toMatchObject([
    { state: 'rejected', remark: 'Nobody decided about it in time, so it was closed.' },
  ])
  const inBengali = await server.call(listBankDeposits, {}, { as: alice, language: 'ban' })
  expect(ok(inBengali).list[0]?.remark).toBe('সময়মতো কেউ সিদ্ধান্ত নেয়নি, তাই এটি বন্ধ হয়েছে।')
  expect(await lastMail(server, alice)).toMatchObject({
    subject: '[TEST] Your bank transfer was closed',
  })
})

test(
  'of 16 decisions of two operators at once the transfer is credited once at the most',
  async () => {
    const { server, alice, olivia, omar } = await start()
    const { id } = ok(await ask(server, alice, { amount: '250' }))
    ok(await decide(server, id, 'accept', olivia))
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => decide(server, id, 'accept', at % 2 ? omar : olivia)),
    )
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(await legalOf(server, alice)).toBe(250n * UNIT)
  },
  FAR,
)

test('the same picture, amount and account from somebody else are a warning to operators', async () => {
  const { server, alice, olivia } = await start()
  const bob = await server.join('bob@example.test')
  ok(await ask(server, alice, { amount: '250' }))
  const first = ok(await ask(server, bob, { amount: '250.5' }))
  expect(first).not.toHaveProperty('repeated')
  const { id, repeated } = ok(await ask(server, bob, { amount: '250' }))
  expect(repeated).toBe(true)
  const seen = ok(
    await callOperator(server, readCase, { queue: 'bank_deposit', id }, { as: olivia }),
  )
  expect(seen.facts[0]).toEqual({
    label: 'Warning',
    value: 'The same voucher, amount and account came 1 more time',
  })
})

test('what is missing is asked for in the words of the seeds, in their order', async () => {
  const { server, alice } = await start()
  const img = await uploaded(server, alice, 'voucher')
  const say = async (request: object) => {
    const answer = await server.call(requestCredit, { currency: 32, ...request }, { as: alice })
    return answer.message
  }
  expect(await say({})).toBe('Please upload transfer voucher')
  expect(await say({ img })).toBe('Please enter Your bank account')
  expect(await say({ img, account: '6789' })).toBe('Please enter the amount')
  expect(await say({ img, account: '6789', amount: '4.99' })).toBe(
    'The amount must be from 5 to 10,000.',
  )
})

const refused = [
  [{ amount: '-250' }, 'recharge_range'],
  [{ amount: '10000.00000001' }, 'recharge_range'],
  [{ amount: '1e3' }, 'invalid_request'],
  [{ amount: '1.123456789' }, 'invalid_request'],
  [{ account: '12' }, 'bank_account_invalid'],
  [{ account: '🪙🪙🪙🪙' }, 'bank_account_invalid'],
  [{ account: '6'.repeat(35) }, 'bank_account_invalid'],
  [{ currency: 3 }, 'chain_unavailable'],
  [{ currency: 31 }, 'currency_not_found'],
] as const

test('a transfer with an amount, an account or a currency that cannot be is refused and takes nothing', async () => {
  const { server, alice } = await start()
  const before = await treasury(server)
  const img = await uploaded(server, alice, 'voucher')
  const request = { currency: 32, account: '123456789', amount: '250', img }
  for (const [wrong, code] of refused) {
    const answer = await server.call(requestCredit, { ...request, ...wrong }, { as: alice })
    expect(refusal(answer), JSON.stringify(wrong)).toBe(code)
  }
  expect(await treasury(server)).toBe(before)
  expect(await listed(server, alice)).toEqual([])
  ok(await server.call(requestCredit, { ...request, account: '1234 5678-9' }, { as: alice }))
})

test(
  'a voucher is used once, by who sent it, and only as a voucher',
  async () => {
    const { server, alice } = await start()
    const bob = await server.join('bob@example.test')
    const img = await uploaded(server, alice, 'voucher')
    const other = await uploaded(server, alice, 'identity')
    const asks = (pic: string, as: TestMember) =>
      server.call(requestCredit, { currency: 32, account: '6789', amount: '250', pic }, { as })
    expect(refusal(await asks(img, bob))).toBe('upload_not_found')
    expect(refusal(await asks(other, alice))).toBe('upload_not_found')
    expect(refusal(await asks('x'.repeat(32), alice))).toBe('upload_not_found')
    const answers = await Promise.all(Array.from({ length: 32 }, () => asks(img, alice)))
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(await listed(server, alice)).toHaveLength(1)
  },
  FAR,
)

test(
  'a key has one effect and one answer, and five may wait at the most',
  async () => {
    const { server, alice } = await start()
    const before = await treasury(server)
    const img = await uploaded(server, alice, 'voucher')
    const request = { currency: 32, account: '6789', amount: '10', img }
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.call(requestCredit, request, { as: alice, key })),
    )
    expect(new Set(answers.map((answer) => ok(answer).order_no)).size).toBe(1)
    expect(await treasury(server)).toBe(before - 10n * UNIT)
    for (let more = 0; more < 4; more += 1) ok(await ask(server, alice, { amount: '10' }))
    expect(refusal(await ask(server, alice, { amount: '10' }))).toBe('too_many_deposits')
  },
  FAR,
)

test('a treasury that is short says so before, and the voucher is not used up', async () => {
  const { server, alice } = await start()
  const before = await treasury(server)
  await settle(server, 'rail.rates', { bank: plainAmount(before / 1000n) })
  await settle(server, 'limits.rails', { member: plainAmount(before) })
  const img = await uploaded(server, alice, 'voucher')
  const request = { currency: 32, account: '6789', amount: '1000', img }
  const answer = await server.call(requestCredit, request, { as: alice })
  expect(refusal(answer)).toBe('rail_short')
  expect(await treasury(server)).toBe(before)
  const { left } = ok(await server.call(readBankDetails, {}, { as: alice }))
  expect(left).not.toBe('0.00000000')
  ok(await server.call(requestCredit, { ...request, amount: '5' }, { as: alice }))
})

test('the details say what to do, and nobody sees the requests of another; a rate is changed in steps, and a deposit keeps its own', async () => {
  const { server, alice, olivia, omar } = await start()
  const bob = await server.join('bob@example.test')
  const details = ok(await server.call(readBankDetails, {}, { as: alice }))
  expect(details).toMatchObject({
    bank: 'TEST BANK, do not send money',
    min: '5.00000000',
    max: '10000.00000000',
    rate: '1.00000000',
  })
  const inChinese = await server.call(readBankDetails, {}, { as: alice, language: 'zh' })
  expect(ok(inChinese).bank).toBe('TEST BANK（测试银行），请勿汇款')
  expect(ok(await server.call(readBankDetails, {}, { as: bob })).account).not.toBe(details.account)
  const first = ok(await ask(server, alice, { amount: '250', rate: '1' }))
  expect(await listed(server, bob)).toEqual([])

  const propose = async (figures: Record<string, string>) =>
    await callOperator(
      server,
      proposeSetting,
      {
        name: 'rail.rates',
        value: { bank: '1', gateway: '1', cny: '7.2', ...figures },
        effective_at: '2026-03-02T12:00:00.000Z',
        reason: 'agreed at the meeting',
      },
      { as: olivia },
    )
  expect(await propose({ bank: '100' })).toMatchObject({
    code: 'setting_bounds',
    message: 'One, by bank transfer goes from 0.8 to 1.2.',
  })
  for (const bank of ['0', '0.01', '0.79999999', '1.20000001', '9999999999']) {
    expect([bank, refusal(await propose({ bank }))]).toEqual([bank, 'setting_bounds'])
  }
  for (const bank of ['-1', '1e1', '99999999999', '1.000000001', `1.${'0'.repeat(29)}`]) {
    expect([bank, refusal(await propose({ bank }))]).toEqual([bank, 'invalid_request'])
  }
  const { id } = ok(await propose({ bank: '1.1' }))
  const decision = { id, decision: 'accept', reason: 'seen' } as const
  expect(refusal(await callOperator(server, decideProposal, decision, { as: olivia }))).toBe(
    'proposal_own',
  )
  ok(await callOperator(server, decideProposal, decision, { as: omar }))
  expect(ok(await server.call(readBankDetails, {}, { as: alice })).rate).toBe('1.00000000')
  server.clock.passBusiness({ hours: 24 })
  expect(ok(await server.call(readBankDetails, {}, { as: alice })).rate).toBe('1.10000000')
  const before = await treasury(server)
  expect(refusal(await ask(server, bob, { amount: '250', rate: '1' }))).toBe('terms_changed')
  ok(await ask(server, bob, { amount: '250', rate: '1.1' }))
  ok(await ask(server, bob, { amount: '10' }))
  expect(await treasury(server)).toBe(before - 286n * UNIT)
  ok(await decide(server, first.id, 'accept', olivia))
  ok(await decide(server, first.id, 'accept', omar))
  expect(await legalOf(server, alice)).toBe(250n * UNIT)
})

async function start() {
  const server = await startTestServer({ rateLimits: false })
  const alice = await server.join('alice@example.test')
  const olivia = await hire(server, 'Olivia', ['finance'])
  const omar = await hire(server, 'Omar', ['finance'])
  return { server, alice, olivia, omar }
}

/** Sends the same picture each time. */
async function ask(server: TestServer, as: TestMember, asked: { amount: string; rate?: string }) {
  const bytes = await anyPicture()
  const sent = await sendPicture(server, as, { bytes, purpose: 'voucher' })
  if (sent.type !== 'ok') throw new Error(`refused with ${sent.code}`)
  const img = String(sent.message)
  return await server.call(
    requestCredit,
    { currency: 32, account: '123456789', img, ...asked },
    { as },
  )
}

async function decide(
  server: TestServer,
  id: number,
  decision: 'accept' | 'reject',
  as: TestOperator,
) {
  const request = {
    queue: 'bank_deposit',
    id,
    decision,
    reason: 'The voucher was looked at',
  } as const
  return await decideAsSeen(server, request, { as })
}

async function listed(server: TestServer, as: TestMember) {
  return ok(await server.call(listBankDeposits, { status: -1 }, { as })).list
}

async function legalOf(server: TestServer, { id }: TestMember): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(id, 'legal', USDT.id))).available
}

async function treasury(server: TestServer): Promise<bigint> {
  return await inHouse(server, 'pool:treasury', USDT.id)
}

async function agrees(server: TestServer): Promise<boolean | null | undefined> {
  const { currencies: all } = ok(await server.call(readSolvency))
  return all.find(({ currency }) => currency === USDT.id)?.agrees
}

async function lastMail(server: TestServer, { mail }: TestMember) {
  return await server.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', mail)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}
