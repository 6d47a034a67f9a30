import {
  depositByCard,
  depositByMobile,
  depositOnline,
  listOnlineDeposits,
  listPaymentMethods,
} from '@btbc/contract/gateway.ts'
import { languageTags } from '@btbc/contract/format-text.ts'
import { listRecords } from '@btbc/contract/mining.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { languages } from '@btbc/contract/wire.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test, vi } from 'vitest'

import { inHouse } from '#testing/funds.ts'
import { type GatewayServer, pressAt, startGatewayServer } from '#testing/gateway.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { settle } from '#testing/settings.ts'
import { newKey, ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

import { claimSilent } from './gateway.ask.ts'
import { gatewayChores } from './gateway.jobs.ts'

const { USDT, BANK } = currencies
const FAR = 240_000

test('the methods are shown with their limits, the rate and what the house can take', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const shown = ok(await server.call(listPaymentMethods, {}, { as: alice }))
  expect(shown).toMatchObject({ open: true, rate: '1.00000000' })
  expect(shown.platforms.map(({ api, code, asks_account }) => [api, code, asks_account])).toEqual([
    ['/pay/recharge', 'sandboxpay', false],
    ['/pay/bkash', 'bkash', true],
    ['/pay/bkash', 'nagad', true],
    ['/pay/card', 'testcard', false],
  ])
  for (const each of shown.platforms)
    expect([each.min, each.max]).toEqual(['5.00000000', '2000.00000000'])
  // A quarter of the treasury is for the rails.
  expect(shown.left).toBe(`${(await treasury(server)) / 4n / UNIT}.00000000`)
})

test('a deposit is reserved when it is asked for and credited once when it is paid', async () => {
  const server = await startGatewayServer()
  tell(server)
  const alice = await server.join('alice@example.test')
  const before = await treasury(server)
  const url = await ask(server, alice, { amount: '100.5' })
  expect(new URL(url).origin).toBe(server.provider.url)
  expect(await treasury(server)).toBe(before - 100n * UNIT - UNIT / 2n)
  expect(await inHouse(server, 'reserve:rail', USDT.id)).toBe(100n * UNIT + UNIT / 2n)
  expect(await agrees(server)).toBe(true)
  expect(await listed(server, alice)).toMatchObject([
    { status: 0, state: 'pending', amount: '100.50000000', next: { who: 'member' }, remark: '' },
  ])

  // Who closed the page goes on from the records.
  expect((await listed(server, alice))[0]?.pay_url).toBe(url)
  const page = await (await fetch(url)).text()
  expect(page).toContain('TEST')
  expect(page).toContain('100.50 units')
  const back = await pressAt(url, 'pay')
  expect(`${back.origin}${back.pathname}`).toBe(`${server.url}/BankRecharge`)
  expect(back.searchParams.get('result')).toBe('paid')
  await settled(server, alice, 'done')

  expect(await legalOf(server, alice)).toBe(100n * UNIT + UNIT / 2n)
  expect(await inHouse(server, 'reserve:rail', USDT.id)).toBe(0n)
  expect(await inHouse(server, 'rail:gateway', BANK.id)).toBe(-100n * UNIT - UNIT / 2n)
  const [row] = await listed(server, alice)
  expect(row).not.toHaveProperty('pay_url')
  expect(row).toMatchObject({ status: 1, net: '100.50000000', bank: 'Sandbox Pay', remark: '' })
  expect(row?.order_no).toBe(back.searchParams.get('order'))
  expect(await agrees(server)).toBe(true)
  const log = ok(await server.call(listRecords, { t: 1, limit: 10 }, { as: alice }))
  expect(log.data).toMatchObject([{ value: '100.50000000', info: 'Deposit by gateway or bank' }])
})

