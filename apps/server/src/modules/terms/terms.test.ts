import { readProfile } from '@btbc/contract/account.ts'
import { cancelAllOrders, placeBuy } from '@btbc/contract/exchange.ts'
import { listMachines, startRun } from '@btbc/contract/mining.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { agreeTerms, readTerms } from '@btbc/contract/terms.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { startBot } from '#testing/bots.ts'
import { give } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal } from '#testing/server.ts'
import { out, start } from '#testing/withdrawals.ts'

const { BTC, USDT } = currencies

test('new terms ask each member again: until then nothing new begins, and leaving goes on', async () => {
  const { server, ada } = await start()
  const { member: bot, signed } = await startBot(server, 'bot@example.test')
  await give(server, bot.id, USDT.id, 1_000n)
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['admin'])
  const reason = 'agreed at the meeting'
  const propose = (version: string, more = {}) => {
    const asked = { name: 'house.terms', value: { version }, reason, ...more }
    return callOperator(server, proposeSetting, asked, { as: olga })
  }
  const isDue = async (as = ada) => ok(await server.call(readProfile, {}, { as })).terms_due
  const buy = { currency_id: BTC.id, price: '100', num: '0.1', mode: 2 }
  const place = () => server.call(placeBuy, buy, { as: ada, key: newKey() })
  const whole = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' }
  const placeByBot = () =>
    signed('POST', '/api/v3/order', { ...whole, price: '100', quantity: '0.1' })

  // One version after the other, and none of the past.
  expect(refusal(await propose('3'))).toBe('setting_odd')
  expect(await propose('1001')).toMatchObject({ code: 'setting_bounds' })
  const past = new Date(server.clock.now().getTime() - 60_000).toISOString()
  expect(refusal(await propose('2', { effective_at: past }))).toBe('setting_past')
  ok(await place())
  const run = () => server.call(startRun, {}, { as: bot, key: 'one-run' })
  const began = ok(await run())
  expect((await placeByBot()).json).toMatchObject({ status: 'NEW' })
  const { version, title } = ok(await server.call(readTerms))
  expect([version, title !== '', await isDue()]).toEqual([1, true, false])

  const { id } = ok(await propose('2'))
  const decision = { id, decision: 'accept', reason } as const
  expect(refusal(await callOperator(server, decideProposal, decision, { as: olga }))).toBe(
    'proposal_own',
  )
  ok(await callOperator(server, decideProposal, decision, { as: otto }))
  expect(await isDue()).toBe(false)
  server.clock.passBusiness({ seconds: 10 })
  await expect.poll(() => isDue(), { timeout: 30_000 }).toBe(true)
  expect(refusal(await server.call(startRun, {}, { as: ada }))).toBe('terms_due')
  expect(refusal(await place())).toBe('terms_due')
  expect((await placeByBot()).json).toMatchObject({ code: -2010 })
  // What was done under its key before is told again.
  expect(ok(await run())).toEqual(began)
  ok(await server.call(listMachines, {}, { as: ada }))
  expect(ok(await server.call(cancelAllOrders, {}, { as: ada })).cancelled).toBe(1)
  const cancelled = await signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  expect(cancelled.json).toHaveLength(1)
  ok(await out(server, ada, { number: '50' }))

  // The yes is to what was shown; whoever joins now has said it already.
  expect(refusal(await server.call(agreeTerms, { version: 1 }, { as: ada }))).toBe('terms_moved')
  ok(await server.call(agreeTerms, { version: 2 }, { as: ada }))
  expect([await isDue(), await isDue(bot)]).toEqual([false, true])
  ok(await server.call(startRun, {}, { as: ada }))
  const agreed = await server.db.selectFrom('terms_agreement').selectAll().execute()
  expect(agreed.filter((row) => row.member_id === ada.id && row.version === 2)).toHaveLength(1)
})
