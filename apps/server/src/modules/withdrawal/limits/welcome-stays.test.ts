import { placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { buyLaunches } from '@btbc/contract/mining.ts'
import { readWithdrawable } from '@btbc/contract/rewards.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { drain, give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

import { out } from '#testing/withdrawals.ts'

const { BTBC, LAUNCH, USDT } = currencies

/** Two members with deposit addresses; Ada sends to Eve. */
async function startUnknown() {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  await server.db
    .insertInto('deposit_address')
    .values({ member_id: eve.id, address, created_at: server.clock.now() })
    .execute()
  const send = (currency: number, number: string) => out(server, ada, { address, number, currency })
  const info = async (type: string, as: TestMember = ada) =>
    ok(await server.call(readWithdrawalTerms, { type }, { as }))
  return { server, ada, eve, send, info }
}

test('the welcome grant of an unknown member is not sent to anybody, and says so', async () => {
  const { server, ada, send, info } = await startUnknown()
  expect(await info('BTBC')).toMatchObject({
    available: '50.00000000',
    max: '0.00000000',
    welcome_stays: '40.00000000',
  })
  const refused = await send(BTBC.id, '50')
  expect(refused).toMatchObject({
    code: 'welcome_stays',
    details: { left: '0.00000000', currency: 'BTBC' },
  })
  expect(refusal(await send(BTBC.id, '2'))).toBe('welcome_stays')
  // What is there besides is free, in whatever coin.
  await give(server, ada.id, USDT.id, 10n)
  expect(await info('USDT')).toMatchObject({ max: '10.00000000' })
  expect(await info('BTBC')).toMatchObject({ max: '12.50000000' })
  const real = await server.call(readWithdrawable, {}, { as: ada })
  expect(ok(real)).toEqual({ BTBC: '12.5000', USDT: '10.0000' })
  ok(await send(BTBC.id, '12.5'))
  expect(refusal(await send(USDT.id, '2'))).toBe('welcome_stays')
  await acceptIdentity(server, ada)
  expect(await info('USDT')).toMatchObject({ max: '9990.00000000', welcome_stays: null })
  ok(await send(USDT.id, '10'))
})

test('sold, the welcome grant is still there as what it was sold for, in whichever wallet', async () => {
  const { server, ada, eve, send, info } = await startUnknown()
  await give(server, eve.id, USDT.id, 1000n)
  const order = { currency_id: BTBC.id, price: '0.8', num: '50', mode: 2 }
  ok(await server.call(placeBuy, order, { as: eve }))
  ok(await server.call(placeSell, order, { as: ada }))
  expect(await info('USDT')).toMatchObject({ max: '0.00000000' })
  expect(refusal(await send(USDT.id, '39'))).toBe('welcome_stays')
  const move = { currency_id: USDT.id, number: '30' }
  const toP2p = { ...move, from_field: 'change' as const, to_field: 'legal' as const }
  ok(await server.call(transferCoins, toP2p, { as: ada }))
  await give(server, ada.id, USDT.id, 5n)
  expect(refusal(await send(USDT.id, '6'))).toBe('welcome_stays')
  ok(await send(USDT.id, '4'))
})

test('who joined while the pool was short keeps nothing back, whatever they have bought since', async () => {
  const { server, eve } = await startUnknown()
  await drain(server, 'pool:welcome', LAUNCH.id, 6n)
  const ann = await server.join('ann@example.test')
  await give(server, ann.id, USDT.id, 100n)
  ok(await server.call(buyLaunches, { times: 1 }, { as: ann }))
  const terms = async (as: TestMember) =>
    ok(await server.call(readWithdrawalTerms, { type: 'USDT' }, { as })).welcome_stays
  expect([await terms(ann), await terms(eve)]).toEqual([null, '40.00000000'])
})