test.each([
  ['less', '50.00000000', 'done', '50 of 100 arrived and was credited.'],
  ['more', '150.00000000', 'done', '150 arrived instead of 100; all of it was credited.'],
  [
    'late',
    '100.00000000',
    'done',
    'Paid after the time had run out; it was credited all the same.',
  ],
] as const)(
  'somebody who pays %s is credited %s and told why',
  async (way, amount, state, remark) => {
    const server = await startGatewayServer()
    tell(server)
    const alice = await server.join('alice@example.test')
    const before = await treasury(server)
    await pressAt(await ask(server, alice, { amount: '100' }), way)
    await settled(server, alice, state)
    expect(await listed(server, alice)).toMatchObject([{ amount, net: amount, status: 1, remark }])
    const credited = BigInt(amount.replace('.', ''))
    expect(await legalOf(server, alice)).toBe(credited)
    expect(await treasury(server)).toBe(before - credited)
    await expectExact(server)
  },
)

test('a cancelled payment gives the reserve back and can not be paid afterwards', async () => {
  const server = await startGatewayServer()
  tell(server)
  const alice = await server.join('alice@example.test')
  const before = await treasury(server)
  const url = await ask(server, alice, { amount: '100' })
  expect((await pressAt(url, 'cancel')).searchParams.get('result')).toBe('cancelled')
  await settled(server, alice, 'cancelled')
  expect((await pressAt(url, 'pay')).searchParams.get('result')).toBe('cancelled')
  expect(await (await fetch(url)).text()).toContain('closed')
  expect(await treasury(server)).toBe(before)
  expect(await listed(server, alice)).toMatchObject([
    {
      status: 2,
      remark: 'Cancelled on the payment page. Nothing was taken.',
      next: { who: 'nobody' },
    },
  ])
  expect(await legalOf(server, alice)).toBe(0n)
  await expectExact(server)
})

test('nobody pays in time: the reserve goes back and the page takes nothing more; what came in time and is told late is credited', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const before = await treasury(server)
  const unpaid = await ask(server, alice, { amount: '200' })
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  await server.pass({ minutes: 30 })
  expect(await treasury(server)).toBe(before)
  const ended = { state: 'cancelled', status: 2 }
  expect(await listed(server, alice)).toMatchObject([ended, ended])
  expect((await pressAt(unpaid, 'pay')).searchParams.get('result')).toBe('expired')
  expect(await (await fetch(unpaid)).text()).toContain('closed')
  tell(server)
  await settled(server, alice, 'done')
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await listed(server, alice)).toMatchObject([{ status: 1, state: 'done' }, ended])
  await expectExact(server)
})

test('a payment whose word was lost is found when the provider is asked', async () => {
  const server = await startGatewayServer({}, { goesOn: true })
  const alice = await server.join('alice@example.test')
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  expect(await legalOf(server, alice)).toBe(0n)
  await server.pass({ minutes: 2 })
  await settled(server, alice, 'done')
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await inHouse(server, 'rail:gateway', BANK.id)).toBe(-100n * UNIT)
})

test('orders that others opened and never paid delay the question about a paid one by no turn', async () => {
  const server = await startGatewayServer({ rateLimits: false })
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const hostile = await Promise.all(names.map((name) => server.join(`${name}@example.test`)))
  for (const each of hostile)
    for (const amount of ['10', '11', '12', '13', '14']) await ask(server, each, { amount })
  await server.pass({ minutes: 3 })
  const alice = await server.join('alice@example.test')
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  await server.pass({ minutes: 1 })
  const [chore] = gatewayChores(server.gateway, server.clock)
  await chore?.run(server.db, server.clock.wallNow(), new AbortController().signal)
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
})

