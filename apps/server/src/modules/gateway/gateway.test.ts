import {
  depositByCard,
  depositByMobile,
  depositOnline,
  listOnlineDeposits,
  listPaymentMethods,
} from '@btbc/contract/gateway.ts'
import { languageTags } from '@btbc/contract/format-text.ts'
import { languages } from '@btbc/contract/wire.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { expect, test } from 'vitest'

import { agrees, ask, listed, settled, tell, treasury } from '#testing/gateway-deposits.ts'
import { pressAt, startGatewayServer } from '#testing/gateway.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

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
