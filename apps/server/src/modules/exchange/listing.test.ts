import { cancelAllOrders, listMarkets, placeBuy } from '@btbc/contract/exchange.ts'
import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { listWallets, readStatement, transferCoins } from '@btbc/contract/wallet.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { ask, startBot } from '#testing/bots.ts'
import { readOrder, startTestExchange, told } from '#testing/exchange.ts'
import { give } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const { ETH, USDT } = currencies
const reason = 'agreed at the meeting'

async function open() {
  const server = await startTestServer({ liquidity: true })
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['admin'])
  const propose = (state: string) => {
    const asked = { name: 'market.eth', value: { state }, reason }
    return callOperator(server, proposeSetting, asked, { as: olga })
  }
  return {
    server,
    propose,
    agree: async (state: string) => {
      const { id } = ok(await propose(state))
      const decision = { id, decision: 'accept', reason } as const
      ok(await callOperator(server, decideProposal, decision, { as: otto }))
      server.clock.passBusiness({ seconds: 10 })
    },
  }
}

test('before it is known which markets there are, orders of each are put off and none is denied', async () => {
  const { db, another, endLease } = await startTestExchange()
  await sql`revoke select on setting from btbc_app`.execute(db)
  await endLease()
  const exchange = await another('second')
  const byName = (symbol: string) => exchange.findListed((market) => market.symbol === symbol)
  expect(byName('BTCUSDT')).toMatchObject({ name: 'BTC/USDT' })
  expect(byName('NOPE')).toBeUndefined()
  expect(told(await exchange.place(readOrder('1 buy 1 BNB at 1')))).toBe('unavailable')
  await sql`grant select on setting to btbc_app`.execute(db)
  await expect.poll(() => byName('ETHUSDT'), { timeout: 10_000 }).toBeUndefined()
  expect(byName('BTCUSDT')).toBeDefined()
})

/** As the app lists them: the code of each, and whether it is halted. */
async function listed(server: TestServer) {
  const [{ quotation } = { quotation: [] }] = ok(await server.call(listMarkets))
  return new Map(quotation.map((row) => [row.currency_name, row.halted]))
}

test('a market that two have opened is traded within a minute: by the app, by bots, in the books; and halted and opened again', async () => {
  const { server, propose, agree } = await open()
  const { member: ada, signed } = await startBot(server, 'ada@example.test')
  await give(server, ada.id, USDT.id, 10_000n)
  const order = { currency_id: ETH.id, num: '0.1', mode: 1 }
  const buy = () => server.call(placeBuy, order, { as: ada, key: newKey() })
  const whole = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quoteOrderQty: '600' }
  const ofBot = () => signed('POST', '/api/v3/order', whole)
  const symbols = async () => {
    const { json } = await ask(server, '/api/v3/exchangeInfo')
    return (json as { symbols: { symbol: string; status: string }[] }).symbols
  }
  const books = async () =>
    ok(await server.call(readSolvency)).currencies.find(({ currency }) => currency === ETH.id)
  const coinsIn = async () => {
    const wallets = ok(await server.call(listWallets, {}, { as: ada }))
    const [spot, other] = [wallets.change_wallet.balance, wallets.legal_wallet.balance]
    return [spot, other].map((rows) => rows.map((row) => row.currency_name).includes('ETH'))
  }
  expect([...(await listed(server)).keys()]).toEqual(['BTC', 'BNB', 'BTBC'])
  expect((await symbols()).map(({ symbol }) => symbol)).not.toContain('ETHUSDT')
  expect(refusal(await buy())).toBe('market_not_found')
  expect((await ofBot()).json).toMatchObject({ code: -1121 })
  expect([await books(), await coinsIn()]).toEqual([undefined, [false, false]])

  const before = server.clock.now().getTime()
  await agree('open')
  await expect.poll(async () => (await listed(server)).has('ETH'), { timeout: 30_000 }).toBe(true)
  await server.app.jobs.sweep()
  await server.app.liquidity.refresh()
  const heard: string[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/ethusdt@trade`)
  onTestFinished(() => socket.close())
  socket.addEventListener('message', ({ data }) => heard.push(String(data)))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  expect((await ofBot()).json).toMatchObject({ symbol: 'ETHUSDT', status: 'FILLED' })
  expect(ok(await buy())).toMatchObject({ status: 'filled', filled: '0.10000000' })
  expect(server.clock.now().getTime() - before).toBeLessThan(60_000)

  await expect.poll(() => heard.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(await symbols()).toContainEqual(
    expect.objectContaining({ symbol: 'ETHUSDT', status: 'TRADING', baseAsset: 'ETH' }),
  )
  const klines = await ask(server, '/api/v3/klines?symbol=ETHUSDT&interval=1m')
  expect(klines.json).toHaveLength(1)
  const account = await signed('GET', '/api/v3/account')
  expect(account.json).toMatchObject({
    balances: expect.arrayContaining([expect.objectContaining({ asset: 'ETH' })]),
  })
  expect(await coinsIn()).toEqual([true, false])
  expect(await books()).toMatchObject({ issued: '1000.00000000', agrees: true })
  // It is traded, and comes and goes in no other way.
  const spot = { wallet: 'change', currency: ETH.id } as const
  expect(ok(await server.call(readStatement, spot, { as: ada })).total).toBe(2)
  const moved = {
    from_field: 'change',
    to_field: 'legal',
    currency_id: ETH.id,
    number: '0.1',
  } as const
  expect(refusal(await server.call(transferCoins, moved, { as: ada }))).toBe('currency_not_found')
  const address = await server.call(readDepositAddress, { currency: ETH.id }, { as: ada })
  expect(refusal(address)).toBe('currency_not_found')
  expect(refusal(await propose('unlisted'))).toBe('setting_odd')

  // Halted it takes no new order, the house leaves it, and what waits can be cancelled.
  const low = { currency_id: ETH.id, price: '1600', num: '0.01', mode: 2 }
  const wait = () => server.call(placeBuy, low, { as: ada, key: newKey() })
  const isHalted = async () => (await listed(server)).get('ETH')
  ok(await wait())
  await agree('halted')
  await expect.poll(isHalted, { timeout: 30_000 }).toBe(true)
  expect(refusal(await wait())).toBe('market_halted')
  expect((await ofBot()).json).toMatchObject({ code: -1013 })
  // What is for another market is placed all the same.
  const elsewhere = { ...whole, symbol: 'BTCUSDT', quoteOrderQty: '10' }
  const orders = JSON.stringify([whole, elsewhere, whole])
  const { json: placed } = await signed('POST', '/api/v3/batchOrders', { orders })
  expect(placed).toMatchObject([
    { code: -1013 },
    { symbol: 'BTCUSDT', status: 'FILLED' },
    { code: -1013 },
  ])
  expect(await symbols()).toContainEqual(expect.objectContaining({ status: 'HALT' }))
  await server.app.liquidity.refresh()
  const { bids, asks } = server.app.exchange.depth(ETH.id, 50)
  expect([bids.length, asks.length]).toEqual([1, 0])
  const cancelled = await server.call(cancelAllOrders, { currency_id: ETH.id }, { as: ada })
  expect(ok(cancelled).cancelled).toBe(1)
  await agree('open')
  await expect.poll(isHalted, { timeout: 30_000 }).toBe(false)
  ok(await wait())
  await server.app.liquidity.refresh()
  expect(server.app.exchange.depth(ETH.id, 50).asks).toHaveLength(10)
})