test('about an order that nobody pays is asked for a week, with longer and longer pauses', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await ask(server, alice, { amount: '100' })
  const start = server.clock.wallNow().getTime()
  const askedAfter: number[] = []
  for (let hour = 0; hour < 24 * 30; hour += 1) {
    const orders = await server.db
      .transaction()
      .execute((tx) => claimSilent(tx, server.clock.wallNow()))
    if (orders.length > 0) askedAfter.push(server.clock.wallNow().getTime() - start)
    server.clock.pass({ hours: 1 })
  }
  expect(askedAfter.length).toBeLessThan(17)
  const days = (askedAfter.at(-1) ?? 0) / DAY_MS
  expect(days).toBeGreaterThan(5)
  expect(days).toBeLessThan(8)
})

test('a member leaves ten orders unpaid a day at the most', async () => {
  const server = await startGatewayServer({ rateLimits: false })
  const alice = await server.join('alice@example.test')
  const before = server.clock.now()
  for (const base of [10, 20]) {
    for (let n = 0; n < 5; n += 1) await ask(server, alice, { amount: String(base + n) })
    await server.pass({ minutes: 31 })
  }
  const refused = await server.call(depositOnline, { amount: '30' }, { as: alice })
  const until = new Date(before.getTime() + DAY_MS + 31 * MINUTE_MS).toISOString()
  expect(refused).toMatchObject({ code: 'deposits_unpaid', details: { limit: 10, until } })
  server.clock.passBusiness({ hours: 24 })
  ok(await server.call(depositOnline, { amount: '30' }, { as: alice }))
})

test('an order waits as much longer for its payment as the house stood still', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await ask(server, alice, { amount: '100' })
  server.clock.pass({ hours: 2 })
  await server.app.jobs.sweep()
  expect(await listed(server, alice)).toMatchObject([
    { state: 'pending', next: { who: 'member', by: '2026-03-01T14:30:00.000Z' } },
  ])
  await server.pass({ minutes: 30 })
  expect(await listed(server, alice)).toMatchObject([{ state: 'cancelled' }])
})

test('a treasury that is short says so before, and nothing is written', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await leaveInTreasury(server, 99n * UNIT)
  const answer = await server.call(depositOnline, { amount: '100' }, { as: alice })
  expect(answer).toMatchObject({ code: 'rail_short', details: { left: '99' } })
  expect(ok(await server.call(listPaymentMethods, {}, { as: alice })).left).toBe('99.00000000')
  expect(await listed(server, alice)).toEqual([])
  await ask(server, alice, { amount: '99' })
  expect(await treasury(server)).toBe(0n)
})

test('over-paid while the treasury is short: the reserved part at once, the rest is owed in the open and given when two operators refill it', async () => {
  const server = await startGatewayServer()
  tell(server)
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance'])
  const alice = await server.join('alice@example.test')
  await leaveInTreasury(server, 120n * UNIT)
  await pressAt(await ask(server, alice, { amount: '100' }), 'more')
  await settled(server, alice, 'processing')
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await listed(server, alice)).toMatchObject([
    { status: 0, state: 'processing', amount: '150.00000000', next: { who: 'operator' } },
  ])
  await expectOwed(server, 50n * UNIT)
  // The next coins of the treasury are for who has paid.
  expect(ok(await server.call(listPaymentMethods, {}, { as: alice })).left).toBe('0.00000000')
  await server.pass({ minutes: 2 })
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await callsAboutOwed(server)).toBe(2)
  const alerts = async () => ok(await callOperator(server, readOverview, {}, { as: olga })).alerts
  expect((await alerts()).filter(({ kind }) => kind === 'rail_owed')).toMatchObject([
    { text: expect.stringContaining('short of 50 USDT') },
  ])
  const reason = 'A member waits for it'
  const refill = {
    pool: 'treasury',
    currency: USDT.id,
    from: 'fees',
    amount: '30',
    reason,
  } as const
  const { id } = ok(await callOperator(server, proposeFunding, refill, { as: olga }))
  const accept = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, accept, { as: otto }))
  await server.pass({ minutes: 2 })
  expect((await alerts()).map(({ kind }) => kind)).not.toContain('rail_owed')
  expect(await legalOf(server, alice)).toBe(150n * UNIT)
  expect(await listed(server, alice)).toMatchObject([{ status: 1, state: 'done' }])
  await expectExact(server)
})

