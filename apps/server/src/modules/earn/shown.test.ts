import { fundYield } from '@btbc/contract/fund-yield.ts'
import { buyFund, listFundOffers } from '@btbc/contract/fund.ts'
import { lockIncome } from '@btbc/contract/lock-income.ts'
import { listLocks, openLock } from '@btbc/contract/lock.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import { explainBalance } from '@btbc/contract/wallet.ts'
import { formatAmount, plainAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { give, inHouse } from '#testing/funds.ts'
import { newKey, ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

/** What the app reckons before anything is bought, from the terms as they are listed, against the books. */

const { USDT } = currencies
const RUNS = process.env['BTBC_CAMPAIGN'] === '1' ? 200 : 15
/** Of 7 days. */
const PRODUCT = 1

const amount = fc.bigInt({ min: 5n * UNIT, max: 900n * UNIT })
const drawn = fc.record({
  lock: amount,
  fund: amount,
  days: fc.integer({ min: 1, max: 120 }),
  dayBps: fc.integer({ min: 1, max: 300 }),
  rateBps: fc.integer({ min: 1, max: 4000 }),
})

test('what is shown before a lock or a fund is bought is booked to the last unit, on any terms and of any amount', async () => {
  const server = await startTestServer()
  const as = await server.join('alice@example.test')
  await give(server, as.id, USDT.id, 2_000_000n)
  await fc.assert(
    fc.asyncProperty(drawn, async (each) => {
      await sellOn(server, each)
      const before = await inEarn(server, as)
      const plan = ok(await server.call(listLocks, {}, { as }))
      const fund = ok(await server.call(listFundOffers, {}, { as })).find(({ day }) => day === 7)
      const income = lockIncome(each.lock, { days: plan.days, dayBps: plan.day_bps }).plan
      const payout = each.fund + fundYield(each.fund, fund?.rate_bps ?? 0)
      const locked = { price: formatAmount(each.lock), plan_income: formatAmount(income) }
      const bought = { amount: formatAmount(each.fund), payout: formatAmount(payout), day: 7 }
      ok(await server.call(openLock, locked, { as, key: newKey() }))
      ok(await server.call(buyFund, bought, { as, key: newKey() }))
      server.clock.passBusiness({ days: 130 })
      await server.app.jobs.sweep()
      const got = (await inEarn(server, as)) - before
      expect(plainAmount(got)).toBe(plainAmount(each.lock + income + payout))
      for (const kind of ['lock', 'fund'] as const)
        expect(await inHouse(server, `reserve:${kind}`, USDT.id)).toBe(0n)
      const { list } = ok(await server.call(listOwnNotices, { limit: 2 }, { as }))
      const said = list.map(({ text }) => text.replaceAll(',', '')).join('\n')
      for (const sum of [each.lock, payout]) expect(said).toContain(`${shown(sum)} USDT`)
    }),
    { numRuns: RUNS },
  )
})

/** From now on. */
async function sellOn(
  { db, clock }: TestServer,
  { days, dayBps, rateBps }: { days: number; dayBps: number; rateBps: number },
): Promise<void> {
  const now = clock.now()
  const minimum = 5n * UNIT
  const terms = { days, day_bps: dayBps, minimum }
  await db
    .insertInto('lock_terms')
    .values({ starts_at: now, ...terms })
    .execute()
  const sale = { minimum, maximum: 1000n * UNIT, rate_bps: rateBps, enabled: true, starts_at: now }
  await db
    .insertInto('fund_terms')
    .values({ product_id: PRODUCT, effective_at: now, ...sale })
    .execute()
}

/** As the explanation of the wallet adds it up. */
async function inEarn(server: TestServer, as: TestMember): Promise<bigint> {
  const asked = { wallet: 'lever' as const, currency: USDT.id }
  const { groups } = ok(await server.call(explainBalance, asked, { as }))
  return groups.reduce((sum, { available }) => sum + BigInt(available.replace('.', '')), 0n)
}

/** Two digits behind the point at least. */
function shown(units: bigint): string {
  const [whole, fraction = ''] = plainAmount(units).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
