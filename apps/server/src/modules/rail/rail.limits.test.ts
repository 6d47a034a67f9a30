import { readBankDetails, requestCredit } from '@btbc/contract/bank-deposit.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { inHouse } from '#testing/funds.ts'
import { decideAsSeen, hire } from '#testing/operators.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { uploaded } from '#testing/upload.ts'

const { USDT } = currencies
const HOME = '203.0.113.7'

test('accounts that prove nothing reserve nothing, and many that do reserve a share of the treasury at the most', async () => {
  const server = await start()
  const treasury = await inHouse(server, 'pool:treasury', USDT.id)
  await takeFromTreasury(server, treasury - 100_000n * UNIT)
  const captcha = await server.join('captcha@example.test')
  const unproved = { mail_proved_at: null, verified_at: null }
  await server.db.updateTable('member').set(unproved).where('id', '=', captcha.id).execute()
  expect(refusal(await ask(server, captcha, '10'))).toBe('not_verified')

  const askers: TestMember[] = []
  for (let n = 0; n < 4; n += 1) askers.push(await server.join(`m${n}@example.test`))
  const answers = await Promise.all(
    askers.map((each, n) => ask(server, each, '10000', `198.51.${n}.1`)),
  )
  const refused = answers.filter((answer) => answer.type !== 'ok')
  expect(refused).toHaveLength(2)
  for (const each of refused) {
    expect(each).toMatchObject({ code: 'rail_short', details: { left: '5000' } })
  }
  expect(await inHouse(server, 'pool:treasury', USDT.id)).toBe(80_000n * UNIT)
  const [first] = askers
  if (!first) throw new Error('nobody joined')
  expect(ok(await server.call(readBankDetails, {}, { as: first })).left).toBe('5000.00000000')
})

test('what a member and a neighbourhood reserve and are credited in a day has an end', async () => {
  const server = await start()
  await settle(server, 'limits.rails', { member: '300', network: '450' })
  const ada = await server.join('ada@example.test')
  const bob = await server.join('bob@example.test')
  const olivia = await hire(server, 'Olivia', ['finance'])
  const omar = await hire(server, 'Omar', ['finance'])
  const decide = (id: number, decision: 'accept' | 'reject', as: typeof olivia) => {
    const request = { queue: 'bank_deposit', id, decision, reason: 'The voucher was seen' } as const
    return decideAsSeen(server, request, { as })
  }

  const { id: credited } = ok(await ask(server, ada, '200'))
  const { id: rejected } = ok(await ask(server, ada, '100'))
  const day = { code: 'rail_day_limit', details: { left: '0' } }
  expect(await ask(server, ada, '5')).toMatchObject(day)
  const network = { code: 'rail_network_limit', details: { left: '150' } }
  expect(await ask(server, bob, '151', '203.0.113.250')).toMatchObject(network)
  ok(await ask(server, bob, '151', '203.0.114.7'))

  ok(await decide(rejected, 'reject', olivia))
  ok(await decide(credited, 'accept', olivia))
  ok(await decide(credited, 'accept', omar))
  expect(await ask(server, ada, '101')).toMatchObject({ ...day, details: { left: '100' } })
  await server.pass({ hours: 24 })
  ok(await ask(server, ada, '300'))
})

async function start(): Promise<TestServer> {
  return await startTestServer({ rateLimits: false, trustProxy: ['loopback'] })
}

async function ask(server: TestServer, as: TestMember, amount: string, from = HOME) {
  const img = await uploaded(server, as, 'voucher')
  const request = { currency: 32, account: '123456789', amount, img }
  return await server.call(requestCredit, request, {
    as,
    headers: { 'x-forwarded-for': from },
  })
}

async function takeFromTreasury(server: TestServer, amount: bigint): Promise<void> {
  const from = houseAccount('pool:treasury', USDT.id)
  const moves = [{ from, to: houseAccount('fees', USDT.id), amount }]
  const entry = {
    key: `test:${newKey()}`,
    kind: 'pool.funded',
    at: server.clock.now(),
    moves,
  } as const
  await server.db.transaction().execute((tx) => post(tx, entry))
}