test('told late while the treasury is empty: noted on the rail, owed, counted for one day, and credited later', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  await server.pass({ minutes: 31 })
  await leaveInTreasury(server, 0n, { member: '100' })
  tell(server)
  await settled(server, alice, 'processing')
  expect(await legalOf(server, alice)).toBe(0n)
  await expectOwed(server, 100n * UNIT)
  const next = () => server.call(depositOnline, { amount: '50' }, { as: alice })
  expect(refusal(await next())).toBe('rail_day_limit')
  await server.pass({ hours: 24 })
  // However long the house owes it: only the treasury is in the way now.
  expect(refusal(await next())).toBe('rail_short')
  await refillTreasury(server, 100n * UNIT)
  await server.pass({ minutes: 2 })
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
})

const refused = [
  [depositOnline, {}, 'recharge_amount_required'],
  [depositOnline, { amount: '-5' }, 'recharge_range'],
  [depositOnline, { amount: '100', rate: '2' }, 'terms_changed'],
  [depositOnline, { amount: '0' }, 'recharge_range'],
  [depositOnline, { amount: '4.99999999' }, 'recharge_range'],
  [depositOnline, { amount: '2000.00000001' }, 'recharge_range'],
  [depositOnline, { amount: '1e3' }, 'invalid_request'],
  [depositOnline, { amount: '10', pay_platform: 'bkash' }, 'payment_method_unknown'],
  [depositByCard, { amount: '10', pay_platform: 'https://evil.test' }, 'payment_method_unknown'],
  [depositByMobile, { amount: '10' }, 'recharge_account_required'],
  [depositByMobile, { amount: '10', pay_platform: 'nagad', account: ' ' }, 'invalid_request'],
] as const

test('an amount, a method and an account that cannot be are refused, and nothing is reserved', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const before = await treasury(server)
  for (const [call, request, code] of refused) {
    for (const method of ['POST', 'GET'] as const) {
      const answer = await server.call(call, request, { as: alice, method })
      expect(refusal(answer), `${method} ${call.path} ${JSON.stringify(request)}`).toBe(code)
    }
  }
  expect(await treasury(server)).toBe(before)
  expect(await listed(server, alice)).toEqual([])
})

test('the range and the missing account are said in the words of the seeds', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  expect(await server.call(depositByMobile, { amount: '4' }, { as: alice })).toMatchObject({
    message: 'The amount must be from 5 to 2,000.',
  })
  expect(await server.call(depositByMobile, {}, { as: alice })).toMatchObject({
    message: 'Please fill in the recharge amount',
  })
  expect(await server.call(depositByMobile, { amount: '5' }, { as: alice })).toMatchObject({
    message: 'Please fill in the bKash/NAGAD account',
  })
})

test('both ends of the range are taken, by GET as by POST, and the account reaches the page', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const least = ok(
    await server.call(
      depositByMobile,
      { amount: '5', pay_platform: 'nagad', pay_type: '2', account: '01700 000000' },
      { as: alice, method: 'GET' },
    ),
  )
  expect(new URL(least).searchParams.get('account')).toBe('01700000000')
  const page = await (await fetch(least)).text()
  expect(page).toContain('NAGAD')
  expect(page).toContain('01700000000')
  ok(await server.call(depositByCard, { amount: '2000' }, { as: alice }))
})

test('the page speaks the language of the payer, and that of a browser where nobody named one', async () => {
  const server = await startGatewayServer()
  const as = await server.join('alice@example.test')
  const headings = new Set<string>()
  const asked = await server.call(depositByCard, { amount: '1000.5' }, { as, language: 'jp' })
  expect(await (await fetch(ok(asked))).text()).toContain('>1,000.50 を支払う</button>')
  for (const language of languages) {
    const { list } = ok(await server.call(listOnlineDeposits, {}, { as, language }))
    const page = await (await fetch(list[0]?.pay_url ?? '')).text()
    expect(page).toMatch(/role="note">◇ TEST\b/)
    expect(page).toContain(`lang="${languageTags[language].replace('-u-nu-latn', '')}"`)
    headings.add(/<h2>(.+)<\/h2>/.exec(page)?.[1] ?? '')
    if (language === 'spa') expect(page).toContain('>Pagar menos (500,25)</button>')
    if (language === 'ban') expect(page).toContain('<p class="amount">1,000.50 ইউনিট</p>')
  }
  expect(headings.size).toBe(languages.length)
  for (const [accepted, language] of [
    ['zh-TW,zh;q=0.9', 'zh-HK'],
    ['zh', 'zh-CN'],
    ['fr,pt;q=0.8,en;q=0.7', 'pt-BR'],
    ['fr', 'en'],
  ] as const) {
    const headers = { 'accept-language': accepted }
    const page = await (await fetch(`${server.provider.url}/checkout`, { headers })).text()
    expect(page).toContain(`<html lang="${language}">`)
  }
})

test('a link that somebody changed is no payment', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const url = new URL(await ask(server, alice, { amount: '100' }))
  for (const [name, value] of [
    ['amount', '1.00000000'],
    ['returnUrl', 'https://evil.test/'],
    ['order', 'G00'],
    ['signature', ''],
  ] as const) {
    const forged = new URL(url)
    forged.searchParams.set(name, value)
    expect((await fetch(forged)).status).toBe(400)
    await expect(pressAt(forged.href, 'pay')).rejects.toThrow('400')
  }
})

test(
  '32 times the same request at once is one deposit, and so is a repeated key',
  async () => {
    const server = await startGatewayServer({ rateLimits: false })
    const alice = await server.join('alice@example.test')
    const before = await treasury(server)
    const urls = await Promise.all(
      Array.from({ length: 32 }, () => ask(server, alice, { amount: '50' })),
    )
    expect(new Set(urls).size).toBe(1)
    expect(await treasury(server)).toBe(before - 50n * UNIT)
    await server.pass({ seconds: 11 })
    const key = newKey()
    const again = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.call(depositOnline, { amount: '50' }, { as: alice, key }).then(ok),
      ),
    )
    expect(new Set(again).size).toBe(1)
    expect(await treasury(server)).toBe(before - 100n * UNIT)
    expect(refusal(await server.call(depositOnline, { amount: '51' }, { as: alice, key }))).toBe(
      'key_reused',
    )
  },
  FAR,
)

test(
  'of 32 different requests at once a member has five open, and no more is reserved',
  async () => {
    const server = await startGatewayServer({ rateLimits: false })
    const alice = await server.join('alice@example.test')
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        server.call(depositOnline, { amount: String(100 + n) }, { as: alice }),
      ),
    )
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(5)
    const codes = answers.flatMap((answer) => (answer.type === 'ok' ? [] : [answer.code]))
    expect(new Set(codes)).toEqual(new Set(['too_many_deposits']))
    expect(await listed(server, alice)).toHaveLength(5)
    expect(await agrees(server)).toBe(true)
  },
  FAR,
)

test('the list is by status in its own numbers, and shows nobody else', async () => {
  const server = await startGatewayServer()
  tell(server)
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await pressAt(await ask(server, alice, { amount: '10' }), 'pay')
  await settled(server, alice, 'done')
  await ask(server, alice, { amount: '20' })
  const of = async (status: number) =>
    ok(await server.call(listOnlineDeposits, { status }, { as: alice })).list.map(
      (row) => row.amount,
    )
  expect(await of(-1)).toEqual(['20.00000000', '10.00000000'])
  expect(await of(0)).toEqual(['20.00000000'])
  expect(await of(1)).toEqual(['10.00000000'])
  expect(await of(2)).toEqual([])
  expect(await listed(server, bob)).toEqual([])
})

test('without a provider the calls say so', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  expect(ok(await server.call(listPaymentMethods, {}, { as: alice })).open).toBe(false)
  expect(refusal(await server.call(depositOnline, { amount: '10' }, { as: alice }))).toBe(
    'gateway_unavailable',
  )
  expect((await fetch(`${server.url}/hooks/gateway`, { method: 'POST' })).status).not.toBe(200)
})

/** The provider speaks to this server from now on. */
function tell(server: GatewayServer): void {
  server.provider.tell(`${server.url}/hooks/gateway`)
}

async function ask(
  server: GatewayServer,
  as: TestMember,
  request: { amount: string },
): Promise<string> {
  return ok(await server.call(depositOnline, request, { as }))
}

async function listed(server: GatewayServer, as: TestMember) {
  return ok(await server.call(listOnlineDeposits, { status: -1 }, { as })).list
}

/** Waits for the fact that the newest deposit is in this state. */
async function settled(server: GatewayServer, as: TestMember, state: string): Promise<void> {
  await vi.waitFor(async () => expect((await listed(server, as))[0]?.state).toBe(state), {
    timeout: 60_000,
    interval: 50,
  })
}

async function legalOf(server: GatewayServer, { id }: TestMember): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(id, 'legal', USDT.id))).available
}

async function treasury(server: GatewayServer): Promise<bigint> {
  return await inHouse(server, 'pool:treasury', USDT.id)
}

/** The books and the provider's own books say the same. */
async function expectExact(server: GatewayServer): Promise<void> {
  await expectNoted(server)
  expect(await agrees(server)).toBe(true)
}

async function expectNoted(server: GatewayServer): Promise<void> {
  const { received } = await server.gateway.totals()
  expect(await inHouse(server, 'rail:gateway', BANK.id)).toBe(-received)
  expect(await inHouse(server, 'rail:position', BANK.id)).toBe(received)
}

/** What came in is noted, and the open books say that more is promised than is reserved. */
async function expectOwed(server: GatewayServer, owed: bigint): Promise<void> {
  await expectNoted(server)
  expect(await openBooks(server)).toMatchObject({
    promises: `${owed / UNIT}.00000000`,
    agrees: false,
  })
}

async function openBooks(server: GatewayServer) {
  const { currencies: all } = ok(await server.call(readSolvency))
  return all.find(({ currency }) => currency === USDT.id)
}

async function agrees(server: GatewayServer): Promise<boolean | null | undefined> {
  return (await openBooks(server))?.agrees
}

/** Mails to operators. */
async function callsAboutOwed(server: GatewayServer): Promise<number> {
  const sent = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('subject', 'like', '%the treasury is short%')
    .execute()
  return sent.length
}

/** All that is left is for the rails. */
async function leaveInTreasury(
  server: GatewayServer,
  leave: bigint,
  limits: { member?: string } = {},
): Promise<void> {
  await settle(server, 'limits.rails', { treasury: '100', ...limits })
  await moveFunds(server, 'pool:treasury', 'fees', (await treasury(server)) - leave)
}

async function refillTreasury(server: GatewayServer, amount: bigint): Promise<void> {
  await moveFunds(server, 'fees', 'pool:treasury', amount)
}

async function moveFunds(
  server: GatewayServer,
  from: 'pool:treasury' | 'fees',
  to: 'pool:treasury' | 'fees',
  amount: bigint,
): Promise<void> {
  const move = { from: houseAccount(from, USDT.id), to: houseAccount(to, USDT.id), amount }
  const entry = {
    key: `test:${newKey()}`,
    kind: 'pool.funded',
    at: server.clock.now(),
    moves: [move],
  } as const
  await server.db.transaction().execute((tx) => post(tx, entry))
}
